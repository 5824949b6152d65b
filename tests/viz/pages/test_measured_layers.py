"""The measured cost of layers: the file is complete and follows the formulas."""

import pytest

from viz.pages.cost import table1


def test_the_file_is_whole_and_says_how_it_was_made():
    assert table1._FILE.stat().st_size < 30_000
    measurement = table1.measured()
    assert (measurement.about["k"], measurement.about["r"]) == (3, 33)
    assert measurement.about["threads"] == 1
    assert all(measurement.about[name] for name in ("date", "torch", "device", "rounds"))
    bare = {"self-attention, bare", "restricted, bare"}
    for values in (measurement.milliseconds, measurement.megabytes):
        assert {*values} == {*table1.TABLE_1} | bare
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
