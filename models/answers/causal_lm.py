"""A language model of ours: it continues a text word by word."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple

import numpy as np
import torch
from torch import Tensor

from ..lengths import check_text, check_tokens, measure_room
from ..networks.changes import AS_TRAINED, NetworkChanges, check
from ..networks.network import CausalNetwork
from ..networks.recorder import Recording
from ..normalisation import NormalisedText, normalise, read_text
from ..reasons import UNSUPPORTED
from ..request import Record, Request, WhatIf
from ..results import Encoding
from ..store.tokenizer import BEGIN, END, Token, Tokenizer, columns
from ..trace import Trace
from .base import HeadPlaces
from .network_model import NetworkModel
from .tracing import axes_of

_NEW_TOKENS = 12  # of a continuation


class _Run(NamedTuple):
    """What a request makes the network read and write; without "<s>", which is read first."""

    sentence: NormalisedText
    translation: NormalisedText  # the continuation, with its leading space
    written: list[int]  # the ids of the sentence and of its continuation, with end if it has one
    prompt_length: int  # the number of ids of the sentence
    finished: bool
    changes: NetworkChanges


class CausalModel(NetworkModel):
    """A decoder of ours with its tokenizer.

    It has no source: the sentence is the beginning of the text, and `translation` is the rest. The
    target of a request is a continuation with its leading space.
    """

    network: CausalNetwork
    tokenizer: Tokenizer
    _unsupported: ClassVar[Mapping[str, str]] = {
        name: UNSUPPORTED[f"no {part}"]
        for part in ("cross-attention", "encoder")
        for name in WhatIf.fields_of(part)
    }
    _unanswered: ClassVar[Mapping[str, str]] = {
        "gradients": UNSUPPORTED["no source"],
        "fill": UNSUPPORTED["fill"],
    }

    # --- reading and writing ----------------------------------------------------------------------

    def _read(self, sentence: str) -> list[int]:
        """Return the ids of a normalised sentence.

        Raises UserError for a blank or a too long sentence.
        """
        longest = self.longest - 1  # "<s>" is read too
        check_text(sentence, longest)
        ids = self.tokenizer.encode(sentence)
        check_tokens(len(ids), longest, learns_positions=self.capabilities.learns_positions)
        return ids

    def _run(self, request: Request) -> _Run:
        """Read the sentence and its continuation; write one if there is no target."""
        self.check_request(request)
        what_if, sentence = request.what_if, read_text(request.sentence)
        ids = self._read(sentence.plain)
        if what_if.swap:
            sentence = self.swap_words(sentence, what_if)
            ids = self._read(sentence.plain)
        verify = functools.partial(check, what_if, self.attention_sizes, len(ids), len(ids))
        verify(None)  # refuse what is in no text before writing one
        tokens = {"decoder": len(ids) + 1}  # with "<s>"
        changes = self.network_changes(what_if, sentence.typed, tokens)
        if request.target is None:
            room = measure_room(len(ids), self.longest, _NEW_TOKENS)
            written = ids + self._greedy(ids, room, changes)
            text = self.tokenizer.decode(written)[len(self.tokenizer.decode(ids)) :]
            translation = NormalisedText(text, text)
        else:
            translation = read_text(request.target, before=sentence.plain)
            written = self._follow(sentence.plain, ids, translation.plain)
        verify(len(written))
        finished = written[-1] == self.tokenizer.end_id
        return _Run(sentence, translation, written, len(ids), finished, changes)

    def _follow(self, sentence: str, ids: list[int], target: str) -> list[int]:
        """Return the ids of a sentence with a given continuation; an empty one ends the text."""
        whole = self.tokenizer.encode(sentence + target)
        # Encode both as one text if that keeps the sentence's tokens.
        written = whole if whole[: len(ids)] == ids else ids + self.tokenizer.encode(target)
        if len(written) == len(ids):  # the text ends here
            written = [*ids, self.tokenizer.end_id]
        check_tokens(len(written), self.longest, is_continued=True)
        return written

    def _greedy(self, ids: list[int], most: int, changes: NetworkChanges) -> list[int]:
        """Append the most probable token until an end, or until there are `most`."""
        new: list[int] = []
        while len(new) < most and self.tokenizer.end_id not in new:
            hidden = self.network(self._reads([*ids, *new]), None, changes)
            new.append(int(self.network.logits(hidden[0, -1]).argmax()))
        return new

    def _reads(self, ids: list[int]) -> Tensor:
        """Return the input that predicts what follows `ids`, `[1, position]`."""
        return torch.tensor([[self.tokenizer.begin_id, *ids]], device=self.device)

    def _beside(self, sentence: str, run: _Run | None = None) -> _Run:
        text = read_text(sentence)
        ids = self._read(text.plain)
        rest = run.written[run.prompt_length :] if run else [self.tokenizer.end_id]
        return _Run(text, read_text(""), ids + rest, len(ids), True, AS_TRAINED)

    def _until(self, run: _Run, place: int) -> _Run:
        return run._replace(written=run.written[: place + 1])

    def _sizes(self, run: _Run) -> dict[str, int]:
        return {"decoder": run.prompt_length + 1}  # with "<s>"

    def _logits(
        self,
        run: _Run,
        silenced: tuple[HeadPlaces, ...] = ((),),
        recording: Recording | None = None,
    ) -> Tensor:
        """Score the vocabulary at each place written; `[entry, target, vocabulary]`."""
        read = self._reads(run.written[:-1]).expand(len(silenced), -1)
        changes = replace(run.changes, silenced=silenced)
        return self.network.logits(self.network(read, recording, changes))

    # --- answers ----------------------------------------------------------------------------------

    @torch.inference_mode()
    def translate(self, sentences: list[str]) -> list[str]:
        """Continue each sentence; a blank sentence stays blank."""
        return [
            self._run(Request(self.name, sentence)).translation.typed
            if normalise(sentence).strip()
            else ""
            for sentence in sentences
        ]

    @torch.inference_mode()
    def trace(self, request: Request) -> Trace:
        """Continue the sentence, or take the request's target, then record one pass.

        Raises UserError for a text that cannot be read and for a what-if that does not apply,
        ValueError for another model's request.
        """
        run = self._run(request)
        recording = Recording(request.record)
        hidden = self.network(self._reads(run.written[:-1]), recording, run.changes)
        probabilities = self.network.logits(hidden)[0].softmax(dim=-1)  # [target, vocabulary]
        tokens = self._tokens(run.written, run.sentence.followed_by(run.translation))
        predicted = columns(tokens)
        read = (BEGIN, *predicted.texts[:-1])
        return Trace(
            request=request,
            sentence=run.sentence.typed,
            translation=run.translation.typed,
            source=(),
            source_spans=(),
            source_words=(),
            decoder_input=read,
            predicted=predicted.texts,
            predicted_spans=predicted.spans,
            predicted_words=predicted.words,
            choices=self.choices(probabilities, run.written),
            finished=run.finished,
            attention=recording.all_maps(
                self.attention_sizes, axes_of((), read), request.what_if.null_key
            ),
            hidden=recording.all_states(),
            gates=recording.gate_values(self.lstms),
            prompt_length=run.prompt_length,
        )

    @torch.inference_mode()
    def distribution(self, ids: Sequence[int]) -> np.ndarray:
        """Return the probability of each token after "<s>" and `ids`; `[token]`."""
        hidden = self.network(self._reads([*ids]), None, AS_TRAINED)
        return self.network.logits(hidden[0, -1]).double().softmax(-1).cpu().numpy()

    @torch.inference_mode()
    def log_probabilities(self, ids: Sequence[int]) -> np.ndarray:
        """Return the log-probability of each token after those before it; `[token]`."""
        read = self._reads([*ids])[:, :-1]
        logs = self.network.logits(self.network(read, None, AS_TRAINED)[0]).double().log_softmax(-1)
        return logs[range(len(ids)), [*ids]].cpu().numpy()

    def _tokens(self, ids: list[int], text: NormalisedText) -> list[Token]:
        """Return each id with its place in the text; the end is a word of its own."""
        if ids[-1] != self.tokenizer.end_id:
            return self.show(ids, text)
        tokens, end = self.show(ids[:-1], text), len(text.typed)
        return [*tokens, Token(END, end, end, tokens[-1].word + 1)]

    @torch.inference_mode()
    def encode(self, sentence: str) -> Encoding:
        """Return the states of the sentence alone, after that of "<s>".

        Raises UserError for a sentence that cannot be read.
        """
        text = read_text(sentence)
        ids, recording = self._read(text.plain), Recording(Record(weights=(), gates=False))
        read = self._reads(ids)
        self.network(read, recording, AS_TRAINED)
        states = recording.states("decoder")
        assert states is not None  # it was asked for
        steps = ["embedding", *(f"layer {layer}" for layer in range(1, len(states)))]
        if self.capabilities.adds_positions:  # what enters layer 1 is already a sum
            words = self.network.embed(read, arrangement="off").float().cpu().numpy()
            states = np.concatenate([words, states])
            steps.insert(1, "+ position")
        tokens = [Token(BEGIN, 0, 0, -1), *self.show(ids, text)]
        return Encoding(
            sentence,
            *columns(tokens),
            tuple(steps),
            states,
        )
