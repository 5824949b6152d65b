"""English words that are perhaps misread: rare or in pieces, and translated by no French word."""

from dataclasses import replace

import pytest

from models import Request, load
from models.answers.limits import Limits, _untranslated, limits_of
from models.answers.source_words import (
    Misread,
    _is_form_of,
    _is_translated,
    _Word,
    join_tokens,
    misread_words,
    untranslated_words,
)

CARD = {"misread": {"most_seen": 10}}


def words(*texts: str) -> list[_Word]:
    return [_Word(text, (text,), number) for number, text in enumerate(texts)]


def test_words_are_split_into_their_pieces_and_marks_are_none():
    text = "A  lab el, 😀 igloo"
    spans = [
        (0, 1),
        (3, 6),
        (7, 9),
        (9, 10),
        (11, 12),
        (11, 12),
        (12, 13),
        (13, 15),
        (15, 18),
        (18, 18),
    ]
    numbers = [0, 1, 1, 2, 3, 3, 4, 4, 4, 5]
    assert join_tokens(text, spans, numbers) == [
        _Word("A", ("A",), 0),
        _Word("label", ("lab", "el"), 1),
        _Word("igloo", ("ig", "loo"), 4),
    ]


@pytest.mark.parametrize(
    "english, french",
    [
        ("dog", "le chien dort"),
        ("Dog", "un chien"),
        ("red", "les fleurs rouges"),
        ("destroy", "vous détruisez"),
        ("Quxley", "à quxley"),
        ("1987", "en 1987"),
    ],
)
def test_a_word_is_translated_by_the_lexicon_in_any_form_and_a_name_by_itself(english, french):
    assert _is_translated(english, french.split())


@pytest.mark.parametrize(
    "english, french",
    [("label", "le laboratoire"), ("cabinet", "un taxi"), ("snub", "un snub"), ("quxley", "zut")],
)
def test_a_word_with_the_same_beginning_or_a_copy_is_no_translation(english, french):
    assert not _is_translated(english, french.split())


def test_forms_differ_in_a_short_ending_of_a_long_word():
    assert _is_form_of("détruire", "détruisiez") == _is_form_of("détruisiez", "détruire")
    assert _is_form_of("verte", "vertes")
    assert _is_form_of("or", "or")
    assert not _is_form_of("port", "porte")
    assert not _is_form_of("laborieux", "laboratoire")


def test_a_word_in_pieces_is_perhaps_misread_and_a_whole_one_only_if_it_is_rare():
    pieces = Misread("label", ("lab", "el"), 900, 0)
    rare, common = Misread("axes", ("axes",), 10, 1), Misread("do", ("do",), 11, 2)
    assert misread_words([pieces, rare, common], 10) == (pieces, rare)


def test_the_number_of_training_sentences_comes_with_the_word():
    common, unseen = untranslated_words(words("dog", "zzyzx"), words("zut"))
    assert common.seen > 1000
    assert unseen == Misread("zzyzx", ("zzyzx",), 0, 1)


@pytest.mark.slow
def test_a_word_of_a_real_run_is_named_with_the_pieces_that_it_was_read_in():
    model = load("transformer")
    trace = model.trace(Request("transformer", "The dog saw Zzyzxq.", target="Le chien a vu Paul."))
    (word,) = _untranslated(trace)
    pieces = [
        token
        for token, number in zip(trace.source, trace.source_words, strict=True)
        if number == word.number
    ]
    assert word.text == "Zzyzxq" == "".join(pieces)
    assert list(word.pieces) == pieces
    assert limits_of(trace.sentence, model.tokenizer, (), trace, CARD) == Limits(misread=(word,))
    assert not limits_of(trace.sentence, model.tokenizer, (), trace)


def test_of_a_cut_translation_no_word_is_misread():
    model = load("transformer")
    trace = model.trace(Request("transformer", "The dog saw Zzyzxq.", target="Le chien a vu Paul."))
    cut = replace(trace, finished=False)
    assert not limits_of(trace.sentence, model.tokenizer, (), cut, CARD).misread


def test_a_name_that_is_copied_is_not_named():
    model = load("transformer")
    trace = model.trace(Request("transformer", "I saw Zzyzxq.", target="J'ai vu Zzyzxq."))
    assert not limits_of(trace.sentence, model.tokenizer, (), trace, CARD).misread


@pytest.mark.parametrize("sentence", ["We can`t swim in the river.", "We can’t swim in the oﬃce."])
def test_a_word_is_looked_up_as_it_is_read(sentence):
    model = load("transformer")
    trace = model.trace(Request("transformer", sentence))
    assert not limits_of(sentence, model.tokenizer, (), trace, model.card).misread
