"""A menu at every figure of every page.

What it draws, that it costs nothing while closed, and that a link gives the same file.
"""

import csv
import gc
import io
import re
import weakref
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from pypdf import PdfReader
from streamlit.testing.v1 import AppTest

from models import UserError
from tests.links import name_case
from tests.pages import component_name, visit_with
from tests.screen import on_screen
from viz.cli.export import Job, from_link, make
from viz.components.space import Points
from viz.draw.chart import Chart
from viz.draw.files import render
from viz.draw.files.presets import PRESETS
from viz.draw.points import points_chart
from viz.draw.tables import table
from viz.pages import panels
from viz.pages.order.charts import table_chart, wave_chart
from viz.view.computation import Computation, Export, ExportMenu
from viz.view.settings import Settings

PICTURES = (
    "captions",
    "explorer",
    "inside",
    "matrices",
    "memory",
    "sketch",
    "space",
)  # components that are figures
VIEWS = {  # every look of every page, with the settings that make each menu visible
    "heads": ({},),
    "mask": ({"sees": "none"},),
    "align": ({}, {"compare": "scores"}),
    "bottleneck": ({},),
    "cost": ({}, {"cost-look": "kept", "model": "gpt"}),
    "cell": ({}, *({"cell-look": look} for look in ("units", "gradient", "find", "linear"))),
    "remember": ({"units": "all"}, {"units": "all", "side": "decoder", "show": "forget"}),
    "inside": (
        {},
        {"inside-look": "contribution"},
        {"inside-look": "guess", "reveal": "on"},
        {"inside-look": "lecture", "inside-step": "3"},
        {"inside-look": "board", "board-step": "4"},
        {"inside-look": "kernel"},
    ),
    "order": (
        *({"look": look} for look in ("table", "waves", "products", "added", "shift", "order")),
        *({"look": "others", "encoding": name} for name in ("rotary", "alibi", "learned")),
    ),
    "words": (
        {"others": "20"},
        {"words-look": "meanings", "meanings-axes": "3"},
        {"words-look": "sentences"},
        {"words-look": "merges"},
        {"words-look": "input", "model": "bert"},
    ),
    "vectors": (
        *({"vectors-look": look} for look in ("near", "analogies", "axes", "bias")),
        {"vectors-look": "bias", "bias": "weat"},
    ),
    "own": ({},),
    "learning": ({"learn-look": "trained"},),
    "languages": (*({"languages-look": look} for look in ("ways", "heads", "space", "measured")),),
    "verdict": (
        *({"verdict-look": look} for look in ("verdict", "words", "vectors", "tested", "people")),
    ),
    "digits": (*({"digits-look": look} for look in ("draw", "tested")),),
    "captions": ({}, {"captions-look": "tested"}),
    "trees": (*({"trees-look": look} for look in ("tree", "readings", "measured")),),
}


def cases(every: int) -> list:
    """The views: in CI the first one of every so many pages, the others once a week."""
    return [
        pytest.param((page, view), marks=pytest.mark.weekly if place else pytest.mark.slow)
        for number, (page, views) in enumerate(VIEWS.items())
        for place, view in enumerate(views, number % every)
    ]


CASES = cases(1)
SIXTY = " ".join(["the quick dog and the old cat saw a man"] * 6)


def menus(test: AppTest) -> list[str]:
    """Return the keys of the menus on a page."""
    ids = [
        block.proto.popover.id
        for block in test.get("popover")
        if block.proto.popover.label == "Export"
    ]
    return [name.split("-export ", 1)[1] for name in ids]


def collect_menus(monkeypatch) -> list[ExportMenu]:
    """Return the menus of the page that is drawn next."""
    drawn: list[ExportMenu] = []
    monkeypatch.setattr(panels, "show_menu", drawn.append)
    return drawn


@pytest.fixture
def offered(monkeypatch):
    return collect_menus(monkeypatch)


@pytest.fixture(scope="module", params=cases(3), ids=name_case)
def figures(request) -> dict[str, object]:
    """The pictures of a view by the names of their menus: drawn once for all tests of them.

    tests/viz/draw/files has tests of every kind of picture.
    """
    page, parameters = request.param
    with pytest.MonkeyPatch.context() as patch:
        offered = collect_menus(patch)
        visit_with(page, **parameters)
        return pictures_of(offered)


def pictures_of(offered) -> dict[str, object]:
    return {
        f"{menu.key} {export.title}": export.draw() for menu in offered for export in menu.exports
    }


@pytest.mark.parametrize("case", CASES, ids=name_case)
def test_every_figure_has_a_menu_of_its_own(case):
    page, parameters = case
    test = visit_with(page, **parameters)
    figures = len(test.get("plotly_chart")) + sum(
        component_name(component.proto) in PICTURES for component in test.get("bidi_component")
    )
    assert len(menus(test)) == figures > 0
    assert len({*menus(test)}) == figures


