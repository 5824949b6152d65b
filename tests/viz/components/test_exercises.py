"""Exercises that check themselves: one clear answer, and files that grade what is typed."""

import json
import subprocess
import sys
from functools import cache
from types import ModuleType
from urllib.parse import parse_qsl

import numpy as np
import pytest

import models
import viz
from tests.programs import find_program
from viz.base.answer_locks import check_answer, make_lock
from viz.base.language import complete_languages, writing_in
from viz.components.exercises import write_markdown, write_notebook, write_page, write_sheet
from viz.view.exercises import KINDS, make_exercises

APP = "http://localhost:8501/"
SEEDS = range(10)
GRADED = [  # the kind “switch” runs the model up to a thousand times
    pytest.param(seed, marks=pytest.mark.weekly if seed else pytest.mark.slow) for seed in SEEDS
]
TYPED = [  # form, answer, what is typed, whether it is right
    ("word", ["fatiguée"], " Fatiguee.", True),
    ("word", ["fatiguée"], "« FATIGUÉE »", True),
    ("word", ["sœur"], "soeur", True),
    ("word", ["fatiguée"], "fatigué", False),
    ("word", ["fatiguée"], "", False),
    ("head", ["3-1"], "layer 3, head 1", True),
    ("head", ["3-1"], "couche 3, tête 1", True),
    ("head", ["3-1"], "03.1", True),
    ("head", ["3-1"], "1, 3", False),
    ("head", ["3-1"], "3", False),
    ("number", [-4.666], "-4,67", True),
    ("number", [-4.666], "−4.66", True),
    ("number", [-4.666], "-4.64", False),
    ("number", [-4.666], "4.67", False),
    ("number", [0.355], "36 %", True),
    ("number", [0.355], "36", False),
    ("number", [0.004], ".00", True),
    ("number", [0.61, 0.3, 0.09], "0,61 0,30 0,09", True),
    ("number", [0.61, 0.3, 0.09], "0.61,0.30,0.09", True),
    ("number", [0.61, 0.3, 0.09], "[0.61, 0.3, 0.09, 0, 0.0]", True),
    ("number", [0.61, 0.3, 0.09], "0.3 0.61 0.09", False),
    ("number", [0.61, 0.3, 0.09], "0.61 0.3", False),
    ("number", [0.61, 0.3, 0.09], "one half", False),
]


@cache
def sheet(seed):
    """Five exercises, one of each kind, as a seed gives them."""
    return make_exercises(seed)


@pytest.mark.parametrize(("form", "answer", "typed", "is_right"), TYPED)
def test_a_lock_opens_for_the_answer_however_it_is_written(form, answer, typed, is_right):
    assert check_answer(typed, make_lock(answer, form, "salt")) == is_right


@pytest.mark.parametrize(
    ("form", "answer", "value"),
    [
        ("head", ["3-1"], (np.int64(3), np.int64(1))),
        ("number", [0.5], np.float32(0.5)),
        ("number", [0.25, 0.75], np.array([[0.25], [0.75]])),
    ],
)
def test_a_lock_opens_for_a_value_of_python(form, answer, value):
    assert check_answer(value, make_lock(answer, form, "salt"))


@pytest.mark.parametrize("value", [None, ..., [], float("nan"), float("inf"), [None], {}, object()])
@pytest.mark.parametrize(
    ("form", "answer"), [("word", ["cat"]), ("head", ["1-1"]), ("number", [0.0])]
)
def test_what_is_no_answer_is_wrong_and_raises_nothing(form, answer, value):
    assert not check_answer(value, make_lock(answer, form, "salt"))


