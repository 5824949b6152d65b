"""Numbers of a sentence that its translation does not have."""

import pytest

from models import Request, load
from models.answers.limits import limits_of
from models.answers.numbers import _numbers_of, changed_numbers


@pytest.mark.parametrize(
    "english, french, changed",
    [
        ("There are 366 days.", "Il y a 36 jours.", (("366",), ("36",))),
        ("He has 7 dogs and 7 cats.", "Il a des chiens.", (("7",), ())),
        ("1,000 people", "1 000 personnes", ((), ())),
        ("It costs 3.50 euros at 12:30.", "Ça coûte 3,50 euros à 12 h 30.", ((), ())),
        ("1 man has 2 dogs.", "Un homme a deux chiens.", ((), ())),
        ("Twelve men", "12 hommes", ((), ())),
        ("12 34 men", "34 hommes", (("12",), ())),
        ("No number", "Aucun", ((), ())),
        ("In 2010 100 people died.", "En 2010, on est mort.", (("100",), ())),
        ("It costs 1.50 euros, not 2.00.", "Ça coûte 1,5 euro, pas 2.", ((), ())),
        ("We meet at 5 p.m.", "On se retrouve à 17 h.", ((), ())),
        ("At 14:00, not at 5 o’clock", "À 14 h, et non à 17 h", ((), ())),
        ("The 21st century, the 4th of July", "Le XXIe siècle, le quatrième juillet", ((), ())),
        ("July 4th, 20 dogs, 5 p.m.", "Le 4 juillet, 10 chiens, 17 h", (("20",), ("10",))),
        ("The 1980s", "Les années 80", ((), ())),
        ("200 men, 80 dogs", "deux cents hommes, quatre-vingts chiens", ((), ())),
    ],
)
def test_numbers_that_the_french_lacks(english, french, changed):
    assert changed_numbers(english, french) == changed


@pytest.mark.parametrize(
    "text, numbers",
    [
        ("1,2,3,4", ["1", "2", "3", "4"]),
        ("10,20,30.", ["10", "20", "30"]),
        ("1,234", ["1234"]),
        ("1,234,567", ["1234567"]),
        ("12 345,5", ["12345", "5"]),
        ("3,5", ["3.5"]),
        ("3.50, 4", ["3.5", "4"]),
    ],
)
def test_a_list_of_numbers_is_no_decimal(text, numbers):
    assert _numbers_of(text) == numbers


@pytest.mark.slow
def test_a_number_that_the_translator_changes_is_one_of_its_limits():
    model = load("transformer")
    trace = model.trace(Request("transformer", "There are 366 days in a year."))
    assert "36 jours" in trace.translation
    limits = limits_of(trace.sentence, model.tokenizer, (), trace)
    assert (limits.lost, limits.new) == (("366",), ("36",))
