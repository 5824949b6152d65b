import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from models import load, shipped_for
from tests.screen import on_screen
from viz.analysis.differing import differing, word_changes
from viz.analysis.measures import share_lost
from viz.base.theme import model_colour
from viz.draw.chart import Axis, Bars, Chart, Heatmap, Margins
from viz.draw.plotly import plotly_figure
from viz.draw.translations import translations_html
from viz.pages.bottleneck.charts import length_chart, length_title
from viz.pages.reach.charts import _LEAST, gradient_chart


def groups(*figures):
    edges = [(1, 4), (5, 10), (11, None)]
    return [
        {
            "least_words": least,
            "most_words": most,
            "mean_words": words,
            "sentences": 50,
            "bleu": bleu,
            "low": bleu - 3,
            "high": bleu + 3,
        }
        for (least, most), words, bleu in zip(edges, (3.0, 7.0, 14.0), figures)
    ]


def test_the_length_plot_has_the_figures_of_the_groups_and_marks_the_typed_length():
    figure = on_screen(
        length_chart({"seq2seq": groups(40, 30, 20), "transformer": groups(50, 50, 45)}, words=12)
    )
    lines = {trace.name: trace for trace in figure.data if trace.mode == "lines+markers"}
    assert list(lines["Seq2seq without attention"].y) == [40, 30, 20]
    assert list(lines["Transformer"].y) == [50, 50, 45]
    assert [text.split("<br>")[0] for text in figure.layout.xaxis.ticktext] == [
        "1–4",
        "5–10",
        "11+",
    ]
    assert all(text.endswith("<br>50") for text in figure.layout.xaxis.ticktext)
    assert figure.layout.shapes[0].x0 == 2
    assert "12 words" in figure.layout.annotations[0].text
    band = next(trace for trace in figure.data if trace.fill == "toself")
    assert list(band.y) == [43, 33, 23, 17, 27, 37]
    for words in (4, 0):
        short = on_screen(length_chart({"seq2seq": groups(1, 2, 3)}, words=words))
        assert short.layout.shapes[0].x0 == 0


def test_a_length_is_said_in_words():
    assert [
        length_title(group) for group in (*groups(1, 2, 3), {"least_words": 7, "most_words": 7})
    ] == ["1 to 4", "5 to 10", "11 or more", "7"]


def test_the_share_lost_is_the_slope_of_its_logarithm():
    upper = groups(50, 50, 50)
    lower = groups(*(50 * np.exp(-0.1 * words) for words in (3, 7, 14)))
    lost, margin = share_lost(lower, upper)
    assert lost == pytest.approx(0.1)
    assert margin > 0
    assert share_lost(upper, upper)[0] == pytest.approx(0)


def test_the_margin_of_the_share_lost_holds_its_95_per_cent():
    generator = np.random.default_rng(0)
    spread = 3 / 1.96  # groups have intervals of plus or minus 3

    def sample(*true):
        return groups(*(np.array(true) + generator.normal(0, spread, 3)))

    slopes = [share_lost(sample(40, 35, 30), sample(50, 50, 50)) for _ in range(2000)]
    true = share_lost(groups(40, 35, 30), groups(50, 50, 50))[0]
    assert np.mean([abs(slope - true) <= margin for slope, margin in slopes]) == pytest.approx(
        0.95, abs=0.02
    )


def test_the_gradient_plot_keeps_repeated_words_apart_and_shows_specials():
    figure = on_screen(
        gradient_chart(
            {"seq2seq": np.array([0.0, 0.5, 1.0])}, ("the", "the", "</s>"), {"seq2seq": "LSTM"}
        )
    )
    assert list(figure.data[0].x) == [0, 1, 2]
    assert figure.layout.xaxis.ticktext == ("the", "the", "&lt;/s&gt;")
    assert figure.data[0].y[0] == _LEAST
    assert figure.layout.yaxis.type == "log"


def test_in_a_lecture_the_title_of_an_axis_is_one_line_and_leaves_its_room_to_the_lines():
    axes = {"x": Axis(title="words\nand sentences"), "y": Axis()}
    chart = Chart(marks=(), **axes, height=300, margins=Margins(0, 0, 0, 72))
    one = replace(chart, x=Axis(title="words and sentences"))
    first, second = (plotly_figure(each, lecture=True)["layout"] for each in (chart, one))
    assert first["xaxis"]["title"]["text"] == "words and sentences"
    assert first["margin"]["b"] < second["margin"]["b"]
    assert "<br>" in plotly_figure(chart)["layout"]["xaxis"]["title"]["text"]


def test_in_a_lecture_a_legend_leaves_its_height_to_the_lines():
    scores = {"seq2seq": groups(40, 30, 20), "transformer": groups(50, 50, 45)}
    for by_length, grows in ((scores, False), ({"seq2seq": scores["seq2seq"]}, True)):
        chart = length_chart(by_length, words=12)
        small, large = (plotly_figure(chart, lecture=lecture) for lecture in (False, True))
        margins = [figure["layout"]["margin"] for figure in (small, large)]
        assert (margins[1]["t"] > margins[0]["t"]) == grows
        assert margins[1]["l"] > margins[0]["l"]


