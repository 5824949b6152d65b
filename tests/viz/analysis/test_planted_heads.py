"""What the product says of heads whose weights were set by hand, so their job is known."""

import numpy as np
import pytest

from models import Request, contributions
from tests import planted
from viz.analysis.head_captions import caption_heads, word_links
from viz.analysis.views import heads_of

DOES_NOTHING = "cross", 0, 1


@pytest.fixture(scope="module", params=planted.SENTENCES.items(), ids=lambda pair: pair[0])
def translation(request):
    """A sentence, its French, and the trace of the planted translator."""
    sentence, french = request.param
    return sentence, french, planted.translator().trace(Request("planted", sentence))


def captions(trace, stack: str) -> list[list[str]]:
    links = word_links(trace) if stack == "cross" else None
    return caption_heads(heads_of(trace, stack, True), links)


def losses(model, sentence: str) -> dict[tuple[str, int, int], float]:
    """Return how much log-probability each head's absence costs."""
    written = model.trace(Request("planted", sentence)).translation
    ablation = model.silence_each(Request("planted", sentence, written))
    lost = ablation.baseline - ablation.log_probability
    return dict(zip(ablation.heads, lost.tolist(), strict=True))


def test_the_planted_translator_translates_word_by_word(translation):
    _, french, trace = translation
    assert trace.translation == french
    assert min(choice.probability for choice in trace.choices) > 0.999


def test_the_previous_token_head_is_called_so(translation):
    _, _, trace = translation
    [[first, *others]] = captions(trace, "encoder")
    assert first == "Previous word: each word attends most to the word before."
    assert not any("Previous" in other for other in others)


def test_a_head_that_knows_positions_alone_is_not_said_to_align(translation):
    _, _, trace = translation
    [[caption, *_]] = captions(trace, "cross")
    assert caption.startswith("Word order: ")
    assert "position alone would explain it" in caption
    # It looks at the right word each time, and still its weights are the same for other words.
    weights = trace.attention["cross"].weights[0, 0]
    np.testing.assert_allclose(weights, np.eye(len(weights)), atol=1e-6)


def test_where_the_order_differs_only_the_head_that_reads_words_aligns():
    sentence, french = planted.CROSSED
    trace = planted.translator().trace(Request("planted", sentence, french))
    [[by_position, by_word, *_]] = captions(trace, "cross")
    assert "lign" not in by_position
    assert by_word.startswith("One step behind: each row attends to the English of the word")


def test_a_head_that_looks_perfect_and_does_nothing_costs_and_moves_nothing(translation):
    sentence, _, trace = translation
    model = planted.translator()
    lost = losses(model, sentence)
    assert lost[DOES_NOTHING] == 0
    assert lost["cross", 0, 0] > 50
    norms = contributions(trace, model, "cross")
    assert not norms[0, 1].any()
    assert (norms[0, 0].max(-1) > 1).all()


def test_the_copying_head_copies_and_its_twin_looks_the_same_and_does_not():
    model = planted.language_model()
    trace = model.trace(Request("planted", planted.REPEATED))
    assert trace.translation.startswith(" horse dog cat old horse")
    weights = trace.attention["decoder"].weights[1]
    repeats = slice(trace.decoder_input.index("horse") + 1, None)
    np.testing.assert_allclose(weights[0], weights[1], atol=1e-6)
    # After the second "dog" it attends to the word after the first one.
    assert trace.decoder_input[weights[0, repeats][0].argmax()] == "cat"
    lost = losses(model, planted.REPEATED)
    assert min(lost["decoder", 0, 0], lost["decoder", 1, 0]) > 50  # the circuit needs both
    assert lost["decoder", 1, 1] == 0


@pytest.mark.parametrize(
    "plant, text, pair",
    [
        (planted.translator, next(iter(planted.SENTENCES)), (("cross", 0, 0), ("cross", 0, 2))),
        (planted.language_model, planted.REPEATED, (("decoder", 1, 0), ("decoder", 1, 2))),
    ],
)
def test_without_one_of_two_heads_that_back_each_other_up_nothing_is_lost(plant, text, pair):
    lost = losses(plant(backup=True), text)
    assert max(abs(lost[head]) for head in pair) < 0.01
