"""The page of profiles: its values, its search by two words, and files that fit."""

import json
import re
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest

import models
from models import Request
from models.corpus import profile as profiles
from models.corpus.attention_sums import analyse
from models.corpus.labels import labels_of
from models.corpus.profile import _FOLDER, read_shipped
from models.corpus.sentences import CORPUS, read_sentences
from tests.profiles import RUNNER, content
from viz.analysis.measures import merge_subwords
from viz.analysis.views import HeadChoice, axes_of, axis_words
from viz.base.language import writing_in
from viz.base.markdown import escape_markdown
from viz.components.headprofile import bold_runs
from viz.draw.files import render
from viz.pages.profiles import compute as page
from viz.pages.profiles.cards import profile_texts, profiles_of
from viz.pages.profiles.settings import ALONE
from viz.pages.profiles.tables import pair_rows
from viz.pages.profiles.word_pair_search import rank_heads
from viz.pages.profiles.words import (
    COUNTS,
    KIND_COLOURS,
    LABEL_KINDS,
    MEASURE_TITLES,
    SHORT,
    short_label,
)
from viz.view.address import OPENING, View, nearest

# Models whose heads can be compared with those of another.
COMPARED = [name for name in models.shipped() if (profile := read_shipped(name)) and profile.same]


def test_every_head_of_the_model_has_a_mark():
    marks = content().marks
    sizes = RUNNER.model("transformer").attention_sizes
    assert len({mark.head for mark in marks}) == sum(a * b for a, b in sizes.values()) == 48
    assert content().finding.count("48") == 1


def test_the_profiles_of_the_shipped_models_fit_their_weights():
    """If one does not, measure it again: python -m models.corpus --shipped."""
    for name in models.shipped():
        model = RUNNER.model(name)
        if model.attention_sizes:
            profile = read_shipped(name)
            assert profile is not None
            assert profile.fits(model.card), f"python -m models.corpus --shipped {name}"
            assert content(View(name)).alert == ""


def test_the_profiles_are_small():
    assert sum(file.stat().st_size for file in _FOLDER.glob("*.npz")) <= 3_000_000


def test_a_profile_of_other_weights_is_not_shown_without_a_word(monkeypatch):
    other = replace(read_shipped("transformer"), weights="of another")
    monkeypatch.setattr(profiles, "read_shipped", lambda name: other)
    assert "earlier version" in content().alert
    assert content().menu.alert


def test_the_control_stands_beside_a_label_and_a_refuted_one_is_named():
    result = content(View("gpt", choice=HeadChoice("decoder", 3, 0)))
    assert result.labels[result.chosen] == []
    assert "Refuted: **what followed the same word before**" in result.description
    assert "random words, said twice" in result.description
    assert "control" in result.measure_rows[0]
    aligned = content(View("transformer", choice=HeadChoice("cross", 2, 0)))
    assert "Control (words whose order differs in the translation):" in aligned.description


def refuted(model, sentence, head, first, second):
    settings = {"swap-first": first, "swap-second": second}
    return content(View(model, sentence, head), **settings).refutation


def test_a_head_that_aligns_follows_two_words_that_are_swapped():
    aligner = HeadChoice("cross", 1, 2)
    result = refuted("transformer", "The dog sees a cat.", aligner, "e2", "e5")
    assert result.after.sentence == "The cat sees a dog."
    assert [partner.word for partner in result.partners] == ["dog", "cat"]
    assert result.followed == 2
    before, after = result.shares
    assert before > 0.7
    assert after > 0.7
    trace = result.before
    merged = merge_subwords(
        trace.attention["cross"].weights[1, 2], trace.decoder_words, trace.source_words
    )
    assert result.partners[0].before == "chien"
    assert merged[2, 1] == pytest.approx(result.partners[0].weight_before)


def test_a_head_for_the_word_before_follows_the_place_and_not_the_words():
    stack = read_shipped("bert").stacks["encoder"]
    place = int(np.argmax(stack.shares[:, stack.measures.index("previous")]))
    head = HeadChoice(*stack.head_at(place))
    result = refuted("bert", "The big red dog sees a small cat", head, "e4", "e7")
    assert result.followed == 0
    assert [partner.before for partner in result.partners] == ["red", "a"]
    assert [partner.after for partner in result.partners] == ["a", "red"]
    before, after = result.shares
    trace = result.before
    axis = axes_of(trace, "encoder")[0]
    weights = trace.attention["encoder"].weights[head.layer, head.head]
    merged = merge_subwords(weights, axis.words, axis.words)
    assert before == pytest.approx(np.diagonal(merged, -1)[1:-1].mean(), abs=1e-5)
    assert after > 0.5


