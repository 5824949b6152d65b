"""The ladder of language models: the product, its factors, and who sees what."""

import json
import re
from itertools import permutations

import numpy as np
import pytest
import torch

from models import UserError, files, load
from models.answers.counting import NGRAM_ORDERS, CountingModel, shipped_counts
from tests.contents import content_at
from tests.pages import alerts, charts, visit
from tests.tiny_language import TEXTS, count_texts, save_networks, tiny_tokenizer
from viz.base.examples import EXAMPLES
from viz.pages.ladder.charts import probability, scientific
from viz.pages.ladder.compute import COMPUTATION
from viz.pages.ladder.factors import _count_fractions, _Fraction, product_of
from viz.pages.ladder.html import lecture_product_html
from viz.pages.ladder.settings import _RUNGS
from viz.pages.ladder.shuffling import can_be_shuffled, shuffle_words

LECTURE = "Anqi was late for class"


def content_of(**address: str):
    return content_at(COMPUTATION, address)


def model_of(name: str):
    return shipped_counts().models[name] if name in NGRAM_ORDERS else load(name, "cpu")


# --- the product ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", _RUNGS)
def test_the_factors_multiply_to_the_probability_that_the_model_gives(name):
    model = model_of(name)
    product = product_of(model, LECTURE, None, merged=True)
    ids = model.tokenizer.encode(LECTURE)
    one_by_one = [np.log(model.distribution(ids[:place])[token]) for place, token in enumerate(ids)]
    assert product.log_probability == pytest.approx(sum(one_by_one), rel=1e-6)
    assert [factor.text for factor in product.factors] == LECTURE.split()


def test_a_unigram_gives_every_order_of_the_words_the_same_probability():
    unigram = model_of("unigram")
    values = [
        product_of(unigram, " ".join(order), 0, merged=True).log_probability
        for order in permutations(LECTURE.split())
    ]
    assert len(values) == 120
    np.testing.assert_allclose(values, values[0], rtol=1e-12)
    content = content_of(rung="unigram", sentence=LECTURE)
    assert "both orders are equally probable" in content.finding


def test_the_window_ends_four_tokens_before_the_word():
    window_lm, recurrent = model_of("window-lm"), model_of("rnn-lm")

    def last(model, text: str) -> float:
        return product_of(model, text, 4, merged=True).factors[-1].log_probability

    beyond = "The dog saw the red cat", "My dog saw the red cat"
    within = "The dog saw the red cat", "The boy saw the red cat"
    assert len(window_lm.tokenizer.encode(beyond[0])) == 6  # a token for each word
    assert last(window_lm, beyond[0]) == pytest.approx(last(window_lm, beyond[1]), abs=1e-6)
    assert abs(last(window_lm, within[0]) - last(window_lm, within[1])) > 1e-3
    assert abs(last(recurrent, beyond[0]) - last(recurrent, beyond[1])) > 1e-3
    content = content_of(rung="window-lm", sentence=beyond[0])
    assert "The window ends before “The”: to predict “cat”, this model sees “dog saw the red”" in (
        content.finding
    )
    assert "window" not in content_of(rung="rnn-lm", sentence=beyond[0]).finding


@pytest.mark.parametrize("order", [1, 2, 4])
def test_the_fractions_are_the_counts_of_the_texts(order):
    tokenizer = tiny_tokenizer()
    model = CountingModel("counts", count_texts(tokenizer).shorter(order), tokenizer)
    texts = (*TEXTS, *TEXTS[2:], TEXTS[2])
    rows = [[tokenizer.begin_id, *tokenizer.encode(text), tokenizer.end_id] for text in texts]

    def times(part: list[int]) -> int:
        return sum(
            row[start : start + len(part)] == part for row in rows for start in range(len(row))
        )

    read = [tokenizer.begin_id, *tokenizer.encode("the cat sees a red train")]
    for place, fraction in enumerate(_count_fractions(model, read[1:]), start=1):
        given = read[max(0, place + 1 - order) : place]
        of = times(given) if given else sum(map(len, rows)) - len(rows)
        assert fraction == _Fraction(times([*given, read[place]]), of)


