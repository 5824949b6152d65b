"""Pictures as files: what is in them, that they are the same again, and the command line."""

import csv
import hashlib
import io
import json
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import plotly.graph_objects as go
import pytest
import test_encodings
import test_word_figures
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from PIL import Image
from pypdf import PdfReader

from models import Request, WhatIf
from tests.disk import largest_file, on_a_disk_of
from viz.blackboard import lecture
from viz.components.matrices import Panel
from viz.export import FORMATS, PRESETS, Lines, Matrix, Picture, Words, draw, figures, render
from viz.export.__main__ import FIGURES, Job, from_link, from_row, main, make
from viz.export.page import clean, save, using, wrapped
from viz.export.plotly import draw as draw_plotly
from viz.export.plotly import from_plotly
from viz.export.tables import table
from viz.figures.lengths import length_figure
from viz.figures.next_word import next_word_figure
from viz.inside import derive
from viz.views import HeadChoice, aligners, heads_of

ROOT = Path(__file__).parents[2]
SENTENCE = "The big red dog sees the other dog"
SVG = "{http://www.w3.org/2000/svg}"
ODD = "<s>", "$x$", "a_b^2", "\\alpha", "l'été", "œuvre", "كلب", "&amp;", "</s>"
WORDS = "the a young woman with brown hair and her unbelievably slow dog".split()
SIXTY = tuple((WORDS * 6)[:60])


@pytest.fixture(scope="module")
def trace(model):
    return model.trace(Request("transformer", SENTENCE))


@pytest.fixture(scope="module")
def pictures(trace, model):
    """One of each kind."""
    choice = HeadChoice("cross", 3, 1)
    aligner = next(iter(aligners(model.attention_sizes["cross"], model.card).values()))
    return {"head": figures.head(trace, choice, False), "merged": figures.head(trace, choice, True),
            "overview": figures.overview(trace, "decoder", False),
            "lines": figures.lines(trace, choice, False), "alignment": figures.alignment(trace, aligner), "mask": figures.mask(trace, 1, 1)}


def matrix(rows=ODD, columns=ODD, seed=0, **more) -> Matrix:
    values = np.random.default_rng(seed).dirichlet(np.ones(len(columns)), len(rows)) if columns else np.zeros((len(rows), 0))
    return Matrix("A head", tuple(rows), tuple(columns), values, **more)


def causal(words=ODD) -> Matrix:
    allowed = np.tri(len(words), dtype=bool)
    values = np.where(allowed, 1 / np.arange(1, len(words) + 1)[:, None], 0)
    return Matrix("A head", tuple(words), tuple(words), values, allowed)


