"""An encoder of ours that predicts masked words, and whether a sentence follows another."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import ClassVar, Literal

import numpy as np
import torch
from torch import Tensor

from ..errors import UserError
from ..lengths import check_text, check_tokens
from ..networks.changes import check
from ..networks.network import MaskedNetwork
from ..networks.recorder import Recording
from ..normalisation import NormalisedText, read_text
from ..protocols import Sees
from ..reasons import UNSUPPORTED
from ..request import Record, Request, WhatIf
from ..results import Chosen, Encoding, Guesses, MaskingDraw
from ..store.tokenizer import FIRST, MASK, PADDING, SEPARATOR, Token, Tokenizer, columns
from ..trace import Trace
from .base import HeadPlaces
from .lens import mask_places
from .masking import Marks, hidden_rows, masked, rank_guesses
from .network_model import NetworkModel, locate_tokens
from .runs import ReadingRun
from .tracing import axes_of, trace_reading


class MaskedModel(NetworkModel):
    """An encoder of ours with its tokenizer: it reads one sentence, or two with "[SEP]" between."""

    network: MaskedNetwork
    tokenizer: Tokenizer
    _unsupported: ClassVar[Mapping[str, str]] = {
        name: UNSUPPORTED[f"no {part}"]
        for part in ("decoder", "cross-attention")
        for name in WhatIf.fields_of(part)
    }
    _unanswered: ClassVar[Mapping[str, str]] = {
        "next_words": UNSUPPORTED["no next word"],
        "silence_each": UNSUPPORTED["no words"],
        "gradients": UNSUPPORTED["no source"],
    }
    _of_tokenizer: ClassVar[Mapping[str, str]] = {
        "mask_token": MASK,
        "separator": SEPARATOR,
        "subwords": "BPE",
    }

    @functools.cached_property
    def _marks(self) -> Marks:
        return Marks.of(self.tokenizer)

    # --- reading ----------------------------------------------------------------------------------

    def _read(self, text: NormalisedText) -> ReadingRun:
        """Return the ids of a sentence with its special tokens.

        Raises UserError for a blank or a too long sentence.
        """
        sentence = text.plain
        check_text(sentence, self.longest)
        tokens, ids, word, start = [Token(FIRST, 0, 0, 0)], [self._marks.first], 1, 0
        for piece in _split_at_marks(sentence):
            if piece in (MASK, SEPARATOR):
                tokens.append(Token(piece, start, start + len(piece), word))
                ids.append(self._marks.mask if piece == MASK else self._marks.separator)
                word += 1
            else:
                inner = piece.strip(" ")
                before = start + len(piece) - len(piece.lstrip(" "))
                new = self._encode(inner, before == start and start > 0) if inner else []
                for token in self.tokenizer.show(new):
                    span = before + token.start, before + token.end
                    tokens.append(Token(token.text, *span, word + token.word))
                word = tokens[-1].word + 1
                ids += new
            start += len(piece)
        end = len(sentence)
        tokens.append(Token(SEPARATOR, end, end, word))
        ids.append(self._marks.separator)
        check_tokens(len(ids), self.longest, learns_positions=self.capabilities.learns_positions)
        second = ids.index(self._marks.separator) + 1
        if second == len(ids):  # there is no second sentence
            second = 0
        tokens = locate_tokens(tokens, text)
        return ReadingRun(text.typed, ids, tokens, len(ids), second)

    def _encode(self, text: str, behind: bool) -> list[int]:
        """Return the ids of a text, without a leading space right `behind` a special token."""
        if not behind:
            return self.tokenizer.encode(text)
        stop = "."  # merges with no text
        return self.tokenizer.encode(stop + text)[len(self.tokenizer.encode(stop)) :]

    def _run(self, request: Request) -> ReadingRun:
        """Read the sentence of a request with its what-ifs. Raises what `trace` raises."""
        self.check_request(request)
        what_if = request.what_if
        run = self._read(self.swap_words(read_text(request.sentence), what_if))
        if run.words + what_if.padding > self.longest:
            raise UserError(
                "This sentence has {tokens} tokens; this model reads at most {longest}, so "
                "that there is room for {room} of "
                "padding, not for {padding}.",
                tokens=run.words,
                longest=self.longest,
                room=self.longest - run.words,
                padding=what_if.padding,
            )
        end, last = len(run.sentence), run.tokens[-1].word
        padding = [Token(PADDING, end, end, last + 1 + place) for place in range(what_if.padding)]
        run = run._replace(
            ids=run.ids + [self.tokenizer.padding_id] * what_if.padding,
            tokens=run.tokens + padding,
        )
        check(what_if, self.attention_sizes, len(run.ids), run.words, 1)
        changes = self.network_changes(what_if, run.sentence, self._sizes(run))
        return run._replace(changes=changes)

    def _beside(self, sentence: str, run: ReadingRun | None = None) -> ReadingRun:
        return self._read(read_text(sentence))

    def _sizes(self, run: ReadingRun) -> dict[str, int]:
        return {"encoder": run.words}

    def _states(self, run: ReadingRun, recording: Recording | None = None, changes=None) -> Tensor:
        """Return the last layer's output; `[entry, position, d_model]`."""
        changes = changes or run.changes
        ids = torch.tensor([run.ids], device=self.device).expand(len(changes.silenced), -1)
        return self.network(ids, self._segments(run, ids), recording, changes)

    def _segments(self, run: ReadingRun, ids: Tensor) -> Tensor:
        """Return 0 for the first sentence and padding, 1 for the second; `[entry, position]`."""
        segments = torch.zeros_like(ids)
        if run.second:
            segments[:, run.second : run.words] = 1
        return segments

    def _read_rows(
        self, run: ReadingRun, rows: list[list[int]], numbers: Sequence[int], places: Sequence[int]
    ) -> Tensor:
        """Return the probabilities at `places` if a run reads these rows of ids instead.

        `[place, vocabulary]`; `numbers` are the rows of the places.
        """
        ids = torch.tensor(rows, device=self.device)
        changes = replace(run.changes, silenced=((),) * len(rows))
        states = self.network(ids, self._segments(run, ids), None, changes)
        return self.network.logits(states[list(numbers), list(places)]).float().softmax(-1)

    def _places_to_read(self, run: ReadingRun) -> tuple[str, Sequence[int], Sequence[str]]:
        places = mask_places(run.ids, self._marks.mask, MASK)
        return "encoder", places, [MASK] * len(places)

    def _logits(
        self,
        run: ReadingRun,
        silenced: tuple[HeadPlaces, ...] = ((),),
        recording: Recording | None = None,
    ) -> Tensor:
        """Score the vocabulary at each place read; `[entry, position, vocabulary]`."""
        states = self._states(run, recording, replace(run.changes, silenced=silenced))
        return self.network.logits(states)

    # --- answers ----------------------------------------------------------------------------------

    def translate(self, sentences: list[str]) -> list[str]:
        """Return "" for each sentence: the model only reads."""
        return ["" for _ in sentences]

    @torch.inference_mode()
    def fill(self, request: Request, count: int = 5) -> dict[int, tuple[tuple[str, float], ...]]:
        """Predict each "[MASK]" of the sentence.

        Returns, by the place of the mask among the tokens of the trace, the most probable tokens,
        best first, each with its probability over the whole vocabulary. Raises UserError for a
        sentence without a mask, and what `trace` raises.
        """
        run = self._run(request)
        return self._fill(run.ids, self._marks.mask, lambda: self._logits(run), count)

    @torch.inference_mode()
    def guess(
        self, request: Request, places: Sequence[int], count: int = 5, sees: Sees = "both"
    ) -> tuple[Guesses, ...]:
        """Predict the words at these places of the trace, which are hidden.

        If `sees` is "left" or "right", the words on the other side are masked too. Raises
        ValueError for a place without a word, and what `trace` raises.
        """
        run, marks = self._run(request), self._marks
        stay = marks.first, marks.separator, marks.padding
        rows = hidden_rows(run.ids, places, sees, marks.mask, stay)
        if not rows:
            return ()
        probabilities = self._read_rows(run, rows, range(len(rows)), places)
        name = self.tokenizer.name
        return rank_guesses(probabilities, places, run.ids, marks.mask, name, count)

    @torch.inference_mode()
    def draw_masks(self, request: Request, seed: int, count: int = 1) -> tuple[MaskingDraw, ...]:
        """Mask the sentence as `count` epochs of training would; reproducible by the seed.

        Raises what `trace` raises.
        """
        run, marks = self._run(request), self._marks
        ids = run.ids[: run.words]
        draws = [masked(ids, marks, Random(f"{seed}/{number}")) for number in range(count)]
        wanted_at = [
            (number, place)
            for number, (_, wanted) in enumerate(draws)
            for place, true in enumerate(wanted)
            if true != marks.padding
        ]
        numbers, places = zip(*wanted_at, strict=True)
        rows = [read for read, _ in draws]
        probabilities = self._read_rows(run._replace(ids=ids), rows, numbers, places)
        name = self.tokenizer.name
        made: list[list[Chosen]] = [[] for _ in draws]
        for row, (number, place) in enumerate(wanted_at):
            true, read = ids[place], rows[number][place]
            probability = float(probabilities[row, true])
            kind = _kind_of(read, true, marks.mask)
            made[number].append(Chosen(place, kind, name(true), probability))
        return tuple(
            MaskingDraw(tuple(map(name, row)), tuple(chosen))
            for row, chosen in zip(rows, made, strict=True)
        )

    @torch.inference_mode()
    def follows(self, request: Request) -> float:
        """Return the probability that the second sentence follows the first.

        Raises UserError for a text without two sentences and "[SEP]" between, and what `trace`
        raises.
        """
        run = self._run(request)
        if not run.second:
            raise UserError(
                "There is one sentence here. Put {separator} between two.", separator=SEPARATOR
            )
        scores = self.network.follow_logits(self._states(run))
        return float(scores.softmax(-1)[0, 0])

    @torch.inference_mode()
    def trace(self, request: Request) -> Trace:
        """Record one pass over the sentence.

        Raises UserError for a text that cannot be read and for a what-if that does not apply,
        ValueError for another model's request.
        """
        run, recording = self._run(request), Recording(request.record)
        self._states(run, recording)
        axes = axes_of(columns(run.tokens).texts, ())
        attention = recording.all_maps(self.attention_sizes, axes, request.what_if.null_key)
        hidden = recording.all_states()
        return trace_reading(request, run.sentence, run.tokens, attention, hidden, run.second)

    @torch.inference_mode()
    def encode(self, sentence: str) -> Encoding:
        """Return the states of the sentence and its special tokens.

        Raises UserError for a sentence that cannot be read.
        """
        recording = Recording(Record(weights=(), gates=False))
        run = self._read(read_text(sentence))
        self._states(run, recording)
        states = recording.states("encoder")
        assert states is not None  # it was asked for
        words = self.embedding[run.ids][None].float().cpu().numpy()
        steps = (
            "embedding",
            "+ position",
            *(f"layer {number}" for number in range(1, len(states))),
        )
        return Encoding(
            sentence,
            *columns(run.tokens),
            steps,
            np.concatenate([words, states]),
        )


def _kind_of(read: int, true: int, mask: int) -> Literal["mask", "random", "same"]:
    """Return what training reads instead of a token: the mask, a random token, or the token."""
    if read == mask:
        return "mask"
    return "same" if read == true else "random"


def _split_at_marks(sentence: str) -> list[str]:
    """Split a sentence around each "[MASK]", and around the first "[SEP]" within it."""
    first, separator, second = sentence.partition(SEPARATOR)
    halves = [first, separator, second] if first.strip() and second.strip() else [sentence]
    pieces = []
    for half in halves:
        for number, piece in enumerate(half.split(MASK)):
            if number:
                pieces.append(MASK)
            pieces.append(piece)
    return [piece for piece in pieces if piece]
