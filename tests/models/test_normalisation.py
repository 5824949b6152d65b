"""Characters of phones, word processors and PDF files are read as those of a keyboard."""

import re
import unicodedata
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from models import Request, UserError, WhatIf, load
from models.answers.continuation import Sampling, next_tokens, score
from models.answers.continuation import read_context as read_ids
from models.answers.counting import shipped_counts
from models.answers.limits import limits_of
from models.corpus.own_sentences import read_texts
from models.corpus.sentences import CORPUS, Pair, read_sentences
from models.finetuning import read_questions
from models.normalisation import _EMOJI, normalise
from models.registry import shipped
from models.training.data import read_corpus
from models.words import glove, model_vectors
from models.words.meanings import examples
from tests.marks import slow_after
from viz.analysis.views import source_axis, written_axis
from viz.pages.words.occurrences import _place_of

# As a keyboard writes it, and as it arrives.
SAME = {
    "We can't swim.": [
        "We can’t swim.",
        "We can‘t swim.",
        "We canʼt swim.",
        "We can´t swim.",
        "We can`t swim.",
        "We\u00a0can`t swim.",
        "We can｀t swim.",
        "We can′t swim.",
        "Ｗｅ　ｃａｎ＇ｔ　ｓｗｉｍ．",
    ],
    "I am tired.": [
        "I\u00a0am\u00a0tired.",
        "I\u202fam\u2009tired.",
        "I\tam\ttired.",
        "I am\r\ntired.\r\n",
        "\ufeffI am ti\u00adred.\u200b",
        "I\u200e am tired\u2060.",
        "I am tired\x00\x07.",
        "𝐈 𝐚𝐦 𝐭𝐢𝐫𝐞𝐝.",
    ],
    "A fire in the office.": ["A ﬁre in the oﬃce.", "A\u00a0ﬁre in\u2028the oﬃce."],
    "The café is closed.": ["The cafe\u0301 is closed.", "The caf\u200be\u0301 is closed."],
    'He said "yes" to them.': ["He said “yes” to them.", "He said „yes‟ to them."],
    "Wait... what?": ["Wait… what?"],
    "I love pizza!": ["😀 I ❤️ love pizza 🍕!", "I love pizza👍🏽 🇫🇷!", "👩‍👩‍👧I love pizza!⭐"],
    "A well-known London-Paris train.": ["A well‑known London–Paris train."],
    "She opened the door - nobody was there.": [
        "She opened the door—nobody was there.",
        "She opened the door — nobody was there.",
        "She opened the door – nobody was there.",
    ],
}
# Characters that differ in meaning, and so are read as they are; our French has some.
KEPT = [
    "« Oui », dit-il.",
    "x² + ½",
    "CO₂",
    "1º",
    "①",
    "™ € £ ° ♫",
    "مرحبا 你好",
    "¿Qué?",
    "naïve",
    "Print `x`, 5`6 and `é`.",
]
BROKEN = "I am \ud83d tired."


@pytest.mark.thorough
@pytest.mark.parametrize("name", shipped())
def test_typographic_characters_are_read_and_translated_like_plain_ones(name):
    model = load(name, "cpu")
    pairs = [(text, plain) for plain, texts in SAME.items() for text in texts]
    plain_ones = {plain: model.encode(plain) for plain in SAME}
    for text, plain in pairs:
        encoding = model.encode(text)
        expected = plain_ones[plain]
        assert encoding.source == expected.source, text
        assert encoding.source_words == expected.source_words, text
        spans = zip(encoding.source_spans, expected.source_spans, strict=True)
        for typed_span, span in spans:
            assert plain[slice(*span)].strip() in normalise(text[slice(*typed_span)])
        np.testing.assert_array_equal(encoding.states, plain_ones[plain].states)
    some_pairs = dict(pairs[:: 3 if "transformer" not in name else 1])
    written = model.translate([*some_pairs, *some_pairs.values()])
    assert written[: len(some_pairs)] == written[len(some_pairs) :]


def test_a_curly_apostrophe_does_not_turn_a_sentence_into_its_opposite():
    assert load("transformer", "cpu").translate(["We can’t swim."]) == [
        "Nous ne pouvons pas nager."
    ]


@pytest.mark.parametrize("name", slow_after(4, shipped()))
def test_a_trace_shows_the_text_as_typed_and_its_words_lie_where_they_were_typed(name):
    model = load(name, "cpu")
    text, plain = "\ufeffThe oﬃce\tisn’t open…\n", "The office isn't open..."
    trace, expected = (model.trace(Request(name, one)) for one in (text, plain))
    assert trace.request.sentence == trace.sentence == text
    for field in ("source", "source_words", "predicted", "predicted_words"):
        assert getattr(trace, field) == getattr(expected, field), field
    axis = source_axis(trace) if trace.source else written_axis(trace)
    words = [label for label in axis.labels(merged=True) if label not in ("[CLS]", "<s>")]
    assert words[:8] == ["The", "oﬃce", "is", "n’t", "open", ".", ".", "."]


@pytest.mark.parametrize("name", ["transformer", "bilstm-dot", "gpt", "bert", "elmo"])
def test_swapped_words_and_given_targets_are_read_like_plain_ones(name):
    model = load(name, "cpu")
    typed = WhatIf(swap=((1, "ﬁre"),))
    plain = WhatIf(swap=((1, "fire"),))
    written = model.capabilities.writes
    targets = (" isn’t\u00a0here…", " isn't here...") if written else (None, None)
    traces = [
        model.trace(Request(name, sentence, target, what_if))
        for sentence, target, what_if in zip(
            ("The dog’s bed", "The dog's bed"), targets, (typed, plain), strict=True
        )
    ]
    assert traces[0].sentence == traces[1].sentence == "The fire's bed"
    assert traces[0].source == traces[1].source
    assert traces[0].predicted == traces[1].predicted
    assert traces[0].translation == (targets[0] or "")
    if written:
        labels = written_axis(traces[0]).labels(merged=True)
        assert [*labels[labels.index("is") :]][:3] == ["is", "n’t", "here"]


