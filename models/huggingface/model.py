"""A pretrained model of transformers behind the front door of ours.

The same questions, the same values.

What differs between reading, continuing and translating is in a module each: `encoder_only`,
`decoder_only` and `encoder_decoder`.
"""

import functools
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
import torch
from torch import Tensor, nn
from transformers.pytorch_utils import Conv1D

from ..answers.base import Heads, Model
from ..errors import UserError
from ..lengths import check_text, check_tokens
from ..networks.changes import AS_TRAINED, NetworkChanges
from ..networks.reasons import UNSUPPORTED
from ..networks.recorder import Recording, hidden_left_out
from ..protocols import Capabilities, Positions, Task
from ..request import Request
from ..results import Encoding
from ..trace import Trace
from .attention import Pass, arrange, merge_masks, position_tables
from .memory import check_memory
from .probe import Anatomy, probe, run_network
from .run import Reading, Run
from .text import Text, split_pair, swapped

LONGEST = 512  # tokens: more than that no picture shows


class PretrainedModel(Model):
    """A network of transformers with its tokenizer.

    Special tokens stand in a trace as that tokenizer writes them. A task says in `task` what it
    does, in `stack_names` which attention has how many queries and keys when SOURCE and TARGET
    tokens are read and written, and in `hidden_names` where the output has its states.
    """

    task: ClassVar[Task]
    stack_names: ClassVar[Mapping[tuple[int, int], str]]
    hidden_names: ClassVar[Mapping[str, str]]
    decoder_ids: ClassVar[str] = "input_ids"  # under which name the words written so far are read
    cache: ClassVar[Mapping[str, Any]] = {"use_cache": False}  # no reader remembers what it read
    reads_ahead: ClassVar[bool] = True  # whether a word of its encoder looks at later ones

    tokenizer: Text

    def __init__(
        self, name: str, network: Any, tokenizer: Any, card: dict[str, Any], device: torch.device
    ) -> None:
        super().__init__(name, network, Text(tokenizer), card, device)
        self.generation: Any = getattr(network, "generation_config", None)
        self.tables = position_tables(network)
        for table in self.tables:
            table.register_forward_hook(arrange)
        self._anatomy = self._probe()

    def with_network(self, network: Any) -> "PretrainedModel":
        """The same model with another network of the same shape."""
        return type(self)(self.name, network, self.tokenizer.tokenizer, self.card, self.device)

    def _probe(self) -> Anatomy:
        """See what the network is made of. Raises UserError where that cannot be shown."""
        return probe(
            self.name,
            self.network,
            self.device,
            self.stack_names,
            self._probe_inputs,
            **self.cache,
        )

    # --- what a task adds -------------------------------------------------------------------------

    @abstractmethod
    def _probe_inputs(self, ids: Tensor) -> dict[str, Tensor]:
        """What the network reads when it is probed, from source ids `[1, SOURCE]`."""

    @abstractmethod
    def _inputs(self, run: Run, batch: int = 1) -> dict[str, Tensor]:
        """What the network reads in a teacher-forced pass."""

    @abstractmethod
    def _run_of_reading(self, reading: Reading) -> Run:
        """A run that reads a sentence and writes nothing, for `encode`."""

    @abstractmethod
    def _unsupported(self) -> dict[str, str]:
        """Why interventions do not apply to this task."""

    @abstractmethod
    def _unanswered(self) -> dict[str, str]:
        """Why questions are not answered by this task."""

    # --- what it has ------------------------------------------------------------------------------

    @functools.cached_property
    def capabilities(self) -> Capabilities:
        """Return what can be known of any family; how its layers are built cannot."""
        unsupported: dict[str, str] = {}
        positions = self._positions()
        if not self.tables:
            unsupported["positions"] = UNSUPPORTED[positions]
        if positions == "relative":
            unsupported["scale"] = UNSUPPORTED["no scale"]
        return Capabilities(
            task=self.task,
            stacks=self._anatomy.sizes,
            positions=positions,
            unsupported=unsupported | self._unsupported(),
            unanswered={"gradients": UNSUPPORTED["gradients"]} | self._unanswered(),
            longest=self._longest(),
            mask_token=self._mask_token(),
            reads_ahead=self.reads_ahead,
            languages=self._languages(),
            separator=self._separator(),
            subwords=self._subwords(),
        )

    def _languages(self) -> tuple[str, ...]:
        return ()

    def _subwords(self) -> str:
        """How the tokenizer cuts words, as the tokenizers library names it; "" for a slow one."""
        backend = getattr(self.tokenizer.tokenizer, "backend_tokenizer", None)
        return type(backend.model).__name__ if backend is not None else ""

    def _positions(self) -> Positions:
        """Return the kind of positional encoding."""
        if self.tables:
            names = {type(table).__name__ for table in self.tables}
            is_formula = any("Sinusoidal" in name for name in names)
            return "sinusoidal" if is_formula else "learned"
        relative = hasattr(self.network.config, "relative_attention_num_buckets")
        return "relative" if relative else "rotary"

    def _longest(self) -> int:
        """The most tokens it reads, and of a decoder-only model that it reads and writes."""
        config, backend = self.network.config.get_text_config(), self.tokenizer.tokenizer
        names = ("max_position_embeddings", "n_positions", "max_source_positions")
        limits = [getattr(config, name, None) for name in names]
        # RoBERTa counts from there on.
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
        """What is typed between two sentences read as a pair; None for a model without pairs."""
        return self.capabilities.separator

    @property
    def embedding(self) -> Tensor:
        """What each token is before the network has looked around; `[token, d_model]`."""
        return self.network.get_input_embeddings().weight

    @functools.cached_property
    def whole_words(self) -> dict[int, str]:
        """The tokens that are whole words, at least two letters long, by their ids."""
        return self.tokenizer.whole_words()

    def _pieces(self, word: str) -> list[int]:
        return self.tokenizer.encode(" " + word)[0]

    # --- one pass ---------------------------------------------------------------------------------

    def _forward(
        self,
        run: Run,
        recording: Recording | None = None,
        silenced: tuple[Heads, ...] | None = None,
        **more: Any,
    ) -> Any:
        """The network's own output in a teacher-forced pass, one entry for each of `silenced`."""
        changes, batch = run.changes, 1
        if silenced is not None:
            changes, batch = replace(run.changes, silenced=silenced), len(silenced)
        now = self._pass(changes, recording)
        inputs = self._inputs(run, batch)
        return run_network(self.network, inputs, now, **{**self.cache, **more})

    def _pass(
        self, changes: NetworkChanges = AS_TRAINED, recording: Recording | None = None
    ) -> Pass:
        stack_of = self._anatomy.stack_of
        return Pass(lambda module, query, key: stack_of[module], changes, recording)

    def _logits(self, run: Run, silenced: tuple[Heads, ...] = ((),)) -> Tensor:
        return self._forward(run, silenced=silenced).logits

    # --- reading a request ------------------------------------------------------------------------

    def _read(self, sentence: str) -> Reading:
        """Tokenize a sentence, or two with the separator between them.

        Raises UserError when there is nothing or too much to read.
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
        return Reading(sentence, ids, tokens, types if reads_types else None, second)

    def _read_request(self, request: Request) -> Reading:
        """Tokenize the sentence of a request with its words swapped, once it is checked."""
        self.check_request(request)
        reading = self._read(request.sentence)
        if request.what_if.swap:
            swap = dict(request.what_if.swap)
            reading = self._read(swapped(request.sentence, reading.tokens, swap))
        return reading

    def _source_inputs(self, run: Run) -> dict[str, Tensor]:
        """What an encoder reads."""
        assert run.source_ids is not None
        mask = torch.ones_like(run.source_ids)
        if run.changes.what_if.padding_mask:
            mask[:, run.words :] = 0
        inputs = {"input_ids": run.source_ids, "attention_mask": mask}
        return inputs if run.types is None else inputs | {"token_type_ids": run.types}

    def _check_memory(self, source: int, target: int) -> None:
        """Raise UserError when the recording of so many tokens would not fit into memory."""
        vocabulary = self.network.config.get_text_config().vocab_size
        check_memory(self.name, self.device, self.attention_sizes, vocabulary, source, target)

    @functools.cached_property
    def _eos_ids(self) -> set[int]:
        """The ids that end a text."""
        ends = getattr(self.generation, "eos_token_id", None)
        ends = ends if ends is not None else self.network.config.get_text_config().eos_token_id
        return set(ends) if isinstance(ends, (list, tuple)) else {ends}

    def _greedy(self, run: Run, ids: list[int], limit: int, written: list[int]) -> list[int]:
        """Append the most probable token to `ids` and `written` until an end or the limit."""
        cache, encoded, done = None, None, 0
        while len(written) < limit and not (written and written[-1] in self._eos_ids):
            read = torch.tensor([[*ids, *written]], device=self.device)
            inputs = self._inputs(replace(run, read=read))
            more = dict(self.cache)
            # A what-if may change what was read before with each word added: then all afresh, as
            # with our models.
            if not run.changes:
                inputs[self.decoder_ids] = inputs[self.decoder_ids][:, done:]
                more = {"use_cache": True, "past_key_values": cache}
                if encoded:
                    more["encoder_outputs"] = encoded
            out = run_network(self.network, inputs, self._pass(run.changes), **more)
            if not run.changes:
                cache, done = out.past_key_values, len(ids) + len(written)
                if "encoder" in self.hidden_names:
                    encoded = (out.encoder_last_hidden_state,)
            written.append(out.logits[0, -1].argmax().item())
        return written

    # --- answers ----------------------------------------------------------------------------------

    @torch.inference_mode()
    def translate(self, sentences: list[str]) -> list[str]:
        """Return what the model writes for each sentence: a translation, or a continuation.

        Empty texts for a model that writes nothing.
        """
        if not self.capabilities.writes:
            return ["" for _ in sentences]
        return [
            self._run(Request(self.name, sentence)).translation if sentence.strip() else ""
            for sentence in sentences
        ]

    @torch.inference_mode()
    def trace(self, request: Request) -> Trace:
        """Decode, or take the request's target, then record one teacher-forced pass.

        See `TranslationModel.trace`.

        The target of a decoder-only model is a continuation, with the space before it. `hidden` is
        what transformers gives: in some families its last entry is what leaves the norm after the
        last layer.
        """
        run, recording = self._run(request), Recording(request.record)
        out = self._forward(run, recording, output_hidden_states=request.record.hidden)
        merge_masks(recording)
        source, predicted = run.source, run.predicted
        source_text = tuple(token.text for token in source)
        read_text = (run.first.text, *(token.text for token in predicted[:-1])) if run.first else ()
        axes = {
            "encoder": (source_text, source_text),
            "decoder": (read_text, read_text),
            "cross": (read_text, source_text),
        }
        return Trace(
            request=request,
            sentence=run.sentence,
            translation=run.translation,
            source=source_text,
            source_spans=tuple((token.start, token.end) for token in source),
            source_words=tuple(token.word for token in source),
            decoder_input=read_text,
            predicted=tuple(token.text for token in predicted),
            predicted_spans=tuple((token.start, token.end) for token in predicted),
            predicted_words=tuple(token.word for token in predicted),
            choices=self.choices(out.logits[0].float().softmax(-1), run.written)
            if run.written
            else (),
            finished=run.finished,
            attention=recording.all_maps(self.attention_sizes, axes),
            hidden=self._hidden(out)
            if request.record.hidden
            else hidden_left_out(self.hidden_names),
            prompt_length=run.prompt_length,
            first_span=(run.first.start, run.first.end) if run.first else (0, 0),
            second=run.second,
        )

    def _hidden(self, out: Any) -> dict[str, np.ndarray]:
        """The hidden states of each stack there is, `[layer + 1, position, d_model]`."""
        return {
            stack: torch.stack([layer[0] for layer in out[name]]).float().cpu().numpy()
            for stack, name in self.hidden_names.items()
        }

    @torch.inference_mode()
    def encode(self, sentence: str) -> Encoding:
        """The states of the stack that reads the sentence, equal to those of a trace.

        Raises UserError for a sentence that cannot be read.
        """
        reading = self._read(sentence)
        run, tokens = self._run_of_reading(reading), reading.tokens
        [states, *_] = self._hidden(self._forward(run, output_hidden_states=True)).values()
        steps = tuple(f"layer {number}" for number in range(1, len(states)))
        if self.tables:  # what enters layer 1 is already a sum, normed in some families
            ids = torch.tensor([reading.ids], device=self.device)
            words = self.network.get_input_embeddings()(ids).float().cpu().numpy()
            steps = ("+ position", *steps)
            # ELECTRA and ALBERT have narrow embeddings, made wider before the first layer.
            if words.shape[-1] == states.shape[-1]:
                states, steps = np.concatenate([words, states]), ("embedding", *steps)
        else:
            steps = ("embedding", *steps)
        return Encoding(
            sentence,
            tuple(token.text for token in tokens),
            tuple((token.start, token.end) for token in tokens),
            tuple(token.word for token in tokens),
            steps,
            states,
        )

    def _parts(self, stack: str, layer: int) -> dict[str, nn.Module | Tensor]:
        projection, scale, relative = self._anatomy.layers[stack, layer]
        if projection is None:
            raise UserError(
                "The output projection of {name} could not be found, and without it its "
                "heads cannot be taken apart here.",
                name=self.name,
            )
        weight: Any = projection.weight  # [heads * d_value, d_model] once it is turned
        weight = weight if isinstance(projection, Conv1D) else weight.T
        bias: Any = projection.bias
        bias = weight.new_zeros(weight.shape[1]) if bias is None else bias
        parts = {"to_output": weight, "to_output_bias": bias, "scale": torch.tensor([scale])}
        return parts | ({"relative": torch.ones(1)} if relative else {})