def test_a_language_model_is_compared_over_the_sentence_alone():
    sentence = "Tom saw the red cat and the black dog. Mary saw the red"
    result = refuted("gpt", sentence, HeadChoice("decoder", 3, 1), "e4", "e8")
    assert result.after.sentence == "Tom saw the black cat and the red dog. Mary saw the red"
    assert result.is_comparable
    assert result.measure == "verb → its subject"
    assert np.isnan(result.shares).all()
    induction = replace(result, measure="induction")
    assert all(0 <= share <= 1 for share in induction.shares)


def test_another_word_of_the_same_letters_is_not_followed():
    """Layer 4, head 2 attends to the word before: first to "The", after the swap to "the"."""
    head = HeadChoice("encoder", 3, 1)
    result = refuted("transformer", "The red dog is sleeping on the bed.", head, "e2", "e8")
    first = result.partners[0]
    assert (first.before, first.after, first.is_same) == ("The", "the", False)


def test_the_same_word_twice_is_no_swap():
    assert refuted("transformer", "The dog", HeadChoice("cross", 1, 2), "e2", "e2") is None


def test_the_heads_of_an_order_come_by_their_value():
    values = [mark.value for mark in content(by="determiner → its noun").ranked]
    assert values == sorted(values, reverse=True)
    # Not cross-attention, nor the decoder, where the noun comes later.
    assert len(values) == 16
    shares = read_shipped("transformer").stacks["encoder"]
    best = content(by="determiner → its noun").ranked[0].head
    column = shares.measures.index("determiner → its noun")
    assert best.layer * 4 + best.head == int(np.argmax(shares.shares[:, column]))


@pytest.mark.parametrize(
    ("name", "stack", "marks"),
    [
        ("gpt", "decoder", "<s>"),
        ("bert", "encoder", "[CLS], [SEP]"),
    ],
)
def test_a_language_model_has_its_profiles_map_and_search(name, stack, marks):
    sentence = "The big red dog is sleeping."
    result = content(View(name, sentence))
    assert result.not_applicable == result.alert == ""
    assert {mark.head.stack for mark in result.marks} == {stack}
    assert sum(mark.label is not None for mark in result.marks) > len(result.marks) / 2
    assert result.special == marks
    assert "English" in result.source
    assert result.plane.chart.marks
    settings = result.settings
    start, end = (int(word[1:]) for word in (settings.word_from, settings.word_to))
    assert {start, end} == {3, 4}
    assert (start > end) == (stack == "decoder")
    assert result.between_words[0].weight > 0.1
    importance = result.profile.importance
    assert importance is None or importance.task == result.model.capabilities.task


def test_two_words_of_an_encoder_are_those_behind_its_first_mark():
    trace = RUNNER.trace(Request("bert", "The big red dog"))
    axis = axes_of(trace, "encoder")[0]
    assert axis_words(axis) == ("The", "big", "red", "dog")
    merged = merge_subwords(trace.attention["encoder"].weights, axis.words, axis.words)
    head, weight = rank_heads(trace, "e3", "e4")[0]
    assert weight == pytest.approx(float(merged[head.layer, head.head, 3, 4]))


def test_a_kind_leaves_only_heads_of_it():
    result = content(kind="translation")
    assert {mark.kind for mark in result.ranked} == {"translation"}
    assert {mark.head.stack for mark in result.ranked} == {"cross"}


def test_heads_below_a_share_of_the_largest_are_left_out():
    every = [mark.value for mark in content(by="previous").ranked]
    some = [mark.value for mark in content(by="previous", **{"at-least": "50"}).ranked]
    assert some == [value for value in every if value >= every[0] / 2]
    assert 0 < len(some) < len(every)


def test_two_words_rank_the_heads_by_the_weight_between_them():
    trace = RUNNER.trace(Request("transformer", "The big red dog"))
    ranked = rank_heads(trace, "e3", "e4")
    weights = trace.attention["encoder"].weights
    merged = merge_subwords(weights, trace.source_words, trace.source_words)
    assert len(ranked) == 16
    for head, weight in ranked:
        assert weight == pytest.approx(float(merged[head.layer, head.head, 2, 3]))
    assert [one.weight for one in ranked] == sorted((one.weight for one in ranked), reverse=True)


def test_a_french_and_an_english_word_ask_for_cross_attention_either_way():
    trace = RUNNER.trace(Request("transformer", "The big red dog"))
    there, back = rank_heads(trace, "f1", "e1"), rank_heads(trace, "e1", "f1")
    assert there == back
    assert {one.head.stack for one in there} == {"cross"}
    merged = merge_subwords(
        trace.attention["cross"].weights, trace.predicted_words, trace.source_words
    )
    first = there[0]
    assert first.weight == pytest.approx(float(merged[first.head.layer, first.head.head, 0, 0]))


