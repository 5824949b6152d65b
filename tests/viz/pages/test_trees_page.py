"""The page on trees: the pictures are the trees of the model's attention."""

import numpy as np
import pytest

from models.corpus import trees
from models.corpus.trees import ROOT
from tests.claims import of
from tests.contents import content_at
from tests.pages import alerts, visit_with
from viz.analysis.views import heads_of
from viz.draw.tables import table
from viz.pages.trees.charts import tree_chart
from viz.pages.trees.compute import COMPUTATION
from viz.pages.trees.settings import EXAMPLE
from viz.view.runner import PlainRunner

DOG = "The big red dog is sleeping on the bed."


def content_of(**address: str):
    runner = PlainRunner("cpu")
    runner.model = of
    return content_at(COMPUTATION, address, runner)


@pytest.mark.parametrize("name, stack", [("transformer", "encoder"), ("gpt", "decoder")])
def test_a_head_is_read_from_the_weights_that_the_front_page_shows(name, stack):
    content = content_of(model=name, sentence=DOG, parser="head", **{"tree-head": "2-3"})
    heads = heads_of(content.trace, stack, merged=True)
    first = heads.rows.index("The")
    count = len(content.words)
    expected = heads.weights[1, 2, first : first + count, first : first + count]
    np.testing.assert_allclose(
        content.scores[:, :-1][~np.eye(count, dtype=bool)],
        expected[~np.eye(count, dtype=bool)],
        atol=1e-6,
    )


def test_the_picture_has_an_arc_for_each_word_but_the_root():
    chart = tree_chart(("dogs", "chase", "cats"), (1, ROOT, 1), np.array([0.5, 0.9, 0.25]))
    assert table(chart).splitlines() == [
        "word,head,weight",
        "dogs,chase,0.5",
        "chase,,",
        "cats,chase,0.25",
    ]
    assert chart.summary == (
        "dogs hangs from chase: 0.50; root: chase; cats hangs from chase: 0.25"
    )
    assert len(chart.arrows) == 3


def test_two_readings_differ_in_the_word_and_the_better_is_the_best_tree_of_both():
    content = content_of(model="bert", **{"trees-look": "readings"})
    word, *heads = content.heads_compared
    assert [content.words[place] for place in (word, *heads)] == ["pajamas", "shot", "elephant"]
    best = trees.score_tree(content.scores, trees.maximum_tree(content.scores))
    assert max(content.readings(content.scores)) == pytest.approx(best)
    assert f"{best:.2f}".replace("-", "−") in content.reading_title(0)
    assert content.changed_sentence == "I shot an elephant in a cage."
    first, second = content.readings(content.scores)
    assert content.odds["bert", EXAMPLE] == pytest.approx(second - first)


@pytest.mark.slow
def test_sentences_without_a_tree_or_a_preposition_say_so():
    assert "A tree needs two words" in alerts(visit_with("trees", sentence="Dogs!"))[0]
    short = visit_with("trees", sentence="Dogs sleep.", **{"trees-look": "readings"})
    assert "three words" in alerts(short)[0]
    content = content_of(sentence="Old dogs sleep.", **{"trees-look": "readings"})
    assert content.changed_sentence == ""
    assert len(content.odds) == 3
