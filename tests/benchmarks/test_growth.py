"""The exponents of a cost that grows."""

import pytest

from tests.benchmarks.growth import Growth


def test_the_exponent_of_a_power_is_that_power_without_error():
    sizes = 8, 16, 32, 64
    growth = Growth("a cost", sizes, [0.01 * size**1.5 for size in sizes], "ms")
    assert growth.exponent == (pytest.approx(1.5), pytest.approx(0, abs=1e-9))
    assert growth.row() == "| a cost | 8, 16, 32, 64 | 0.226, 0.64, 1.81, 5.12 ms | 1.50 ± 0.00 |"


def test_what_does_not_lie_on_a_line_has_an_error():
    slope, error = Growth("a cost", (1, 2, 4), [1.0, 4.0, 4.0], "s").exponent
    assert slope == pytest.approx(1) and error == pytest.approx(1 / 3**0.5)
