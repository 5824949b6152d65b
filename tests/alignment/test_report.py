import pytest

from tests.alignment.report import diagonal, error, ibm1, of_model


def test_ibm_model_1_finds_which_words_translate_each_other():
    pairs = [(["the", "house"], ["la", "maison"]), (["the", "car"], ["la", "voiture"]), (["a", "house"], ["une", "maison"])] * 5
    table = ibm1(pairs, rounds=20)
    for english, french in (("house", "maison"), ("car", "voiture"), ("a", "une")):
        assert table[english, french] == max(p for (e, _), p in table.items() if e == english)
        assert table[english, french] > 0.8
    for english in ("", "the", "house", "car", "a"):
        assert sum(p for (e, _), p in table.items() if e == english) == pytest.approx(1)


def test_the_best_head_of_the_transformer_aligns_better_than_the_diagonal_and_than_25():
    rates = of_model("transformer")
    assert min(rates.values()) <= 25 < error(diagonal())
    assert len(rates) == 4 * (4 + 1) * 2
