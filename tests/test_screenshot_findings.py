"""The faults that are found from places of elements, and the contact sheet."""

from html.parser import HTMLParser

import pytest

from tests.screenshots.cases import HALL, LAPTOP, PHONE, Case, Size, cases, views
from tests.screenshots.findings import Finding, find_shifts, findings
from tests.screenshots.hall import SENTENCES, find_small_picture, hall_cases
from tests.screenshots.sheet import contact_sheet
from viz.base.examples import EXAMPLES
from viz.pages.registry import PAGES

LECTURE = Case("mask", (), HALL, lecture="on")
PLAIN = Case("mask", (), HALL)


def box(left: float, top: float, width: float, height: float) -> list[list[float]]:
    right, bottom = left + width, top + height
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


def text(words: str, corners: list, **more) -> dict:
    shared = {"text": words, "corners": corners, "size": 30, "kind": "text", "lost": False}
    return shared | {"stays": False, "element": words, "inSentence": False} | more


def measured(*texts: dict, **more) -> dict:
    nothing = {"window": [1920, 1080], "bar": 1000, "sentence": None, "across": [0], "down": 0}
    return nothing | {"blocks": [], "scrolls": [], "canvases": [], "texts": list(texts)} | more


def kinds(measurement: dict, case: Case = LECTURE) -> list[str]:
    return [finding.kind for finding in findings(measurement, case)]


def test_nothing_is_wrong_with_a_page_that_fits():
    page = measured(text("one", box(0, 0, 100, 30)), text("two", box(0, 30, 100, 30)))
    assert kinds(page) == [] == kinds(page, PLAIN)


@pytest.mark.parametrize(
    "fault, more",
    [
        ("scrolls", {"down": 40}),
        ("scrolls", {"scrolls": ["DIV list"]}),
        ("cut below", {"texts": [text("low", box(0, 980, 100, 30))]}),
        ("cut below", {"blocks": [{"name": "CANVAS", "corners": box(0, 500, 600, 520)}]}),
        ("cut at an edge", {"texts": [text("high", box(0, -10, 100, 30))]}),
        ("small type", {"texts": [text("tiny", box(0, 0, 100, 16), size=23)]}),
    ],
)
def test_faults_of_a_lecture(fault, more):
    assert kinds(measured(**more)) == [fault]
    assert kinds(measured(**more), PLAIN) == [], "only in a lecture"


@pytest.mark.parametrize(
    "fault, more",
    [
        ("scrolls sideways", {"across": [40]}),
        ("beyond the side", {"texts": [text("far", box(1900, 0, 100, 30))]}),
        ("cut off text", {"texts": [text("half", box(0, 0, 100, 30), lost=True)]}),
        (
            "cut off text",
            {"texts": [text("tick", box(95, 0, 20, 9), frame=box(0, 0, 100, 100))]},
        ),
    ],
)
def test_faults_of_every_page(fault, more):
    assert kinds(measured(**more), PLAIN) == [fault]


def canvas(corners: list, size: float = 30) -> dict:
    words = {"text": "word", "size": size, "corners": corners}
    return {"name": "waves", "corners": box(0, 0, 400, 400), "texts": [words]}


def test_what_a_canvas_writes_must_be_large_and_whole():
    inside, outside = box(10, 10, 80, 24), box(380, 10, 80, 24)
    assert kinds(measured(canvases=[canvas(inside)])) == []
    assert kinds(measured(canvases=[canvas(outside)])) == ["cut off text"]
    assert kinds(measured(canvases=[canvas(inside, 20)])) == ["small type"]
    laptop = Case("mask", (), LAPTOP, lecture="on")
    assert kinds(measured(canvases=[canvas(inside, 20)]), laptop) == [], "24 pixels at 1920"


def test_words_beside_cells_and_lines_may_be_smaller_than_other_type():
    for name in ("map", "lines"):
        assert kinds(measured(canvases=[canvas(box(10, 10, 80, 24), 16) | {"name": name}])) == []
    small = canvas(box(10, 10, 80, 24), 15) | {"name": "map"}
    assert kinds(measured(canvases=[small])) == ["small type"]


READABLE = {"picture": 600, "rows": 14, "rowLabels": 14, "columns": 13, "columnLabels": 13}
READABLE |= {"size": 20, "numbers": 18, "percents": True, "off": False}


@pytest.mark.parametrize(
    "fault, words, more",
    [
        ("small picture", 12, {"picture": 500}),
        ("lost labels", 12, {"rowLabels": 13}),
        ("lost labels", 20, {"columnLabels": 5}),
        ("small labels", 12, {"size": 15}),
        ("no numbers", 12, {"numbers": 0}),
        ("no percentages", 20, {"percents": False}),
        (None, 12, {}),
        (None, 12, {"numbers": 0, "off": True}),
        (None, 20, {"rowLabels": 7, "columnLabels": 6, "numbers": 0}),
    ],
)
def test_what_a_hall_cannot_read_of_the_picture_is_found(fault, words, more):
    faults = [kind for kind, _ in find_small_picture(READABLE | more, words, LECTURE)]
    assert faults == ([fault] if fault else [])