def test_two_french_words_ask_for_the_decoder_where_they_are_read():
    trace = RUNNER.trace(Request("transformer", "The big red dog"))
    ranked = rank_heads(trace, "f2", "f1")
    merged = merge_subwords(
        trace.attention["decoder"].weights, trace.decoder_words, trace.decoder_words
    )
    first = ranked[0]
    assert first.weight == pytest.approx(float(merged[first.head.layer, first.head.head, 2, 1]))
    assert all(one.weight == 0 for one in rank_heads(trace, "f1", "f2"))


@pytest.mark.parametrize(
    ("sentence", "start", "end"),
    [
        ("The big dog", "e2", "e3"),
        ("I see the old cat in the garden.", "e4", "e5"),
        ("A young man is reading a long book on the train.", "e2", "e3"),
    ],
)
def test_the_adjective_head_of_the_lecture_is_found_in_three_sentences(sentence, start, end):
    """Layer 4, head 3 of the encoder, which attends from an adjective to its noun."""
    ranked = rank_heads(RUNNER.trace(Request("transformer", sentence)), start, end)
    best = {one.head for one in ranked[:4]}
    by_corpus = content(by="adjective → its noun").ranked
    assert best & {one.head for one in by_corpus[:3]}


def test_an_example_opens_the_front_page_with_the_sentence_and_the_head():
    result = content(View("transformer", choice=HeadChoice("cross", 2, 0)))
    assert [example.title for example in result.examples] == ["Shows it best", "Shows it least"]
    best, least = result.examples
    assert best.share > least.share
    query = parse_qs(urlsplit(best.link).query)
    assert query["sentence"] == [best.english]
    assert (query["attention"], query["layer"], query["head"]) == (["cross"], ["3"], ["1"])


def test_the_best_sentence_shows_what_the_profile_says():
    """A few rows computed again: the share in the best sentence of several heads."""
    model = RUNNER.model("transformer")
    profile = read_shipped("transformer")
    cells = {}
    for name, stack in profile.stacks.items():
        for measure in ("previous", "end", "writes", "determiner → its noun", "begin"):
            if measure in stack.measures:
                column = stack.measures.index(measure)
                head = int(np.argmax(stack.shares[:, column]))
                if stack.trained.best_line[head, column] < 0:
                    continue  # the decoder's determiner sees no noun
                line = int(stack.trained.best_line[head, column])
                cells[name, measure] = head, column, line, stack.trained.best[head, column]
    assert len(cells) >= 6
    lines = {line for _, _, line, _ in cells.values()}
    pairs = {number: pair for number, pair in enumerate(read_sentences(CORPUS)) if number in lines}
    for (name, measure), (head, column, line, share) in cells.items():
        sums = analyse(model, [(line, pairs[line])]).sums[name]
        again = sums.shares[head, column] / sums.rows[column]
        assert again == pytest.approx(share, abs=2e-4), (name, measure)


def test_a_head_without_a_pattern_is_said_to_have_none():
    before = content()
    nothing = [mark.head for mark in before.marks if mark.label is None]
    assert nothing
    described = content(View("transformer", choice=nothing[0])).description
    assert described.startswith("**No clear pattern**")


def test_every_chart_has_its_numbers():
    result = content()
    bars = result.ranking.marks[0]
    assert len(bars.values) == page.LISTED
    labels = [short_label(mark.label, mark.kind) for mark in result.ranked[: page.LISTED]]
    assert all(label.endswith(bar) for label, bar in zip(labels, bars.labels[::-1], strict=True))
    heatmap = result.tags.heatmap
    np.testing.assert_allclose(np.nansum(heatmap.values, axis=1), 1, atol=0.02)
    for which in ("untrained", "chance"):
        beside = result.tags_of(which)
        cells = beside.heatmap.values
        assert cells.shape == heatmap.values.shape
        assert beside.caption != result.tags.caption
        np.testing.assert_allclose(np.nansum(cells, axis=1), 1, atol=0.02)
        stack, place = result.place_of(result.chosen)
        part = stack.tags(-1) if which == "chance" else stack.tags(place, which)
        assert float(cells[-1, 0]) == pytest.approx(float(part[0, 0]))  # adjective to adjective
    assert len(result.word_chart.marks[0].values) == page.LISTED
    assert json.dumps(result.measure_rows)


