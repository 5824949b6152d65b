"""Words in capitals that the models know better in lower case."""

import pytest

from models import load
from models.answers.capitals import in_lower_case, words_in_capitals
from models.answers.limits import limits_of, mended

KEPT = "The NATO summit is on TV in the USA.", "He Has A Big Dog.", "OK, the BBC, a CD, an ID."
TOKENIZER = load("transformer", "cpu").tokenizer


@pytest.mark.parametrize(
    "typed, words, quiet",
    [
        ("On the LEFT.", ("LEFT",), "On the left."),
        (
            "THE BIG RED DOG IN PARIS.",
            ("THE", "BIG", "RED", "DOG", "IN", "PARIS"),
            "The big red dog in Paris.",
        ),
        ("I'M TIRED. IT'S LATE.", ("TIRED", "IT'S", "LATE"), "I'm tired. It's late."),
        ("TOM AND I DON'T HAVE A DVD.", ("TOM", "AND", "HAVE"), "Tom and I don't have a DVD."),
        *((text, (), text) for text in KEPT),
    ],
)
def test_words_are_lowered_and_acronyms_and_names_kept(typed, words, quiet):
    assert words_in_capitals(typed) == words
    assert in_lower_case(typed) == quiet


@pytest.mark.parametrize(
    "typed, better",
    [
        ("■ I love pizza ■.", "I love pizza."),
        ("■ I LOVE PIZZA", "I LOVE PIZZA"),  # signs first; then it is offered in lower case
        ("I LOVE PIZZA", "I love pizza"),
        ("<p>The <b>children</b> were running<i>.</i></p>", "The children were running."),
        ("I like 日本.", "I like 日本."),  # nothing would be left to read there
        ("Je suis", "Je suis"),
        ("😀", "😀"),
    ],
)
def test_an_english_sentence_is_mended_where_that_helps(typed, better):
    assert mended(typed, limits_of(typed, TOKENIZER)) == better


def test_few_words_are_french_if_training_had_them_in_french_alone():
    languages = {text: limits_of(text, TOKENIZER).language for text in ("Je suis", "Merci !")}
    assert set(languages.values()) == {"fr"}
    for english in ("WHO is he?", "The table", "Jean", "a chat"):
        assert limits_of(english, TOKENIZER).language == "en"