def test_the_picture_is_measured_for_4_to_20_words_each_experiment_both_windows_and_panels():
    assert all(len(text.split()) == count for count, text in SENTENCES.items())
    assert {*SENTENCES} == {4, 8, 12, 17, 20}
    assert not {*SENTENCES.values()} & {*EXAMPLES}
    everything = [case for _, case in hall_cases()]
    assert len({*everything}) == len(everything) == 5 * 6 * 2 * 2
    assert {case.size for case in everything} == {HALL, LAPTOP}


def test_texts_that_stand_on_each_other():
    low, high = text("low", box(0, 40, 100, 30)), box(0, 26, 100, 30)
    assert kinds(measured(text("high", high), low), PLAIN) == ["overlap"]
    assert kinds(measured(text("high", box(0, 20, 100, 30)), low), PLAIN) == [], "near each other"
    assert kinds(measured(text("one", high, element="low"), low), PLAIN) == []
    stuck = text("stuck", high, stays=True)
    assert kinds(measured(stuck, low), PLAIN) == [], "what stays while the page scrolls"


def test_texts_that_stand_on_the_sentence_bar():
    bar = {"sentence": box(0, 10, 1900, 60)}
    assert kinds(measured(text("over its edge", box(0, 66, 100, 30)), **bar), PLAIN) == ["overlap"]
    assert kinds(measured(text("below", box(0, 70, 100, 30)), **bar), PLAIN) == []
    assert kinds(measured(text("in it", box(0, 20, 100, 30), inSentence=True), **bar), PLAIN) == []
    assert kinds(measured(text("stuck", box(0, 66, 9, 30), stays=True), **bar), PLAIN) == []


def test_labels_aslant_whose_letters_do_not_touch():
    def aslant(x: float) -> list[list[float]]:  # a line of 100 by 20 pixels, turned by 45 degrees
        return [[x, 70], [x + 70, 0], [x + 84, 14], [x + 14, 84]]

    assert kinds(measured(text("a", aslant(0)), text("b", aslant(30))), PLAIN) == []
    assert kinds(measured(text("a", aslant(0)), text("b", aslant(12))), PLAIN) == ["overlap"]


def test_many_faults_of_a_kind_are_counted():
    page = measured(*(text(f"{place}", box(0, 1000 + 50 * place, 9, 30)) for place in range(12)))
    faults = findings(page, LECTURE)
    assert len(faults) == 9
    assert faults[-1] == Finding("cut below", "and 4 more")


def test_shifts_add_up():
    shift = {"value": 0.06, "moved": ["P note"]}
    assert find_shifts([shift], "typing") == []
    (finding,) = find_shifts([shift, shift], "typing")
    assert finding == ("layout shift", "typing: 0.12: P note")


def test_every_page_is_seen_in_every_window_in_a_lecture_where_there_is_room():
    everything = cases(list(views()))
    assert {case.page for case in everything} == {*PAGES}
    plain = [case for case in everything if not case.look]
    assert len(plain) == len(PAGES) * 2 * 2 * 6
    assert len({case.name for case in everything}) == len(everything)
    assert not [case for case in everything if case.size == PHONE and case.lecture == "on"]
    assert "lecture=on" in LECTURE.address
    assert "lecture" not in PLAIN.address
    heads = Case("heads", (), Size(800, 600), language="fr")
    assert heads.address == "/?language=fr"


def test_each_experiment_is_seen_in_every_lecture_with_the_panel_open_and_closed():
    experiments = [case for case in cases(list(views())) if case.look]
    assert {case.lecture for case in experiments} == {"on"}
    closed = {case.look for case in experiments if "panel" not in dict(case.look)}
    assert {name for look in closed for name, _ in look} > {"temperature", "positions", "mask"}
    opened = {case.look for case in experiments} - closed
    assert {look[:-1] for look in opened} == closed
    assert len(experiments) == 2 * len(closed) * 2 * 2 * 3


def test_looks_and_steps_have_names_of_their_own():
    all_views = list(views(looks=True, steps=True))
    assert {("order", (("look", "waves"),)), ("lessons", (("lesson", "mask"), ("step", "2")))} < {
        *all_views
    }
    everything = cases(all_views, sizes=["1280x720"])
    assert len({case.name for case in everything}) == len(everything)


class Reader(HTMLParser):
    """Collects the names in a page of HTML, and checks its nesting."""

    def __init__(self, page: str):
        super().__init__()
        self.sources: list[str] = []
        self.filters: set[tuple[str, str]] = set()
        self.figures: list[dict] = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.sources += [values[name] for name in ("src", "href") if name in values]
        if tag == "input":
            self.filters.add((values["name"], values["value"]))
        if tag == "figure":
            self.figures.append(values)


def test_the_sheet_shows_every_picture_and_needs_nothing_from_elsewhere():
    shots = {PLAIN: [], LECTURE: [Finding("overlap", "'<s>' and '</s>'")]}
    page = contact_sheet(shots)
    reader = Reader(page)
    assert {*reader.sources} == {f"{case.name}.png" for case in shots}
    assert {("lecture", "on"), ("lecture", "off"), ("findings", "some")} < reader.filters
    assert [figure["data-findings"] for figure in reader.figures] == ["none", "some"]
    assert "&lt;s&gt;" in page
    assert "http" not in page
