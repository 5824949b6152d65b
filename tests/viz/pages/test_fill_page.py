"""The page of hidden words: hidden words, guesses, training and pairs."""

from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest

from models import Request, load
from models.serving.queue import QueuedModel
from tests.pages import charts, parameters_of, visit
from viz.draw.probabilities import _guess_rows, percent
from viz.pages.fill.compute import SIDES, _compute
from viz.pages.fill.settings import ELSEWHERE, EXAMPLE, FIRST, FOLLOWING, FillSettings
from viz.pages.fill.token_rows import TokenRow, token_rows_html
from viz.view import settings
from viz.view.runner import PlainRunner

PLACE = 7  # the place of "horse" in the example


def content_of(**address: str):
    """Compute the page at an address; return it with its refusals."""
    runner = PlainRunner("cpu")
    reading = settings.read_settings(
        FillSettings, {"sentence": EXAMPLE, **address}, runner, EXAMPLE
    )
    return _compute(reading.settings, runner), reading.refusals


def test_it_opens_on_a_hidden_word_of_the_example(small_bert):
    content, refusals = content_of()
    assert not refusals
    assert content.name == small_bert
    assert content.hidden == [PLACE]
    assert content.chosen == [str(PLACE)]
    assert list(content.words.values())[:3] == ["A", "man", "is"]
    assert content.row.tokens[0] == "[CLS]"
    assert content.row.tokens[PLACE] == "[MASK]"
    assert content.row.kinds[0] == content.row.kinds[-1] == "mark"
    assert content.row.kinds[PLACE] == "mask"
    assert content.row.kinds[1] == ""
    assert content.guesses["both"].true_word == "horse"
    assert "“horse” is guess number" in content.finding


@pytest.mark.slow
def test_bars_of_a_gap_have_the_whole_probability(small_bert):
    content, _ = content_of()
    for side in SIDES:
        guesses = content.guesses[side]
        rows = _guess_rows(guesses)
        assert sum(probability for _, probability, _ in rows) == pytest.approx(1, abs=1e-4)
        named = [name for name, _, _ in rows if name == "horse (hidden)"]
        assert len(named) == 1
        assert rows[-1][0] == "all others"
        figure = content.side_chart(side)
        assert figure.x.limits == (0, 1.45)  # the same scale for all
        shares = dict(zip(figure.y.labels, figure.marks[0].values, strict=True))
        assert shares["horse (hidden)"] == pytest.approx(guesses.true_probability)


def test_the_guesses_are_the_models_and_those_of_one_side_do_not_see_the_other(small_bert):
    content, _ = content_of()
    model = load(small_bert, "cpu")
    [both] = model.guess(Request(small_bert, EXAMPLE), [PLACE], 6)
    assert content.guesses["both"].words == both.words
    other, _ = content_of(sentence=EXAMPLE.replace("beach", "water"), hide=str(PLACE))
    for side, is_equal in {"left": True, "right": False, "both": False}.items():
        pair = [one.guesses[side].probabilities for one in (content, other)]
        assert np.array_equal(*pair) == is_equal


def test_several_words_are_hidden_and_one_gap_is_on_show(small_bert):
    content, refusals = content_of(hide="3,7,2", gap="3")
    assert not refusals
    assert content.hidden == [2, 3, 7]
    assert content.place == 3
    assert content.guesses["both"].true_word == "is"
    assert content.sentence_with_masks == "A [MASK] [MASK] riding a brown [MASK] on the beach."
    link = content.heads_parameters
    assert link["model"] == small_bert
    assert link["sentence"] == content.sentence_with_masks
    words, _ = content_of(sentence="The xylophone is brown.", hide="", words="merged")
    pieces, _ = content_of(sentence="The xylophone is brown.", hide="", words="written")
    assert "xylophone" in words.words.values()
    assert "xylophone" not in pieces.words.values()
    group = next(group for group, word in words.words.items() if word == "xylophone")
    whole, _ = content_of(sentence="The xylophone is brown.", hide=group)
    assert len(whole.hidden) > 1
    assert whole.chosen == [group]


def test_nothing_hidden_a_typed_mask_and_places_that_are_not_there(small_bert):
    empty, refusals = content_of(hide="")
    assert not refusals
    assert empty.hidden == []
    assert not empty.menu.exports
    assert "No word is hidden" in empty.menu.alert
    typed, _ = content_of(sentence="A man is riding a [MASK] horse.")
    assert typed.hidden == [6]
    assert "No word was given" in typed.finding
    assert "[MASK]" not in typed.words.values()
    wrong, refusals = content_of(hide="7,77")
    assert not refusals
    assert wrong.hidden == [PLACE]
    assert "place 77" in wrong.alert == wrong.menu.alert
    _, [refusal] = content_of(hide="horse")
    assert "Click a word" in refusal.sentence


