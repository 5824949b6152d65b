"""Hand-made heads get the label of their function, untrained heads get none."""

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest
import torch

from models.answers.translation import TranslationModel
from models.corpus import sentences
from models.corpus.attention_sums import analyse, untrained
from models.corpus.head_measures import ALIGNMENTS
from models.corpus.labels import (
    _floors_of,
    kinds_of,
    labels_of,
    refuted_of,
    unmeasured_kinds,
)
from models.corpus.making import measure_controls, stacks_of
from models.corpus.profile import _FOLDER, StackProfile, read_shipped
from models.corpus.sentences import AnnotatedWord, Pair, split
from models.networks.transformer import Transformer, TransformerConfig
from models.registry import SHIPPED
from models.store.tokenizer import Tokenizer
from tests import planted
from tests.models.corpus import handmade

SHIPPED_PROFILES = [
    "transformer",
    "bilstm-additive",
    "bilstm-dot",
    "bilstm-bilinear",
    "gpt",
    "bert",
]
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
    controls = measure_controls(model, [pair for _, pair in pairs])
    return {
        stack: StackProfile(
            stack, *size, sums[stack], before[stack], (), controls[stack], tuple(range(size[0]))
        )
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
    pairs = handmade.pairs(*map(list, zip(*texts)), times=20)  # enough links that cross
    return profiles(handmade.model_of(handmade.HandMade(heads), SIZES, WORDS), pairs)


def first_label(stack: StackProfile, head: int) -> str:
    labels = labels_of(stack)[head]
    return labels[0].measure if labels else ""


@pytest.mark.parametrize(
    "stack, head, label, share",
    [
        ("encoder", 0, "previous", 1),
        ("decoder", 0, "previous", 1),
        ("encoder", 1, "next", 1),
        ("decoder", 1, "same", 1),
        ("cross", 0, "reads", 0.9),
        ("encoder", 3, "induction", 0),
    ],
)
def test_a_head_is_called_what_it_was_made_for(made, stack, head, label, share):
    first, *_ = labels_of(made[stack])[head]
    assert first.measure == label
    assert first.share >= share - 1e-6


def test_a_row_that_attends_one_column_ahead_of_its_word_writes_it(made):
    """Row t of the decoder reads word t - 1: attending to place t aligns with the word written."""
    assert first_label(made["cross"], 2) in ("writes", "place")
    shares = made["cross"].shares[2]
    names = made["cross"].measures
    assert shares[names.index("writes")] > shares[names.index("reads")]


def test_where_words_are_not_linked_no_cross_attention_head_gets_a_place_or_a_translation(made):
    """A head that aligns attends to the same place wherever the order of words is kept."""
    rows = made["cross"].trained.rows.copy()
    aligns = [made["cross"].measures.index(name) for name in ALIGNMENTS]
    rows[aligns] = 0
    unlinked = replace(made["cross"], trained=replace(made["cross"].trained, rows=rows))
    named = {label.measure for labels in labels_of(unlinked) for label in labels}
    assert not named & {"place", *ALIGNMENTS}
    assert any(label.measure == "place" for labels in refuted_of(unlinked) for label in labels)
    assert unmeasured_kinds([unlinked]) == {"translation"}
    assert unmeasured_kinds([made["cross"]]) == set()


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
    assert kinds_of(stack)[0] == "pieces"


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
    controls = measure_controls(model, [pair for _, pair in handmade.pairs()])["encoder"]
    stack = StackProfile("encoder", 1, 2, sums, before, (), controls, (0,))
    assert first_label(stack, 0) == "spreads"
    assert first_label(stack, 1) == "previous"


@pytest.fixture(scope="module")
def shipped_pairs():
    return list(enumerate(islice(sentences.read_sentences(sentences.CORPUS), 150)))


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(seed, marks=pytest.mark.weekly if seed else pytest.mark.thorough)
        for seed in range(3)
    ],
)
def test_an_untrained_network_gets_no_label(seed, shipped_pairs):
    words = Tokenizer.load(SHIPPED / "transformer" / "tokenizer.json")
    config = TransformerConfig(len(words), d_model=64, d_ff=64, n_heads=4, n_layers=3)
    torch.manual_seed(seed + 10)
    model = TranslationModel("new", Transformer(config).eval(), words, {}, torch.device("cpu"))
    sums = analyse(model, shipped_pairs).sums
    before = analyse(model, shipped_pairs, network=untrained(model)).sums
    controls = measure_controls(model, [pair for _, pair in shipped_pairs])
    for stack, size in model.attention_sizes.items():
        layers = tuple(range(size[0]))
        profile = StackProfile(
            stack, *size, sums[stack], before[stack], (), controls[stack], layers
        )
        assert [labels for labels in labels_of(profile) if labels] == []


