import gzip
import os
import subprocess
import sys
import time
from copy import copy
from pathlib import Path
from types import SimpleNamespace

import pytest

from models import Request
from models.answers import source_words
from models.answers.limits import (
    _FEW_WORDS,
    _LONGEST,
    NO_CARD,
    Limits,
    Unsure,
    _corpus,
    _language_of,
    _unreadable,
    _unsure_words,
    limits_of,
    lower_words,
    nearest_known,
    repeated_text,
    written_words,
)
from models.training.data import _LECTURE, TrainingPair, read_corpus, read_pairs
from models.training.known import _known_sentences

DATA = Path(os.environ.get("HEADS_UP_DATA", Path(__file__).parents[4] / "shared" / "data"))
SURE = {"unsure": {"threshold": 0.3}}
TATOEBA = DATA / "tatoeba.dev.en-fr.tsv.gz"


@pytest.fixture(scope="module")
def sentences():
    """English and French sentences of lectures and of our corpus, of three words or more."""
    pairs = [(pair.source, pair.target) for pair in read_pairs(_LECTURE)] + _corpus()
    return [
        {pair[side] for pair in pairs if len(lower_words(pair[side])) >= _FEW_WORDS}
        for side in (0, 1)
    ]


@pytest.mark.slow
def test_hardly_an_english_sentence_is_taken_for_another_language(sentences):
    wrong = [sentence for sentence in sentences[0] if _language_of(sentence) != "en"]
    assert len(sentences[0]) > 6000, wrong
    assert len(wrong) < 0.005 * len(sentences[0]), wrong


@pytest.mark.slow
def test_nearly_every_french_sentence_is_seen_to_be_french(sentences):
    missed = [sentence for sentence in sentences[1] if _language_of(sentence) != "fr"]
    assert len(sentences[1]) > 6000, missed
    assert len(missed) < 0.02 * len(sentences[1]), missed


@pytest.mark.slow
@pytest.mark.skipif(
    not TATOEBA.exists(),
    reason="the dev set is not in the repository; HEADS_UP_DATA names its folder",
)
def test_of_tatoeba_one_english_sentence_in_1000_is_taken_for_another_and_98_french_in_100_seen():
    lines = gzip.decompress(TATOEBA.read_bytes()).decode("utf-8").splitlines()
    english, french = (
        {side for side in sides if len(lower_words(side)) >= _FEW_WORDS}
        for sides in zip(*(line.split("\t")[:2] for line in lines), strict=True)
    )
    false_alarms = sum(_language_of(sentence) != "en" for sentence in english)
    hits = sum(_language_of(sentence) == "fr" for sentence in french)
    assert len(english) > 2000
    assert false_alarms <= 0.001 * len(english)
    assert len(french) > 3000
    assert hits >= 0.98 * len(french)


@pytest.mark.parametrize(
    "sentence, language",
    [
        ("Der Hund schläft auf dem roten Bett.", "de"),
        ("El perro duerme en la cama roja.", "es"),
        ("Il cane dorme sul letto rosso.", "it"),
        ("De hond slaapt op het rode bed.", "nl"),
        ("Собака спит на кровати.", "ru"),
        ("Hunden sover på sengen.", "da"),
        ("你好", "zh"),
        ("Guten Tag", "en"),
        ("Tom", "en"),
        ("", "en"),
        ("!!!", "en"),
        ("\ud800 \x00", "en"),
        ("The Zeitgeist is a German word.", "en"),
    ],
)
def test_two_words_are_of_another_language_only_when_that_is_certain(sentence, language):
    assert _language_of(sentence) == language