def test_a_lecture_shows_what_fits_of_a_product():
    """A short text with counts; a longer one without; of a long one the first factors alone."""

    def written(text: str, name: str = "") -> tuple[int, int, bool]:
        product = product_of(model_of("unigram"), text, 0, merged=True)
        page = lecture_product_html(product, "#000000", name)
        return page.count("<b>"), page.count("/5,797,146"), "× …" in page

    assert written("They opened it") == (3, 3, False)
    assert written("The students opened their books") == (5, 0, False)
    assert written("The students opened their books", "shuffled") == (5, 0, False)
    factors, _, cut = written("They opened it and " * 8)
    assert 8 < factors < 20
    assert cut
    assert written("They opened it and " * 8, "shuffled") == (0, 0, False)


def test_a_fraction_of_the_lecture_stands_under_its_factor():
    content = content_of(rung="bigram", sentence=LECTURE)
    factor = content.products[0].factors[-1]
    counts = content.counts
    ids = counts.tokenizer.encode("for class")[-2:]
    table = counts.table
    assert factor.given == "for"
    assert factor.fractions == (_Fraction(table.times_seen(ids), table.times_seen(ids[:1])),)
    assert content_of(rung="gpt").products[0].factors[-1].fractions == ()


def test_pieces_have_factors_of_their_own_and_the_same_product():
    words = content_of(rung="4-gram", sentence=LECTURE, words="merged").products[0]
    pieces = content_of(rung="4-gram", sentence=LECTURE, words="written").products[0]
    assert [factor.text for factor in pieces.factors][:3] == ["An", "·q", "·i"]
    assert pieces.log_probability == pytest.approx(words.log_probability, rel=1e-12)
    assert len(words.factors[0].fractions) == 3


@pytest.mark.parametrize("rung", ["bigram", "4-gram", "window-lm"])
def test_what_an_address_says_is_no_markup(rung):
    text = "See ![x](https://a.example) or [x](https://a.example) now [x](https://a.example)"
    finding = content_of(rung=rung, sentence=text).finding
    _, _, quoting = finding.partition("The window ends")
    assert "a.example" in quoting
    assert not re.search(r"(?<!\\)[\[\]()]", quoting)


# --- another order -------------------------------------------------------------------------------


def test_the_first_order_is_backwards_and_every_order_is_another_one_of_the_same_words():
    assert shuffle_words("He hit me.", 1) == "me hit He."
    assert shuffle_words("no yes no", 1) != "no yes no"
    for order in range(2, 20):
        shuffled = shuffle_words("He hit me", order)
        assert shuffled != "He hit me"
        assert sorted(shuffled.split()) == ["He", "hit", "me"]


def test_one_word_has_no_other_order():
    assert not can_be_shuffled("no no")
    content = content_of(sentence="Hello!")
    assert content.settings.order is None
    assert len(content.products) == 1
    assert [len(mark.x) for mark in content.chart.marks] == [len(_RUNGS)]


# --- all models ----------------------------------------------------------------------------------


def test_each_model_stands_beside_the_figures_of_its_card():
    rows = {row.name: row for row in content_of(**{"ladder-look": "texts"}).table}
    assert [*rows] == [*_RUNGS][::-1]
    for name in ("window-lm", "gpt"):
        card = json.loads((files.SHIPPED / name / "card.json").read_text(encoding="utf-8"))
        assert rows[name].bits == card["held_out"]["bits_per_character"]
    assert rows["window-lm"].sees == "4 tokens"
    assert rows["4-gram"].sees == "3 tokens"


def test_the_rung_that_is_no_better_than_the_one_below_is_named():
    content = content_of()
    worse = content.steps_back.partition("except: ")[2]
    assert worse == "Held-out books: Window (1.72) after 4-gram (1.67)."
    assert "each network read 54 million tokens" in content.comparison


def test_long_texts_have_a_probability_too():
    content = content_of(rung="unigram", sentence="zebra " * 24)
    assert content.products[0].log_probability < -745  # less than the smallest number
    assert "× 10⁻" in scientific(content.products[0].log_probability)
    assert min(content.chart.x.ticks) < -300


