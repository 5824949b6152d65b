"""A pretrained model of transformers with the interface of our own models.

Subclasses for the three tasks are in `encoder_only`, `decoder_only` and `encoder_decoder`.
"""

import functools
import math
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
import torch
from torch import Tensor, nn
from transformers.modeling_outputs import BaseModelOutput
from transformers.pytorch_utils import Conv1D

from ..answers.attribution import LayerSums
from ..answers.base import HeadPlaces, Model
from ..answers.lens import in_groups, random_logits
from ..answers.patching import find_patches
from ..answers.tracing import axes_of
from ..errors import UserError
from ..lengths import LONGEST, check_text, check_tokens
from ..networks.changes import AS_TRAINED, NetworkChanges, Patch, Watch
from ..networks.recorder import Recording, hidden_left_out
from ..protocols import Capabilities, Positions, Task
from ..reasons import UNSUPPORTED
from ..request import NO_HEAD, Record, Request
from ..results import Encoding
from ..store.tokenizer import columns
from ..trace import Trace
from .added_parts import find_last_norm
from .layer_outputs import LayerPass, put_in_states, watch
from .needed_memory import check_memory, free_memory, needed_memory
from .probe import SOURCE, Anatomy, probe, run_network
from .recorded_attention import Pass, add_layers, arrange, position_tables
from .run import PretrainedReading, Run
from .text import TextReader, split_pair, swap_words

_TOGETHER = 2048  # tokens that are read in one pass, at most
_THREE_WORDS = "the cat sleeps"  # that a model reads before it is offered


