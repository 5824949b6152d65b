"""Speculative decoding: a draft changes the time of a translation, not its result."""

from dataclasses import replace

import pytest
import torch

import models
from models import Request, WhatIf
from models.answers.tracing import _ROWS, _STEP
from models.answers.translation import TranslationModel
from models.networks.changes import reads_ahead
from tests.models.answers.what_if.helpers import CHANGES, SENTENCES, same

SENTENCE = "The big red dog is tired."
HIDDEN = WhatIf(blocked=(0,))
SILENT = WhatIf(silenced=(("cross", 0, 0), ("encoder", 1, 2)))
SWAPPED = WhatIf(swap=((1, "small"),), blocked=(3,), silenced=(("decoder", 3, 1),))

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module", params=["transformer", "bilstm-additive"])
def shipped(request) -> TranslationModel:
    return models.load(request.param, device="cpu")


def drafts_of(french: str) -> list[str]:
    """Return the whole text, half of it, half with another end, another text, and a longer one."""
    half = " ".join(french.split()[: len(french.split()) // 2])
    return [french, half, f"{half} mais non.", "Il pleut.", f"{french} {french}", "🎈 " * 200]


@pytest.mark.parametrize("what_if", [WhatIf(), HIDDEN, SILENT, SWAPPED], ids=str)
def test_whatever_is_guessed_the_run_is_the_same(shipped, what_if):
    if not set(what_if.applied) <= shipped.what_ifs:
        what_if = replace(what_if, silenced=())
    request = Request(shipped.name, SENTENCE, None, what_if)
    expected = shipped.trace(request)
    plain = shipped.trace(Request(shipped.name, SENTENCE)).translation
    for draft in {*drafts_of(expected.translation), plain}:
        same(shipped.trace(replace(request, draft=draft)), expected)


def test_a_batch_with_good_bad_and_no_guesses_is_decoded_like_each_alone(shipped):
    requests = [Request(shipped.name, sentence, None, HIDDEN) for sentence in SENTENCES]
    expected = [shipped.trace(request) for request in requests]
    drafts = [expected[0].translation, None, expected[2].translation, "Il pleut.", "Je"]
    guessed = [
        replace(request, draft=draft) for request, draft in zip(requests, drafts, strict=True)
    ]
    for trace, other in zip(shipped.trace_many(guessed), expected, strict=True):
        same(trace, other)


@pytest.fixture
def decoded(shipped, monkeypatch) -> list[int]:
    """The number of places that each pass of the decoder reads."""
    lengths, decode = [], shipped.network.decode

    def counted(target, *more, **named):
        lengths.append(target.shape[1])
        return decode(target, *more, **named)

    monkeypatch.setattr(shipped.network, "decode", counted)
    return lengths


def recorded(model, words: int, what_if: WhatIf = HIDDEN) -> int:
    """Return the places that the recording pass of so many words reads, with its padding."""
    is_filled = model.capabilities.block == "transformer" and not what_if.sees_padding
    return max(-(-words // _STEP) * _STEP, _ROWS) if is_filled else words


def test_what_is_as_guessed_is_read_at_once_and_the_rest_word_by_word(shipped, decoded):
    request = Request(shipped.name, SENTENCE, None, HIDDEN)
    words = len(shipped.trace(request).predicted)
    assert decoded == [*range(1, words + 1), recorded(shipped, words)]
    for draft in drafts_of(shipped.trace(request).translation)[:3]:
        decoded.clear()
        trace = shipped.trace(replace(request, draft=draft))
        shared = 0
        ids = [[*shipped.tokenizer.encode(text), 2] for text in (draft, trace.translation)]
        while shared < min(map(len, ids)) and ids[0][shared] == ids[1][shared]:
            shared += 1
        assert shared
        assert decoded == [len(ids[0]), *range(shared + 1, words + 1), recorded(shipped, words)]


def test_a_word_that_hardly_leads_is_sought_again(shipped, decoded, monkeypatch):
    request = Request(shipped.name, SENTENCE, None, HIDDEN)
    draft = shipped.trace(request).translation
    decoded.clear()
    monkeypatch.setattr("models.answers.decoding.CLEAR_LEAD", float("inf"))
    words = len(shipped.trace(replace(request, draft=draft)).predicted)
    assert decoded == [words, *range(1, words + 1), recorded(shipped, words)]


def test_a_guess_is_not_read_where_a_row_depends_on_later_words(shipped, decoded):
    for what_if in CHANGES:
        if reads_ahead(what_if) and set(what_if.applied) <= shipped.what_ifs:
            decoded.clear()
            request = Request(shipped.name, SENTENCE, None, what_if, draft="Le gros chien rouge")
            words = len(shipped.trace(request).predicted)
            read = [] if is_stepped(what_if) else range(1, words + 1)
            assert decoded == [*read, recorded(shipped, words, what_if)]


def is_stepped(what_if: WhatIf) -> bool:
    """Whether each word is computed from the kept state, which holds the change."""
    kept = {"swap", "padding", "padding_mask", "positions", "gates"}
    return {*what_if.applied} <= kept and what_if.positions != "shuffled"


def test_requests_that_differ_in_their_guess_are_the_same_request():
    request = Request("transformer", SENTENCE)
    other = replace(request, draft="Le chien")
    assert request == other
    assert hash(request) == hash(other)
    assert repr(request) == repr(other)


def test_a_loop_that_was_guessed_is_cut_like_one_that_was_not(shipped):
    """The network repeats one word for ever, and the draft says so."""
    torch.manual_seed(5)
    network = type(shipped.network)(shipped.network.config).eval()
    model = TranslationModel("untrained", network, shipped.tokenizer, {}, torch.device("cpu"))
    request = Request("untrained", SENTENCE, None, HIDDEN)
    expected = model.trace(request)
    assert not expected.finished
    same(model.trace(replace(request, draft=f"{expected.translation} " * 5)), expected)
