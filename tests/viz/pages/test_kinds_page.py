"""The page of an encoder, a decoder, and both."""

import numpy as np
import pytest

from models import Request, load
from tests.contents import content_at
from tests.tiny_language import save_networks
from viz.pages.kinds.compute import COMPUTATION
from viz.pages.kinds.settings import word_spans

WRITTEN = {"words": "written"}


def content_of(runner=None, **address: str):
    return content_at(COMPUTATION, address, runner)


def test_our_own_of_each_kind_are_shown():
    content = content_of()
    assert content.models == {"encoder": "bert", "decoder": "gpt", "both": "transformer"}
    assert not content.missing


@pytest.mark.parametrize("words", ["written", "merged"])
def test_the_masks_are_those_of_the_three_kinds(words):
    content = content_of(words=words)
    encoder, decoder, both = (panel.allowed for panel in content.matrices)
    assert encoder.all()
    np.testing.assert_array_equal(decoder, np.tri(len(decoder), dtype=bool))
    english = len(content.trace("both").source)  # each word of the example is one token
    assert both[:english, :english].all()
    assert not both[:english, english:].any()
    assert both[english:, :english].all()
    french = both[english:, english:]
    np.testing.assert_array_equal(french, np.tri(len(french), dtype=bool))


def test_the_decoder_is_shown_without_what_it_writes_by_itself():
    panel = content_of(**WRITTEN).matrices[1]
    assert " ".join(panel.rows) == "<s> The big red dog is sleeping on the bed ."


def test_the_row_that_is_marked_is_the_one_that_has_to_know_the_word():
    panels = content_of(**WRITTEN).matrices
    # The hidden word; the word before it; the word before “chien”.
    assert [panel.rows[panel.lit[0][0]] for panel in panels] == ["dog", "red", "gros"]
    for panel, word in zip(panels, ("dog", "dog", "chien"), strict=True):
        assert panel.caption.endswith(f"Framed: the row that must give “{word}”.")


def test_what_each_gives_is_what_the_models_give():
    content = content_of(**{"kinds-look": "gives"})
    hidden, next_word, translated = content.answers.values()
    (guesses,) = load("bert").guess(Request("bert", content.settings.sentence), (4,), 5, "both")
    assert hidden.words == guesses.words
    assert hidden.word == "dog"
    assert hidden.question == "The big red [MASK] is sleeping on the bed."
    start = Request("gpt", "The big red")
    alone = load("gpt").next_words(start, load("gpt").trace(start).prompt_length)
    assert next_word.words == alone.words[:5]
    assert next_word.question == "The big red …"
    np.testing.assert_allclose(next_word.probabilities, alone.probabilities[:5], atol=1e-5)
    assert translated.word == "chien" == translated.words[0]
    assert translated.question.endswith("→ Le gros …")


def test_the_lexicon_finds_the_french_word_and_no_head():
    """The head that aligns best attends from “pas” to “forget”."""
    sentence = "Don't forget to warm up before the race."
    content = content_of(sentence=sentence, asked="2", **{"kinds-look": "gives"})
    assert content.word == "forget"
    assert content.answers["both"].word.startswith("oubli")
    content = content_of(sentence=sentence, asked="5", **{"kinds-look": "gives"})
    assert content.word == "up"
    assert "both" not in content.answers
    assert content.finding.endswith("The lexicon finds no French word for it.")


def test_a_word_in_pieces_is_asked_from_its_first_piece():
    content = content_of(sentence="The students borrowed their books.", asked="3")
    assert content.word == "borrowed"
    assert content.answers["both"].word == "emprun"


def test_a_sentence_without_words_is_told_so():
    content = content_of(sentence="...", **{"kinds-look": "gives"})
    assert not content.answers
    assert content.menu.alert == content.without_words
    assert all(panel.lit == () for panel in content.matrices)


def test_words_hold_their_apostrophes_and_hyphens():
    sentence = "It's a well-known 3.5 % o’clock!"
    words = [sentence[start:end] for start, end in word_spans(sentence)]
    assert words == ["It's", "a", "well-known", "3", "5", "o’clock"]


@pytest.mark.slow
def test_a_kind_without_a_model_is_left_out_and_named(checkpoints):
    assert content_of().models == {"both": "transformer"}  # no BiLSTM, which has no such masks
    save_networks(checkpoints, "gpt")
    content = content_of()
    assert [*content.models] == ["decoder", "both"]
    assert len(content.matrices) == 2
    assert content.missing.endswith("is available here: Encoder alone.")
