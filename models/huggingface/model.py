"""A pretrained model of transformers behind the front door of ours: the same questions, the same values."""

import contextlib
import functools
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor, nn
from transformers.pytorch_utils import Conv1D

from ..catalog import TranslationModel
from ..changes import AS_TRAINED, Changes, check
from ..decoding import longest_translation
from ..errors import UserError
from ..recorder import Recording
from ..request import Request
from ..tokenizer import Token
from ..trace import STACKS, AttentionMaps, Encoding, Gradients, NextWords, Trace
from . import WHY_NOT
from .attention import NAME, PASS, Pass, arrange, position_tables
from .text import Text, swapped

LONGEST = 512  # tokens: more than that no picture shows
NEW_TOKENS = 12  # that a decoder-only model continues a text with
AGREES = 1e-3, 3e-2  # how far logits may be from those of the model's own attention, of the largest: in 32 bits, in 16
ENCODER_ONLY, DECODER_ONLY, BOTH = "encoder-only", "decoder-only", "encoder-decoder"


@dataclass(frozen=True)
class Run:
    """What a request makes the network read and write; tokens with their characters and words beside their ids."""

    sentence: str  # with its words swapped
    translation: str
    source: tuple[Token, ...]  # what an encoder reads
    source_ids: Tensor  # [1, source]
    types: Tensor | None  # [1, source] 0 for the first of two sentences, 1 for the second; None: the model has no such thing
    words: int  # of the source, without padding
    second: int  # where the second of two sentences begins in it; 0: there is one
    first: Token | None  # what the decoder reads first
    read: Tensor  # ids [1, target]
    predicted: tuple[Token, ...]
    written: list[int]  # the ids of predicted
    given: int  # so many of them stand in the prompt
    finished: bool
    changes: Changes


