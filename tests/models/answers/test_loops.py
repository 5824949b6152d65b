import pytest

from models.answers.loops import _times_in, is_loop, once_repeated, repetition

ENGLISH = ["I", "was", "born", "in", "May", "."]


@pytest.mark.parametrize(
    "written, where",
    [
        ("le chien dort", None),
        ("il est très très très grand", None),  # the loop is in the middle: the text goes on
        ("il est né à 3 neuf neuf neuf neuf neuf neuf neuf neuf", (5, 1)),
        ("un chien de la rue de la rue de la rue", (2, 3)),
        # A fourth repetition has begun.
        ("et un chapeau bleu et un chapeau bleu et un chapeau bleu et un", (0, 4)),
    ],
)
def test_a_repetition_at_the_end_is_where_it_begins(written, where):
    assert repetition(written.split(), 3) == where


@pytest.mark.parametrize(
    "french",
    ["Non , non , non .", "Attendez . . .", "Au XV I I I e siècle", "très , très , très , très"],
)
def test_what_people_write_is_no_loop(french):
    words = french.split()
    assert not any(is_loop(words[:end], ENGLISH) for end in range(len(words) + 1))


def test_a_repetition_of_the_sentence_itself_is_no_loop():
    laugh = ["ha", ","] * 8
    assert is_loop(laugh, ENGLISH), "once more is not twice more"
    assert not is_loop(laugh, ["ha"] * 7), "once more is not twice more"
    assert is_loop(laugh * 2, ["ha"] * 7)


def test_of_a_loop_the_first_repetition_stays():
    assert once_repeated(
        [
            "il",
            "est",
            "né",
            "à",
            "3",
            "neuf",
            "neuf",
            "neuf",
            "neuf",
            "neuf",
            "neuf",
            "neuf",
            "neuf",
        ]
    ) == ["il", "est", "né", "à", "3", "neuf", "neuf"]
    assert once_repeated(
        ["un", "chapeau", "de", "cow-boy", "et", "un", "chapeau", "de", "cow-boy", "et", "un"]
    ) == ["un", "chapeau", "de", "cow-boy", "et", "un", "chapeau", "de", "cow-boy", "et"]
    assert once_repeated(["le", "chien", "dort"]) == ["le", "chien", "dort"]


def test_the_most_times_anything_comes_in_a_row():
    assert [
        _times_in((*text.split(),))
        for text in ("", "a", "a b c", "x a a y", "a b a b a b c", "a a a a")
    ] == [1, 1, 1, 2, 3, 4]


def test_what_is_read_is_searched_once_for_all_words_written():
    read, written = [*"abcab" * 40], ["x"] * 12
    _times_in.cache_clear()
    for length in range(8, 13):
        is_loop(written[:length], read)
    assert _times_in.cache_info().misses == 1
