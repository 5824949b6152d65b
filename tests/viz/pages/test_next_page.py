"""The page of language models: a GPT beside counts."""

import numpy as np
import pytest

from models import Request, load
from models.answers.continuation import Written
from tests.contents import content_at
from tests.pages import alerts, visit
from tests.tiny_language import save_networks
from viz.pages.next.charts import _NEVER, seen_chart
from viz.pages.next.compute import COMPUTATION
from viz.pages.next.language_models import DrawnWord, group_words
from viz.pages.next.looks import _describe_chance, _perplexity_of, _power_of_ten
from viz.pages.next.repeating import _find_repeats, _induction_scores, _Repeat
from viz.view.runner import PlainRunner

COUNTS = ["4-gram", "bigram", "unigram"]
MODELS = ["gpt", "lstm-lm", *COUNTS]
REPEATED = "the red dog and the black cat and the red"


@pytest.fixture
def networks(checkpoints):
    """A folder of shipped models with a tiny GPT and a tiny LSTM with random weights."""
    save_networks(checkpoints, "gpt", "lstm-lm")
    return checkpoints


def content_of(runner=None, **address: str):
    return content_at(COMPUTATION, address, runner)


# --- the next word -------------------------------------------------------------------------------


def test_every_model_has_a_bar_for_its_best_words_and_one_for_all_others():
    content = content_of()
    assert [*content.rows] == MODELS
    for name, rows in content.rows.items():
        bars = [row.probability for row in rows.shown]
        assert sum(bars) + rows.probability == pytest.approx(1)
        assert len(bars) + rows.others == len(content.predictors[name].tokenizer)
        assert bars == sorted(bars, reverse=True)


def test_the_page_opens_where_gpt_remembers_what_a_4_gram_cannot_see():
    gpt, counts = (
        {row.text: row.probability for row in content_of().rows[name].shown}
        for name in ("gpt", "4-gram")
    )
    best = max(gpt, key=gpt.get)
    assert best != max(counts, key=counts.get)
    assert gpt[best] > max(counts.values())
    assert counts.keys() - gpt.keys()  # where nobody's cat sleeps


def test_what_top_k_leaves_out_stays_and_is_marked():
    whole, cut = content_of(), content_of(**{"next-k": "5"})
    for name in COUNTS:
        before, after = whole.rows[name], cut.rows[name]
        assert [row.probability for row in after.shown] == [row.probability for row in before.shown]
        assert [row.is_kept for row in after.shown] == [True] * 5 + [False] * 3
        assert after.kept == 0
        assert before.kept == before.probability
    assert "5 of 8,000 tokens are left to draw from" in cut.note("bigram")
    assert whole.note("bigram").startswith("Perplexity 1,")


def test_the_perplexity_of_equal_chances_is_their_number():
    assert _perplexity_of(np.full(7, 1 / 7)) == pytest.approx(7)
    assert _perplexity_of(np.array([1.0, 0.0])) == pytest.approx(1)


def test_a_space_at_the_end_changes_nothing():
    sentence = "The students opened their"
    assert content_of(sentence=sentence + " ").rows == content_of(sentence=sentence).rows


# --- going on ------------------------------------------------------------------------------------


def test_a_link_shows_the_same_continuation_again_and_another_draw_another():
    address = {"next-look": "write", "next-length": "6", "next-seed": "3"}
    first, again = content_of(PlainRunner("cpu"), **address), content_of(**address)
    assert first.written == again.written
    other = content_of(**address | {"next-seed": "4"})
    assert all(other.written[name] != first.written[name] for name in COUNTS)
    longer = content_of(**address | {"next-length": "9"})
    for name, tokens in first.written.items():
        assert longer.written[name][: len(tokens)] == tokens


def test_pieces_of_a_word_are_joined_where_whole_words_are_shown():
    content = content_of(**{"next-look": "write"})
    tokenizer = content.predictors["unigram"].tokenizer
    ids = tokenizer.encode("the zebra.")
    written = [Written(token, 0.5, 9) for token in ids]
    words = group_words(tokenizer, written, merged=True)
    pieces = len(ids) - 2  # a space, and the pieces of the word
    assert words == (
        DrawnWord("the", 0.5),
        DrawnWord("zebra", 0.5**pieces),
        DrawnWord(".", 0.5),
    )
    apart = group_words(tokenizer, written, merged=False)
    assert [word.text for word in apart][:3] == ["the", "␣", "·ze"]
    assert len(apart) == len(ids)


# --- how surprising ------------------------------------------------------------------------------


def test_counts_of_more_words_are_surprised_less():
    content = content_of(**{"next-look": "score", "sentence": "He was late for the train."})
    figures = [score.perplexity for score in content.scores.values()]
    assert figures == sorted(figures)
    assert figures[0] * 5 < figures[-1]
    assert content.scores["bigram"].words == ("He", "was", "late", "for", "the", "train", ".")
    assert [line.model for line in content.table] == MODELS


def test_a_small_chance_is_a_power_of_ten():
    assert _power_of_ten(-12.2 * np.log(10)) == "10⁻¹²"
    assert _describe_chance(np.log(0.25)) == "25%"
    assert _describe_chance(np.log(1e-7)) == "10⁻⁷"


# --- counts --------------------------------------------------------------------------------------