def test_a_transformer_whose_weights_turn_positions_back_attends_to_the_word_before():
    model = handmade.previous_token_transformer(WORDS)
    stack = profiles(model, handmade.pairs())["encoder"]
    assert first_label(stack, 0) == "previous"


def test_a_relation_of_grammar_must_beat_the_best_fixed_distance():
    """If each adjective is right before its noun, attention to the next word is no grammar."""
    english = "the red dog sees a big old cat ."
    near = [AnnotatedWord("X", place, "-") for place in range(9)]
    near[1], near[6] = AnnotatedWord("ADJ", 2, "a"), AnnotatedWord("ADJ", 7, "a")
    far = [*near]
    far[5] = AnnotatedWord("ADJ", 7, "a")  # two words before its noun
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
        floors = _floors_of(stack)
        measured = stack.trained.rows > 0
        assert (floors[measured] >= stack.chance[measured] - 1e-9).all()


def test_every_label_has_a_hue(made):
    kinds = {kind for stack in made.values() for kind in kinds_of(stack)}
    assert {"position", "translation", "repetition"} <= kinds
    assert kinds & {"none", "unmeasured"}


# --- controls ------------------------------------------------------------------------------------


def judged(heads: dict, pairs, words: Tokenizer = WORDS) -> list[tuple[set[str], set[str]]]:
    """Return the names of the labels of each head of one stack, and of those refuted."""
    [(stack, of_stack)] = heads.items()
    model = handmade.model_of(handmade.HandMade(heads), {stack: (1, len(of_stack))}, words)
    profile = profiles(model, pairs)[stack]
    return [
        ({label.measure for label in labels}, {label.measure for label in refuted})
        for labels, refuted in zip(labels_of(profile), refuted_of(profile), strict=True)
    ]


@pytest.mark.slow
def test_induction_after_the_alone_is_refuted_on_random_words_said_twice():
    """Of the words that come again in these sentences, most are "the"."""
    the = WORDS.encode("the")[0]

    def after_the(source, read, may):
        weights = handmade.induction(source, read, may)
        return torch.where((source == the)[..., None], weights, handmade.uniform(source, read, may))

    fooling, real = judged({"encoder": [after_the, handmade.induction]}, handmade.pairs(times=40))
    assert "induction" not in fooling[0]
    assert "induction" in fooling[1]
    assert "induction" in real[0]
    assert "induction" not in real[1]


def test_random_order_tells_the_last_word_from_the_full_stop():
    """In natural order the full stop is the last word."""
    stop = WORDS.encode(".")[0]

    def at_stop(source, read, may):
        weights = (source == stop).float()[:, None, :] * may
        return torch.where(weights.any(-1, keepdim=True), weights, may.float() / may.sum(-1, True))

    def at_last(source, read, may):
        place = torch.arange(may.shape[2])
        return (place == may.sum(-1, keepdim=True) - 2).float()

    stop_head, last_head = judged({"encoder": [at_stop, at_last]}, handmade.pairs())
    assert "punctuation" in stop_head[0]
    assert "last" in stop_head[1]
    assert "last" in last_head[0]
    assert "punctuation" in last_head[1]


def test_a_diagonal_is_no_alignment_where_the_order_of_words_differs(made):
    place = made["cross"].measures.index("writes")
    assert "writes" in {label.measure for label in refuted_of(made["cross"])[2]}
    assert made["cross"].controls.shares[2, place] < 0.1
    reads = made["cross"].measures.index("reads")
    assert made["cross"].controls.shares[0, reads] > 0.9