@pytest.mark.slow
def test_the_identifier_is_not_loaded_before_a_sentence_needs_it():
    script = (
        "import sys; import models.answers.limits as limits; from models.store.tokenizer import "
        "Tokenizer; from models.store.checkpoint import SHIPPED\n"
        "tokenizer = Tokenizer.load(SHIPPED / 'transformer' / 'tokenizer.json')\n"
        "limits.limits_of('The dog', tokenizer, known=('The dog',)); assert 'py3langid' "
        "not in sys.modules\n"
        "limits.limits_of('The cat', tokenizer, known=('The dog',)); assert 'py3langid' in "
        "sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_characters_that_were_never_seen_are_named_once_and_in_order(model):
    assert _unreadable("I like ■ and 京 and ■.", model.tokenizer) == ("■", "京")
    assert _unreadable("I like pizza.", model.tokenizer) == ()


def test_emoji_are_named_as_left_out_and_nothing_else_is_wrong_with_the_sentence(model):
    limits = limits_of("😀 I like pizza 🍕 😀.", model.tokenizer)
    assert limits == Limits(emoji=("😀", "🍕"))


def made_trace(words_and_probabilities, finished=True):
    """Return a trace of a translation of such pieces; a leading space begins a word."""
    text, spans, words = "", [], []
    for piece, _ in words_and_probabilities:
        words.append((words[-1] if words else 0) + piece.startswith(" "))
        spans.append((len(text) + piece.startswith(" "), len(text) + len(piece)))
        text += piece
    choices = [
        SimpleNamespace(probability=probability) for _, probability in words_and_probabilities
    ]
    return SimpleNamespace(
        translation=text,
        predicted=[piece.strip() for piece, _ in words_and_probabilities],
        predicted_words=words,
        predicted_spans=spans,
        choices=choices,
        finished=finished,
    )


PRISON = made_trace(
    [("Un", 0.9), (" petit", 0.8), (" viol", 0.5), ("on", 0.5), ("celle", 0.4), (" .", 0.01)]
)


def test_a_word_is_as_probable_as_its_pieces_together():
    words = written_words(
        PRISON.translation,
        PRISON.predicted_words,
        PRISON.predicted_spans,
        [choice.probability for choice in PRISON.choices],
    )
    assert [word for word, _ in words] == ["Un", "petit", "violoncelle"], "marks are no words"
    assert [probability for _, probability in words] == pytest.approx([0.9, 0.8, 0.1])


def test_only_words_under_the_threshold_are_unsure_whole_and_once():
    assert _unsure_words(PRISON, 0.3) == Unsure(("violoncelle",), 1, 3, 0.3)
    assert _unsure_words(PRISON, 0.85) == Unsure(("petit", "violoncelle"), 2, 3, 0.85)
    assert _unsure_words(PRISON, 0.05) is None
    twice = made_trace([("un", 0.2), (" chat", 0.9), (" un", 0.1)])
    assert _unsure_words(twice, 0.3) == Unsure(("un",), 2, 3, 0.3)


@pytest.mark.parametrize(
    "pieces, finished, repeated",
    [
        (["un", " neuf", " neuf"], False, "neuf"),
        (["un", " bon", "net", " bleu", " bon", "net", " bleu", " bon"], False, "bonnet bleu"),
        (["un", " neuf", " neuf"], True, ""),
        (["un", " neuf", " bleu"], False, ""),
    ],
)
def test_what_a_translation_repeats_where_it_was_cut_is_named(model, pieces, finished, repeated):
    trace = made_trace([(piece, 0.5) for piece in pieces], finished)
    assert limits_of("A red dog", model.tokenizer, (), trace).repeated == repeated
    assert finished or repeated_text(trace) == repeated


@pytest.mark.parametrize(
    "sentence, limits",
    [
        ("<b>Hello</b> <script>alert(1)</script> my old friend", Limits(has_tags=True)),
        ("I <3 you when 3 < 4 and 5 > 2", Limits()),
        ("...?!", Limits(has_letters=False)),
        ("12 + 30 = 42", Limits(has_letters=False)),
        ("I have 42 dogs.", Limits()),
    ],
)
def test_tags_and_a_sentence_without_letters_are_seen(model, sentence, limits):
    assert limits_of(sentence, model.tokenizer) == limits


@pytest.mark.parametrize(
    "sentence, trace, card, limits",
    [
        (
            "He was in a small cell.",
            PRISON,
            SURE,
            Limits(unsure=Unsure(("violoncelle",), 1, 3, 0.3)),
        ),
        ("He was in a small cell.", PRISON, NO_CARD, Limits()),  # a card without figures
        ("He was in a small cell.", None, SURE, Limits()),  # the French was typed
        ("Der Hund war in einem Haus.", PRISON, SURE, Limits(language="de")),
        (
            "He was in a small cell.",
            made_trace([("un", 0.1), (" neuf", 0.1), (" neuf", 0.1)], finished=False),
            SURE,
            Limits(repeated="neuf"),
        ),
        (
            "He was in a small cell.",
            made_trace([("un", 0.1), (" neuf", 0.1)], finished=False),
            SURE,
            Limits(),
        ),
        ("the dog and " * 14 + "the cat", None, NO_CARD, Limits(words=44)),
        ("I like ⌘.", None, NO_CARD, Limits(unreadable=("⌘",))),
        ("He was in a <b>small</b> cell.", PRISON, SURE, Limits(has_tags=True)),
    ],
)
def test_only_what_is_true_is_said(model, sentence, trace, card, limits):
    actual = limits_of(sentence, model.tokenizer, (), trace, card)
    assert actual == limits
    assert bool(actual) == (limits != Limits())


def test_a_loop_of_the_model_is_seen_in_its_trace(model):
    for sentence in ("I was born on May 3, 1998.", "The big red dog is sleeping on the bed."):
        trace = model.trace(Request("transformer", sentence))
        repeated = limits_of(sentence, model.tokenizer, (), trace).repeated
        assert bool(repeated) == (not trace.finished)
        assert repeated in trace.translation
    assert not repeated


def test_the_sentence_offered_has_most_rare_words_in_common():
    assert nearest_known("He was in prison, in a small cell.") == "A small prison cell"
    assert nearest_known("A small <b>prison</b> cell in b") == "A small prison cell"
    assert nearest_known("Le chat dort sur le lit.", "fr") in {
        english for english, french in _corpus() if "chat" in french.lower()
    }
    assert nearest_known("zxcv qwpo") is None
    assert nearest_known("") is None
    assert nearest_known("🍕") is None
    first = _corpus()[0][0]
    assert nearest_known(first) != first
    assert all(len(english.split()) <= _LONGEST for english, _ in _corpus())


@pytest.mark.slow
def test_the_model_translates_what_is_offered_exactly_and_surely(model):
    """Of 40 sentences from evenly spaced places of the list; the command checks all of them."""
    offered = {english for english, _ in _corpus()[:: len(_corpus()) // 40]}
    pairs = [pair for pair in read_corpus() if pair.source in offered]
    assert {*_known_sentences(model, pairs)} == offered


def test_a_sentence_that_the_model_gets_wrong_or_is_unsure_of_is_not_offered(model):
    """The keys to the cabinet become those of a taxi, and the axes of a graph an axe."""
    wrong = "The keys to the cabinet are on the table.", "Label both axes of the graph."
    pairs = [pair for pair in read_corpus() if pair.source in wrong]
    tired = TrainingPair("I am tired.", "Je suis fatigué.")
    assert len(pairs) == 2
    assert _known_sentences(model, [*pairs, tired]) == [tired.source]
    doubting = copy(model)
    doubting.card = model.card | {"unsure": {"threshold": 1.0}}
    assert _known_sentences(doubting, [tired]) == []
    assert not {*wrong} & {english for english, _ in _corpus()}


def test_a_sentence_with_a_word_that_is_perhaps_misread_is_not_offered(model, monkeypatch):
    tired = TrainingPair("I am tired.", "Je suis fatigué.")
    warning = copy(model)
    warning.card = model.card | {"misread": {"most_seen": 10**6}}
    assert _known_sentences(warning, [tired]) == [tired.source]
    monkeypatch.setattr(source_words, "_is_translated", lambda *_: False)
    assert _known_sentences(warning, [tired]) == []


def test_a_sentence_is_offered_in_less_than_50_milliseconds():
    sentence = (
        "The most frequent words of all that there are in the long list of the words that we "
        "have in it"
    )
    nearest_known(sentence)
    times = []
    for _ in range(5):
        started = time.process_time()
        nearest_known(sentence)
        times.append(time.process_time() - started)
    assert min(times) < 0.05


def test_few_rare_words_of_many_tokens_are_more_than_training_had(model):
    rare = " ".join(["Xqzjvkwqx"] * 40)
    tokens = len(model.tokenizer.encode(rare))
    assert tokens > 128
    assert limits_of(rare, model.tokenizer, (rare,), longest_trained=128).tokens == tokens
    assert limits_of(rare, model.tokenizer, (rare,), longest_trained=128).words == 0
    # The end is a token more.
    assert limits_of(rare, model.tokenizer, (rare,), longest_trained=tokens).tokens == tokens
    assert not limits_of(rare, model.tokenizer, (rare,), longest_trained=tokens + 1).tokens
    assert not limits_of("The dog", model.tokenizer, longest_trained=128).tokens
