"""The benchmark of one visitor beside another, with little to compute."""

import pytest

from tests.benchmarks import beside


@pytest.mark.slow
def test_a_sentence_is_timed_alone_and_beside_what_another_computes(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["beside"])
    monkeypatch.setattr(beside, "ALONE", 1)
    monkeypatch.setattr(beside, "OWN", 10)
    monkeypatch.setattr(beside, "OTHERS", {"own sentences": beside.measure_own})
    assert beside.main() == 0
    heads, _, alone, other = (
        line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines()
    )
    assert heads[0] == "the other computes" and len(heads) == len(alone) == len(other)
    assert alone[0] == "nothing" and alone[-1] == "1.00" and other[0] == "own sentences"
    assert 0 < float(other[3].removesuffix(" s")) <= float(other[4].removesuffix(" s")) < 60