@pytest.mark.slow
def test_a_model_that_cannot_read_a_long_text_is_named_and_the_others_are_shown():
    text = max(EXAMPLES, key=len)
    content = content_of(rung="unigram", sentence=text)
    assert [*content.refused] == ["gpt"]
    assert "GPT: " in content.left_out
    assert content.chart.y.labels == [
        title for name, title in content.titles.items() if name != "gpt"
    ]
    test = visit("ladder", {"rung": "gpt", "sentence": text})
    assert not alerts(test)
    assert "GPT" in test.info[0].value
    assert len(charts(test)) == 1
    assert alerts(visit("ladder", {"sentence": "word " * 600}))


def test_numbers_are_written_as_on_the_slide():
    factors = 0.00015, 0.01, 0.004, 0.03, 0.0035
    assert [probability(np.log(factor)) for factor in factors] == [
        f"{factor:g}" for factor in factors
    ]
    assert scientific(float(np.log(factors).sum())) == "6.3 × 10⁻¹³"
    assert scientific(np.log(9.96e-7)) == "1.0 × 10⁻⁶"
    assert scientific(np.log(671_874), plain_below=1e6) == "671,874"
    assert probability(np.log(0.99834)) == "0.9983"


# --- the page ------------------------------------------------------------------------------------


def test_shuffling_again_takes_the_next_order():
    test = visit("ladder", {"rung": "bigram"})
    [button] = [one for one in test.button if one.label == "Shuffle again"]
    button.click().run()
    assert test.query_params["ladder-order"] == "2"
    assert not alerts(test)


@pytest.mark.slow
def test_the_rungs_that_are_here_are_offered(checkpoints):
    save_networks(checkpoints, "gpt")
    content = content_of()
    assert [*content.titles] == ["unigram", "bigram", "4-gram", "gpt"]
    assert content.settings.rung == "unigram"
    assert not alerts(visit("ladder", {"ladder-look": "texts"}))


# --- a model of each class -----------------------------------------------------------------------


def test_the_words_of_a_text_say_which_class_they_surprise_less():
    content = content_of(**{"ladder-look": "classes", "class-text": "The Hund is tired"})
    view = content.classes
    heatmap = view.words_chart.marks[0]
    assert view.words_chart.x.labels == ["The", "Hund", "is", "tired"]
    german = view.names.index("Deutsch")
    assert heatmap.values[:, 1].argmax() == german
    assert heatmap.values.sum() == pytest.approx(0, abs=1e-3)  # beside the mean of all
    bits = view.bits.mean(0).sum() - view.bits[german].sum()
    assert heatmap.values[german].sum() == pytest.approx(bits, abs=1e-3)
    assert [export.name for export in content.menu.exports] == [*view.charts]


def test_the_readers_own_classes_are_counted_and_lines_left_out_are_measured():
    address = {"ladder-look": "classes", "classes": "own", "class-text": "Win a prize now"}
    view = content_of(**address).classes
    assert view.shares.argmax() == 0
    assert view.own_accuracy.startswith("Each of your lines left out once: 20 of 20")
    assert view.accuracy_chart is None
    with pytest.raises(UserError, match="two lines"):
        content_of(**address, **{"class-first": " "})


# --- both sides of ELMo --------------------------------------------------------------------------


def test_elmo_predicts_each_word_from_both_sides_as_its_network_does():
    """The factors are those of the network's own output layer, word by word and as a sum."""
    view = content_of(**{"ladder-look": "sides", "sentence": LECTURE}).sides
    elmo = load("elmo", "cpu")
    pieces = elmo.tokenizer.encode(LECTURE)
    row = torch.tensor([[elmo.tokenizer.begin_id, *pieces, elmo.tokenizer.end_id]])
    with torch.inference_mode():
        forward, backward = (states[-1][0] for states in elmo.network.both(row))
        logs = [
            elmo.network.logits(states).double().log_softmax(-1)[range(len(pieces)), pieces]
            for states in (forward[:-2], backward[2:])
        ]
    for product, expected in zip(view.products, logs):
        assert product.log_probability == pytest.approx(float(expected.sum()), abs=1e-3)
        assert [factor.text for factor in product.factors] == LECTURE.split()
        assert product.factors[-1].log_probability == pytest.approx(float(expected[-1]), abs=1e-3)
    left, right = view.products
    assert (left.factors[1].given, right.factors[1].given) == ("Anqi", "late for class")
    assert right.factors[-1].given == "end of the text"