class PretrainedModel(TranslationModel):
    """A network of transformers with its tokenizer, of one of three kinds. Safe to share between threads.

    An encoder-only model reads and writes nothing: its trace has a source and the encoder's attention, and `fill` says what stands
    behind a mask. A decoder-only model has no source: it reads the sentence as the beginning of what it writes, and `translation`
    is the continuation. Special tokens stand in a trace as that tokenizer writes them.
    """

    def __init__(self, name: str, network, tokenizer, card: dict, device: torch.device):
        super().__init__(name, network, Text(tokenizer), card, device)
        config = network.config
        self.kind = BOTH if config.is_encoder_decoder else DECODER_ONLY if network.can_generate() else ENCODER_ONLY
        self.generation = getattr(network, "generation_config", None)
        self.tables = position_tables(network)
        for table in self.tables:
            table.register_forward_hook(arrange)
        self._sizes, self._stacks, self._own = self._probe()

    # --- what it has ---------------------------------------------------------------------------------

    @property
    def attention_sizes(self) -> dict[str, tuple[int, int]]:
        return dict(self._sizes)

    @functools.cached_property
    def longest(self) -> int:
        """The most tokens it reads, and of a decoder-only model the most that it reads and writes."""
        config, backend = self.network.config.get_text_config(), self.tokenizer.tokenizer
        limits = [getattr(config, name, None) for name in ("max_position_embeddings", "n_positions", "max_source_positions")]
        if limits[0] and self.tables and self.tables[0].padding_idx is not None:  # RoBERTa counts from there on
            limits[0] -= self.tables[0].padding_idx + 1
        return min([LONGEST, backend.model_max_length, *(limit for limit in limits if limit)])

    @property
    def lstms(self) -> tuple[str, ...]:
        return ()

    @property
    def mask_token(self) -> str | None:
        """What stands for a word that `fill` is to find; None for a model that fills none."""
        return self.tokenizer.tokenizer.mask_token if self.kind == ENCODER_ONLY and self.writes else None

    @property
    def separator(self) -> str | None:
        """What is typed between two sentences that are read as a pair; None for a model that reads no pairs."""
        backend = self.tokenizer.tokenizer
        return backend.sep_token if self.kind == ENCODER_ONLY and backend.is_fast else None

    @property
    def writes(self) -> bool:
        """Whether it gives a probability to every word of its vocabulary."""
        return self.network.get_output_embeddings() is not None

    @functools.cached_property
    def reasons(self) -> dict[str, str]:
        why, relative = {}, hasattr(self.network.config, "relative_attention_num_buckets")
        if not self.tables:
            why["positions"] = WHY_NOT["relative" if relative else "rotary"]
        if relative:
            why["scale"] = WHY_NOT["no scale"]
        if "decoder" not in self._sizes:
            why["mask"] = why["window"] = WHY_NOT["no decoder"]
        if "cross" not in self._sizes:
            why["blocked"] = WHY_NOT["no cross-attention"]
        if self.kind == DECODER_ONLY or self.tokenizer.tokenizer.pad_token_id is None:
            why["padding"] = why["padding_mask"] = WHY_NOT["no encoder" if self.kind == DECODER_ONLY else "no padding"]
        return why

    @property
    def embedding(self) -> Tensor:
        return self.network.get_input_embeddings().weight

    @functools.cached_property
    def whole_words(self) -> dict[int, str]:
        """The tokens of the vocabulary that are whole words, at least two letters long, by their ids."""
        return self.tokenizer.whole_words()

    def _pieces(self, word: str) -> list[int]:
        return self.tokenizer.encode(" " + word)[0]

    # --- one pass ------------------------------------------------------------------------------------

    def _probe(self) -> tuple[dict[str, tuple[int, int]], dict[nn.Module, str], dict[tuple[str, int], tuple]]:
        """The stacks with their layers and heads, the stack of each attention, and of each stack and layer its output projection, its
        scale and whether it adds a number for each distance: seen in one short pass, whatever the family calls its parts. Three tokens
        are read and two are written, so that the lengths tell.

        Raises UserError where transformers computes attention in another way than through the function of ours, or where ours does
        not give what the model's own does: a picture would then not be what the model computes.
        """
        ids = torch.tensor([[5, 6, 7]], device=self.device) % self.network.config.get_text_config().vocab_size
        names = {(3, 3): "decoder" if self.kind == DECODER_ONLY else "encoder", (2, 2): "decoder", (2, 3): "cross"}
        stacks, sizes, recording = {}, {}, Recording()

        def see(module, query, key):
            return stacks.setdefault(module, names[query.shape[2], key.shape[2]])

        inputs = {"input_ids": ids, "attention_mask": torch.ones_like(ids)}
        if self.kind == BOTH:
            inputs["decoder_input_ids"] = ids[:, :2]
        with torch.inference_mode():
            with output_projections(self.network, recording) as projections:
                found = self._forward(inputs, now := Pass(see, recording=recording))
            own_of = {place: (projections.get(place), scale, place in now.relative) for place, scale in now.scales.items()}
            for stack in STACKS:
                if layers := recording.attention[stack]:
                    sizes[stack] = len(layers), layers[0].query.shape[1]
            expected = {"encoder", "decoder", "cross"} if self.kind == BOTH else {names[3, 3]}
            if set(sizes) != expected:
                raise UserError("{name} computes attention in a way of its own that cannot be recorded here.", name=self.name)
            self.network.set_attn_implementation("eager")
            try:
                own = self._forward(inputs)
            finally:
                self.network.set_attn_implementation(NAME)
        found, own = (out[0].float() for out in (found, own))
        if not (found - own).abs().max() <= AGREES[self.network.dtype != torch.float32] * own.abs().max():
            raise UserError("The attention of {name} does more than what is shown here, so it is not offered.", name=self.name)
        return sizes, stacks, own_of

    def _forward(self, inputs: dict, now: Pass | None = None, **more):
        """The network's own output for these inputs, under the changes and with the recording of this pass."""
        if self.kind != ENCODER_ONLY:
            more.setdefault("use_cache", False)
        token = PASS.set(now or self._pass())
        try:
            return self.network(**inputs, **more)
        finally:
            PASS.reset(token)

    def _pass(self, changes: Changes = AS_TRAINED, recording: Recording | None = None) -> Pass:
        return Pass(lambda module, query, key: self._stacks[module], changes, recording)

    def _inputs(self, run: Run, batch: int = 1) -> dict[str, Tensor]:
        """What the network reads in a teacher-forced pass."""
        if self.kind == DECODER_ONLY:
            inputs = {"input_ids": run.read, "attention_mask": torch.ones_like(run.read)}
        else:
            mask = torch.ones_like(run.source_ids)
            if run.changes.what_if.padding_mask:
                mask[:, run.words:] = 0
            inputs = {"input_ids": run.source_ids, "attention_mask": mask}
            if run.types is not None:
                inputs["token_type_ids"] = run.types
            if self.kind == BOTH:
                inputs |= {"decoder_input_ids": run.read, "decoder_attention_mask": torch.ones_like(run.read)}
        return {name: ids.expand(batch, -1) for name, ids in inputs.items()}

    # --- reading a request ---------------------------------------------------------------------------

    def _read(self, sentence: str) -> tuple[list[int], list[Token], list[int] | None, int]:
        """Ids, tokens, the numbers 0 and 1 of two sentences where the model reads them, and where the second begins (0: there is one).

        Raises UserError when there is nothing or too much to read.
        """
        if not sentence.strip():
            raise UserError("There is no word in this sentence yet. Type one, for example “I am tired.”")
        if len(sentence) > 20 * self.longest:  # do not even count the tokens of a book
            raise UserError("This text has {characters:,} characters; this model reads at most {longest} tokens. Try a shorter one.",
                            characters=len(sentence), longest=self.longest)
        parts = sentence.split(self.separator) if self.separator else [sentence]
        if len(parts) > 2:
            raise UserError("There are {count} sentences here with “{separator}” between them; this model reads one or two.",
                            count=len(parts), separator=self.separator)
        if len(parts) == 2:
            if not all(map(str.strip, parts)):
                raise UserError("There is a sentence on one side of “{separator}” only. Type one on each side, or take it out.",
                                separator=self.separator)
            ids, spans, types, second = self.tokenizer.encode_pair(sentence, parts[0].rstrip(), parts[1].lstrip())
        else:
            ids, spans = self.tokenizer.encode(sentence, special=True)
            types, second = [0] * len(ids), 0
        if len(ids) > self.longest:
            raise UserError("This sentence has {tokens} tokens; this model reads at most {longest}. Try a shorter one.",
                            tokens=len(ids), longest=self.longest)
        reads_types = "token_type_ids" in self.tokenizer.tokenizer.model_input_names and getattr(self.network.config, "type_vocab_size", 0) > 1
        return ids, self.tokenizer.show(ids, spans, sentence), types if reads_types else None, second

    def _run(self, request: Request) -> Run:
        """Reads the request and, where it has no target, decodes. Raises what `trace` raises."""
        if request.model != self.name:
            raise ValueError(f"a request to {request.model!r} reached {self.name!r}")
        what_if = request.what_if
        for field in what_if.applied:
            if field not in self.what_ifs:
                raise UserError(self.reasons[field], model=self.name)
        sentence, (ids, tokens, types, second) = request.sentence, self._read(request.sentence)
        if what_if.swap:
            sentence = swapped(sentence, tokens, dict(what_if.swap))
            ids, tokens, types, second = self._read(sentence)
        if self.kind == DECODER_ONLY:
            return self._continued(request, sentence, ids, tokens)
        words, pad = len(ids), self.tokenizer.tokenizer.pad_token_id
        if words + what_if.padding > self.longest:
            raise UserError("This sentence has {tokens} tokens; this model reads at most {longest}, so that there is room for {room} of "
                            "padding, not for {padding}.", tokens=words, longest=self.longest, room=self.longest - words, padding=what_if.padding)
        ids += [pad] * what_if.padding
        tokens += [Token(self.tokenizer.name(pad), len(sentence), len(sentence), tokens[-1].word + 1 + place) for place in range(what_if.padding)]
        source = torch.tensor([ids], device=self.device)
        run = Run(sentence, "", tuple(tokens), source, None if types is None else torch.tensor([types + [0] * what_if.padding], device=self.device),
                  words, second, None, source[:, :0], (), [], 0, True, Changes(what_if))
        verify = functools.partial(check, what_if, self.attention_sizes, len(ids), words)
        if self.kind == ENCODER_ONLY:
            verify(1)
            self._room(len(ids), 0)
            return run
        verify(self.longest)
        begin, end = self.network.config.get_text_config().decoder_start_token_id, self._ends
        if begin is None:
            begin = self.generation.decoder_start_token_id
        run = replace(run, first=Token(self.tokenizer.name(begin), 0, 0, -1))
        if request.target is None:
            self._room(len(ids), longest_translation(words, self.longest))
            written = self._greedy(run, [begin], longest_translation(words, self.longest))
            translation = self.tokenizer.decode(written)
            spans = self.tokenizer.placed(written, translation, target=True)
        else:
            translation = request.target
            written, spans = self.tokenizer.encode(translation, special=True, target=True)
            if len(written) > self.longest:
                raise UserError("This translation has {tokens} tokens; this model writes at most {longest}. Try a shorter one.",
                                tokens=len(written), longest=self.longest)
            self._room(len(ids), len(written))
        verify(len(written))
        return replace(run, translation=translation, read=torch.tensor([[begin, *written[:-1]]], device=self.device),
                       predicted=tuple(self.tokenizer.show(written, spans, translation)), written=written, finished=written[-1] in end)

    def _continued(self, request: Request, sentence: str, ids: list[int], tokens: list[Token]) -> Run:
        """The prompt and its continuation, as a decoder-only model reads them."""
        what_if, end = request.what_if, self._ends
        verify = functools.partial(check, what_if, self.attention_sizes, len(ids), len(ids))
        verify(self.longest)
        if request.target is None:
            room = min(NEW_TOKENS, self.longest - len(ids))
            if room < 1:
                raise UserError("This text has {tokens} tokens, and {longest} are all that this model reads here: there is no room to go on. "
                                "Try a shorter one.", tokens=len(ids), longest=self.longest)
            self._room(0, len(ids) + room)
            blank = Run(sentence, "", (), torch.tensor([[]]), None, 0, 0, None, torch.tensor([[]]), (), [], 0, False, Changes(what_if))
            new = self._greedy(blank, ids, room)
        else:
            whole, _ = self.tokenizer.encode(sentence + request.target, special=True)
            # As one text where that leaves the prompt's tokens as they are, else as the tokens of both.
            new = whole[len(ids):] if whole[: len(ids)] == ids else self.tokenizer.encode(request.target)[0]
            if not new:
                raise UserError("This continuation is empty. Type how the text is to go on, or take it out.")
            if len(ids) + len(new) > self.longest:
                raise UserError("This text has {tokens} tokens with its continuation; this model reads at most {longest}. Try a shorter one.",
                                tokens=len(ids) + len(new), longest=self.longest)
            self._room(0, len(ids) + len(new))
        translation, before = request.target, self.tokenizer.decode(ids)
        if translation is None:
            whole = self.tokenizer.decode(ids + new)
            translation = whole[len(before):] if whole.startswith(before) else self.tokenizer.decode(new)
        spans = self.tokenizer.placed(ids + new, sentence + translation, [(token.start, token.end) for token in tokens])
        shown = self.tokenizer.show(ids + new, spans, sentence + translation)
        written = (ids + new)[1:]
        verify(len(written))
        return Run(sentence, translation, (), torch.tensor([[]]), None, 0, 0, shown[0], torch.tensor([(ids + new)[:-1]], device=self.device),
                   tuple(shown[1:]), written, len(ids) - 1, new[-1] in end, Changes(what_if))

    @functools.cached_property
    def _ends(self) -> set[int]:
        """The ids that end a text."""
        ends = getattr(self.generation, "eos_token_id", None)
        ends = ends if ends is not None else self.network.config.get_text_config().eos_token_id
        return set(ends) if isinstance(ends, (list, tuple)) else {ends}

    def _greedy(self, run: Run, ids: list[int], limit: int) -> list[int]:
        """What the network writes after `ids`, always the most probable token, up to an end and at most so many."""
        written, cache, encoded, done = [], None, None, 0
        begins = self.generation.forced_bos_token_id if self.kind == BOTH else None
        if begins is not None:
            written.append(begins)
        reads = "decoder_input_ids" if self.kind == BOTH else "input_ids"
        while len(written) < limit and not (written and written[-1] in self._ends):
            inputs, more = self._inputs(replace(run, read=torch.tensor([[*ids, *written]], device=self.device))), {}
            if not run.changes:  # a what-if may change what was read before with each word added: then all afresh, as with our models
                inputs[reads] = inputs[reads][:, done:]
                more = {"use_cache": True, "past_key_values": cache} | ({"encoder_outputs": encoded} if encoded else {})
            out = self._forward(inputs, self._pass(run.changes), **more)
            if not run.changes:
                cache, done = out.past_key_values, len(ids) + len(written)
                if self.kind == BOTH:
                    encoded = (out.encoder_last_hidden_state,)
            written.append(out.logits[0, -1].argmax().item())
        return written

    def _room(self, source: int, target: int) -> None:
        """Raises UserError when the memory that is free would not hold the recording of so many tokens."""
        lengths = {"encoder": source * source, "decoder": target * target, "cross": source * target}
        cells = sum(layers * heads * lengths[stack] for stack, (layers, heads) in self.attention_sizes.items())
        vocabulary = self.network.config.get_text_config().vocab_size
        needed = 2 * 4 * (2 * cells + max(source, target) * vocabulary)  # scores and weights, logits, in 32 bits; each twice for a moment
        free = free_memory(self.device)
        if free is not None and needed > free / 2:
            raise UserError("All heads of {name} on {tokens} tokens need {needed:.1f} GB of memory, and {free:.1f} are free. Try a shorter sentence.",
                            name=self.name, tokens=source + target, needed=needed / 1e9, free=free / 1e9)

    # --- answers -------------------------------------------------------------------------------------

    @torch.inference_mode()
    def translate(self, sentences: list[str]) -> list[str]:
        """What the model writes for each: a translation, or how it continues the sentence; nothing, if it only reads."""
        return [self._run(Request(self.name, sentence)).translation if sentence.strip() and self.kind != ENCODER_ONLY else ""
                for sentence in sentences]

    @torch.inference_mode()
    def trace(self, request: Request) -> Trace:
        """Decode, or take the request's target, then record one teacher-forced pass; see `TranslationModel.trace`.

        The target of a decoder-only model is a continuation, with the space before it. `hidden` is what transformers gives: in some
        families its last entry is what leaves the norm after the last layer.
        """
        run, recording = self._run(request), Recording()
        out = self._forward(self._inputs(run), self._pass(run.changes, recording), output_hidden_states=True)
        source, predicted = run.source, run.predicted
        source_text = tuple(token.text for token in source)
        read_text = (run.first.text, *(token.text for token in predicted[:-1])) if run.first else ()
        axes = {"encoder": (source_text, source_text), "decoder": (read_text, read_text), "cross": (read_text, source_text)}
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
            choices=self.choices(out.logits[0].float().softmax(-1), run.written) if run.written else (),
            finished=run.finished,
            attention={stack: maps(recording, stack, *axes[stack]) for stack in STACKS},
            hidden=self._hidden(out),
            given=run.given,
            first_span=(run.first.start, run.first.end) if run.first else (0, 0),
            second=run.second,
        )

    def _hidden(self, out) -> dict[str, np.ndarray]:
        """The hidden states of each stack there is, `[layer + 1, position, d_model]`."""
        names = {"encoder": "encoder_hidden_states", "decoder": "decoder_hidden_states"} if self.kind == BOTH else {
            "encoder" if self.kind == ENCODER_ONLY else "decoder": "hidden_states"}
        return {stack: torch.stack([layer[0] for layer in out[name]]).float().cpu().numpy() for stack, name in names.items()}

    @torch.inference_mode()
    def encode(self, sentence: str) -> Encoding:
        """The states of the stack that reads the sentence, equal to those of a trace. Raises UserError for a sentence that cannot be read."""
        ids, tokens, types, second = self._read(sentence)
        self._room(*((0, len(ids)) if self.kind == DECODER_ONLY else (len(ids), 0)))
        ids = torch.tensor([ids], device=self.device)
        run = Run(sentence, "", tuple(tokens), ids, None if types is None else torch.tensor([types], device=self.device), len(tokens), second, None,
                  ids if self.kind == DECODER_ONLY else ids[:, :1], (), [], 0, True, AS_TRAINED)
        [states, *_] = self._hidden(self._forward(self._inputs(run), output_hidden_states=True)).values()
        steps = tuple(f"layer {number}" for number in range(1, len(states)))
        if self.tables:  # what enters layer 1 is already a sum, normed in some families
            words = self.network.get_input_embeddings()(ids).float().cpu().numpy()
            states, steps = np.concatenate([words, states]), ("embedding", "+ position", *steps)
        else:
            steps = ("embedding", *steps)
        return Encoding(sentence, tuple(token.text for token in tokens), tuple((token.start, token.end) for token in tokens),
                        tuple(token.word for token in tokens), steps, states)

    @torch.inference_mode()
    def fill(self, request: Request, count: int = 5) -> dict[int, tuple[tuple[str, float], ...]]:
        """What may stand behind each `mask_token` of the sentence: by its place among the tokens of the trace the most probable tokens,
        best first, each with its probability among the whole vocabulary.

        Raises UserError for a model that fills no masks, for a sentence without one, and what `trace` raises.
        """
        if self.mask_token is None:
            raise UserError("{name} was not loaded with a head that finds masked words.", name=self.name)
        run = self._run(request)
        places = (run.source_ids[0] == self.tokenizer.tokenizer.mask_token_id).nonzero().flatten().tolist()
        if not places:
            raise UserError("There is no {mask} in this sentence. Put one where a word is to be found.", mask=self.mask_token)
        probabilities = self._forward(self._inputs(run), self._pass(run.changes)).logits[0, places].float().softmax(-1)  # [mask, vocabulary]
        best = probabilities.topk(count)
        return {place: tuple((self.tokenizer.name(index), value) for index, value in zip(*row))
                for place, *row in zip(places, best.indices.tolist(), best.values.tolist())}

    @torch.inference_mode()
    def next_words(self, request: Request, place: int = -1, temperature: float = 1.0, top_k: int = 0, top_p: float = 1.0) -> NextWords:
        """How probable every token of the vocabulary is at `place` of what is written, the last by default, and which of them a choice by
        temperature, then `top_k` (0 = all), then `top_p` would leave.

        Raises what `trace` raises, UserError for a setting out of range or a model that writes nothing, IndexError for a place where
        nothing is written.
        """
        if self.kind == ENCODER_ONLY:
            raise UserError("{name} writes nothing, and so no word comes next.", name=self.name)
        if not (temperature > 0 and top_k >= 0 and 0 < top_p <= 1):
            raise UserError("Give a temperature above 0, a top-k of 0 or more and a top-p above 0 and at most 1; not {t:g}, {k} and {p:g}.",
                            t=temperature, k=top_k, p=top_p)
        run = self._run(request)
        place = range(len(run.written))[place]
        logits = self._forward(self._inputs(run), self._pass(run.changes)).logits[0, place].float()
        order = logits.argsort(descending=True, stable=True)
        sampled = (logits[order] / temperature).softmax(-1)
        kept = torch.arange(len(order), device=self.device) < (top_k or len(order))
        shares = sampled * kept / (sampled * kept).sum()
        kept &= shares.cumsum(-1) - shares < top_p  # as many as it takes to reach it: the first always (Holtzman et al. 2020)
        return NextWords(tuple(map(self.tokenizer.name, order.tolist())), logits.softmax(-1)[order].cpu().numpy(),
                         sampled.cpu().numpy(), kept.cpu().numpy())

    def silence_each(self, request: Request, *args, **kwargs):
        """See `TranslationModel.silence_each`; of a decoder-only model, how probable the continuation stays, its prompt apart."""
        if self.kind == ENCODER_ONLY:
            raise UserError("{name} writes nothing, so there is nothing that becomes less probable without a head.", name=self.name)
        return super().silence_each(request, *args, **kwargs)

    def _log_probabilities(self, run: Run, silenced: tuple) -> Tensor:
        changes = replace(run.changes, silenced=silenced)
        logits = self._forward(self._inputs(run, len(silenced)), self._pass(changes)).logits[:, run.given:].float()
        return logits.log_softmax(-1)[:, range(logits.shape[1]), run.written[run.given:]].cpu()

    def _parts(self, stack: str, layer: int) -> dict[str, Tensor]:
        projection, scale, relative = self._own[stack, layer]
        if projection is None:
            raise UserError("The output projection of {name} could not be found, and without it its heads cannot be taken apart here.", name=self.name)
        weight = projection.weight if isinstance(projection, Conv1D) else projection.weight.T  # [heads * d_value, d_model]
        bias = weight.new_zeros(weight.shape[1]) if projection.bias is None else projection.bias
        return {"to_output": weight, "to_output_bias": bias, "scale": torch.tensor([scale])} | ({"relative": torch.ones(1)} if relative else {})

    def gradients(self, request: Request, place: int = -1) -> Gradients:
        """Not for a pretrained model: always UserError."""
        raise UserError("How far back gradients reach is measured in our own models, not in {name}. Choose one of ours.", name=self.name)