def test_words_that_no_other_translation_has_are_marked():
    three = [
        ["le", "gros", "chien", "rouge"],
        ["le", "chien", "rouge"],
        ["le", "gros", "chien", "vert"],
    ]
    assert differing(three) == [[False] * 4, [False] * 3, [False, False, False, True]]
    assert differing([["le", "chien"], ["un", "chien"], ["mon", "chien"]]) == [[True, False]] * 3
    assert differing([["a", "b"]] * 3) == [[False, False]] * 3
    assert differing([[], ["a"]]) == [[], [True]]


@pytest.mark.slow
def test_every_word_marked_in_one_of_two_has_its_counterpart():
    sentence = some.lists(some.sampled_from("abcd"), max_size=9)

    @given(sentence, sentence)
    def check(first, second):
        pair = first, second
        unmarked = [
            [word for word, mark in zip(words, marks) if not mark]
            for words, marks in zip(pair, differing(pair))
        ]
        assert unmarked[0] == unmarked[1]

    check()


def test_nothing_in_a_translation_is_read_as_markup():
    html = translations_html(
        {"seq2seq": "<script>alert(1)</script> chien", "transformer": "<b>gros</b> chien"}
    )
    assert "<script>" not in html
    assert "<b>" not in html
    assert "&lt;script&gt;" in html
    assert "<mark>&lt;b&gt;gros&lt;/b&gt;</mark> chien" in html


def test_the_english_stands_under_the_words_of_a_translation_and_the_marks_are_explained():
    translations = {"seq2seq": "L'homme  rit.", "transformer": "L'homme dort <b>."}
    html = translations_html(translations, ["The man laughs.", "The man sleeps."])
    assert '<ruby>homme<rt lang="en">man</rt></ruby>' in html
    assert "<ruby>rit.<rt" in html  # the full stop does not lie over “laughs”
    assert '<mark><ruby>dort<rt lang="en">sleeps</rt></ruby></mark>' in html
    assert "<b>" not in html
    assert "Underlined: " in html
    same = translations_html(dict.fromkeys(translations, "Il dort."))
    assert "It writes no word." not in same
    assert "<td><em>It writes no word.</em></td>" in translations_html(translations | {"gpt": ""})
    assert "<rt" not in same
    assert "Underlined: " not in same


def test_with_a_human_translation_words_that_differ_from_it_are_marked_on_both_sides():
    translations = {"seq2seq": "Le chat dort.", "transformer": "Le gros chien dort."}
    html = translations_html(translations, reference="Le gros chien se repose.")
    assert "Le <mark>chat</mark> <mark>dort.</mark></td>" in html
    assert "Le gros chien <mark>dort.</mark></td>" in html
    assert "Human translation</th><td>Le gros chien <mark>se</mark> <mark>repose.</mark>" in html
    assert "a word that no model wrote" in html
    same = translations_html(dict.fromkeys(translations, "Il dort."), reference="Il  dort.")
    assert "Human translation</th>" not in same
    assert "The human translation is the same." in same
    assert word_changes("Le chat dort.", "Le chien dort.") == [
        ("Le", ""),
        ("chat", "extra"),
        ("chien", "missing"),
        ("dort.", ""),
    ]


@pytest.mark.parametrize("name", shipped_for("translation"))
def test_every_model_has_figures_by_length_of_the_same_sentences(name):
    card, other = load(name, "cpu").card, load("transformer", "cpu").card

    def shape(by_length):
        return {
            file: [
                (group["least_words"], group["most_words"], group["sentences"]) for group in of_file
            ]
            for file, of_file in by_length.items()
        }

    assert shape(card["by_length"]) == shape(other["by_length"])
    json.loads(on_screen(length_chart({name: card["by_length"]["all files"]}, 5)).to_json())


def test_models_have_colours_of_their_own():
    colours = [model_colour(name) for name in (*shipped_for("translation"), "stranger")]
    assert len(set(colours)) == len(colours)


def test_the_cells_of_a_heatmap_have_the_names_of_its_axes():
    names = ["cross 1.1", "cross 1.2", "a < b"]
    cells = Heatmap(values=np.eye(3), least=0, most=1, palette="signed", bar=None)
    chart = Chart(
        marks=(cells,),
        x=Axis(categories=names),
        y=Axis(categories=names[::-1]),
        height=300,
        margins=Margins(0, 0, 0, 0),
    )
    [trace] = plotly_figure(chart)["data"]
    assert trace["x"] == ["cross 1.1", "cross 1.2", "a &lt; b"]
    assert trace["y"] == trace["x"][::-1]


def test_of_many_categories_every_second_has_a_label_and_the_highest_one():
    for count, step in ((16, 1), (30, 2)):
        names = [f"head {place}" for place in range(count)]
        bars = Bars(places=range(count), values=[0.5] * count, across=True, colour="#000000")
        chart = Chart(
            marks=(bars,),
            x=Axis(),
            y=Axis(categories=names),
            height=600,
            margins=Margins(0, 0, 0, 0),
        )
        assert plotly_figure(chart)["layout"]["yaxis"]["tickvals"] == [*range(count)][::-1][::step]
