"""One word in many sentences.

Its place, its translation, its inflections, and sentences as one vector.
"""

import unicodedata
from types import SimpleNamespace

import numpy as np
import pytest

from models import Encoding, Request, UserError, load, shipped_for
from models.words import glove, meanings
from viz.analysis.aligners import Aligner, aligners
from viz.analysis.views import source_axis
from viz.pages.words.compute import _is_word
from viz.pages.words.compute_sentences import glove_mean
from viz.pages.words.occurrences import (
    _aligned_word,
    _place_of,
    group_inflections,
    occurrences,
    pooled,
    table_of,
    word_states,
)

pytestmark = pytest.mark.thorough

SENTENCES = (
    "The big red dog is sleeping.",
    "No antidisestablishmentarianism, please!",
    "x 日本 </s> the the",
    "  two  spaces ",
)
FIRST_LETTERS = {  # first letters of the French words that translate a meaning
    "raison": ("raison",),
    "droite": ("droit",),
    "droit": ("droit",),
    "juste": ("juste", "bon"),
    "gauche": ("gauche",),
    "partir": ("part", "pars"),
    "laisser": ("lais",),
    "rester": ("rest",),
    "aimer": ("aim",),
    "comme": ("comme",),
    "ressembler": ("ressembl",),
}


def best_aligner(model) -> Aligner:
    return next(iter(aligners(model.attention_sizes["cross"], model.card).values()))


def rows_of(word: str) -> list[tuple[str, str, str]]:
    return [
        (example.english, example.french, example.meaning)
        for example in meanings.examples()
        if example.word == word
    ]


@pytest.fixture(scope="module")
def occurrences_by_word(model):
    """The occurrences of three words in their sentences, with given French and meaning."""
    return {
        word: occurrences(model, best_aligner(model), word, rows_of(word))
        for word in ("right", "left", "like")
    }


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("name", ["transformer", "bilstm-additive", "seq2seq"])
def test_a_word_is_the_mean_of_its_pieces_and_the_end_is_no_word(name, sentence):
    encoding = load(name, "cpu").encode(sentence)
    labels, states = word_states(encoding)
    words = list(
        dict.fromkeys(
            word
            for word, (start, end) in zip(encoding.source_words, encoding.source_spans)
            if start < end
        )
    )
    assert states.shape == (len(encoding.steps), len(labels), encoding.states.shape[-1])
    assert len(labels) == len(words)
    for place, word in enumerate(words):
        pieces = [
            encoding.states[:, token]
            for token, word_of_token in enumerate(encoding.source_words)
            if word_of_token == word
        ]
        np.testing.assert_allclose(states[:, place], sum(pieces) / len(pieces), atol=1e-5)
        start, end = (
            encoding.source_spans[token]
            for token in (
                encoding.source_words.index(word),
                len(encoding.source) - 1 - encoding.source_words[::-1].index(word),
            )
        )
        assert labels[place] == (sentence[start[0] : end[1]].strip() or "␣")


def test_only_a_word_of_several_pieces_is_a_mean(model):
    encoding = model.encode("No antidisestablishmentarianism today.")
    labels, states = word_states(encoding)
    assert labels == ("No", "antidisestablishmentarianism", "today", ".")
    assert len(encoding.source) > 6
    np.testing.assert_array_equal(states[:, [0, 2, 3]], encoding.states[:, [0, -3, -2]])


def test_a_word_stands_where_it_first_stands_whatever_its_capitals():
    labels = ("Left", "of", "the", "leftovers", "he", "left", ".")
    assert _place_of("left", labels) == _place_of("LEFT", labels) == 0
    assert _place_of("He", labels) == 4
    assert _place_of("over", labels) is None
    assert _place_of("", labels) is None
    assert _place_of("left", ()) is None


def run(weights, translation: str, sentence: str = "a b", finished: bool = True) -> SimpleNamespace:
    """Return as much of a trace as an alignment reads.

    A token for each word and, if finished, the end; `weights [row, column]`.
    """

    def tokens(text: str, ended: bool):
        words, spans, place = text.split(), [], 0
        for word in words:
            spans.append((text.index(word, place), text.index(word, place) + len(word)))
            place = spans[-1][1]
        return (
            (*words, *["</s>"] * ended),
            (*spans, *[(len(text), len(text))] * ended),
            tuple(range(len(words) + ended)),
        )

    source, source_spans, source_words = tokens(sentence, True)
    predicted, predicted_spans, predicted_words = tokens(translation, finished)
    return SimpleNamespace(
        attention={"cross": SimpleNamespace(weights=np.array(weights, float)[None, None])},
        sentence=sentence,
        translation=translation,
        written_text=translation,
        source=source,
        source_spans=source_spans,
        source_words=source_words,
        predicted=predicted,
        predicted_spans=predicted_spans,
        predicted_words=predicted_words,
        decoder_words=(-1, *predicted_words[:-1]),
        finished=finished,
    )