def test_the_page_checks_as_python_does():
    locks = [[typed, make_lock(answer, form, "salt")] for form, answer, typed, _ in TYPED]
    script = (
        'import { checkAnswer } from "./viz/components/exercises/check.js";'
        f"console.log(JSON.stringify({json.dumps(locks)}.map(([a, lock]) => checkAnswer(a, lock))))"
    )
    node = [find_program("node", package="nodejs"), "--input-type=module", "-e", script]
    done = subprocess.run(node, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [is_right for *_, is_right in TYPED]


# --- the exercises of ten seeds ------------------------------------------------------------------


@pytest.mark.slow
def test_a_seed_gives_the_same_exercises_and_another_seed_others():
    kinds = ["align", "attend", "mask"]
    first = make_exercises(3, kinds)
    assert [exercise.kind for exercise in first] == [*kinds, "align", "attend"]
    assert make_exercises(3, kinds) == first
    other = {one.sentence for one in make_exercises(4, kinds)}
    assert len({one.sentence for one in first} & other) <= 1  # both are drawn from all
    assert [exercise.kind for exercise in sheet(0)] == [*KINDS]


@pytest.mark.weekly
def test_each_answer_opens_its_lock_in_both_languages_and_no_other_answer_does():
    every = [exercise for seed in SEEDS for exercise in sheet(seed)]
    for exercise in every:
        for language in complete_languages():
            with writing_in(language):
                assert check_answer(exercise.solution, exercise.lock), exercise
                assert exercise.solution not in exercise.hint
        others = [other.solution for other in every if other.answer != exercise.answer]
        same = [text for text in others if check_answer(text, exercise.lock)]
        assert len(same) < 3, (exercise, same)  # numbers may be near by chance


@pytest.mark.slow
def test_an_address_leads_to_the_run_that_was_asked_about():
    for exercise in sheet(0):
        page, _, query = exercise.address.partition("?")
        parameters = dict(parse_qsl(query))
        assert parameters["sentence"] == exercise.sentence
        assert page == {"score": "inside", "mask": "mask"}.get(exercise.kind, "")
        if exercise.form == "head":  # which is not to be read in the address
            assert "layer" not in parameters


@pytest.mark.slow
def test_the_sheet_and_the_page_hold_each_question_and_the_solutions_only_if_asked():
    for language in complete_languages():
        with writing_in(language):
            exercises = sheet(0)
            for write in (write_sheet, write_markdown):
                with_solutions, without = (write(exercises, wish, APP) for wish in (True, False))
                mask = next(one for one in exercises if one.kind == "mask")
                assert mask.solution in with_solutions
                assert mask.solution not in without
            page = write_page(exercises, APP)
            assert page.count("<form") == len(exercises)
            assert mask.solution not in page
            assert "$" not in page.partition("<script")[0]


# --- ten right and ten wrong notebooks -----------------------------------------------------------


def points_of(notebook: str, answers: dict[int, str]) -> list[int]:
    """Run the cells with these lines as solutions, as nbgrader does; return the points by test."""
    names: dict[str, object] = {}
    points = []
    for cell in json.loads(notebook)["cells"]:
        graded, source = cell["metadata"]["nbgrader"], "".join(cell["source"])
        if cell["cell_type"] != "code":
            continue
        number = int(graded["grade_id"].partition("-")[2] or 0)
        if graded["solution"] and number in answers:
            source = answers[number]
        try:
            exec(source, names)
            points.append(graded.get("points", 0))
        except (AssertionError, NameError, NotImplementedError):
            points.append(0)
        if not graded["grade"]:
            points.pop()
    return points


@pytest.fixture
def headsup(monkeypatch):
    """The package as it is when it is installed."""
    package = ModuleType("headsup")
    for part in (models, viz):
        vars(package).update({name: getattr(part, name) for name in part.__all__})
    package.load = models.load_from
    monkeypatch.setitem(sys.modules, "headsup", package)


@pytest.mark.parametrize("seed", GRADED)
def test_a_right_notebook_gets_all_points(seed, headsup):
    solved = write_notebook(sheet(seed), True, APP)
    assert points_of(solved, {}) == [1, 1, 1, 1, 1]
    # What the reader of a sheet types is right too, in another language and with commas.
    with writing_in("fr"):
        typed = [exercise.solution.upper() for exercise in sheet(seed)]
        empty = write_notebook(sheet(seed), False, APP)
    answers = {number: f"answer_{number} = {text!r}" for number, text in enumerate(typed, start=1)}
    assert points_of(empty, answers) == [1, 1, 1, 1, 1]
    assert "BEGIN SOLUTION" not in empty
    assert points_of(empty, {}) == [0, 0, 0, 0, 0]


MISTAKES = {  # by kind: in the solution's code, what a student writes instead
    "align": [("layer + 1, head + 1", "layer, head"), ("argmax", "argmin")],
    "attend": [(".argmax()", ".argsort()[-2]"), ("argmax", "argmin")],
    "score": [(" / np.sqrt(len(key))", ""), ("np.sqrt(len(key))", "len(key)")],
    "mask": [("2, : 2 + 1]", "2]"), ("powers / powers.sum()", "scores / scores.sum()")],
    "switch": [
        ("layer + 1, head + 1", "head + 1, layer + 1"),
        ("layer + 1, head + 1", "layer, head"),
    ],
}


@pytest.mark.parametrize("seed", GRADED)
def test_a_wrong_notebook_loses_the_points_of_its_mistakes_alone(seed, headsup):
    """Each has two mistakes, of two kinds."""
    notebook = json.loads(write_notebook(sheet(seed), True, APP))
    kinds, expected, wrong = [*KINDS], [1, 1, 1, 1, 1], {}
    for place in (seed % 5, (seed + 2) % 5):
        right, mistake = MISTAKES[kinds[place]][seed // 5]
        choice = sheet(seed)[place].choice
        if kinds[place] == "switch" and choice.layer == choice.head:
            right, mistake = MISTAKES["switch"][1]  # exchanged, they would be the same
        [cell] = [one for one in notebook["cells"] if one["id"] == f"solution-{place + 1}"]
        source = "".join(cell["source"])
        assert right in source
        wrong[place + 1], expected[place] = source.replace(right, mistake), 0
    assert points_of(json.dumps(notebook), wrong) == expected


@pytest.mark.slow
def test_the_cells_have_the_metadata_of_nbgrader():
    cells = json.loads(write_notebook(sheet(0), True, APP))["cells"]
    graded = [cell["metadata"]["nbgrader"] for cell in cells]
    assert len({one["grade_id"] for one in graded}) == len(cells)
    assert {one["schema_version"] for one in graded} == {3}
    for one in graded:
        assert one["locked"] != one["solution"]
        assert ("points" in one) == one["grade"]
        assert not (one["grade"] and one["solution"])
