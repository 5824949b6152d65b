"""Numbers as files, and the app's charts."""

import csv
import io
import json
import re
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from tests.marks import slow_after
from tests.viz.draw.files.reading import (
    ODD,
    SENTENCE,
    texts,
)
from tests.viz.example_charts import POSITION_CHARTS, WORD_CHARTS
from viz.analysis.views import HeadChoice, heads_of
from viz.cli.export import main
from viz.draw.files import render
from viz.draw.files.archive import _trace_arrays, trace_json, trace_npz
from viz.draw.files.presets import PRESETS
from viz.draw.files.rendering import _draw_chart
from viz.draw.files.saving import matplotlib_session, save
from viz.draw.head_pictures import head_picture
from viz.draw.tables import table
from viz.pages.bottleneck.charts import length_chart
from viz.pages.mask.charts import next_word_chart


def test_the_csv_has_the_weights_of_the_head(trace):
    choice = HeadChoice("decoder", 1, 2)
    text = table(head_picture(trace, choice, False))
    head, *rows = csv.reader(io.StringIO(text))
    heads = heads_of(trace, "decoder", False)
    assert head[1:] == [f"{place}. {word}" for place, word in enumerate(heads.columns, 1)]
    assert len(rows) == len(heads.rows)
    cells = np.array([[float(cell) if cell else np.nan for cell in row[1:]] for row in rows])
    np.testing.assert_array_equal(np.isnan(cells), ~heads.allowed)
    np.testing.assert_allclose(np.nan_to_num(cells), heads.weights[1, 2], atol=5e-7)
    assert text == table(head_picture(trace, choice, False))


def test_the_csv_of_several_heads_leaves_masked_cells_empty(trace):
    pictures = [head_picture(trace, HeadChoice("decoder", 1, head), False) for head in (1, 2)]
    matrices = tuple(picture.matrices[0] for picture in pictures)
    _, *rows = csv.reader(io.StringIO(table(replace(pictures[0], matrices=matrices))))
    empty = [value == "" for *_, value in rows]
    assert empty == [not seen for seen in heads_of(trace, "decoder", False).allowed.flat] * 2


def test_the_npz_has_everything_and_is_the_same_again(trace):
    content = trace_npz(trace)
    arrays = np.load(io.BytesIO(content), allow_pickle=False)
    np.testing.assert_array_equal(
        arrays["attention_cross_weights"], trace.attention["cross"].weights
    )
    np.testing.assert_array_equal(arrays["hidden_decoder"], trace.hidden["decoder"])
    assert tuple(arrays["source"]) == trace.source
    assert str(arrays["sentence"]) == SENTENCE
    assert "attention_decoder_scores" in arrays
    assert content == trace_npz(trace)


@pytest.mark.slow
def test_the_json_has_the_same_with_six_places_and_is_the_same_again(trace):
    content = trace_json(trace)
    content_by_name = json.loads(content)
    arrays = _trace_arrays(trace)
    assert set(content_by_name) == set(arrays)
    assert content == trace_json(trace)
    assert b"NaN" not in content
    for name, array in arrays.items():
        if array.dtype.kind == "f":
            np.testing.assert_allclose(
                np.array(content_by_name[name], float), array, rtol=5e-6, atol=0
            )
    assert tuple(content_by_name["source"]) == trace.source
    assert content_by_name["sentence"] == SENTENCE
    assert content_by_name["request"]["model"] == "transformer"
    rounded = re.findall(rb"-?\d+\.\d+(?:e-?\d+)?", content)
    assert len(rounded) > 1000
    assert all(
        len(re.sub(rb"e.*", b"", number).replace(b".", b"").lstrip(b"-0")) <= 6
        for number in rounded
    )


def test_the_npz_of_a_model_without_attention_has_its_gates(capsys, tmp_path):
    assert main([SENTENCE, "--model", "seq2seq", "-o", str(tmp_path / "run.npz")]) == 0
    arrays = np.load(tmp_path / "run.npz", allow_pickle=False)
    assert "gates_encoder_forward_forget" in arrays
    assert "attention_cross_weights" not in arrays


GROUPS = [
    {
        "least_words": least,
        "most_words": most,
        "mean_words": 5,
        "sentences": 50,
        "bleu": 40,
        "low": 37,
        "high": 43,
    }
    for least, most in ((1, 4), (5, None))
]
PLOTS = {
    **POSITION_CHARTS,
    **WORD_CHARTS,
    "lengths": lambda: length_chart({"seq2seq": GROUPS, "transformer": GROUPS}, 12),
    "next": lambda: next_word_chart(
        ODD,
        {"a mask": [0.5] * 9, "no mask": [0.25] * 9},
        {"a mask": "#0072b2", "no mask": "#d55e00"},
    ),
}


@pytest.mark.parametrize("name", slow_after(2, PLOTS))
def test_every_figure_of_the_app_can_be_drawn_with_its_words(name):
    figure = PLOTS[name]()
    drawing = _draw_chart(figure.with_caption("A caption → une légende"), PRESETS["paper"])
    with matplotlib_session():
        svg_text = " ".join(texts(save(drawing, "svg", PRESETS["paper"])))
    assert "A caption → une légende" in svg_text
    for axis in (figure.x, figure.y):
        assert all(word in svg_text for word in axis.title.split())
    drawing.set_dpi(72)
    canvas = FigureCanvasAgg(drawing)
    wide, high = drawing.get_size_inches() * 72
    for axes in drawing.axes:
        with matplotlib_session():
            box = axes.get_tightbbox(canvas.get_renderer())
        assert box.x0 >= -1
        assert box.y0 >= -1
        assert box.x1 <= wide + 1
        assert box.y1 <= high + 1


@pytest.mark.slow
def test_a_figure_of_the_app_in_grey_has_no_colour():
    for name in ("next", "table", "association"):
        colours = re.findall(
            rb"#[0-9a-f]{6}", render(PLOTS[name]().with_caption("x"), "svg", "grey")
        )
        assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)