WRITES, READS = Aligner(0, 0, False, None), Aligner(0, 0, True, None)
# Rows are: un Chien , gros </s>.
TO_B = [[0.9, 0.1, 0], [0.3, 0.6, 0.1], [0.2, 0.8, 0], [0.1, 0.7, 0.2], [0, 0, 1]]


def test_the_french_word_that_looks_most_is_taken_in_lower_case_and_no_comma():
    trace = run(TO_B, "un Chien , gros")
    assert _aligned_word(trace, WRITES, 1) == "gros"  # the comma attends more, "Chien" less
    assert _aligned_word(trace, WRITES, 0) == "un"
    assert (
        _aligned_word(run(TO_B[:2] + TO_B[2:3] * 2 + TO_B[4:], "un Chien , ,"), WRITES, 1)
        == "chien"
    )


def test_the_row_that_reads_is_the_one_after():
    trace = run([TO_B[4], *TO_B[:4]], "un Chien , gros")  # "<s>" un Chien , gros
    assert _aligned_word(trace, READS, 1) == "gros"
    assert _aligned_word(trace, READS, 0) == "un"


def test_without_a_row_that_looks_there_most_there_is_no_word():
    assert _aligned_word(run([[0, 0, 1], [0.4, 0.6, 0], [0, 0, 1]], "le chien"), WRITES, 0) is None
    assert _aligned_word(run([[0.4, 0.6, 0], [0, 0, 1]], "7"), WRITES, 1) is None
    assert _aligned_word(run([[0, 0, 1]], ""), WRITES, 1) is None


def test_a_translation_that_was_cut_has_a_word_in_its_last_row_too():
    trace = run([[0.9, 0.1, 0], [0.1, 0.9, 0]], "un chien", finished=False)
    assert _aligned_word(trace, WRITES, 1) == "chien"


def test_a_real_alignment_is_the_first_choice_of_a_loop_over_the_rows(model):
    trace = model.trace(Request("transformer", "He left his red car on the left."))
    aligner = best_aligner(model)
    labels = source_axis(trace).labels(True)
    # Every French word is one token.
    assert aligner.reads
    assert len({*trace.decoder_words}) == len(trace.decoder_words)
    weights = trace.attention["cross"].weights[aligner.layer, aligner.head][1:]
    for place in range(len(labels) - 1):
        best = None
        for row, word in zip(weights, trace.predicted):
            shares = [
                row[
                    [
                        token
                        for token, word_of_token in enumerate(trace.source_words)
                        if word_of_token == other
                    ]
                ].sum()
                for other in range(len(labels))
            ]
            if (
                max(shares) == shares[place]
                and word.isalpha()
                and (best is None or shares[place] > best[0])
            ):
                best = shares[place], word.lower()
        assert _aligned_word(trace, aligner, place) == (best and best[1]), labels[place]


def test_each_sense_of_a_word_gets_its_own_french_word(occurrences_by_word):
    """The aligned French word agrees with the meaning that a person noted for the sentence."""
    for word, occurrences_of in occurrences_by_word.items():
        linked = [
            (occurrence.meaning, occurrence.french)
            for occurrence in occurrences_of
            if occurrence.french
        ]
        assert len(linked) >= 80
        agree = sum(french.startswith(FIRST_LETTERS[meaning]) for meaning, french in linked)
        assert agree / len(linked) >= 0.7, word
    of_left = {
        one.meaning: {
            other.french for other in occurrences_by_word["left"] if other.meaning == one.meaning
        }
        for one in occurrences_by_word["left"]
    }
    assert "gauche" in of_left["gauche"]
    assert "partis" in of_left["partir"]
    assert "gauche" not in of_left["partir"]