def test_the_menu_of_a_page_holds_none_of_its_content(monkeypatch):
    """Streamlit keeps it with a tab that may have left, and a trace takes up to 10 MB."""

    class Drawn:
        """Replaces the content of a page."""

        def __init__(self, settings, runner):
            self.settings = settings

        @property
        def menu(self) -> ExportMenu:
            return ExportMenu(
                "picture",
                tuple(Export(title, lambda title=title: (self, title)) for title in ("one", "two")),
                {"npz": lambda: self.settings.encode()},
                animation=lambda: (self, "moving"),
            )

    drawn: list[ExportMenu] = []
    monkeypatch.setattr(panels, "show_menu", drawn.append)
    content = Drawn("settings", None)
    panels.show_page_menu(Computation("", Settings, Drawn), "settings", content)
    content = weakref.ref(content)
    gc.collect()
    assert content() is None
    (menu,) = drawn
    assert menu.key == "picture"
    assert menu.numbers["npz"]() == b"settings"
    again, title = menu.exports[1].draw()
    assert again.settings == "settings"
    assert title == "two"
    assert menu.animation()[1] == "moving"


# Pages whose menus differ: with a moving picture, all numbers, an interactive page, or none of it.
MENUS = "heads", "cell", "own", "order"


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.slow if page in MENUS else pytest.mark.weekly)
        for page in VIEWS
    ],
)
def test_a_closed_menu_draws_nothing_and_an_open_one_gives_every_format(page, monkeypatch):
    renders = []
    plain = panels.render
    monkeypatch.setattr(
        panels,
        "render",
        lambda *arguments, **more: renders.append(arguments) or plain(*arguments, **more),
    )
    test = visit_with(page)
    quick = [button.key for button in test.get("download_button")]
    assert quick == [f"png {key}" for key in menus(test)]
    assert not renders
    key = menus(test)[0]
    test.session_state[f"export {key}"] = True
    test.run()
    buttons = [
        button.proto.label for button in test.get("download_button") if button.key not in quick
    ]
    assert not test.exception
    assert buttons[:5] == ["SVG", "PDF", "PNG", "PPTX", "CSV"]
    assert not renders
    whole = ["NPZ", "JSON"] if page in ("heads", "mask", "inside", "cell", "remember") else []
    whole += ["Excel, with formulas (.xlsx)"] * (page in ("inside", "cell", "order"))
    interactive = ["Interactive page (.html)"] * (
        page in ("heads", "mask", "inside", "own", "words", "vectors")
    )
    assert buttons[5:] == whole + interactive + ["GIF"] * (page == "heads")
    test.button_group(key=f"export {key} shape").set_value("square").run()
    test.button_group(key=f"export {key} for").set_value("grey").run()
    assert "TIKZ" in [button.proto.label for button in test.get("download_button")]
    assert not [toggle for toggle in test.toggle if toggle.key == f"export {key} dark"]
    test.toggle(key=f"export {key} preview").set_value(True).run()
    assert not test.exception
    assert test.get("image")
    assert len(renders) == 1


def test_every_figure_is_drawn_with_its_caption_and_has_its_numbers(figures):
    for name, picture in figures.items():
        svg = ElementTree.fromstring(render(picture, "svg", "paper"))
        text_content = " ".join(
            "".join(text.itertext()) for text in svg.iter("{http://www.w3.org/2000/svg}text")
        )
        assert picture.caption, name
        assert all(word in text_content for word in picture.caption.split()), name
        head, *rows = csv.reader(io.StringIO(table(picture)))
        assert rows, name
        assert all(len(row) == len(head) for row in rows), name


def test_every_figure_gives_the_same_bytes_again(figures):
    """In a format that depends on the length of its title; each kind of picture has others too."""
    for name, picture in figures.items():
        format = ("svg", "pdf", "png")[len(name) % 3]
        first, second = (render(picture, format, "slide") for _ in range(2))
        assert first == second, (name, format)


def test_the_text_of_every_figure_can_be_searched(figures):
    """In one of the presets, which take turns."""
    for name, picture in figures.items():
        words = [word for word in picture.caption.split() if word.isascii()]
        preset = [*PRESETS][len(name) % len(PRESETS)]
        pages = PdfReader(io.BytesIO(render(picture, "pdf", preset))).pages
        text_content = "".join(page.extract_text() for page in pages)
        assert [word for word in words if word not in text_content] == [], (name, preset)


