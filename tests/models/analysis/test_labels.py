"""Hand-made heads get the label of their function, untrained heads get none."""

from itertools import islice

import pytest
import torch

from models.analysis import sentences
from models.analysis.analysis import analyse, untrained
from models.analysis.labels import floors_of, kind_of, labels_of
from models.analysis.profile import StackProfile
from models.analysis.sentences import Pair, Word, split
from models.answers.translation import TranslationModel
from models.networks.transformer import Transformer, TransformerConfig
from models.registry import SHIPPED
from models.store.tokenizer import Tokenizer
from tests.models.analysis import handmade

WORDS = handmade.tokenizer()
SIZES = {"encoder": (1, 4), "decoder": (1, 2), "cross": (1, 3)}


def profiles(model, pairs, network=None) -> dict[str, StackProfile]:
    """Return the profile of each stack, with uniform attention as the untrained network."""
    sums = analyse(model, pairs, network=network).sums
    even = {
        stack: [handmade.uniform] * (layers * heads)
        for stack, (layers, heads) in model.attention_sizes.items()
    }
    before = analyse(model, pairs, network=handmade.HandMade(even)).sums
    return {
        stack: StackProfile(stack, *size, sums[stack], before[stack], ())
        for stack, size in model.attention_sizes.items()
    }


@pytest.fixture(scope="module")
def made() -> dict[str, StackProfile]:
    """Heads that attend to the previous word, the next word, the end, and repeated contexts."""
    english = [split(text) for text in handmade.ENGLISH]
    french = [split(text) for text in handmade.FRENCH]
    words = {
        WORDS.encode(french[row][f])[0]: WORDS.encode(english[row][e])[0]
        for row, links in enumerate(handmade.LINKS)
        for e, f in links
    }
    heads = {
        "encoder": [
            handmade.offset(-1),
            handmade.offset(1),
            handmade.uniform,
            handmade.induction,
        ],
        "decoder": [handmade.offset(-1), handmade.offset(0)],
        "cross": [handmade.aligner(words), handmade.uniform, handmade.offset(0)],
    }
    repeated = [(text, text, ()) for text in handmade.REPEATED]
    texts = [*zip(handmade.ENGLISH, handmade.FRENCH, handmade.LINKS), *repeated]
    pairs = handmade.pairs(*map(list, zip(*texts)))
    return profiles(handmade.model_of(handmade.HandMade(heads), SIZES, WORDS), pairs)


def first_label(stack: StackProfile, head: int) -> str:
    labels = labels_of(stack)[head]
    return labels[0].measure if labels else ""


def test_a_head_that_attends_to_the_word_before_is_called_so(made):
    assert first_label(made["encoder"], 0) == "previous"
    assert first_label(made["decoder"], 0) == "previous"
    assert labels_of(made["encoder"])[0][0].share == pytest.approx(1)


def test_a_head_that_attends_to_the_word_after_is_called_so(made):
    assert first_label(made["encoder"], 1) == "next"


def test_a_head_that_attends_to_itself_is_called_so(made):
    assert first_label(made["decoder"], 1) == "same"


def test_a_head_that_attends_to_the_translation_is_called_so(made):
    assert first_label(made["cross"], 0) == "reads"
    assert labels_of(made["cross"])[0][0].share > 0.9


def test_an_induction_head_is_called_so(made):
    assert first_label(made["encoder"], 3) == "induction"


def test_a_row_that_attends_one_column_ahead_of_its_word_writes_it(made):
    """Row t of the decoder reads word t - 1: attending to place t aligns with the word written."""
    assert first_label(made["cross"], 2) in ("writes", "place")
    shares = made["cross"].shares[2]
    names = made["cross"].measures
    assert shares[names.index("writes")] > shares[names.index("reads")]


