"""The cost of layers: restricted attention, memory computed by hand, and the complete file."""

import json

import numpy as np
import pytest
import torch
from torch import nn

from models.networks.attention import attention_weights, scaled_dot_product_scores, target_mask
from models.training import complexity
from viz.pages.cost import table1


@pytest.mark.parametrize(("n", "r"), [(1, 3), (5, 1), (12, 5), (12, 33), (40, 33)])
def test_restricted_attention_is_full_attention_with_all_but_the_neighbours_masked(n, r):
    torch.manual_seed(n)
    query, key, value = torch.randn(3, 2, n, 8, dtype=torch.float64)
    allowed = target_mask(n, "none", r // 2 + 1)
    expected = attention_weights(scaled_dot_product_scores(query, key), allowed) @ value
    torch.testing.assert_close(complexity._restricted_attention(query, key, value, r), expected)


def test_restricted_attention_makes_no_square_of_the_length():
    x = torch.randn(1, 2000, 16)
    with torch.inference_mode():
        most = complexity._measure_memory(lambda: complexity._restricted_attention(x, x, x, 5))
    assert most < 4 * (8 * x.numel() + 8 * 5 * 2000) < 4 * 2000**2 / 10


def test_every_layer_gives_a_vector_for_every_position():
    layers = complexity._make_layers(32)
    x = torch.randn(1, 10, 32)
    for name, layer in layers.items():
        out = layer(x)
        assert (out[0] if isinstance(layer, nn.LSTM) else out).shape == x.shape, name


def test_memory_is_the_most_that_is_held_at_once():
    def run():
        first = torch.ones(1000)  # 4,000 bytes
        second = first + 1  # 8,000
        del first
        # 4,000 and 4,000 bytes, their sum, and the sum plus 1 after the ones are freed.
        return second + torch.ones(1000) + 1

    assert complexity._measure_memory(run) == pytest.approx(12_000, abs=100)  # and the number 1
    n, d = 300, 8
    x = torch.randn(1, n, d)
    with torch.inference_mode():
        most = complexity._measure_memory(lambda: complexity._attention(x, x, x))
    assert 2 * n * n <= most / 4 <= 2 * n * n + 4 * n * d


def test_a_small_measurement_has_the_form_of_the_file():
    measurement = complexity._measure((4, 8), (8, 16), rounds=1)
    shipped = json.loads(table1._FILE.read_text(encoding="utf-8"))
    assert complexity._FILE == table1._FILE
    assert measurement.keys() == shipped.keys()
    for quantity in ("milliseconds", "megabytes"):
        assert {
            name: np.shape(values) for name, values in measurement[quantity].items()
        } == dict.fromkeys(complexity._make_layers(8), (2, 2))
        assert all(np.all(np.array(values) > 0) for values in measurement[quantity].values())


def test_the_file_is_whole_and_says_how_it_was_made():
    assert table1._FILE.stat().st_size < 30_000
    measurement = table1.measured()
    assert (tuple(measurement.n), tuple(measurement.d)) == (complexity._LENGTHS, complexity._SIZES)
    assert (measurement.about["k"], measurement.about["r"]) == (complexity._K, complexity._R)
    assert measurement.about["threads"] == 1
    assert all(measurement.about[name] for name in ("date", "torch", "device", "rounds"))
    for values in (measurement.milliseconds, measurement.megabytes):
        assert {*values} == {*complexity._make_layers(8)}
        assert all(
            array.shape == (len(measurement.n), len(measurement.d)) and (array > 0).all()
            for array in values.values()
        )


def test_memory_in_the_file_follows_from_the_formulas():
    measurement = table1.measured()
    n = measurement.n[-1]
    d = measurement.d[0]
    assert measurement.megabytes["self-attention, bare"][-1, 0] * 1e6 / 4 == pytest.approx(
        2 * n * n, rel=0.05
    )
    assert measurement.megabytes["restricted, bare"][-1, 0] * 1e6 / 4 < 10 * n * (
        d + measurement.about["r"]
    )


def test_the_measured_exponents_can_be_reported():
    """The exponents need not be those of the table.

    They are reported as measured (use pytest -s).
    """
    measurement = table1.measured()
    for name in measurement.milliseconds:
        slopes = (
            table1.exponent(measurement.n, measurement.milliseconds[name][:, 3]),
            table1.exponent(measurement.d, measurement.milliseconds[name][6]),
        )
        print(
            f"{name}: n^{slopes[0]:.2f} at d = {measurement.d[3]}, "
            f"d^{slopes[1]:.2f} at n = {measurement.n[6]}"
        )
        assert np.isfinite(slopes).all()