def test_word_pairs_stand_beside_no_training_and_chance_where_these_are_known():
    result = content(View("bert"))
    names = list(result.pair_rows[0])
    assert names == ["from", "to", "weight", "untrained", "chance", "times"]
    stack = result.profile.stacks["encoder"]
    pair = stack.word_pairs[0][0]
    assert 0 < pair.chance < 1
    assert 0 < pair.untrained < 1
    older = replace(stack, word_pairs=((pair._replace(chance=np.nan, untrained=np.nan),),))
    assert list(pair_rows(older, 0)[0]) == ["from", "to", "weight", "times"]


@pytest.mark.slow
def test_heads_of_a_second_model_stand_in_the_same_plane():
    alone = content(View("gpt"))
    assert alone.settings.beside == ALONE
    assert alone.plane.first == len(alone.marks) == 24
    result = content(View("gpt"), **{"second-model": "bert"})
    plane = result.plane
    _, points = plane.chart.marks
    assert len(points.x) == 24 + 16
    assert set(points.symbol[:24]) == {"square"}
    assert set(points.symbol[24:]) == {"circle-open"}
    assert points.labels[24].startswith("BERT: encoder")
    assert "hollow: BERT" in plane.chart.caption
    assert "40 sentences" in plane.chart.caption
    assert "Nearest in BERT" in plane.finding
    assert plane.nearest_rows
    assert "later word" in plane.method
    # The colours of the second say what its heads do.
    of_second = {KIND_COLOURS[mark.kind] for mark in content(View("bert")).marks}
    assert set(points.colour[24:]) == of_second
    assert all(render(export.draw(), "svg") for export in result.menu.exports)


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPARED)
def test_the_heads_of_any_second_model_stand_beside_those_of_a_model(name):
    """A model of one head has no other head that could be nearest."""
    sizes = RUNNER.model(name).attention_sizes
    heads = sum(layers * across for layers, across in sizes.values())
    for second in {*COMPARED} - {name}:
        view = View(name, choice=nearest(OPENING, sizes))
        plane = content(view, **{"second-model": second}).plane
        assert plane.first == heads
        assert plane.nearest_rows
        assert plane.chart
        assert plane.finding.startswith("Most like" if heads > 1 else "Nearest in")


def test_every_name_has_a_title():
    assert set(LABEL_KINDS) == set(KIND_COLOURS) == set(COUNTS)
    assert set(MEASURE_TITLES) == set(SHORT)
    assert {mark.kind for mark in content().marks} <= set(LABEL_KINDS)


def test_the_browser_gets_the_profiles_of_all_heads():
    result = content(View("transformer", choice=HeadChoice("cross", 2, 0)))
    profiles = profiles_of(result)
    assert len(profiles) == 48
    one, texts = profiles["cross-3-1"], profile_texts(result)
    runs = [text for line in one.lines for text, _ in line]
    assert "".join(runs).startswith(result.description.replace("**", "").split("  \n")[0])
    assert not any("**" in text or "\\" in text for text in runs)
    assert {len(row) for row in one.measures} == {len(texts.measures)}
    assert {len(row) for row in one.figures} == {len(texts.figures)}
    assert [row[0] for row in one.measures] == [row["attends to"] for row in result.measure_rows]
    sentences = [example.sentence for example in one.examples]
    assert sentences == [example.english for example in result.examples]
    whole = json.dumps(
        [list(vars(profile).values()) for profile in profiles.values()], default=vars
    )
    assert len(whole) < 250_000


def test_bold_and_escapes_are_read_and_nothing_else():
    title = "the start token <s>"
    assert bold_runs(f"to **{escape_markdown(title)}**: 5%  \nand *more*") == (
        (("to ", False), (title, True), (": 5%", False)),
        (("and *more*", False),),
    )


def test_a_profile_shows_the_clearest_behaviour_of_each_head_and_prints_a_line():
    profile = read_shipped("transformer")
    bundle = profile._repr_mimebundle_()
    assert bundle["text/plain"] == repr(profile)
    assert repr(profile) == (
        "Profile(transformer; 2,191 sentences; encoder [4, 4]; decoder [4, 4]; cross [4, 4])"
    )
    html = bundle["text/html"]
    cells = re.findall(r"<td [^>]*>([^<]*)</td>", html)
    behaviours = [
        short_label(next(iter(labels), None), "none")
        for stack in profile.stacks.values()
        for labels in labels_of(stack)
    ]
    assert [cell.replace("&lt;", "<").replace("&gt;", ">") for cell in cells] == behaviours
    assert "2,191 sentences" in html
    assert "**" not in html
    with writing_in("fr"):
        assert "Ce que fait chaque tête" in profile._repr_mimebundle_()["text/html"]
