"""French forms that count as one word."""

import unicodedata

from viz.draw.points import MOST_GROUPS
from viz.pages.words.occurrences import _FEWEST, _MOST_FAMILIES, group_inflections


def some(*forms: str | None) -> list[str | None]:
    """Repeat forms often enough for families."""
    return [form for form in forms for _ in range(_FEWEST)]


def test_forms_whose_first_four_letters_agree_are_one_word_under_the_commonest():
    forms = ["gentil", "gentille", "gentille", "gentils", "genre", "genres", "genre"]
    assert group_inflections(forms) == ["gentille"] * 4 + ["genre"] * 3
    assert group_inflections(forms[::-1]) == group_inflections(forms)[::-1]
    assert group_inflections(["partis", "partons", "partis"]) == ["partis"] * 3
    assert group_inflections(some("parc", "partons")) == some("parc", "partons")


def test_a_form_of_three_letters_takes_in_what_begins_with_it():
    assert group_inflections(["durs", "dure", "dur", "dure"]) == ["dure"] * 4
    # Two letters are not a beginning.
    assert group_inflections(some("du", "dure")) == some("du", "dure")


def test_accents_and_elided_articles_do_not_count():
    assert group_inflections(["écologique", "ecologie", "écologique"]) == ["écologique"] * 3
    assert group_inflections(["l'été", "été", "été"]) == ["été"] * 3
    composed, apart = "légère", unicodedata.normalize("NFD", "léger")
    assert group_inflections([composed, apart, composed]) == [composed] * 3


def test_what_has_no_word_stays_without_and_what_is_rare_becomes_so():
    assert group_inflections([None, "dur", None, "dur", "dur", "mou", "mou"]) == [
        None,
        "dur",
        None,
        "dur",
        "dur",
        None,
        None,
    ]
    assert group_inflections([]) == []
    assert group_inflections([None]) == [None]
    assert group_inflections(["", "7"] * _FEWEST) == [None] * 2 * _FEWEST


def test_only_so_many_families_are_kept_the_commonest():
    words = ["abcd", "bcde", "cdef", "defg", "efgh", "fghi", "ghij", "hijk", "ijkl"]
    forms = [word for count, word in enumerate(words, start=_FEWEST) for _ in range(count)]
    titles = group_inflections(forms)
    assert {*filter(None, titles)} == {*words[-_MOST_FAMILIES:]}
    assert _MOST_FAMILIES <= MOST_GROUPS
    assert all(title in (form, None) for form, title in zip(forms, titles))