def test_the_endings_of_a_text_are_seen_ever_less():
    content = content_of(sentence="Anqi was late for the", **{"next-look": "counts"})
    counts = {ending.text: ending.seen for ending in content.endings}
    assert [*counts] == [
        "the",
        "for the",
        "late for the",
        "was late for the",
        "Anqi was late for the",
    ]
    numbers = [*counts.values()]
    assert numbers[:-1] == sorted(numbers[:-1], reverse=True)
    assert numbers[-1] is None
    late = content.endings[2]
    assert sum(late.followers.values()) <= late.seen
    assert "meeting" in late.followers
    assert "is not counted" in content.finding


def test_what_the_gallery_says_of_counts_is_so():
    content = content_of(**{"next-look": "counts", "sentence": "The students opened their"})
    counts = {ending.text: ending.seen for ending in content.endings}
    assert counts["opened their"] == 9
    assert counts["students opened their"] == 0
    assert "“students opened their” was never seen" in content.finding
    table, tokenizer = content.table.table, content.table.tokenizer
    words = sum(
        count
        for row, count in zip(table.tables[0].rows.tolist(), table.tables[0].seen.tolist())
        if tokenizer.piece(row)[0] == " " and tokenizer.piece(row)[1:2].isalpha()
    )
    assert round(words / 1e6) == 4


# --- heads that repeat ---------------------------------------------------------------------------


def test_what_stood_behind_the_same_word_before():
    read = ("<s>", "the", "dog", "and", "the", "cat", "the", "the")
    assert _find_repeats(read) == (_Repeat(4, 1), _Repeat(6, 4))  # nothing follows the last one


def test_a_head_that_looks_there_scores_one_and_one_that_does_not_zero():
    weights = np.zeros((1, 2, 5, 5))
    weights[0, 0, :, 2] = 1  # after place 1
    weights[0, 1, :, 0] = 1
    np.testing.assert_array_equal(_induction_scores(weights, (_Repeat(4, 1),)), [[1, 0]])


def test_the_scores_of_heads_are_those_of_the_trace(networks):
    runner = PlainRunner("cpu")
    content = content_of(runner, **{"next-look": "heads", "sentence": REPEATED})
    weights = load("gpt", "cpu").trace(Request("gpt", REPEATED)).attention["decoder"].weights
    # "<s> the red dog and the black cat and the red": four words are repeated.
    assert content.repeats == (_Repeat(5, 1), _Repeat(8, 4), _Repeat(9, 5), _Repeat(10, 2))
    expected = [weights[1, 3, row, key] for row, key in ((5, 2), (8, 5), (9, 6), (10, 3))]
    assert content.induction[1, 3] == pytest.approx(np.mean(expected))
    assert content.previous[0, 0] == pytest.approx(
        np.mean([weights[0, 0, place, place - 1] for place in range(1, 11)])
    )
    assert content.by_chance == pytest.approx(np.mean([1 / 6, 1 / 9, 1 / 10, 1 / 11]))


def test_a_text_without_a_repetition_says_what_to_type(networks):
    test = visit("next", {"next-look": "heads", "sentence": "the cat sees a dog"})
    [alert] = alerts(test)
    assert "No word of this text is repeated" in alert
    test.button(key="repeating").click().run()
    assert not alerts(test)


# --- the page ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_networks_stand_before_the_counts(networks):
    content = content_of()
    assert [*content.predictors] == MODELS
    assert [*content_of(model="lstm-lm").predictors][:2] == ["lstm-lm", "gpt"]


def test_without_a_network_the_page_says_how_to_train_one_and_shows_the_counts(checkpoints):
    test = visit("next", {"next-look": "write"})
    [info] = test.info
    assert "python -m models.training.train gpt --data DIR --ship" in info.value
    assert any("4-gram" in html.proto.body for html in test.get("html"))
    looks = next(one for one in test.get("button_group"))
    assert "Heads that repeat" not in str(looks.proto)


@pytest.mark.slow
def test_a_damaged_network_leaves_the_others(networks):
    (networks / "gpt" / "weights.safetensors").write_bytes(b"none")
    assert [*content_of().predictors] == ["lstm-lm", *COUNTS]


@pytest.mark.slow
def test_the_link_to_all_heads_opens_the_front_page_of_this_network(networks):
    test = visit("next", {"sentence": REPEATED})
    [link] = [one.proto.url for one in test.get("link_button")]
    assert link.startswith("./?model=gpt&sentence=the+red+dog")
    assert "attention=decoder" in link
    front = visit("heads", {"model": "gpt", "sentence": REPEATED, "attention": "decoder"})
    assert not alerts(front)
    assert front.query_params["model"] == "gpt"


@pytest.mark.slow
def test_drawing_again_takes_the_next_seed(networks):
    test = visit("next", {"next-look": "write", "next-seed": "99"})
    [button] = [one for one in test.button if one.label == "Draw again"]
    button.click().run()
    assert test.query_params["next-seed"] == "1"


@pytest.mark.slow
def test_rows_that_were_never_seen_have_an_axis_too():
    low, high = seen_chart({"the zzz": 0, "zzz": 0}).x.limits
    assert 0 < low < _NEVER < high


@pytest.mark.slow
def test_the_mark_of_a_piece_is_explained_where_one_is_shown():
    mark = "“·” begins a piece"

    def is_explained(sentence: str) -> bool:
        return any(mark in one.value for one in visit("next", {"sentence": sentence}).caption)

    assert is_explained("A lumberjack with a chains")
    assert not is_explained("students opened their")
