"""Turn requests into runs: the input of our networks, and their output if no target is given.

`model` is a `translation.TranslationModel`.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import torch
from torch import Tensor

from ..errors import UserError
from ..lengths import LONGEST_REREAD
from ..networks.changes import AS_TRAINED, NetworkChanges, check, reads_ahead
from ..normalisation import NormalisedText, normalise, read_text
from ..request import Request
from ..store.tokenizer import END, PADDING, Token
from .batches import magnifies_scores
from .decoding import CLEAR_LEAD, greedy, pad
from .patching import find_patches


class ForcedRun(NamedTuple):
    """What a request makes the network read and write."""

    sentence: NormalisedText
    source: Tensor  # ids with end and padding [1, source]
    read: Tensor  # ids [1, target]
    written: list[int]  # ids, with end if the translation is finished
    finished: bool  # False: it was cut
    changes: NetworkChanges
    translation: NormalisedText
    prompt_length: int = 0  # the translation has no prompt


class ReadingRun(NamedTuple):
    """What a request makes a network read that writes nothing."""

    sentence: str  # as it was typed
    ids: list[int]  # with the special tokens, and the padding that is asked for
    tokens: list[Token]  # one for each id
    words: int  # the number of ids without padding
    second: int = 0  # the place of the second of two sentences; 0: there is one
    changes: NetworkChanges = AS_TRAINED
    written: tuple[int, ...] = ()  # nothing
    prompt_length: int = 0


class _Reading(NamedTuple):
    """A request whose sentence and target have been read."""

    request: Request
    sentence: NormalisedText  # with its words swapped
    source: list[int]  # ids with end and padding
    target: list[int] | None  # ids without end; None: the network decodes
    changes: NetworkChanges
    # takes the number of tokens written; raises UserError for a cell beyond them
    verify: Callable[[int | None], None]
    draft: Sequence[int] = ()  # ids without end: a guess of what it writes


def read_request(model, request: Request) -> _Reading:
    """Read a request.

    Raises what `trace` raises, except for a cell beyond a translation that is not yet decoded.
    """
    model.check_request(request)
    what_if, tokenizer, longest = request.what_if, model.tokenizer, model.longest
    sentence = read_text(request.sentence)
    ids = model.source_ids(sentence.plain)
    if what_if.swap:
        sentence = model.swap_words(sentence, what_if)
        ids = model.source_ids(sentence.plain)
    words = len(ids) + 1
    if words + what_if.padding > longest:
        raise UserError(
            "This sentence has {tokens} tokens with its end mark, and this model "
            "reads at most {longest}. That leaves room for {room} tokens of padding, "
            "not for {padding}.",
            tokens=words,
            longest=longest,
            room=longest - words,
            padding=what_if.padding,
        )
    source = [*ids, tokenizer.end_id, *[tokenizer.padding_id] * what_if.padding]
    verify = functools.partial(check, what_if, model.attention_sizes, len(source), words)
    verify(None)  # refuse what is in no translation before decoding one
    changes = model.network_changes(what_if, sentence.typed, {"encoder": words})
    if request.target is None:
        if changes.rereads and len(source) > LONGEST_REREAD:
            raise UserError(
                "With this change the model reads everything again for each word that it writes, "
                "so it reads at most {longest} tokens; this sentence has {tokens}. Try a shorter "
                "one.",
                longest=LONGEST_REREAD - 1,
                tokens=len(source) - 1,
            )
        guess = request.draft if request.draft and not reads_ahead(what_if) else ""
        draft = model.target_ids(normalise(guess))[: longest - 1]
        return _Reading(request, sentence, source, None, changes, verify, draft)
    target = model.target_ids(normalise(request.target))
    if len(target) >= longest:
        raise UserError(
            "This translation has {tokens} tokens; this model writes at most "
            "{longest}. Try a shorter one.",
            tokens=len(target),
            longest=longest - 1,
        )
    return _Reading(request, sentence, source, target, changes, verify)


def decode_runs(model, readings: list[_Reading]) -> list[ForcedRun]:
    """Turn requests with equal `batch_key` into runs, decoded together where they have no target.

    Raises UserError for a cell that is beyond the translation.
    """
    free = [reading for reading in readings if reading.target is None]
    decoded = iter(_decode(model, free) if free else ())
    runs = []
    for reading in readings:
        ids, finished = next(decoded) if reading.target is None else (reading.target, True)
        written = [*ids, model.tokenizer.end_id] if finished else ids
        reading.verify(len(written))
        source = torch.tensor([reading.source], device=model.device)
        inputs = torch.tensor([[model.tokenizer.begin_id, *written[:-1]]], device=model.device)
        given, text = reading.request.target, model.tokenizer.decode(ids)
        translation = NormalisedText(text, text) if given is None else read_text(given)
        run = ForcedRun(
            reading.sentence, source, inputs, written, finished, reading.changes, translation
        )
        runs.append(_with_parts_of_decoders(model, run))
    return runs


def _with_parts_of_decoders(model, run: ForcedRun) -> ForcedRun:
    """Return a run in which the decoder, too, takes parts of other sentences' runs.

    These follow its translation, which is written without them.
    """
    changes = run.changes
    more = find_patches(model, changes.what_if, run.sentence.typed, model._sizes(run), run)
    return run._replace(changes=replace(changes, patches=changes.patches + more)) if more else run


def _decode(model, readings: list[_Reading]) -> list[tuple[list[int], bool]]:
    """Decode requests with equal `batch_key`; return ids and whether each finished.

    Each result is that of the request alone: a request is decoded again by itself if two tokens
    were nearly equally probable, or if its what-if magnifies rounding errors.
    """
    what_if = readings[0].request.what_if
    leads: list[float] = []
    if len(readings) == 1:
        return _search(model, readings)
    if magnifies_scores(what_if):
        return [_search(model, [reading])[0] for reading in readings]
    written = _search(model, readings, leads)
    for row, lead in enumerate(leads):
        if not lead > CLEAR_LEAD:
            [written[row]] = _search(model, [readings[row]])
    return written


def _search(
    model, readings: list[_Reading], leads: list[float] | None = None
) -> list[tuple[list[int], bool]]:
    """Decode one batch greedily; see `greedy`."""
    tokenizer = model.tokenizer
    source = pad([reading.source for reading in readings], tokenizer.padding_id).to(model.device)
    drafts = [reading.draft for reading in readings]
    ends = tokenizer.begin_id, tokenizer.end_id
    return greedy(
        model.network, source, *ends, readings[0].changes, leads, drafts if any(drafts) else None
    )


def with_end_token(tokens: list[Token], text: str) -> list[Token]:
    """Return the tokens of a text, and the end of the sentence after its last character."""
    return [*tokens, Token(END, len(text), len(text), tokens[-1].word + 1 if tokens else 0)]


def source_tokens(model, run: ForcedRun) -> list[Token]:
    """Return the tokens of the sentence, then its end and padding, each a word of its own."""
    ids, end = run.source[0].tolist(), len(run.sentence.typed)
    words = ids.index(model.tokenizer.end_id)
    tokens = with_end_token(model.show(ids[:words], run.sentence), run.sentence.typed)
    padding = range(len(ids) - len(tokens))
    return tokens + [Token(PADDING, end, end, tokens[-1].word + 1 + place) for place in padding]