def test_a_continuation_across_a_dash_is_read_as_one_text():
    model = load("gpt", "cpu")
    typed = model.trace(Request("gpt", "The dog", "—a big one—slept."))
    plain = model.trace(Request("gpt", "The dog", " - a big one - slept."))
    assert typed.predicted == plain.predicted
    assert typed.written_text == "The dog—a big one—slept."
    assert written_axis(typed).labels(merged=True)[:6] == ("The", "dog", "—", "a", "big", "one")


@pytest.mark.slow
def test_next_words_counts_and_scores_are_those_of_the_plain_text():
    plain, text = "I don't know what", "I don’t\u00a0know what"
    for predictor in (
        load("gpt", "cpu"),
        load("lstm-lm", "cpu"),
        *shipped_counts().models.values(),
    ):
        ids = read_ids(predictor, text)
        assert ids == read_ids(predictor, plain), predictor.name
        assert next_tokens(predictor, ids, Sampling()).probabilities[0] > 0
        scores = score(predictor, text), score(predictor, plain)
        assert scores[0].words == scores[1].words
        assert scores[0].bits_per_character == scores[1].bits_per_character


def test_a_word_is_found_among_vectors_and_labels_however_it_is_typed():
    model = load("transformer", "cpu")
    assert glove().find("oﬃce") == glove().find("office") == glove().find(" ｏｆｆｉｃｅ ")
    assert model_vectors(model).find("oﬃce") == model_vectors(model).find("office")
    assert model.similar_words("cafe\u0301") == model.similar_words("café")
    assert _place_of("isn’t", ["it", "isn't"]) == 1


def test_the_notices_judge_what_is_read():
    tokenizer = load("transformer", "cpu").tokenizer
    for plain, texts in SAME.items():
        for text in texts:
            limits = replace(limits_of(text, tokenizer), emoji=())
            assert limits == limits_of(plain, tokenizer), text
    assert limits_of("I ♥\ufe0f you a lot", tokenizer).emoji == ("♥",)


@pytest.mark.parametrize("one", "⏰⌚⏳🆗⬛🀄⤴▶😀⭐")
def test_emoji_are_left_out(one):
    assert normalise(f"I am {one} tired {one}.") == "I am tired."


def test_the_engine_leaves_out_the_same_emoji():
    source = Path("viz/engine/networks/normalising.js").read_text(encoding="utf-8")
    ranges = re.findall(r"\\u\{?([0-9a-f]+)\}?(-?)", source.split("const EMOJI =")[1].split(";")[0])
    assert "".join(chr(int(code, 16)) + dash for code, dash in ranges) == _EMOJI[1:-1]


@pytest.mark.thorough
def test_what_we_ship_and_what_our_models_write_is_read_as_it_stands():
    pairs = [(pair.source, pair.target) for pair in read_corpus()]
    pairs += [(pair.english, pair.french) for pair in read_sentences(CORPUS)]
    pairs += [(example.english, example.french) for example in examples()]
    texts = {text for pair in pairs for text in pair}
    texts |= {text for part in ("train", "held-out") for _, text in read_questions(part)}
    assert [text for text in texts if normalise(text) != text] == []


def test_own_sentences_are_measured_as_they_are_read():
    from models.corpus.encoded import encode

    model = load("transformer", "cpu")
    pairs = [
        Pair("We\u00a0can’t swim.", "C’est l’été\u00a0!"),
        Pair("We can't swim.", "C'est l'été !"),
    ]
    typed, plain = encode(model, list(enumerate(pairs)))
    assert (typed.source, typed.target) == (plain.source, plain.target)
    assert (typed.source_words, typed.pair) == (plain.source_words, plain.pair)
    with pytest.raises(UserError, match="not UTF-8 text"):
        read_texts("the field", BROKEN.encode(errors="surrogatepass"))


@given(some.text(some.characters(min_codepoint=32, max_codepoint=126, exclude_characters="`")))
def test_printable_ascii_comes_back_to_the_last_byte(text):
    assert normalise(text) == text


@pytest.mark.parametrize("text", KEPT)
def test_what_says_something_of_its_own_stays(text):
    assert normalise(text) == text


ODD = sorted({character for texts in SAME.values() for text in texts for character in text})


@pytest.mark.slow
@settings(max_examples=50)
@given(some.lists(some.text() | some.sampled_from([*ODD, "—", " "]), max_size=8).map("".join))
def test_a_normalised_text_stays_as_it_is(text):
    once = normalise(text)
    assert normalise(once) == once
    assert unicodedata.is_normalized("NFC", once)


@pytest.mark.parametrize(
    "ask",
    [
        lambda model: Request(model.name, BROKEN),
        lambda model: Request(model.name, "I am tired.", BROKEN),
        lambda model: WhatIf(swap=((0, BROKEN),)),
        lambda model: model.translate([BROKEN]),
        lambda model: model.encode(BROKEN),
        lambda model: model.similar_words(BROKEN),
        lambda model: read_ids(load("gpt", "cpu"), BROKEN),
        lambda model: score(load("gpt", "cpu"), BROKEN),
        lambda model: glove().find(BROKEN),
    ],
)
def test_half_a_character_is_refused_with_its_place_and_what_to_do(ask):
    with pytest.raises(UserError, match="Character 6 of this text is broken.*Delete it"):
        ask(load("transformer", "cpu"))
