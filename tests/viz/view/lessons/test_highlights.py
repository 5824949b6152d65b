"""The highlights of a step are in its picture, and are what its text describes."""

import json
from functools import cache

import pytest

from tests.claims import STEPS
from viz.components.matrices import pack
from viz.draw.head_matrices import head_matrices, row_matrices
from viz.draw.matrix import Highlight, Matrix, lit_cells, with_highlights
from viz.pages.registry import PAGES
from viz.view.runner import PlainRunner
from viz.view.settings import read_settings

MARKED = {name: step for name, step in STEPS.items() if step.highlights}
# Steps whose text says that the row attends most to the highlighted word.
STRONGEST = [
    *("seq2seq 4", "seq2seq 6", "heads 1", "heads 2", "heads 3", "heads 4", "heads 5"),
    *("bert-gpt 1", "bert-gpt 8", "mask 3", "controls 3", "controls 7"),
]


@cache
def runner() -> PlainRunner:
    return PlainRunner("cpu")


def panels_of(name: str) -> list[Matrix]:
    """Return the pictures of a step, with its highlights."""
    step = STEPS[name]
    page = PAGES[step.page]
    computation = page.parts[step.part].computation
    settings = read_settings(
        computation.settings, dict(step.parameters), runner(), page.example
    ).settings
    content = computation.compute(settings, runner())
    if step.page != "heads":
        return with_highlights(content.matrices, step.highlights)
    draw = {"head": head_matrices, "row": row_matrices}[step.part]
    return draw(content.trace, settings.choice, settings.merged, step.highlights)


@pytest.mark.slow
@pytest.mark.parametrize("name", MARKED)
def test_everything_a_step_marks_is_in_its_pictures(name):
    panels = panels_of(name)
    if STEPS[name].part == "row":
        panels = panels[:1]  # the second has heads as its rows
    for panel in panels:
        assert len(panel.lit) == len(STEPS[name].highlights), panel.title


@pytest.mark.parametrize("name", STRONGEST)
def test_a_marked_cell_is_the_strongest_of_its_row(name):
    panels = panels_of(name)
    for panel in panels[2:] if STEPS[name].page == "mask" else panels:
        for row, column in panel.lit:
            assert panel.values[row].argmax() == column, (panel.title, panel.rows[row])


def test_the_text_names_what_is_marked():
    for name, step in MARKED.items():
        for light in step.highlights:
            for word in filter(None, (light.row, light.column)):
                assert word.partition(" #")[0] in step.whole_text, (name, word)


def test_what_is_not_in_a_picture_is_left_out():
    highlights = (
        Highlight("chien", "dog"),
        Highlight("chat", "dog"),
        Highlight("chien", None),
        Highlight(None, "dog"),
    )
    assert lit_cells(highlights, ("chien",), ("a", "dog")) == ((0, 1), (0, None), (None, 1))


def test_a_word_that_comes_again_is_marked_by_its_number():
    highlights = Highlight("red", None), Highlight("red #2", "dog"), Highlight("red #3", "dog")
    assert lit_cells(highlights, ("red", "a", "red"), ("dog",)) == ((0, None), (2, 0))


def test_a_row_in_every_head_says_the_most_that_each_marked_word_gets():
    lines, table = panels_of("classics 3")
    assert lines.lines
    assert lines.lit[0][0] == lines.rows.index("it")
    assert len(table.rows) == 16
    assert table.values.shape == (16, len(lines.columns))
    column = table.columns.index("animal")
    most = float(table.values[:, column].max())
    place = table.rows[int(table.values[:, column].argmax())]
    assert f"“animal” gets at most {most:.2f} ({place})." in table.caption


def test_a_picture_goes_to_the_browser_with_its_marks():
    data = pack(panels_of("heads 3"), "")
    head = json.loads(data[4 : 4 + int.from_bytes(data[:4], "little")])
    panel = head["panels"][0]
    assert [panel["rows"][row] for row, _ in panel["lit"]] == ["chien", "rouge", "dort"]
    assert [panel["columns"][column] for _, column in panel["lit"]] == ["dog", "red", "sleeping"]


def test_words_are_counted_from_1():
    assert lit_cells([Highlight("x #0", None)], ["x", "y", "x"], ["x"]) == ()
