"""A menu at every figure of every page: what it draws, that it costs nothing closed, and that a link gives the same on the command line."""

import csv
import hashlib
import io
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from urllib.parse import urlencode

import numpy as np
import pytest
from pypdf import PdfReader
from streamlit.testing.v1 import AppTest

from tests.viz.test_words_page import visit
from viz import panels
from viz.components.space import Points
from viz.export import FORMATS, PRESETS, Chart, charts, render
from viz.export.__main__ import Job, from_link, make
from viz.export.tables import table
from viz.figures.points import points_figure

PICTURES = "explorer", "inside", "matrices", "memory", "space"  # components that are figures
VIEWS = {  # every look of every page, with what a menu there needs to be seen
    "heads": ({},), "mask": ({"sees": "none"},), "align": ({}, {"compare": "scores"}), "bottleneck": ({},), "cost": ({},), "remember": ({}, {"side": "decoder", "show": "forget"}),
    "inside": ({}, {"inside-look": "contribution"}, {"inside-look": "guess", "reveal": "on"}, {"inside-look": "lecture", "inside-step": "3"},
               {"inside-look": "board", "board-step": "4"}),
    "order": (*({"look": look} for look in ("table", "waves", "products", "added", "shift", "order")),
              *({"look": "others", "encoding": name} for name in ("rotary", "alibi", "learned"))),
    "words": ({"others": "20"}, {"words-look": "meanings", "meanings-axes": "3"}, {"words-look": "sentences"}),
    "vectors": (*({"vectors-look": look} for look in ("near", "analogies", "axes", "bias")), {"vectors-look": "bias", "bias": "weat"})}
CASES = [pytest.param(page, asked, id="-".join((page, *asked.values()))) for page, views in VIEWS.items() for asked in views]
SIXTY = " ".join(["the quick dog and the old cat saw a man"] * 6)


def menus(test: AppTest) -> list[str]:
    """The keys of the menus on a page."""
    found = [block.proto.popover.id for block in test.get("popover") if block.proto.popover.label == "Export"]
    return [name.split("-export ", 1)[1] for name in found]


@pytest.fixture
def offered(monkeypatch):
    """What the menus of the page that is drawn next offer: key, and pictures by title."""
    found = {}
    monkeypatch.setattr(panels, "export_menu", lambda pictures, key, *rest, **more: found.update({key: pictures}))
    return found


def pictures_of(offered) -> dict[str, object]:
    return {f"{key} {title}": make() for key, pictures in offered.items() for title, make in pictures.items()}


@pytest.mark.parametrize("page, asked", CASES)
def test_every_figure_has_a_menu_of_its_own(page, asked):
    test = visit(page, **asked)
    figures = len(test.get("plotly_chart")) + sum(drawn.proto.component_name in PICTURES for drawn in test.get("bidi_component"))
    assert len(menus(test)) == figures > 0 and len({*menus(test)}) == figures


@pytest.mark.parametrize("page", VIEWS)
def test_a_closed_menu_draws_nothing_and_an_open_one_gives_every_format(page, monkeypatch):
    drawn, plain = [], panels.render
    monkeypatch.setattr(panels, "render", lambda *given, **more: drawn.append(given) or plain(*given, **more))
    test = visit(page)
    assert not test.get("download_button") and not drawn
    key = menus(test)[0]
    test.session_state[f"export {key}"] = True
    test.run()
    buttons = [button.proto.label for button in test.get("download_button")]
    assert not test.exception and buttons[:4] == ["SVG", "PDF", "PNG", "CSV"] and not drawn
    assert (buttons[4:] == ["NPZ", "JSON"]) == (page in ("heads", "mask", "inside", "remember"))
    test.button_group(key=f"export {key} for").set_value("grey").run()
    test.toggle(key=f"export {key} preview").set_value(True).run()
    assert not test.exception and test.get("image") and len(drawn) == 1


@pytest.mark.parametrize("page, asked", CASES)
def test_every_figure_is_drawn_with_its_caption_and_has_its_numbers(page, asked, offered):
    visit(page, **asked)
    for name, drawn in pictures_of(offered).items():
        svg = ElementTree.fromstring(render(drawn, "svg", "paper"))
        said = " ".join("".join(text.itertext()) for text in svg.iter("{http://www.w3.org/2000/svg}text"))
        assert drawn.caption and all(word in said for word in drawn.caption.split()), name
        head, *rows = csv.reader(io.StringIO(table(drawn)))
        assert rows and all(len(row) == len(head) for row in rows), name


@pytest.mark.slow
@pytest.mark.parametrize("page, asked", CASES)
def test_every_figure_gives_the_same_bytes_in_every_preset_and_format_and_its_text_is_found(page, asked, offered):
    visit(page, **asked)
    for name, drawn in pictures_of(offered).items():
        for preset in PRESETS:
            for format in FORMATS:
                content = render(drawn, format, preset)
                assert hashlib.sha256(content).digest() == hashlib.sha256(render(drawn, format, preset)).digest(), (name, format, preset)
                if format == "pdf":
                    found = "".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
                    assert all(word in found for word in drawn.caption.split() if word.isascii()), (name, preset)