def test_an_occurrence_is_the_state_of_the_word_in_its_sentence(model, occurrences_by_word):
    for one, (english, _, meaning) in zip(
        occurrences_by_word["left"], rows_of("left"), strict=True
    ):
        labels, states = word_states(model.encode(english))
        place = _place_of("left", labels)
        assert (one.sentence, one.meaning) == (english, meaning)
        np.testing.assert_array_equal(one.states, states[:, place])
        assert one.around == " ".join(labels[place - 1 : place + 2] if place else labels[:2])


def test_sentences_without_the_word_are_left_out_and_nothing_is_aligned_without_an_aligner(model):
    progress = []
    rows = [
        ("He left.", None, None),
        ("No such word.", None, "x"),
        ("On the Left.", "À gauche.", "gauche"),
    ]
    one, other = occurrences(
        model, None, "left", rows, lambda done, total: progress.append((done, total))
    )
    assert (one.sentence, one.french, one.meaning, one.around) == (
        "He left.",
        None,
        None,
        "He left .",
    )
    assert (other.around, other.meaning) == ("the Left .", "gauche")
    assert progress == [
        (1, 3),
        (2, 3),
        (3, 3),
    ]
    with_french = occurrences(model, best_aligner(model), "left", rows)
    assert with_french[1].french == "gauche"
    assert with_french[0].french in model.translate(["He left."])[0].lower()
    with pytest.raises(UserError, match="no word in this sentence"):
        occurrences(model, None, "left", [("He left.", None, None), ("", None, None)])


def test_a_family_is_never_larger_than_what_begins_alike(occurrences_by_word):
    def bare(form):
        return unicodedata.normalize("NFD", form)[:3]

    for occurrences_of in occurrences_by_word.values():
        forms = [occurrence.french for occurrence in occurrences_of]
        for form, title in zip(forms, group_inflections(forms), strict=True):
            assert title is None or (
                form is not None and bare(form) == bare(title) and title in forms
            )


@pytest.mark.parametrize("name", shipped_for("translation"))
@pytest.mark.parametrize("step", [0, -1])
def test_a_sentence_is_pooled_by_the_formula_named(name, step):
    encoding = load(name, "cpu").encode("The machine controls an antidisestablishmentarian.")
    rows = encoding.states[step].astype(float).tolist()
    assert pooled(encoding, step, "mean") == pytest.approx(
        [sum(column) / (len(rows) - 1) for column in zip(*rows[:-1])], abs=1e-5
    )
    assert pooled(encoding, step, "max").tolist() == [max(column) for column in zip(*rows[:-1])]
    assert pooled(encoding, step, "last").tolist() == rows[-2]
    assert pooled(encoding, step, "end").tolist() == rows[-1]


def test_a_pool_that_there_is_not_is_a_mistake_in_the_program():
    one = Encoding(
        "a", ("a", "</s>"), ((0, 1), (1, 1)), (0, 1), ("embedding",), np.zeros((1, 2, 3))
    )
    with pytest.raises(KeyError, match="sum"):
        pooled(one, 0, "sum")


def test_without_context_who_controls_whom_is_lost_and_with_it_it_is_not(model):
    pair = "The human controls the machine.", "The machine controls the human."

    def cosine(one, other):
        return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))

    first, second = map(glove_mean, pair)
    np.testing.assert_allclose(first, second, atol=1e-6)
    embedded, last = (
        [pooled(model.encode(sentence), step, "mean") for sentence in pair] for step in (0, -1)
    )
    assert cosine(*embedded) == pytest.approx(1, abs=1e-5)
    assert cosine(*last) < cosine(*embedded) - 0.005


def test_the_glove_mean_is_that_of_the_words_it_has():
    table = glove().table
    dog, red = table[glove().find("dog")], table[glove().find("red")]
    np.testing.assert_allclose(glove_mean("“Dog”, xyzzyx red!"), (dog + red) / 2, atol=1e-6)
    assert not glove_mean("xyzzyx ?!").any()
    assert glove_mean("").shape == (100,)


def test_a_word_has_a_letter_or_a_digit():
    assert all(map(_is_word, ("dog", "7", "l'", "é", "日")))
    assert not any(map(_is_word, (".", "?!", "␣", "'", "…")))


def test_the_table_has_a_row_for_each_word_with_the_first_and_the_last_step():
    row = {
        "meanings": ["lumière", "léger"],
        "meaning": [-0.192, 0.5, 0.0189],
        "french": None,
        "sentences": 100,
    }
    assert table_of({"light": row}) == [
        {"word": "light", "meanings": "lumière, léger", "embedding": "−0.19", "last layer": "0.02"}
    ]