class PretrainedModel(Model):
    """A network of transformers with its tokenizer.

    A trace has special tokens as this tokenizer writes them.
    """

    task: ClassVar[Task]
    stack_names: ClassVar[Mapping[tuple[int, int], str]]  # (queries, keys) of the probe to stack
    hidden_names: ClassVar[Mapping[str, str]]  # stack to the output's attribute with its states
    decoder_ids: ClassVar[str] = "input_ids"  # the network's argument for the decoder's input
    cache: ClassVar[Mapping[str, Any]] = {"use_cache": False}  # arguments of a pass without a cache

    tokenizer: TextReader

    def __init__(
        self, name: str, network: Any, tokenizer: Any, card: dict[str, Any], device: torch.device
    ) -> None:
        super().__init__(name, network, TextReader(tokenizer), card, device)
        self.generation: Any = getattr(network, "generation_config", None)
        self._anatomy = self._probe()
        self.tables = position_tables(network) if self._anatomy.adds_positions else []
        self._hooks = [table.register_forward_hook(arrange) for table in self.tables]
        layers, output = self._layers, network.get_output_embeddings()
        if layers is not None and output is not None:
            self._hooks += watch(layers, output)
        for stack in self.hidden_names:
            if stack in self._anatomy.modules:
                self._hooks += put_in_states(stack, self._anatomy.modules[stack])

    def remove_hooks(self) -> None:
        """Leave the network as it was; this model can no longer move positions or use states."""
        for hook in self._hooks:
            hook.remove()

    def with_network(self, network: Any) -> "PretrainedModel":
        """Return this model with another network of the same shape."""
        return type(self)(self.name, network, self.tokenizer.tokenizer, self.card, self.device)

    def _probe(self) -> Anatomy:
        """Return the network's anatomy. Raises UserError where it cannot be recorded."""
        return probe(
            self.name,
            self.network,
            self.device,
            self.stack_names,
            self._probe_inputs,
            next(iter(self.hidden_names.values())),
            **self.cache,
        )

    @torch.inference_mode()
    def try_out(self) -> None:
        """Run what pages ask for on three words, writing at most two tokens.

        Raises whatever fails, and UserError for states that do not belong to the layers.
        """
        request = Request(self.name, _THREE_WORDS)
        run = self._run(request, 2)
        [trace] = self._trace_runs([request], [run])
        stack, states = next((name, trace.hidden[name]) for name in self.hidden_names)
        layers = self._anatomy.sizes[stack].layers
        if states is None or len(states) != layers + 1:
            raise UserError(
                "The states of {name} cannot be shown: it has {layers} layers and "
                "{states} states of each word.",
                name=self.name,
                layers=layers,
                states=0 if states is None else len(states),
            )
        self.encode(_THREE_WORDS)
        if run.written:
            self._logits(run, ((), ((stack, self.capabilities.attending(stack)[0], 0),)))
        if self.mask_token is not None:
            self.fill(Request(self.name, f"{_THREE_WORDS} {self.mask_token}"))

    # --- what a task adds -------------------------------------------------------------------------

    @abstractmethod
    def _probe_inputs(self, ids: Tensor) -> dict[str, Tensor]:
        """Return the network's arguments for the probe, from source ids `[1, SOURCE]`."""

    @abstractmethod
    def _inputs(self, run: Run, batch: int = 1) -> dict[str, Tensor]:
        """Return the network's arguments for a teacher-forced pass."""

    @abstractmethod
    def _run(self, request: Request, most: int = LONGEST) -> Run:
        """Read the request and, where it has no target, write at most so many tokens."""

    @abstractmethod
    def _run_of_reading(self, reading: PretrainedReading) -> Run:
        """Return a run that reads a sentence and writes nothing, for `encode`."""

    @abstractmethod
    def _unsupported(self) -> dict[str, str]:
        """Return `Capabilities.unsupported` for this task."""

    @abstractmethod
    def _unanswered(self) -> dict[str, str]:
        """Return `Capabilities.unanswered` for this task."""

    # --- what it has ------------------------------------------------------------------------------

    @functools.cached_property
    def capabilities(self) -> Capabilities:
        """The capabilities; how a layer is built is unknown for any family."""
        unsupported: dict[str, str] = {}
        positions = self._positions()
        rotated = self._rotated() if positions == "rotary" else ()
        if not self.tables:
            unsupported["positions"] = UNSUPPORTED["rotary in some" if rotated else positions]
        if positions == "relative":
            unsupported["scale"] = UNSUPPORTED["no scale"]
        takes_states = self._takes_states()
        if not takes_states:
            unsupported["patched"] = UNSUPPORTED["no states"]
        return Capabilities(
            task=self.task,
            stacks=self._anatomy.sizes,
            without_attention=self._anatomy.without,
            positions=positions,
            rotated=rotated,
            score="dot" if positions == "relative" else "scaled dot",
            unsupported=unsupported | self._unsupported(),
            unanswered={"gradients": UNSUPPORTED["gradients"]}
            | self._no_lens()
            | self._no_contributions()
            | ({} if takes_states else {"patch": UNSUPPORTED["no states"]})
            | self._no_words()
            | self._no_sum()
            | self._unanswered(),
            longest=self._longest(),
            mask_token=self._mask_token(),
            reads_ahead=self.reads_ahead,
            languages=self._languages(),
            separator=self._separator(),
            subwords=self._subwords(),
        )

    @property
    def _layers(self) -> nn.ModuleList | None:
        """The layers whose states become words; None where their order is not known."""
        *_, stack = self.hidden_names
        return self._anatomy.modules.get(stack)

    def _no_lens(self) -> dict[str, str]:
        """Return why the states of the layers cannot be read as words; {} where they can."""
        if self.network.get_output_embeddings() is None:
            return {"lens": UNSUPPORTED["no output layer"]}
        try:
            return {} if self._reads_layers() else {"lens": UNSUPPORTED["unknown output"]}
        except Exception:  # whatever a family does that is not known here
            return {"lens": UNSUPPORTED["unknown output"]}

    def _no_contributions(self) -> dict[str, str]:
        """Return why heads cannot be weighted by what they add; {} where they can."""
        is_known = all(part.output is not None for part in self._anatomy.layers.values())
        return {} if is_known else {"contributions": UNSUPPORTED["unknown projection"]}

    def _no_sum(self) -> dict[str, str]:
        """Return why what it writes is no sum over its parts; {} where it is."""
        try:
            is_known = self.task == "causal-lm" and self._last_norm is not None
        except Exception:  # whatever a family does that is not known here
            is_known = False
        return {} if is_known else {"attribute": UNSUPPORTED["no sum"]}

    @functools.cached_property
    def _last_norm(self) -> nn.Module | None:
        """The norm before the output matrix, of a decoder whose layers only add; else None."""
        layers = self._layers
        if layers is None or self._anatomy.without or self.network.get_output_embeddings() is None:
            return None
        *_, stack = self.hidden_names
        projections = [self._anatomy.layers[stack, layer].output for layer in range(len(layers))]
        with torch.inference_mode():
            # Other tokens than the first ones, which may be marks without a state.
            short_pass = functools.partial(self._short_pass, 5, 1)
            return find_last_norm(self.network, layers, projections, short_pass)

    def _layer_sums(self, run: Run, place: int) -> LayerSums:
        assert self._last_norm is not None  # else the question is not answered
        now, recording = LayerPass(), Recording(Record(weights=("decoder",), scores=False))
        logits = now.run(lambda: self._forward(run, recording)).logits[0, place]
        output = self.network.get_output_embeddings()
        return LayerSums(
            logits,
            torch.stack([state[0, place] for state in now.states]),
            [step.head_output[0, :, place] for step in recording.attention["decoder"]],
            self._last_norm,
            output.weight,
            output.bias,
        )

    def _no_words(self) -> dict[str, str]:
        """Return why no words of two sentences can be compared; {} where they can."""
        names = self.task in ("translation", "causal-lm") or self._mask_token() is not None
        return (
            {} if names else dict.fromkeys(("patch", "patch_heads"), UNSUPPORTED["no output layer"])
        )

    @torch.inference_mode()
    def _takes_states(self) -> bool:
        """Return whether a run with all states of another run after any layer goes on as that.

        It does not where a layer reads more than the state, such as the words themselves.
        """
        try:
            return all(map(self._goes_on, self.hidden_names))
        except Exception:  # whatever a family does that is not known here
            return False

    def _goes_on(self, stack: str) -> bool:
        count = len(self._anatomy.modules[stack]) + 1
        ids = torch.arange(SOURCE, device=self.device)[None]
        own, other = (
            self._probe_inputs((ids + first) % len(self.embedding)) for first in (5, 5 + SOURCE)
        )
        # The other stack of a translator reads the same in both runs.
        name = self.decoder_ids if stack == "decoder" else "input_ids"
        other, watch = {**own, name: other[name]}, Watch()
        expected = run_network(self.network, other, self._pass(watch), **self.cache)[0].float()
        patches = tuple(
            Patch(place, NO_HEAD, slice(None), watch.parts[place][0], number)
            for number in range(count)
            for place in [(stack, "state", number)]
        )
        batch = {name: values.expand(count, -1) for name, values in own.items()}
        now = self._pass(NetworkChanges(patches=patches))
        found = run_network(self.network, batch, now, **self.cache)[0].float()
        tolerance = 1e-4 if self.network.dtype == torch.float32 else 3e-2
        return bool((found - expected).abs().max() <= tolerance * expected.abs().max())

    @torch.inference_mode()
    def _reads_layers(self) -> bool:
        """Return whether states that replace the last layer's output are read as its own."""
        if self._layers is None:
            return False
        now = LayerPass()
        expected = now.run(self._short_pass)[0].float()
        scores = self._score(torch.cat([now.states[-1][0], now.states[0][0]])).float()
        tolerance = 1e-3 if self.network.dtype == torch.float32 else 3e-2
        return torch.allclose(scores[: len(expected)], expected, tolerance, tolerance)

    def _short_pass(self, first: int = 1, step: int = 0) -> Tensor:
        """Return the logits of a few tokens, `[1, position, vocabulary]`."""
        ids = first + step * torch.arange(SOURCE, device=self.device)[None]
        inputs = self._probe_inputs(ids % len(self.embedding))
        return run_network(self.network, inputs, self._pass(), **self.cache).logits

    def _score(self, states: Tensor, random: bool = False) -> Tensor:
        """Score the vocabulary for states after any layer, `[state, d_model]`."""
        logits = LayerPass(states, random_logits if random else None).run(self._short_pass)
        return logits.flatten(0, 1)[: len(states)]

    def _places_to_read(self, run: Run) -> tuple[str, Sequence[int], Sequence[str]]:
        assert run.first is not None
        read = [token.text for token in (run.first, *run.predicted[:-1])]
        return "decoder", range(len(read)), read

    def _layer_logits(
        self, run: Run, stack: str, places: Sequence[int], random: bool
    ) -> Iterator[Tensor]:
        now = LayerPass()
        now.run(lambda: self._forward(run))
        states = torch.cat([state[:, [*places]] for state in now.states])
        for group in in_groups(states, self._vocabulary_size):
            yield from self._score(group.flatten(0, 1), random).unflatten(0, group.shape[:2])

    def _languages(self) -> tuple[str, ...]:
        return ()

    def _subwords(self) -> str:
        """Return the tokenizer's algorithm, as the tokenizers library names it; "" if slow."""
        backend = getattr(self.tokenizer.tokenizer, "backend_tokenizer", None)
        return type(backend.model).__name__ if backend is not None else ""

    def _positions(self) -> Positions:
        """Return the kind of positional encoding."""
        if self.tables:
            names = {type(table).__name__ for table in self.tables}
            is_formula = any("Sinusoidal" in name for name in names)
            return "sinusoidal" if is_formula else "learned"
        if self._anatomy.adds_positions:
            return "learned"
        if hasattr(self.network.config, "relative_attention_num_buckets"):
            return "relative"
        return "rotary" if any(part.rotates for part in self._anatomy.layers.values()) else "none"

    def _rotated(self) -> tuple[int, ...]:
        """Return the layers of the first stack that rotate queries and keys; () where all do."""
        first, size = next(iter(self._anatomy.sizes.items()))
        places = [place for place, part in self._anatomy.layers.items() if part.rotates]
        layers = tuple(layer for stack, layer in places if stack == first)
        return layers if len(layers) < size.layers else ()

    @property
    def reads_ahead(self) -> bool:
        """Whether a word of the encoder may attend to later words."""
        return self.task == "causal-lm" or self._anatomy.looks_ahead

    def _longest(self) -> int:
        """Return the most tokens that the model reads; in a decoder-only model, and writes."""
        config, backend = self.network.config, self.tokenizer.tokenizer
        configs = config.get_text_config(), config.get_text_config(encoder=True)
        names = ("max_position_embeddings", "n_positions", "max_source_positions")
        limits = [getattr(config, name, None) for name in names for config in configs]
        # RoBERTa numbers its positions from the padding index on.
        if limits[0] and self.tables and self.tables[0].padding_idx is not None:
            limits[0] -= self.tables[0].padding_idx + 1
        return min([LONGEST, backend.model_max_length, *(limit for limit in limits if limit)])

    def _mask_token(self) -> str | None:
        return None

    def _separator(self) -> str | None:
        return None

    @property
    def mask_token(self) -> str | None:
        """The token that `fill` replaces; None for a model that fills no masks."""
        return self.capabilities.mask_token

    @property
    def separator(self) -> str | None:
        """The text between two sentences of a pair; None for a model that reads no pairs."""
        return self.capabilities.separator

    @property
    def embedding(self) -> Tensor:
        """The embeddings of the vocabulary, `[token, d_model]`."""
        return self.network.get_input_embeddings().weight

    @functools.cached_property
    def whole_words(self) -> dict[int, str]:
        """The tokens that are whole words of at least two letters, by id."""
        return self.tokenizer.whole_words()

    def _pieces(self, word: str) -> list[int]:
        return self.tokenizer.encode(" " + word)[0]

    # --- one pass ---------------------------------------------------------------------------------

    def _forward(
        self,
        run: Run,
        recording: Recording | None = None,
        silenced: tuple[HeadPlaces, ...] | None = None,
        **more: Any,
    ) -> Any:
        """Return the network's output in a teacher-forced pass, one entry per set of `silenced`."""
        changes, batch = run.changes, 1
        if silenced is not None:
            changes, batch = replace(run.changes, silenced=silenced), len(silenced)
        now = self._pass(changes, recording)
        inputs = self._inputs(run, batch)
        return run_network(self.network, inputs, now, **{**self.cache, **more})

    def _pass(
        self, changes: NetworkChanges = AS_TRAINED, recording: Recording | None = None
    ) -> Pass:
        return Pass(self._anatomy.place_of(), changes, recording)

    def _logits(self, run: Run, silenced: tuple[HeadPlaces, ...] = ((),)) -> Tensor:
        out = self._forward(run, silenced=silenced)
        return getattr(out, "logits", out[0])  # the states, if nothing makes words of them

    # --- beside another sentence, for `patching` --------------------------------------------------

    def _beside(self, sentence: str, run: Run | None = None) -> Run:
        other = self._run_of_reading(self._read(sentence))
        if other.read is not None and not other.source:
            other = replace(other, prompt_length=other.read.shape[1] - 1)
        if run is None or run.read is None or other.read is None:  # it writes nothing
            return other
        if self.capabilities.translates:
            return replace(other, read=run.read)
        rest = run.read[:, run.prompt_length + 1 :]
        return replace(other, read=torch.cat([other.read, rest], 1))

    def _until(self, run: Run, place: int) -> Run:
        return run if run.read is None else replace(run, read=run.read[:, : place + 1])

    def _sizes(self, run: Run) -> dict[str, int]:
        prompt = run.prompt_length + 1
        translated = run.read is not None and self.capabilities.translates
        return {"encoder": run.words, "decoder": run.size[1] if translated else prompt}

    def _with_parts(self, run: Run, of_decoders: bool = False) -> Run:
        """Return a run that takes the parts of other sentences' runs of its what-if.

        Those of the stack that reads, or of a translator's decoder once the run is written. Raises
        what `find_patches` raises.
        """
        changes, beside = run.changes, run if of_decoders else None
        more = find_patches(self, changes.what_if, run.sentence, self._sizes(run), beside)
        return replace(run, changes=replace(changes, patches=changes.patches + more))

    # --- reading a request ------------------------------------------------------------------------

    def _read(self, sentence: str) -> PretrainedReading:
        """Tokenize a sentence, or a pair with the separator between them.

        Raises UserError for a blank or too long text.
        """
        check_text(sentence, self.longest)
        pair = split_pair(sentence, self.separator)
        if pair:
            ids, spans, types, second = self.tokenizer.encode_pair(sentence, *pair)
        else:
            ids, spans = self.tokenizer.encode(sentence, special=True)
            types, second = [0] * len(ids), 0
        check_tokens(len(ids), self.longest)
        reads_types = (
            "token_type_ids" in self.tokenizer.tokenizer.model_input_names
            and getattr(self.network.config, "type_vocab_size", 0) > 1
        )
        tokens = self.tokenizer.show(ids, spans, sentence)
        return PretrainedReading(sentence, ids, tokens, types if reads_types else None, second)

    def _read_request(self, request: Request) -> PretrainedReading:
        """Check a request, and tokenize its sentence with words swapped."""
        self.check_request(request)
        reading = self._read(request.sentence)
        if request.what_if.swap:
            swap = dict(request.what_if.swap)
            reading = self._read(swap_words(request.sentence, reading.tokens, swap))
        return reading

    def _source_inputs(self, run: Run) -> dict[str, Tensor]:
        """Return the network's arguments for the source: ids, mask and sentence types."""
        assert run.source_ids is not None
        mask = torch.ones_like(run.source_ids)
        if run.changes.what_if.padding_mask:
            mask[:, run.words :] = 0
        inputs = {"input_ids": run.source_ids, "attention_mask": mask}
        return inputs if run.types is None else inputs | {"token_type_ids": run.types}

    @property
    def _vocabulary_size(self) -> int:
        return self.network.config.get_text_config().vocab_size

    def _check_memory(self, source: int, target: int) -> None:
        """Raise UserError when recording so many tokens would take too much memory."""
        sizes = self.attention_sizes
        check_memory(self.name, self.device, sizes, self._vocabulary_size, source, target)

    def _share(self, size: tuple[int, int]) -> float:
        """Return which share of a pass a text of this size fills: 1 where it is read alone.

        A pass has at most _TOGETHER tokens, and no more attention than one text of LONGEST tokens
        or than half the free memory holds.
        """
        needed = needed_memory(self.attention_sizes, self._vocabulary_size, *size)
        free = free_memory(self.device) or math.inf
        return max(sum(size) / _TOGETHER, (max(size) / LONGEST) ** 2, 2 * needed / free)

    def _setting(self, name: str) -> Any:
        """Return a setting of decoding from the configuration that has it; None without one."""
        config = self.network.config
        places = self.generation, config, config.get_text_config()
        return next(
            (value for holder in places if (value := getattr(holder, name, None)) is not None), None
        )

    @functools.cached_property
    def _eos_ids(self) -> set[int]:
        """The ids of the tokens that end a text."""
        ends = self._setting("eos_token_id")
        return set(ends) if isinstance(ends, (list, tuple)) else {ends}

    def _greedy(self, run: Run, ids: list[int], limit: int, written: list[int]) -> list[int]:
        """Decode greedily: extend `written` until an end token or `limit` tokens; return it."""
        cache, encoded, done = None, None, 0
        while len(written) < limit and not (written and written[-1] in self._eos_ids):
            read = torch.tensor([[*ids, *written]], device=self.device)
            inputs = self._inputs(replace(run, read=read))
            more = dict(self.cache)
            # With a what-if, a new word may change the states of earlier ones. Then, as in our
            # models, every step reads everything again, without a cache.
            if not run.changes:
                inputs[self.decoder_ids] = inputs[self.decoder_ids][:, done:]
                more = {"use_cache": True, "past_key_values": cache}
                if encoded:
                    more["encoder_outputs"] = encoded
            out = run_network(self.network, inputs, self._pass(run.changes), **more)
            if not run.changes:
                cache, done = out.past_key_values, len(ids) + len(written)
                if "encoder" in self.hidden_names:
                    encoded = BaseModelOutput(out.encoder_last_hidden_state)
            written.append(out.logits[0, -1].argmax().item())
        return written

    # --- answers ----------------------------------------------------------------------------------

    @torch.inference_mode()
    def translate(self, sentences: list[str]) -> list[str]:
        """Translate or continue each sentence; "" for a model that writes nothing."""
        if not self.capabilities.writes:
            return ["" for _ in sentences]
        return [
            self._run(Request(self.name, sentence)).translation if sentence.strip() else ""
            for sentence in sentences
        ]

    @torch.inference_mode()
    def trace(self, request: Request) -> Trace:
        """Decode, or take the request's target, then record one teacher-forced pass.

        See `TranslationModel.trace`. The target of a decoder-only model is a continuation, with the
        space before it. `hidden` has the states that transformers returns: in some families, the
        last entry is the output of the norm after the last layer.
        """
        [trace] = self._trace_runs([request], [self._run(request)])
        return trace

    def trace_each(self, requests: Iterable[Request]) -> Iterator[tuple[int, Trace]]:
        """Yield as `Model.trace_each`; texts of as many tokens are read in one pass.

        That is without a what-if, and where nothing has to be written first. No text is padded. The
        numbers are those of `trace` up to rounding: in 1,000 sentences of MiniLM 3e-6 at most.
        """
        groups: defaultdict[object, list[tuple[int, Request, Run]]] = defaultdict(list)
        for place, request in enumerate(requests):
            if request.what_if.applied or (request.target is None and self.capabilities.writes):
                yield place, self.trace(request)
                continue
            run = self._run(request)
            group = groups[request.record, run.size]
            group.append((place, request, run))
            if (len(group) + 1) * self._share(run.size) > 1:
                yield from self._trace_group(group)
                group.clear()
        for group in groups.values():
            yield from self._trace_group(group)

    @torch.inference_mode()
    def _trace_group(self, group: Sequence[tuple[int, Request, Run]]) -> list[tuple[int, Trace]]:
        if not group:
            return []
        places, requests, runs = zip(*group)
        return [*zip(places, self._trace_runs(requests, runs), strict=True)]

    def _trace_runs(self, requests: Sequence[Request], runs: Sequence[Run]) -> Iterator[Trace]:
        """Yield the trace of each run, of one pass; more than one are of one size and unchanged."""
        record = requests[0].record
        out, recordings = self._record(runs, record)
        for row, parts in enumerate(zip(requests, runs, recordings, strict=True)):
            yield self._trace_of(*parts, out, row)

    def _record(self, runs: Sequence[Run], record: Record) -> tuple[Any, list[Recording]]:
        """Return the network's output in a pass over the runs, and the recording of each."""
        recording, more = Recording(record), {**self.cache, "output_hidden_states": record.hidden}
        inputs = [self._inputs(run) for run in runs]
        merged = {name: torch.cat([arrays[name] for arrays in inputs]) for name in inputs[0]}
        out = run_network(self.network, merged, self._pass(runs[0].changes, recording), **more)
        recordings = [recording.of_one(row, *run.size) for row, run in enumerate(runs)]
        for row_recording in recordings:
            add_layers(row_recording, self._anatomy.without)
        return out, recordings

    def _trace_of(
        self, request: Request, run: Run, recording: Recording, out: Any, row: int
    ) -> Trace:
        """Return the trace of a run, which is this row of the network's output."""
        source, predicted = columns(run.source), columns(run.predicted)
        read_text = (run.first.text, *predicted.texts[:-1]) if run.first else ()
        axes = axes_of(source.texts, read_text)
        return Trace(
            request=request,
            sentence=run.sentence,
            translation=run.translation,
            source=source.texts,
            source_spans=source.spans,
            source_words=source.words,
            decoder_input=read_text,
            predicted=predicted.texts,
            predicted_spans=predicted.spans,
            predicted_words=predicted.words,
            choices=self.choices(out.logits[row].float().softmax(-1), run.written)
            if run.written
            else (),
            finished=run.finished,
            attention=recording.all_maps(self.attention_sizes, axes, request.what_if.null_key),
            hidden=self._hidden(out, row)
            if request.record.hidden
            else hidden_left_out(self.hidden_names),
            prompt_length=run.prompt_length,
            first_span=(run.first.start, run.first.end) if run.first else (0, 0),
            second=run.second,
        )

    def _hidden(self, out: Any, row: int = 0) -> dict[str, np.ndarray]:
        """Return the hidden states of each stack, `[layer + 1, position, d_model]`."""
        states = {
            stack: torch.stack([layer[row] for layer in out[name]])
            for stack, name in self.hidden_names.items()
        }
        if any(state.dim() != 3 for state in states.values()):
            raise UserError(
                "The layers of {name} pass on several states of each word, which is not shown.",
                name=self.name,
            )
        return {stack: state.float().cpu().numpy() for stack, state in states.items()}

    @torch.inference_mode()
    def encode(self, sentence: str) -> Encoding:
        """Return the states of the stack that reads the sentence; they equal those of a trace.

        Raises UserError for a sentence that cannot be read.
        """
        reading = self._read(sentence)
        run, tokens = self._run_of_reading(reading), reading.tokens
        [states, *_] = self._hidden(self._forward(run, output_hidden_states=True)).values()
        steps = tuple(f"layer {number}" for number in range(1, len(states)))
        # The input of layer 1 is the sum with positions, in some families normalised.
        if self.tables:
            ids = torch.tensor([reading.ids], device=self.device)
            words = self.network.get_input_embeddings()(ids).float().cpu().numpy()
            steps = ("+ position", *steps)
            # ELECTRA and ALBERT project narrow embeddings to d_model before the first layer.
            if words.shape[-1] == states.shape[-1]:
                states, steps = np.concatenate([words, states]), ("embedding", *steps)
        else:
            steps = ("embedding", *steps)
        return Encoding(sentence, *columns(tokens), steps, states)

    def _parts(self, stack: str, layer: int) -> dict[str, nn.Module | Tensor]:
        projection, scale, relative, _ = self._anatomy.layers[stack, layer]
        if projection is None:
            raise UserError(UNSUPPORTED["unknown projection"], model=self.name)
        weight: Any = projection.weight
        # [heads * d_value, d_model]
        weight = weight if isinstance(projection, Conv1D) else weight.T
        bias: Any = projection.bias
        bias = weight.new_zeros(weight.shape[1]) if bias is None else bias
        parts = {"to_output": weight, "to_output_bias": bias, "scale": torch.tensor([scale])}
        return parts | ({"relative": torch.ones(1)} if relative else {})