@contextlib.contextmanager
def output_projections(network: nn.Module, recording: Recording) -> Iterator[dict[tuple[str, int], nn.Module]]:
    """While it lasts, finds the output projection of each stack and layer, whatever it is called: the module of weights and bias that reads
    exactly what the heads found, side by side. Those that mix or norm it first have none."""
    found = {}

    def see(module, args):
        for stack, layers in recording.attention.items():
            place = stack, len(layers) - 1
            if layers and place not in found:
                heads = layers[-1].head_output.transpose(1, 2).flatten(2)  # [batch, query, head * d_value]
                if args and args[0].shape == heads.shape and torch.equal(args[0], heads.to(args[0].dtype)):
                    found[place] = module

    hooks = [module.register_forward_pre_hook(see) for module in network.modules() if isinstance(module, (nn.Linear, Conv1D))]
    try:
        yield found
    finally:
        for hook in hooks:
            hook.remove()


def maps(recording: Recording, stack: str, query_tokens: tuple[str, ...], key_tokens: tuple[str, ...]) -> AttentionMaps | None:
    """The heads of one mechanism; where layers have masks of their own, a cell is allowed when any of them allows it."""
    if layers := recording.attention[stack]:
        allowed = functools.reduce(torch.logical_or, [layer.allowed for layer in layers])
        layers[0] = layers[0]._replace(allowed=allowed)
    return recording.maps(stack, query_tokens, key_tokens)


def free_memory(device: torch.device) -> int | None:
    """The bytes that are free where a network runs, within the limit of its container; None where nobody says."""
    if device.type == "cuda":
        return torch.cuda.mem_get_info(device)[0]
    found = []
    try:
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES"))  # Linux: without what its cache would give back
        with open("/proc/meminfo") as file:
            found = [1024 * int(line.split()[1]) for line in file if line.startswith("MemAvailable")] or found
        limit, used = (open(f"/sys/fs/cgroup/memory.{name}").read().strip() for name in ("max", "current"))
        found.append(int(limit) - int(used))
    except (OSError, ValueError, AttributeError):
        pass
    return min(found, default=None)