@pytest.mark.parametrize(("to_its_noun", "survives"), [(0.52, False), (0.9, True)])
def test_a_head_that_attends_to_every_noun_does_not_attend_to_its_noun(to_its_noun, survives):
    words = [AnnotatedWord("X", place, "-") for place in range(9)]
    words[1], words[5], words[6] = (
        AnnotatedWord("ADJ", 2, "a"),
        AnnotatedWord("ADJ", 7, "a"),
        AnnotatedWord("ADJ", 7, "a"),
    )
    words[2], words[3], words[7], words[8] = (AnnotatedWord("NOUN", at, "-") for at in (2, 3, 7, 8))

    def nouns(source, read, may):
        weights = torch.zeros(may.shape)
        weights[:, :, 0] = 1
        for row, (its, other) in {1: (2, 3), 5: (7, 8), 6: (7, 8)}.items():
            weights[:, row, 0] = 0
            weights[:, row, its], weights[:, row, other] = to_its_noun, 1 - to_its_noun
        return weights

    pair = Pair("the red dog sees a big old cat .", "le chat .", tuple(words))
    [(labels, refuted)] = judged({"encoder": [nouns]}, list(enumerate([pair] * 30)))
    grammar = "adjective → its noun"
    assert (grammar in labels, grammar in refuted) == (survives, not survives)


@pytest.mark.parametrize("name", SHIPPED_PROFILES)
def test_a_control_stands_beside_every_label_of_the_shipped_profiles(name):
    profile = read_shipped(name)
    for stack in profile.stacks.values():
        for labels in labels_of(stack):
            for label in labels:
                assert 0 <= label.control <= 1
                assert label.measure != "induction" or label.control > 0.2


def test_the_notes_say_how_many_labels_their_controls_refute():
    assert {*SHIPPED_PROFILES} == {file.stem for file in _FOLDER.glob("*.npz")}
    given, refuted = (
        Counter(
            label.measure
            for name in SHIPPED_PROFILES
            for stack in read_shipped(name).stacks.values()
            for of_head in labels(stack)
            for label in of_head
        )
        for labels in (labels_of, refuted_of)
    )
    fallen = {kind: refuted[kind] for kind in refuted if kind not in given}
    assert fallen == {"induction": 5, "subject → its verb": 5, "place": 9, "last": 1}
    notes = " ".join(_FOLDER.with_name("README.md").read_text(encoding="utf-8").split())
    assert (
        f"Of {given.total() + refuted.total()} labels of our models {refuted.total()} are refuted, "
        'among them all of "induction" (5), "subject → its verb" (5), "place" (9) and "last" (1)'
        in notes
    )


def profile(model, pairs: list[Pair]) -> dict[str, StackProfile]:
    numbered = [*enumerate(pairs * 20)]  # often enough for a label
    before = analyse(model, numbered, network=untrained(model))
    controls = measure_controls(model, [pair for _, pair in numbered])
    return stacks_of(model, analyse(model, numbered), before, controls)


def names(labels) -> list[list[str]]:
    return [[label.measure for label in of_head] for of_head in labels]


@pytest.fixture(scope="module")
def translator():
    def links(english: str, order: dict[int, int]) -> tuple[tuple[int, int], ...]:
        return tuple((order.get(place, place), place) for place in range(len(english.split())))

    pairs = [Pair(*texts, links=links(texts[0], {})) for texts in planted.SENTENCES.items()]
    pairs.append(Pair(*planted.CROSSED, links=links(planted.CROSSED[0], {1: 2, 2: 1})))
    return profile(planted.translator(), pairs)


def test_a_previous_token_head_keeps_its_label_where_words_stand_in_random_order(translator):
    first, *others = names(labels_of(translator["encoder"]))
    assert first == ["previous"]
    assert not any("previous" in other for other in others)


def test_a_head_that_knows_positions_alone_is_refuted_as_an_alignment(translator):
    """It looks at the word to be written in 93 of 100 rows, and in none whose order differs."""
    by_place, by_word, *_ = names(labels_of(translator["cross"]))
    assert by_place == ["place"]
    assert by_word == ["reads"]
    [refuted], *_ = refuted_of(translator["cross"])
    assert refuted.measure == "writes"
    assert refuted.share > 0.9
    assert refuted.control < 0.01


def test_an_induction_head_keeps_its_label_on_random_words_said_twice():
    pairs = [Pair(text, "") for text in (*planted.SENTENCES, planted.REPEATED)]
    stack = profile(planted.language_model(), pairs)["decoder"]
    assert names(labels_of(stack)) == [
        *(["previous"], ["spreads"], ["spreads"], ["spreads"]),
        # The second head adds nothing: a label says what a head attends to.
        *(["induction"], ["induction"], ["spreads"], ["spreads"]),
    ]