def test_a_head_that_leads_from_piece_to_piece_of_a_word_is_called_so():
    """In words of single letters, one head joins pieces, one moves every token one place on."""
    letters = Tokenizer.train(["a b c d e f ."] * 5, 300)
    sizes = {"encoder": (1, 3)}
    pairs = [(row, Pair("d e f cab b d f a e c deaf a e .", "a .")) for row in range(20)]
    words = letters.backend.encode(pairs[0][1].english).word_ids
    assert len(words) == len(set(words)) + 5

    def joins(away):
        def attend(source, read, may):
            weights = handmade.uniform(source, read, may)
            for at, word in enumerate(words):
                if 0 <= at + away < len(words) and words[at + away] == word:
                    weights[:, at] = 0
                    weights[:, at, at + away] = 1
            return weights

        return attend

    heads = {"encoder": [joins(1), joins(-1), handmade.offset(1)]}
    model = handmade.model_of(handmade.HandMade(heads), sizes, letters)
    stack = profiles(model, pairs)["encoder"]
    assert first_label(stack, 0) == "piece → next piece"
    assert first_label(stack, 1) == "piece → previous piece"
    assert first_label(stack, 2) == "next"
    assert labels_of(stack)[0][0].share == pytest.approx(1)
    assert kind_of(labels_of(stack)[0][0]) == "pieces"


def test_a_uniform_head_spreads_where_an_untrained_one_does_not():
    sizes = {"encoder": (1, 2)}
    model = handmade.model_of(
        handmade.HandMade({"encoder": [handmade.uniform, handmade.offset(-1)]}), sizes, WORDS
    )
    sums = analyse(model, handmade.pairs()).sums["encoder"]
    config = TransformerConfig(len(WORDS), d_model=32, d_ff=32, n_heads=2, n_layers=1)
    torch.manual_seed(0)
    network = Transformer(config).eval()
    before = analyse(model, handmade.pairs(), network=network).sums["encoder"]
    stack = StackProfile("encoder", 1, 2, sums, before, ())
    assert first_label(stack, 0) == "spreads"
    assert first_label(stack, 1) == "previous"


@pytest.fixture(scope="module")
def shipped_pairs():
    return list(enumerate(islice(sentences.read(sentences.CORPUS), 150)))


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(3))
def test_an_untrained_network_gets_no_label(seed, shipped_pairs):
    words = Tokenizer.load(SHIPPED / "transformer" / "tokenizer.json")
    config = TransformerConfig(len(words), d_model=64, d_ff=64, n_heads=4, n_layers=3)
    torch.manual_seed(seed + 10)
    model = TranslationModel("new", Transformer(config).eval(), words, {}, torch.device("cpu"))
    sums = analyse(model, shipped_pairs).sums
    before = analyse(model, shipped_pairs, network=untrained(model)).sums
    for stack, size in model.attention_sizes.items():
        profile = StackProfile(stack, *size, sums[stack], before[stack], ())
        assert [labels for labels in labels_of(profile) if labels] == []


def test_a_transformer_whose_weights_turn_positions_back_attends_to_the_word_before():
    model = handmade.previous_token_transformer(WORDS)
    stack = profiles(model, handmade.pairs())["encoder"]
    assert first_label(stack, 0) == "previous"


def test_a_relation_of_grammar_must_beat_the_best_fixed_distance():
    """If each adjective is right before its noun, attention to the next word is no grammar."""
    english = "the red dog sees a big old cat ."
    near = [Word("X", place, "-") for place in range(9)]
    near[1], near[6] = Word("ADJ", 2, "a"), Word("ADJ", 7, "a")
    far = [*near]
    far[5] = Word("ADJ", 7, "a")  # two words before its noun
    sizes = {"encoder": (1, 2)}

    def adjectives(source, read, may):
        weights = handmade.offset(1)(source, read, may)
        weights[:, 5] = 0
        weights[:, 5, 7] = 1
        return weights

    heads = {"encoder": [handmade.offset(1), adjectives]}
    model = handmade.model_of(handmade.HandMade(heads), sizes, WORDS)
    labels = {}
    for name, analysis in (("near", near), ("far", far)):
        pairs = list(enumerate([Pair(english, "le chat .", tuple(analysis))] * 20))
        stack = profiles(model, pairs)["encoder"]
        labels[name] = [{label.measure for label in of_one} for of_one in labels_of(stack)]
    grammar = "adjective → its noun"
    assert grammar not in labels["near"][0] | labels["near"][1]
    assert grammar not in labels["far"][0]
    assert grammar in labels["far"][1]


def test_floors_are_at_least_chance(made):
    for stack in made.values():
        floors = floors_of(stack)
        measured = stack.trained.rows > 0
        assert (floors[measured] >= stack.chance[measured] - 1e-9).all()


def test_every_label_has_a_hue(made):
    kinds = {
        kind_of(labels[0] if labels else None)
        for stack in made.values()
        for labels in labels_of(stack)
    }
    assert {"position", "translation", "repetition", "none"} <= kinds
