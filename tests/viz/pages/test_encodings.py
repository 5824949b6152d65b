import base64
import json
import math

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from models import Request, WhatIf, load
from models.networks.positions import sinusoids
from tests.marks import slow_after
from tests.pages import alerts, pictures, visit
from tests.screen import on_screen
from tests.viz.example_charts import POSITION_CHARTS
from viz.base.examples import EXAMPLE
from viz.pages.order import encodings
from viz.pages.order.sinusoids import _parse_dimensions

SIZES = pytest.mark.parametrize(
    "d_model, base", [(8, 100.0), (20, 10_000.0), (128, 10_000.0), (512, 100_000.0)]
)
SENTENCES = (
    EXAMPLE,
    "The animal didn't cross the street because it was too tired.",
    "x 日本 </s> the the",
)


def slow_sinusoids(length, d_model):
    """Compute the formula of the paper, cell by cell."""
    table = np.zeros((length, d_model))
    for pos in range(length):
        for i in range(d_model // 2):
            table[pos, 2 * i] = np.sin(pos / 10000 ** (2 * i / d_model))
            table[pos, 2 * i + 1] = np.cos(pos / 10000 ** (2 * i / d_model))
    return table


@pytest.mark.parametrize("length, d_model", [(50, 128), (20, 512), (128, 8)])
def test_the_table_is_the_formula_of_the_paper_and_the_table_the_transformer_uses(length, d_model):
    table = encodings.sinusoids(length, d_model)
    assert table.shape == (length, d_model)
    assert table.dtype == np.float64
    np.testing.assert_allclose(table, slow_sinusoids(length, d_model), atol=1e-12)
    np.testing.assert_allclose(table, sinusoids(length, d_model).numpy(), atol=1e-6)


@SIZES
def test_sine_and_cosine_of_a_pair_lie_on_the_unit_circle(d_model, base):
    pairs = encodings.sinusoids(100, d_model, base).reshape(100, -1, 2)
    np.testing.assert_allclose((pairs**2).sum(-1), 1, atol=1e-12)


def test_halves_hold_the_same_columns_sines_first():
    interleaved, halves = (encodings.sinusoids(20, 512, halves=how) for how in (False, True))
    np.testing.assert_array_equal(halves, interleaved[:, [*range(0, 512, 2), *range(1, 512, 2)]])
    assert (halves[0, :256] == 0).all()
    assert (halves[0, 256:] == 1).all()


def test_an_odd_d_model_is_refused():
    with pytest.raises(ValueError, match="7"):
        encodings.sinusoids(3, 7)


@SIZES
def test_wavelengths_are_a_geometric_series_from_2_pi_to_nearly_the_base_times_2_pi(d_model, base):
    lengths = encodings.wavelengths(d_model, base)
    assert lengths[0] == pytest.approx(2 * np.pi)
    assert lengths[-1] == pytest.approx(2 * np.pi * base ** (1 - 2 / d_model))
    np.testing.assert_allclose(lengths[1:] / lengths[:-1], base ** (2 / d_model))


@SIZES
@pytest.mark.parametrize("k", [1, 7, 50])
def test_a_shift_is_a_rotation(k, d_model, base):
    table, rotation = (
        encodings.sinusoids(512 + k, d_model, base),
        encodings.shift_rotation(k, d_model, base),
    )
    assert np.abs(table[k:] - table[:-k] @ rotation.T).max() < 1e-6
    np.testing.assert_allclose(rotation @ rotation.T, np.eye(d_model), atol=1e-12)
    blocks = np.kron(np.eye(d_model // 2), np.ones((2, 2))) > 0
    assert not rotation[~blocks].any()


@SIZES
def test_dot_products_depend_on_the_distance_only(d_model, base):
    table = encodings.sinusoids(128, d_model, base)
    products = table @ table.T
    assert encodings.spread_at_a_distance(products) < 1e-10
    np.testing.assert_allclose(products, products.T, atol=1e-10)
    np.testing.assert_allclose(np.diag(products), d_model / 2)
    assert (products <= d_model / 2 + 1e-10).all()


def test_the_spread_at_a_distance_finds_one_cell_that_differs():
    products = np.zeros((4, 4))
    products[1, 3] = 0.5
    assert encodings.spread_at_a_distance(products) == 0.5


def test_cosines_are_those_of_a_loop_over_all_pairs():
    table = np.random.default_rng(3).normal(size=(12, 7))
    expected = [
        [a @ b / math.sqrt(sum(x * x for x in a) * sum(x * x for x in b)) for b in table]
        for a in table
    ]
    np.testing.assert_allclose(encodings.cosines(table), expected, atol=1e-12)


def test_a_learned_table_came_to_hold_neighbours_alike_where_there_were_words_to_learn_from():
    table, card = encodings.learned()
    assert (
        table.shape
        == (128, 128)
        == (card["architecture"]["max_length"], card["architecture"]["d_model"])
    )
    cosines = encodings.cosines(table)
    assert (np.diag(cosines, 1)[3:25] > 0.8).all()  # positions 3 to 25
    # Beyond the longest sentences: as random as initially.
    assert np.abs(np.diag(cosines, 1)[60:]).max() < 0.4
    learnt = cosines[:25, :25]
    assert [learnt.diagonal(k).mean() for k in (1, 2, 4, 8)] == sorted(
        (learnt.diagonal(k).mean() for k in (1, 2, 4, 8)), reverse=True
    )


def test_rotary_products_depend_on_the_distance_only_and_at_distance_0_are_plain():
    query, key = np.random.default_rng(1).normal(size=(2, 64))
    places = np.arange(200)
    queries, keys = encodings.rotary(query, places), encodings.rotary(key, places)
    assert encodings.spread_at_a_distance(queries @ keys.T) < 1e-10
    np.testing.assert_allclose(np.diag(queries @ keys.T), query @ key)
    np.testing.assert_allclose(np.linalg.norm(queries, axis=1), np.linalg.norm(query))
    np.testing.assert_allclose(
        encodings.rotary(queries, -places), np.tile(query, (200, 1)), atol=1e-12
    )


def test_rotary_is_a_complex_product_in_each_pair():
    query = np.random.default_rng(2).normal(size=(5, 8))
    turned = (query[:, ::2] + 1j * query[:, 1::2]) * np.exp(
        1j * np.arange(5)[:, None] * encodings.frequencies(8)
    )
    np.testing.assert_allclose(
        encodings.rotary(query, np.arange(5)),
        np.stack([turned.real, turned.imag], -1).reshape(5, 8),
        atol=1e-12,
    )


def test_alibi_is_as_in_the_paper():
    slopes = encodings.alibi_slopes(8)
    np.testing.assert_array_equal(1 / slopes, [2, 4, 8, 16, 32, 64, 128, 256])
    np.testing.assert_allclose(encodings.alibi_slopes(16)[:2], [2**-0.5, 2**-1])
    bias = encodings.alibi_bias(4, 0.5)
    np.testing.assert_array_equal(bias[3], [-1.5, -1, -0.5, 0])
    assert (np.diag(bias) == 0).all()
    assert np.isneginf(bias[np.triu_indices(4, 1)]).all()


@pytest.mark.parametrize("sentence", slow_after(1, SENTENCES))
def test_word_and_position_add_up_to_what_enters_layer_1_and_a_word_is_the_same_everywhere(
    sentence,
):
    model = load("transformer", "cpu")
    entering = model.trace(Request("transformer", sentence)).hidden["encoder"][0]
    trace = model.trace(Request("transformer", sentence, None, WhatIf(positions="off")))
    word, position = trace.hidden["encoder"][0], encodings.sinusoids(*entering.shape)
    assert np.abs(word + position - entering).max() < 1e-5
    vectors = {}
    for token, vector in zip(trace.source, entering - position):
        np.testing.assert_allclose(vector, vectors.setdefault(token, vector), atol=1e-5)


def test_heatmaps_have_fixed_ranges_and_rows_downwards():
    figure = on_screen(POSITION_CHARTS["table"]())
    assert (figure.data[0].zmin, figure.data[0].zmax) == (-1, 1)
    assert figure.data[0].z.dtype == np.float32
    assert figure.layout.yaxis.range == (50.5, -0.5)
    assert figure.layout.shapes[0].x0 == 3.5
    assert on_screen(POSITION_CHARTS["products"]()).data[0].zmax == 4


def test_a_strip_keeps_repeated_words_apart_and_shows_specials():
    axis = on_screen(POSITION_CHARTS["strip"]()).layout.yaxis
    assert axis.tickvals == (0, 1, 2)
    assert axis.ticktext == ("the", "the", "&lt;/s&gt;")


def test_a_circle_goes_through_every_position_and_its_angle_through_0_and_k():
    line = next(
        trace for trace in on_screen(POSITION_CHARTS["circles"]()).data if trace.line.width == 3
    )
    np.testing.assert_allclose([line.x[0], line.x[2], line.y[2]], [1, np.cos(5), np.sin(5)])


def test_dimensions_are_read_from_what_is_typed():
    assert _parse_dimensions("4, 5 6;4 x -7 99", 20) == [4, 5, 6, 7]
    assert _parse_dimensions("none", 20) == []


def visit_order(**address: str) -> AppTest:
    return visit("order", address)


def test_the_learned_table_is_drawn_with_its_cosines_and_the_figures_of_its_card():
    test = visit_order(look="others", encoding="learned", **{"table-length": "20"})
    table, card = encodings.learned()
    heatmaps = [json.loads(chart.proto.spec)["data"][0]["z"] for chart in test.get("plotly_chart")]
    values = [
        np.frombuffer(base64.b64decode(z["bdata"]), z["dtype"]).reshape(
            [*map(int, z["shape"].split(","))]
        )
        for z in heatmaps
    ]
    np.testing.assert_array_equal(values[0], table[:20])
    np.testing.assert_allclose(values[1], encodings.cosines(table[:20]), atol=1e-6)
    scores = card["validation_bleu"]
    assert all(
        f"{scores[name]:.1f}" in test.caption[-2].value for name in ("multi30k.val", "tatoeba.dev")
    )
    assert f"in {card['training']['minutes']:.0f} minutes" in test.markdown[-1].value


def test_a_length_that_the_learned_table_lacks_gets_one_sentence():
    test = visit_order(look="others", encoding="learned", **{"table-length": "512"})
    assert not test.exception
    assert test.query_params["table-length"] == "50"
    assert sum('role="alert"' in element.proto.body for element in test.get("html")) == 1


@pytest.mark.parametrize("typed", ["", "all", "99, 1000000000000", "<b>"])
def test_dimensions_that_are_none_get_a_friendly_sentence(typed):
    test = visit_order(look="waves", dimensions=typed)
    assert not test.exception
    assert len(test.info) == 1


def test_the_page_says_how_well_a_shift_is_a_rotation():
    text = visit_order(look="shift", k="50", d_model="512").markdown[-1].value
    power = text.split("at most **")[1].split("**")[0].split(" × 10")[1]
    assert int(power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))) < -6


def test_a_second_sentence_that_cannot_be_read_leaves_the_box_to_type_another():
    test = visit_order(look="order", other="")
    assert len(alerts(test)) == 1
    assert not pictures(test)
    test.text_input(key="setting other").set_value("English is math.").run()
    assert not alerts(test)
    assert pictures(test)
    assert test.button_group(key="setting look").value == "order"