@pytest.mark.slow
@pytest.mark.parametrize("page, asked", [("mask", {}), ("remember", {}), ("inside", {}), ("align", {"compare": "scores"}), ("order", {"look": "added"})])
def test_sixty_words_can_be_drawn(page, asked, offered):
    visit(page, sentence=SIXTY, **asked)
    for drawn in pictures_of(offered).values():
        for preset in PRESETS:
            render(drawn, "svg", preset)


MAIN = [pytest.param(page, asked, id="-".join((page, *asked.values()))) for page, views in VIEWS.items() if page != "words" for asked in views
        if asked.get("inside-look") not in ("contribution", "guess")]


@pytest.mark.parametrize("page, asked", MAIN)
def test_a_link_gives_the_command_line_the_picture_of_the_page(page, asked, offered):
    test = visit(page, **asked)
    link = f"/{page}?" + urlencode({name: value if isinstance(value, str) else value[0] for name, value in test.query_params.items()})
    job = from_link(link, Job(preset="paper"))
    numbers = make(replace(job, format="csv"), "cpu").decode()
    drawn = next(drawn for drawn in pictures_of(offered).values() if table(drawn) == numbers)
    assert make(job, "cpu") == render(drawn, "svg", "paper")


def test_two_menus_of_a_page_are_told_apart():
    test = visit("order", look="waves")
    for key in menus(test):
        test.session_state[f"export {key}"] = True
    test.run()
    test.button_group(key="export waves for").set_value("paper").run()
    assert not test.exception and test.button_group(key="export wavelengths for").value == "slide"


def test_a_chart_of_a_dark_page_is_exported_in_light_colours():
    found = np.random.default_rng(0).normal(size=(6, 8))
    assert render(charts.table(found, 10_000, False, "dark")) == render(charts.table(found, 10_000, False, "light"))


def test_nothing_is_offered_where_no_model_has_attention():
    assert menus(visit("align", model="seq2seq", second="seq2seq-rnn")) == []


def points(axes: int = 3) -> Points:
    generator = np.random.default_rng(1)
    return Points(generator.normal(size=(2, 12, axes)), ("embedding", "layer 1"), ("", "a note"), tuple("abcdefghijk<"), ("",) * 12,
                  np.array([0, 1, -1] * 4), ("first", "second & third"), np.arange(12) < 2, np.zeros((2, 12, 0), int), np.zeros((2, 12, 0)), (), "Letters", paths=True)


@pytest.mark.parametrize("axes", [2, 3])
def test_points_keep_their_names_groups_and_distances(axes):
    given = points(axes)
    figure = points_figure(given, 1)
    marked = {text: (x, y) for trace in figure.data if trace.mode.startswith("markers") for text, x, y in zip(trace.text, trace.x, trace.y)}
    assert set(marked) == {*"abcdefghijk", "&lt;"}
    assert {trace.name for trace in figure.data if trace.showlegend} == {"others", "first", "second &amp; third"}
    apart = lambda places: np.linalg.norm(places[0] - places[1])
    seen, true = apart(np.array([marked["a"], marked["b"]])), apart(given.places[1, :2])
    assert seen == pytest.approx(true) if axes == 2 else seen <= true  # an orthographic view only shortens
    rows = list(csv.DictReader(io.StringIO(table(charts.points(given, 1, -1, "PCA")))))
    assert [row["name"] for row in rows] == list(given.names) and rows[1]["group"] == "second & third" and rows[2]["group"] == ""
    np.testing.assert_allclose([[float(row[f"axis {axis + 1}"]) for axis in range(axes)] for row in rows], given.places[1], rtol=1e-5)


def test_the_numbers_of_a_chart_are_those_that_are_plotted():
    found = np.arange(6.0).reshape(2, 3)
    rows = list(csv.reader(io.StringIO(table(charts.table(found, 10_000, False)))))
    assert rows[0] == ["row", "column", "value"] and rows[1:] == [[str(y), str(x), f"{found[y, x]:g}"] for y in range(2) for x in range(3)]
    lines = list(csv.reader(io.StringIO(table(charts.waves(found, 10_000, [0, 2])))))
    assert lines[1:] == [["0 (sin)", "", "0", "0"], ["0 (sin)", "", "1", "3"], ["2 (sin)", "", "0", "2"], ["2 (sin)", "", "1", "5"]]


def test_no_caption_tells_of_nothing(offered):
    visit("remember")
    assert all("None" not in drawn.caption and not re.search(r"\s{2}", drawn.caption.replace("\n", " ")) for drawn in pictures_of(offered).values())
    assert all(isinstance(drawn, Chart) for name, drawn in pictures_of(offered).items() if "coloured" not in name)