@pytest.mark.slow
@pytest.mark.parametrize(
    "page, parameters",
    [
        ("mask", {}),
        pytest.param("inside", {}, marks=pytest.mark.weekly),
        pytest.param("remember", {}, marks=pytest.mark.weekly),
        pytest.param("align", {"compare": "scores"}, marks=pytest.mark.weekly),
        pytest.param("order", {"look": "added"}, marks=pytest.mark.weekly),
    ],
)
def test_sixty_words_can_be_drawn(page, parameters, offered):
    visit_with(page, sentence=SIXTY, **parameters)
    for picture in pictures_of(offered).values():
        render(picture, "svg", "paper")  # the narrowest


def test_two_menus_of_a_page_are_told_apart():
    test = visit_with("order", look="waves")
    for key in menus(test):
        test.session_state[f"export {key}"] = True
    test.run()
    test.button_group(key="export waves for").set_value("paper").run()
    assert not test.exception
    assert test.button_group(key="export wavelengths for").value == "slide"


def test_a_chart_of_a_dark_page_is_exported_in_light_colours():
    chart = table_chart(np.random.default_rng(0).normal(size=(6, 8)), False)
    dark, light = (on_screen(chart, theme).data[0].colorscale for theme in ("dark", "light"))
    assert dark != light
    exported = render(chart).decode()
    assert light[0][1] in exported
    assert dark[0][1] not in exported


@pytest.mark.slow
def test_nothing_is_offered_where_no_model_has_attention():
    assert menus(visit_with("align", model="seq2seq", second="seq2seq-rnn")) == []
    link = from_link("/align?model=seq2seq&second=seq2seq-rnn&sentence=I+am+tired.", Job())
    with pytest.raises(UserError, match="None of these models has attention"):
        make(link, "cpu")


def points(axes: int = 3) -> Points:
    generator = np.random.default_rng(1)
    return Points(
        generator.normal(size=(2, 12, axes)),
        ("embedding", "layer 1"),
        ("", "a note"),
        tuple("abcdefghijk<"),
        ("",) * 12,
        np.array([0, 1, -1] * 4),
        ("first", "second & third"),
        np.arange(12) < 2,
        np.zeros((2, 12, 0), int),
        np.zeros((2, 12, 0)),
        (),
        "Letters",
        paths=True,
    )


@pytest.mark.parametrize("axes", [2, 3])
def test_points_keep_their_names_groups_and_distances(axes):
    cloud = points(axes)
    figure = on_screen(points_chart(cloud, 1, -1, "PCA"))
    marked = {
        text: (x, y)
        for trace in figure.data
        if trace.mode.startswith("markers")
        for text, x, y in zip(trace.text, trace.x, trace.y)
    }
    assert set(marked) == {*"abcdefghijk", "&lt;"}
    assert {trace.name for trace in figure.data if trace.showlegend is not False} == {
        "others",
        "first",
        "second &amp; third",
    }

    def apart(places):
        return np.linalg.norm(places[0] - places[1])

    seen = apart(np.array([marked["a"], marked["b"]]))
    true = apart(cloud.places[1, :2])
    assert (
        seen == pytest.approx(true) if axes == 2 else seen <= true
    )  # an orthographic view only shortens
    rows = list(csv.DictReader(io.StringIO(table(points_chart(cloud, 1, -1, "PCA")))))
    assert [row["name"] for row in rows] == list(cloud.names)
    assert rows[1]["group"] == "second & third"
    assert rows[2]["group"] == ""
    np.testing.assert_allclose(
        [[float(row[f"axis {axis + 1}"]) for axis in range(axes)] for row in rows],
        cloud.places[1],
        rtol=1e-5,
    )


def test_the_numbers_of_a_chart_are_those_that_are_plotted():
    values = np.arange(6.0).reshape(2, 3)
    rows = list(csv.reader(io.StringIO(table(table_chart(values, False)))))
    assert rows[0] == ["row", "column", "value"]
    assert rows[1:] == [[str(y), str(x), f"{values[y, x]:g}"] for y in range(2) for x in range(3)]
    lines = list(csv.reader(io.StringIO(table(wave_chart(values, [0, 2])))))
    assert lines[1:] == [
        ["0 (sin)", "", "0", "0"],
        ["0 (sin)", "", "1", "3"],
        ["2 (sin)", "", "0", "2"],
        ["2 (sin)", "", "1", "5"],
    ]


@pytest.mark.slow
def test_no_caption_tells_of_nothing(offered):
    visit_with("remember")
    assert all(
        "None" not in picture.caption
        and not re.search(r"\s{2}", picture.caption.replace("\n", " "))
        for picture in pictures_of(offered).values()
    )
    assert all(
        isinstance(picture, Chart)
        for name, picture in pictures_of(offered).items()
        if "coloured" not in name
    )