def texts(svg: bytes) -> list[str]:
    return ["".join(element.itertext()) for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def parts(svg: bytes, kind: str) -> list[ElementTree.Element]:
    return [element for element in ElementTree.fromstring(svg).iter() if re.fullmatch(rf"{kind}-\d+", element.get("id", ""))]


def pdf_text(pdf: bytes) -> str:
    return "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def outlines(figure) -> list[tuple[str, np.ndarray]]:
    """Each text of a figure with the corners of its box as it lies, turned or not, in pixels."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    with using():
        return turned(figure, renderer)


def turned(figure, renderer) -> list[tuple[str, np.ndarray]]:
    found = []
    for text in figure.findobj(Text):
        if not text.get_text().strip() or not text.get_visible():
            continue
        angle, anchor = np.radians(text.get_rotation()), text.get_transform().transform(text.get_unitless_position())
        text.set_rotation(0)
        corners = text.get_window_extent(renderer).corners()[[0, 1, 3, 2]]
        text.set_rotation(np.degrees(angle))
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        found.append((text.get_text(), (corners - anchor) @ turn.T + anchor))
    return found


def overlap(first: np.ndarray, second: np.ndarray, slack: float) -> bool:
    """Whether two rectangles share more than `slack` in every direction (separating axes)."""
    for edges in (first, second):
        for direction in (edges[1] - edges[0], edges[3] - edges[0]):
            direction = direction / (np.linalg.norm(direction) or 1)
            one, other = first @ direction, second @ direction
            if min(one.max(), other.max()) - max(one.min(), other.min()) <= slack:
                return False
    return True


def check_page(figure) -> None:
    """No text touches another and none leaves the page; half a point is forgiven, type has air above and below."""
    boxes, (wide, high), slack = outlines(figure), figure.get_size_inches() * figure.dpi, 0.5 * figure.dpi / 72
    for text, corners in boxes:
        assert corners.min() >= -slack and (corners.max(0) <= np.array([wide, high]) + slack).all(), f"{text} leaves the page"
    rough = np.array([[*corners.min(0), *corners.max(0)] for _, corners in boxes])
    for place, (text, corners) in enumerate(boxes):
        near = np.flatnonzero((rough[:place, :2] < rough[place, 2:]).all(1) & (rough[:place, 2:] > rough[place, :2]).all(1))
        for other in near:
            assert not overlap(corners, boxes[other][1], slack), f"{text} lies on {boxes[other][0]}"


# --- pictures ------------------------------------------------------------------------------------


@pytest.mark.parametrize("format, preset", [
    pytest.param(format, preset, marks=[] if format == "svg" or preset == "paper"
                 else pytest.mark.slow) for format in FORMATS for preset in PRESETS])
def test_the_same_picture_gives_the_same_bytes(format, preset):
    picture = lambda: Picture((causal(("a", "dog")), matrix(("a",), ("b", "c"))), caption="A dog → Un chien")
    assert render(picture(), format, preset) == render(picture(), format, preset)


def test_another_process_gives_the_same_bytes():
    code = ("import sys, hashlib, numpy as np; from viz.export import *; picture = Picture((Matrix('A', ('dog', 'a'), ('x',), np.ones((2, 1))),), caption='x → y'); "
            "print(*(hashlib.sha256(render(picture, format, 'paper')).hexdigest() for format in FORMATS))")
    other = subprocess.run([sys.executable, "-X", "utf8", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    picture = Picture((Matrix("A", ("dog", "a"), ("x",), np.ones((2, 1))),), caption="x → y")
    assert other.split() == [hashlib.sha256(render(picture, format, "paper")).hexdigest() for format in FORMATS]


@pytest.mark.parametrize("kind, preset", [
    ("head", "slide"), ("head", "grey"), ("merged", "paper"), ("overview", "slide"), ("overview",
                                                                                      "paper"), ("lines", "slide"), ("lines", "paper"),
    ("alignment", "grey"), ("mask", "slide"), ("mask", "paper"), ("mask", "grey")])
def test_every_word_and_the_caption_are_text_in_svg_and_pdf_and_nothing_overlaps(kind, preset, pictures, trace):
    picture = pictures[kind]
    svg = render(picture, "svg", preset)
    found = texts(svg)
    file = pdf_text(render(picture, "pdf", preset)) if kind != "overview" else None
    spoken = " ".join(found)
    for word in picture.caption.split():
        assert word in spoken and (file is None or word in file)
    for words in [(one.rows, one.columns) for one in picture.matrices
                  if not picture.across] or ([(picture.lines.left, picture.lines.right)] if picture.lines else []):
        for word in (*words[0], *words[1]):
            assert word in found and (file is None or word in file)
    assert trace.sentence in picture.caption and trace.translation in picture.caption and "transformer" in picture.caption
    check_page(draw(picture, preset))
    check_page(draw(picture, preset, format="pdf"))


def test_a_caption_says_layer_head_and_what_is_changed(model):
    changed = model.trace(Request("transformer", SENTENCE, None, WhatIf(temperature=2.0)))
    said = figures.head(changed, HeadChoice("cross", 3, 1), False).caption
    assert "layer 4, head 2" in said and "cross-attention" in said and "Not the model as trained. What if the softmax has temperature 2?" in said


def test_without_a_caption_there_is_none():
    picture = Picture((matrix(),), caption="A caption → une légende")
    assert not parts(render(picture, "svg", "slide", caption=False), "caption") and parts(render(picture), "caption")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_cell_has_its_number_where_numbers_fit(preset):
    one = matrix(WORDS[:6], WORDS[:8])
    numbers = ["".join(part.itertext()).strip() for part in parts(render(Picture((one,)), "svg", preset), "number")]
    assert numbers == [f"{value:.2f}".removeprefix("0") for value in one.values.flat if value >= 0.005]


def test_masked_cells_are_hatched_and_others_are_not():
    svg = render(Picture((causal(),)), "svg", "slide", caption=False)
    hatched = [part.find(f"{SVG}path").get("d").count("M") for part in parts(svg, "masked")]
    assert hatched == [3 * 36, 3]  # of nine words, and of the legend
    assert not parts(render(Picture((matrix(),)), "svg"), "masked")
    assert len(parts(svg, "number")) == 45


def test_changed_cells_are_outlined():
    changed = np.zeros((9, 9), bool)
    changed[2, 3] = changed[4, 4] = True
    outlined = parts(render(Picture((matrix(changed=changed),)), "svg"), "changed")
    assert [part.find(f"{SVG}path").get("d").count("M") for part in outlined] == [2]


def test_a_colour_means_the_same_weight_in_every_picture():
    fills = lambda values: [re.search(r"fill: (#\w+)", part.find(f"{SVG}path").get("style"))[1] for part in parts(
        render(Picture((Matrix("", ("a",), ("b", "c"), np.array([values])),)), "svg"), "cells")]
    assert fills([0.25, 0.5])[1] == fills([0.5, 1.0])[0] and fills([0.0, 1.0])[-1] == "#071f4d"


def test_the_matrices_of_a_page_can_be_drawn_and_cosines_below_0_are_pale():
    values = np.array([[1, -0.25], [-0.25, 1]])
    shown = [Panel("Cosines", "", "#0072b2", ("1. A dog", "2. A cat"), ("1", "2"), values, least=-1.0, kind="cosine"),
             Panel("None", "why", "#0072b2")]
    picture = figures.panels(shown, "Two sentences")
    svg = render(picture, "svg")
    assert len(picture.matrices) == 1 and {"−0.25", "1.00", "cosine 0 or less", "1. A dog"} <= set(texts(svg))
    assert len(parts(svg, "cells")) == 1
    check_page(draw(picture))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("picture", [
    Picture((matrix(SIXTY, SIXTY),), caption=" ".join(SIXTY)), Picture((causal(SIXTY),) * 3,
                                                                       caption=" ".join(SIXTY) + " → " + " ".join(SIXTY)),
    Picture(lines=Lines("Lines", SIXTY, SIXTY[:48], np.full((60, 48), 1 / 48), "#d55e00", ("looks …", "… at")), caption=" ".join(SIXTY))],
    ids=["one", "three", "lines"])
def test_sixty_words_stand_apart_and_on_the_page(picture, preset):
    check_page(draw(picture, preset))
    svg = render(picture, "svg", preset)
    named = ["".join(part.itertext()).strip() for part in parts(svg, "label")]
    said = "word is named." in " ".join(texts(svg))
    count = len(picture.matrices) * 120 or 108
    assert set(named) <= set(SIXTY) and len(named) <= count and (said or len(named) == count) and len(named) >= count / 3


@pytest.mark.parametrize("preset", PRESETS)
def test_twelve_by_twelve_heads_have_names_that_stand_apart(preset):
    heads = tuple(Matrix(f"layer {layer}, head {head}", SIXTY, SIXTY, np.eye(60), short=f"{layer}.{head}") for layer in range(1, 13)
                  for head in range(1, 13))
    picture = Picture(heads, 12, caption="all")
    check_page(draw(picture, preset))
    assert len(parts(render(picture, "svg", preset), "title")) == 144


def test_repeated_words_keep_their_own_column():
    one = Matrix("", ("the", "the"), ("dog", "dog", "dog"), np.array([[1, 0, 0], [0, 0, 1.0]]))
    svg = render(Picture((one,)), "svg")
    places = [part.find(f"{SVG}text").get("x") for part in parts(svg, "label") if "dog" in "".join(part.itertext())]
    assert len(set(places)) == 3


@pytest.mark.parametrize("preset", ["slide", "paper"])
def test_special_characters_come_out_as_written(preset):
    picture = Picture((matrix(),), caption=" ".join(ODD) + " 日本")
    found = texts(render(picture, "svg", preset))
    assert set(ODD) <= set(found) and any("日本" in text for text in found)
    file = pdf_text(render(picture, "pdf", preset))
    assert all(word in file for word in ODD if word.isascii() or word in ("l'été", "œuvre"))
    check_page(draw(picture, preset))


def test_what_no_file_can_hold_is_replaced_and_a_long_word_shortened():
    assert clean("a\x00b\tc\nd\ud800") == "a\ufffdb c d\ufffd"
    svg = render(Picture((Matrix("", ("x" * 50,), ("\x07",), np.ones((1, 1))),), caption="y" * 900), "svg", "paper")
    assert "x" * 19 + "…" in texts(svg) and "".join(texts(svg)).count("y") == 900


def test_grey_has_no_colour():
    picture = Picture((causal(), matrix(changed=np.eye(9) > 0)), caption="a")
    for one in (picture, Picture(lines=Lines("", ODD, ODD, np.eye(9), "#d55e00"))):
        colours = re.findall(rb"#[0-9a-f]{6}", render(one, "svg", "grey"))
        assert colours and all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)
    pixels = np.asarray(Image.open(io.BytesIO(render(picture, "png", "grey"))).convert("RGB"))
    assert (pixels.min(-1) == pixels.max(-1)).all()


def test_a_png_is_transparent_on_demand_and_a_slide_has_1920_pixels():
    clear, white = (Image.open(io.BytesIO(render(Picture((matrix(),)), "png", "slide", transparent=how))) for how in (True, False))
    assert clear.size == white.size == (1920, 1080)
    assert clear.convert("RGBA").getpixel((0, 0))[3] == 0 and white.convert("RGBA").getpixel((0, 0)) == (255, 255, 255, 255)
    assert clear.convert("RGBA").getextrema()[3] == (0, 255)


def test_pages_have_the_size_of_their_preset():
    boxes = {preset: PdfReader(io.BytesIO(render(Picture((matrix(),)), "pdf", preset))).pages[0].mediabox for preset in ("slide", "paper")}
    assert (boxes["slide"].width, boxes["slide"].height) == (960, 540) and boxes["paper"].width == 240


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(ValueError, match="gif"):
        render(Picture((matrix(),)), "gif")
    with pytest.raises(ValueError, match="poster"):
        render(Picture((matrix(),)), "svg", "poster")
    with pytest.raises(ValueError, match=r"\(2, 2\)"):
        Matrix("", ("a",), ("b",), np.eye(2))
    with pytest.raises(ValueError, match="lines"):
        Picture()


def test_lines_are_as_dark_as_the_weights():
    svg = render(Picture(lines=Lines("", ("a", "b"), ("c", "d"), np.array([[0.25, 0.75], [0, 1]]), "#d55e00")), "svg")
    shares = [float(found[1]) if (found := re.search(r"opacity: ([\d.]+)", part.find(f"{SVG}path").get("style"))) else 1.0
              for part in parts(svg, "line")]
    assert shares == [0.25, 0.75, 1.0]


def test_a_line_of_text_is_never_wider_than_its_room():
    look = PRESETS["paper"]
    assert wrapped("a b\n\nc", 8, 200, look) == ["a b", "c"]
    assert "".join(wrapped("w" * 300, 8, 100, look)) == "w" * 300


# --- numbers -------------------------------------------------------------------------------------


def test_the_csv_has_the_weights_of_the_head(trace):
    choice = HeadChoice("decoder", 1, 2)
    text = figures.numbers(trace, choice, False)
    head, *rows = csv.reader(io.StringIO(text))
    heads = heads_of(trace, "decoder", False)
    assert head[1:] == [f"{place}. {word}" for place, word in enumerate(heads.columns, 1)] and len(rows) == len(heads.rows)
    cells = np.array([[float(cell) if cell else np.nan for cell in row[1:]] for row in rows])
    np.testing.assert_array_equal(np.isnan(cells), ~heads.allowed)
    np.testing.assert_allclose(np.nan_to_num(cells), heads.weights[1, 2], atol=5e-7)
    assert text == figures.numbers(trace, choice, False)


def test_the_npz_has_everything_and_is_the_same_again(trace):
    content = figures.whole(trace)
    found = np.load(io.BytesIO(content), allow_pickle=False)
    np.testing.assert_array_equal(found["attention_cross_weights"], trace.attention["cross"].weights)
    np.testing.assert_array_equal(found["hidden_decoder"], trace.hidden["decoder"])
    assert tuple(found["source"]) == trace.source and str(found["sentence"]) == SENTENCE and "attention_decoder_scores" in found
    assert content == figures.whole(trace)


def test_the_json_has_the_same_with_six_places_and_is_the_same_again(trace):
    content = figures.whole_json(trace)
    found, arrays = json.loads(content), figures.arrays(trace)
    assert set(found) == set(arrays) and content == figures.whole_json(trace) and b"NaN" not in content
    for name, array in arrays.items():
        if array.dtype.kind == "f":
            np.testing.assert_allclose(np.array(found[name], float), array, rtol=5e-6, atol=0)
    assert tuple(found["source"]) == trace.source and found["sentence"] == SENTENCE and found["request"]["model"] == "transformer"
    rounded = re.findall(rb"-?\d+\.\d+(?:e-?\d+)?", content)
    assert len(rounded) > 1000 and all(len(re.sub(rb"e.*", b"", number).replace(b".", b"").lstrip(b"-0")) <= 6 for number in rounded)


def test_the_npz_of_a_model_without_attention_has_its_gates(capsys, tmp_path):
    assert main([SENTENCE, "--model", "seq2seq", "-o", str(tmp_path / "run.npz")]) == 0
    found = np.load(tmp_path / "run.npz", allow_pickle=False)
    assert "gates_encoder_forward_forget" in found and "attention_cross_weights" not in found


# --- the app's other figures ---------------------------------------------------------------------


GROUPS = [{"least_words": least, "most_words": most, "mean_words": 5, "sentences": 50, "bleu": 40, "low": 37, "high": 43} for least,
          most in ((1, 4), (5, None))]
PLOTS = {**test_encodings.MAKE, **test_word_figures.MAKE,
         "lengths": lambda: length_figure({"seq2seq": GROUPS, "transformer": GROUPS}, 12),
         "next": lambda: next_word_figure(ODD, {"a mask": [0.5] * 9, "no mask": [0.25] * 9}, {"a mask": "#0072b2", "no mask": "#d55e00"})}


@pytest.mark.parametrize("name", PLOTS)
def test_every_figure_of_the_app_can_be_drawn_with_its_words(name):
    figure = PLOTS[name]()
    drawn = draw_plotly(figure, "A caption → une légende", "paper")
    with using():
        found = " ".join(texts(save(drawn, "svg", PRESETS["paper"])))
    assert "A caption → une légende" in found
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        for word in re.sub(r"<br>", " ", axis.title.text or "").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").split():
            assert word in found
    drawn.set_dpi(72)
    canvas, (wide, high) = FigureCanvasAgg(drawn), drawn.get_size_inches() * 72
    for axes in drawn.axes:
        with using():
            box = axes.get_tightbbox(canvas.get_renderer())
        assert -1 <= box.x0 and -1 <= box.y0 and box.x1 <= wide + 1 and box.y1 <= high + 1


@pytest.mark.parametrize("format", ["svg", pytest.param("pdf", marks=pytest.mark.slow), pytest.param("png", marks=pytest.mark.slow)])
def test_the_same_figure_of_the_app_gives_the_same_bytes(format):
    assert from_plotly(PLOTS["lengths"](), "x", format, "slide") == from_plotly(PLOTS["lengths"](), "x", format, "slide")


def test_a_figure_of_the_app_in_grey_has_no_colour():
    for name in ("next", "table", "association"):
        colours = re.findall(rb"#[0-9a-f]{6}", from_plotly(PLOTS[name](), "x", "svg", "grey"))
        assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)


def test_a_trace_that_is_not_known_is_named():
    with pytest.raises(ValueError, match="pie, sunburst"):
        from_plotly(go.Figure([go.Pie(values=[1]), go.Sunburst()]))


# --- the command line ----------------------------------------------------------------------------


@pytest.mark.parametrize("figure", ["cross", *FIGURES[3:]])
def test_the_command_line_writes_every_figure(figure, tmp_path, capsys):
    file = tmp_path / "dog.svg"
    assert main(["The big red dog", "--figure", figure, "--merge", "--target", "Le chien", "--device", "cpu", "-o", str(file)]) == 0
    assert "The big red dog → Le chien" in " ".join(texts(file.read_bytes())) and capsys.readouterr().err == ""


def test_every_ending_gives_its_kind_of_file(tmp_path):
    begins = {"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG", "csv": b"row,", "npz": b"PK", "json": b'{"sentence"'}
    for name, begin in begins.items():
        file = tmp_path / f"dog.{name}"
        assert main([SENTENCE, "--layer", "4", "--head", "2", "--device", "cpu", "--what-if", "mask=none", "-o", str(file)]) == 0
        assert file.read_bytes().startswith(begin)


@pytest.mark.parametrize("wrong, said", [
    (["--model", "gpt"], "no model “gpt”. Choose one of: transformer"), (["--figure", "pie"], "no figure “pie”. Choose"),
    (["--layer", "9"], "no layer “9”"), (["--head", "0"], "Give a number from 1 to 4"), (["--head", "x"],
                                                                                         "no head “x”"), (["--preset", "poster"], "no preset"),
    (["-o", "dog.gif"], "no file ending “gif”"), (["--what-if", "mask=sometimes"],
                                                  "“mask=sometimes” cannot be read"), (["--what-if", "luck=1"], "no what-if “luck”"),
    (["--what-if", "mask"], "Write name=value"), (["--model", "seq2seq"],
                                                  "has no cross-attention"), (["--model", "bilstm-dot", "--what-if", "mask=none"], "."),
    (["-o", "nowhere/dog.svg"], "cannot be written"), (["--to", "x"], "--from FILE"), (["--link", "/words?model=transformer"], "“words” has no picture"),
    (["--link", "/order?look=table&d_model=9000"], "only 2 to 512"), (["--link", "/order?look=tabel"], "only table, waves"),
    (["--link", "/inside?sentence=A+dog&inside-look=guess"], "only be exported in the app"),
    (["--link", "http://[::1"], "“http://[::1” is no address (Invalid IPv6 URL). Copy it from the"),
])
def test_what_cannot_be_had_is_said_in_one_sentence_with_code_1(wrong, said, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main([SENTENCE, "--device", "cpu", "-o", "dog.svg", *wrong]) == 1
    told = capsys.readouterr().err
    assert said in told and told.count("\n") == 1 and not list(tmp_path.iterdir())


def test_without_a_sentence_or_a_file_it_says_so(capsys):
    assert main(["-o", "x.svg"]) == 1 and "no sentence" in capsys.readouterr().err
    assert main(["A dog"]) == 1 and "-o dog.svg" in capsys.readouterr().err


def test_a_table_with_a_bad_row_makes_the_others(tmp_path, capsys):
    table = tmp_path / "rows.csv"
    table.write_text("sentence,figure,layer,head,preset,merge,what-if,file\nThe big red dog,cross,4,2,paper,yes,,\nThe dog,decoder,2,1,,,mask=none;temperature=2,a.pdf\n"
                     "The dog,cross,9,1,,,,\n\"A dog, a cat\",lines-cross,,,grey,,,\nThe dog,mask,1,1,,,,b.png\n", encoding="utf-8")
    assert main(["--from", str(table), "--to", str(tmp_path / "out"), "--device", "cpu"]) == 1
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["001-cross-layer-4-head-2.svg", "004-lines-cross.svg", "a.pdf",
                                                                          "b.png"]
    told = [line for line in re.split(r"[\r\n]", capsys.readouterr().err) if "Row" in line]
    assert len(told) == 1 and "Row 3: There is no layer “9”" in told[0]


def test_a_list_of_links_of_the_app(tmp_path, capsys):
    links = tmp_path / "links.txt"
    links.write_text("# a comment\nhttp://localhost:8501/?model=transformer&sentence=The+dog&attention=encoder&layer=1&head=2&words=written\n\n"
                     "https://example.org/app/mask?model=transformer&sentence=The+dog&sees=none&decoder-head=2-3\n"
                     "/align?model=transformer&sentence=The+dog&aligner=layer-2-mean\n/words?model=transformer&sentence=x\n", encoding="utf-8")
    assert main(["--from", str(links), "--to", str(tmp_path / "out"), "--device", "cpu"]) == 1
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "001-encoder-layer-1-head-2.svg", "002-mask-layer-2-head-3.svg", "003-align.svg"]
    assert "“words” has no picture" in capsys.readouterr().err
    assert "the causal mask is off" in " ".join(texts((tmp_path / "out" / "002-mask-layer-2-head-3.svg").read_bytes()))


def test_a_picture_that_does_not_fit_on_the_disk_leaves_the_earlier_one(tmp_path, capsys):
    (tmp_path / "dog.svg").write_text("earlier")
    with largest_file(4096):
        assert main([SENTENCE, "--device", "cpu", "-o", str(tmp_path / "dog.svg")]) == 1
    assert "dog.svg cannot be written: File too large. Make room there" in capsys.readouterr().err
    left = [(path.name, path.read_text()) for path in tmp_path.iterdir()]
    assert left == [("dog.svg", "earlier")]


@pytest.mark.slow
def test_the_command_on_a_full_disk_leaves_the_earlier_picture(tmp_path):
    code = """import sys
from pathlib import Path
from viz.export.__main__ import main
folder = Path(sys.argv[1])
(folder / "dog.svg").write_text("earlier")
print(main([sys.argv[2], "--device", "cpu", "-o", str(folder / "dog.svg")]))
print([(path.name, path.read_text()) for path in folder.iterdir()])
"""
    assert on_a_disk_of("8k", tmp_path, code, SENTENCE) == (
        f"{tmp_path}/dog.svg cannot be written: No space left on device. Make room there, or name "
        "another place.\n1\n[('dog.svg', 'earlier')]\n")


YAML = """
defaults: {sentence: A red dog, preset: paper, caption: no}
pictures:
  - {figure: lines-cross, layer: 4, head: 2}
  - {file: mask.csv, figure: mask, layer: 1, what-if: {positions: off, temperature: 2}, caption: yes}
  - link: /order?look=table&table-length=10
    format: pdf
"""


def test_a_yaml_file_makes_many_with_its_defaults(tmp_path):
    (tmp_path / "rows.yaml").write_text(YAML, encoding="utf-8")
    assert main(["--from", str(tmp_path / "rows.yaml"), "--to", str(tmp_path / "out"), "--device", "cpu"]) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["001-lines-cross-layer-4-head-2.svg", "003-order.pdf", "mask.csv"]
    svg = (tmp_path / "out" / "001-lines-cross-layer-4-head-2.svg").read_bytes()
    assert svg == make(Job("A red dog", figure="lines-cross", layer="4", head="2", preset="paper", caption=False), "cpu")
    numbers = make(Job("A red dog", figure="mask", layer="1", format="csv", what_ifs=(("positions", "off"), ("temperature", "2"))), "cpu")
    assert (tmp_path / "out" / "mask.csv").read_bytes() == numbers and len(PdfReader(tmp_path / "out" / "003-order.pdf").pages) == 1


@pytest.mark.parametrize("text, said", [
    ("- {a: b", "is not YAML in line 2"), ("just words", "something else than pictures"), ("", "something else"), ("[]", "has no rows"),
    ("pictures: [a]", "something else"), ("defaults: 3\npictures: []", "something else"), ("images: []", "“images” at the top"),
    ("- sentence: [a, b]", "is a list or a mapping"), ("- {sentence: A dog, colour: red}", "no option “colour”"),
    ("- !!python/object/apply:os.system ['true']", "is not YAML in line 1")])
def test_a_broken_yaml_file_is_told_in_a_sentence(text, said, tmp_path, capsys):
    (tmp_path / "rows.yml").write_text(text + "\n", encoding="utf-8")
    assert main(["--from", str(tmp_path / "rows.yml"), "--to", str(tmp_path / "out"), "--device", "cpu"]) == 1
    told = capsys.readouterr().err
    assert said in told and "Traceback" not in told


def test_a_step_of_a_derivation_has_its_grids_its_sentence_and_its_formula():
    found = lecture()
    for number, step in enumerate(found.steps):
        picture = figures.step(found, number)
        assert [matrix.title.split(",")[0] for matrix in picture.matrices] == [found.grids[name].title.split(",")[0] for name in dict.fromkeys(step.shows)]
        assert step.says in picture.caption and step.name.lower() in picture.caption and "<" not in picture.caption
        assert {row["grid"] for row in csv.DictReader(io.StringIO(table(picture)))} == {found.grids[name].title for name in step.shows}
        for preset in PRESETS:
            check_page(draw(picture, preset))
    assert "sⱼ = pⱼ / √d_head" in figures.step(found, 1).caption and "αⱼ = eⱼ / z" in figures.step(found, 3).caption


def test_a_vector_is_folded_and_its_numbers_are_not(trace, model):
    found = derive(trace, model.parameters("cross", 3), "cross", 3, 0, 2, 4)
    picture = figures.step(found, 1)
    assert [matrix.values.shape for matrix in picture.matrices] == [(4, 32), (128, 32), (1, 32), (1, 32)] and "next line" in picture.caption
    rows = [row for row in csv.DictReader(io.StringIO(table(picture))) if row["grid"] == found.grids["word"].title]
    np.testing.assert_allclose([float(row["value"]) for row in rows], found.grids["word"].values[0], rtol=1e-5)
    np.testing.assert_array_equal(picture.matrices[0].values.ravel(), found.grids["word"].values[0])


def test_a_text_has_a_colour_for_each_word_and_breaks_into_lines():
    values = np.linspace(-1, 1, 60)
    picture = Picture(texts=(Words("Unit 3", SIXTY, values),), caption="a caption")
    for preset in PRESETS:
        svg = render(picture, "svg", preset)
        assert [word for word in texts(svg) if word in SIXTY] == list(SIXTY) and len(parts(svg, "coloured")) == 60
        check_page(draw(picture, preset))
    with pytest.raises(ValueError, match="60 words"):
        Words("", SIXTY, values[:3])


def test_values_below_zero_are_red_and_above_blue():
    one = Matrix("", ("a",), ("b", "c", "d"), np.array([[-2.0, 0, 2]]), most=2.0, kind="value")
    fills = [re.search(r"fill: (#\w+)", part.find(f"{SVG}path").get("style"))[1] for part in parts(render(Picture((one,)), "svg"), "cells")]
    assert fills == ["#b2182b", "#2166ac"] and one.number(0, 0) == "−2.00" and one.number(0, 1) == "0.00"


def test_a_matrix_without_names_has_none():
    svg = render(Picture((Matrix("A", ("",) * 40, ("",) * 60, np.ones((40, 60))),)), "svg", "paper")
    assert not parts(svg, "label") and "is named" not in " ".join(texts(svg))


def test_a_link_says_what_the_page_shows():
    job = from_link("/heads?model=transformer&sentence=A+dog%3F&attention=decoder&layer=2&head=3&words=merged&off=cross-1-2&french-is=kept", Job())
    assert (job.sentence, job.figure, job.layer, job.head, job.merge, job.keeps_french) == ("A dog?", "decoder", "2", "3", True, True)
    assert job.what_ifs == (("off", "cross-1-2"),)


def test_a_column_or_a_name_that_cannot_be_is_said(tmp_path, capsys):
    table = tmp_path / "rows.csv"
    table.write_text("sentence,colour,file\nA dog,red,\nA dog,,../x.svg\n", encoding="utf-8")
    assert main(["--from", str(table), "--to", str(tmp_path / "out"), "--device", "cpu"]) == 1
    told = capsys.readouterr().err
    assert "no option “colour”" in told and "not a plain name" in told
    assert main(["--from", str(tmp_path / "none.csv"), "--to", str(tmp_path)]) == 1 and "cannot be read" in capsys.readouterr().err
    assert from_row({"caption": "no", "transparent": "yes"}, Job()) == Job(caption=False, transparent=True)


def test_the_same_job_gives_the_same_bytes():
    assert make(Job(SENTENCE, layer="4", head="2"), "cpu") == make(Job(SENTENCE, layer="4", head="2"), "cpu")


def test_the_values_load_neither_streamlit_nor_torch():
    code = "import sys, viz.export, viz.export.links, viz.export.plotly; print([name for name in ('torch', 'streamlit', 'matplotlib') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.slow
def test_a_hundred_files_take_less_than_a_minute(tmp_path):
    nouns, kinds = "dog cat man woman girl boy child bird horse tree".split(), ("cross", "decoder", "lines-cross", "mask",
                                                                                "overview-encoder")
    rows = [f"The big red {noun} is sleeping on the bed.,{figure},{layer},2" for noun in nouns for figure in kinds for layer in (2, 4)]
    (tmp_path / "rows.csv").write_text("sentence,figure,layer,head\n" + "\n".join(rows) + "\n", encoding="utf-8")
    started = time.monotonic()
    subprocess.run([sys.executable, "-m", "viz.export", "--from", tmp_path / "rows.csv", "--to", tmp_path / "out", "--device", "cpu"],
                   cwd=ROOT, check=True)
    assert len(list((tmp_path / "out").glob("*.svg"))) == 100 and time.monotonic() - started < 60
