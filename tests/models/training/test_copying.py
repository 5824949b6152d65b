"""Names and years that both languages share are exchanged on both sides."""

from random import Random

from models.training.copying import Exchange
from models.training.data import TrainingPair

NAMES = [
    TrainingPair(f"{name} sings.", f"{name} chante.")
    for name in ("Marie", "Jules", "Anna", "Olivia")
]
PLACES = [TrainingPair("We live in Canada.", "Nous vivons au Canada.")]


def draw_many(pair: TrainingPair, count: int = 30) -> set[TrainingPair]:
    exchange = Exchange([*NAMES, *PLACES, pair])
    return {exchange(pair, Random(seed)) for seed in range(count)}


def test_a_name_is_exchanged_on_both_sides():
    drawn = draw_many(TrainingPair("Does Jules sleep?", "Est-ce que Jules dort ?"))
    assert drawn >= {TrainingPair("Does Marie sleep?", "Est-ce que Marie dort ?")}
    for pair in drawn:
        name = pair.source.split()[1]
        assert pair == TrainingPair(f"Does {name} sleep?", f"Est-ce que {name} dort ?")


def test_elision_stays_right():
    drawn = draw_many(TrainingPair("Anna's dog", "le chien d'Anna"))
    assert drawn == {
        TrainingPair(f"{name}'s dog", f"le chien d'{name}") for name in ("Anna", "Olivia")
    }


def test_a_year_is_exchanged_for_a_year():
    drawn = draw_many(TrainingPair("It was in 1987.", "C'était en 1987."))
    assert len(drawn) > 20
    for pair in drawn:
        year = pair.source[10:14]
        assert 1000 <= int(year) < 2100
        assert pair.target == f"C'était en {year}."


def test_what_is_no_copied_name_stays():
    for pair in (
        TrainingPair(
            "We live in Canada.", "Nous vivons au Canada."
        ),  # another country, another "au"
        TrainingPair("Table for 12", "Table pour 12"),
        TrainingPair("a table", "une table"),
        TrainingPair("Tom saw Tom.", "Tom a vu Tom."),
        TrainingPair("London", "Londres"),
    ):
        exchange = Exchange([*NAMES, *PLACES, pair, TrainingPair("a table", "une table")])
        assert {exchange(pair, Random(seed)) for seed in range(20)} == {pair}