def test_training_draws_are_those_of_the_model_and_the_same_in_every_link(small_bert):
    content, _ = content_of(**{"fill-look": "training", "draw": "7"})
    again, _ = content_of(**{"fill-look": "training", "draw": "7"})
    other, _ = content_of(**{"fill-look": "training", "draw": "8"})
    assert content.draws == again.draws != other.draws
    chosen = [one for draw in content.draws for one in draw.chosen]
    figure = content.draws_chart
    assert list(figure.marks[0].values)[::-1] == [one.probability for one in chosen]
    rows = content.draw_rows
    kinds = [kind for row in rows for kind in row.kinds if kind not in ("", "mark")]
    assert kinds == [one.kind for one in chosen]
    assert f"{kinds.count('mask')} are replaced by [MASK]" in content.draws_finding


def test_a_pair_has_segments_and_a_probability_in_both_orders(small_bert):
    address = {"fill-look": "pair", "sentence": FIRST}
    content, _ = content_of(**address)
    assert content.pair == f"{FIRST} [SEP] {FOLLOWING}"
    row, model = content.pair_row, load(small_bert, "cpu")
    assert list(row.tokens).count("[SEP]") == 2
    assert row.kinds[-1] == "mark"
    first_half = row.tokens.index("[SEP]") + 1
    assert row.below == ["A"] * first_half + ["B"] * (len(row.tokens) - first_half)
    forward, back = content.follows
    assert forward == model.follows(Request(small_bert, content.pair))
    assert back == model.follows(Request(small_bert, f"{FOLLOWING} [SEP] {FIRST}"))
    other, _ = content_of(**address, **{"second-sentence": ELSEWHERE})
    assert other.follows != content.follows
    alone, _ = content_of(**address, **{"second-sentence": ""})
    assert not alone.has_pair
    assert not alone.menu.exports
    assert "second sentence" in alone.menu.alert
    typed, _ = content_of(
        **{"fill-look": "pair", "sentence": "One. [SEP] Two.", "second-sentence": "x"}
    )
    assert typed.pair == "One. [SEP] Two."
    assert typed.has_pair


@pytest.mark.slow
def test_a_click_on_a_word_hides_it_and_another_shows_it_again(small_bert):
    test = visit("fill", {})
    chips = next(one for one in test.get("button_group") if one.key == "chips hide")
    assert chips.value == [str(PLACE)]
    assert len(charts(test)) == 3
    chips.set_value([str(PLACE), "2"]).run()
    assert parameters_of(test)["hide"] == "2,7"
    [link] = [one.proto.url for one in test.get("link_button")]
    linked = dict(parse_qsl(urlsplit(link).query))
    assert linked["model"] == small_bert
    assert linked["sentence"] == "A [MASK] is riding a brown [MASK] on the beach."
    assert not test.exception
    chips = next(one for one in test.get("button_group") if one.key == "chips hide")
    chips.set_value([]).run()
    assert parameters_of(test)["hide"] == ""
    assert "No word is hidden" in test.info[0].value


@pytest.mark.slow
def test_drawing_again_and_taking_an_example(small_bert):
    test = visit("fill", {"fill-look": "training", "draw": "99"})
    test.button(key="draw").click().run()
    assert parameters_of(test)["draw"] == "1"
    test = visit("fill", {"fill-look": "pair"})
    test.button(key="take elsewhere").click().run()
    assert parameters_of(test)["sentence"] == FIRST
    assert parameters_of(test)["second-sentence"] == ELSEWHERE


def test_the_page_asks_through_the_queue(small_bert, monkeypatch):
    requests, ask = [], QueuedModel._ask
    monkeypatch.setattr(
        QueuedModel,
        "_ask",
        lambda self, name, *more: requests.append(name) or ask(self, name, *more),
    )
    for look in ("gap", "training", "pair"):
        visit("fill", {"fill-look": look})
    assert {*requests} >= {"guess", "follows", "draw_masks"}


def test_what_is_typed_is_no_markup():
    html = token_rows_html([TokenRow(["<b>", "x"], ["mask", ""], ["A", "B"])], [("same", "<i>")])
    assert "&lt;b&gt;" in html
    assert "&lt;i&gt;" in html
    assert "<small>A</small>" in html


@pytest.mark.slow
def test_small_probabilities_are_not_written_as_nothing():
    assert [percent(value) for value in (0, 0.0004, 0.001, 0.256)] == [
        "0.0%",
        "<0.1%",
        "0.1%",
        "25.6%",
    ]
