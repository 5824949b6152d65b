"""The claims of the lessons of seq2seq, words, BERT and GPT, and the classics are true."""

import json
import re
from collections import Counter
from functools import cache

import numpy as np
import pytest

from models import Request, load
from models.training.data import read_corpus
from models.words import bias, glove, meanings
from models.words.lists import DEFINITIONAL_PAIRS, WOMEN_PERCENT
from tests.claims import (
    DOG,
    RED,
    STEPS,
    check_number,
    check_truth,
    name_of_claim,
    of,
    trace,
    weight,
    written,
)
from viz.analysis.aligners import Aligner, align
from viz.analysis.views import heads_of

pytestmark = pytest.mark.thorough

ANIMAL = "The animal didn't cross the street because it was too {}."
LAW = (
    "The Law will never be perfect, but its application should be just - this is what we are "
    "missing, in my opinion."
)
SPIRIT = (
    "It is in this spirit that a majority of American governments have passed new laws "
    "since 2009 making the registration or voting process more "
    "difficult."
)
DOG_WORDS = DOG.replace(".", " .").split()
TREATY = "The agreement on the European Economic Area was signed in August 1992."
NAME = {"zone": "Area", "économique": "Economic", "européenne": "European"}
SIGNED = "L'accord sur la zone économique européenne a été signé en août 1992."
PEOPLE = dict(STEPS["seq2seq 1"].parameters)["sentence"]


def read_treaty(model: str):
    """Return the attention over Bahdanau's sentence, in whole words."""
    return align(trace(TREATY, model, SIGNED), Aligner(0, 0, False, None, alone=True), True)


def bahdanau(row: str, column: str) -> float:
    """Return the weight of bilstm-additive on one word of Bahdanau's sentence."""
    alignment = read_treaty("bilstm-additive")
    return alignment.weights[alignment.rows.index(row), alignment.columns.index(column)]


def aligned(model: str, row: str) -> str:
    """Return the word that a word of Bahdanau's sentence attends to most."""
    alignment = read_treaty(model)
    return alignment.columns[int(alignment.weights[alignment.rows.index(row)].argmax())]


def score_weights(model: str, row: str) -> np.ndarray:
    """Return the weights of a score function on each English word, over the same French."""
    heads = heads_of(trace(DOG, model, written(DOG)), "cross", True)
    return heads.weights[0, 0, heads.rows.index(row)]


def millions(model: str) -> float:
    return of(model).card["weights"] / 1e6


def architecture(model: str) -> dict:
    return of(model).card["architecture"]


def updates(model: str) -> Counter:
    """How many updates a model was trained for, by the model it was at the time."""
    counts, training = Counter(), of(model).card["training"]
    while training:
        counts[training.get("name", model)] += training["updates"]
        training = training.get("started_from")
    return counts


def share(model: str, place: int) -> float:
    return of(model).card["by_length"]["multi30k.test_2016_flickr"][place]["bleu"]


@cache
def gradient(model: str):
    gradients = of(model).gradients(
        Request(model, DOG, trace(DOG, "bilstm-additive").translation), 4
    )
    return gradients.reading / gradients.reading.max(), np.sort(
        gradients.writing / gradients.writing.max()
    )


def ahead(stack: str) -> np.ndarray:
    """Return the share of each head's weight on later words: `[layer, head]`."""
    return np.triu(trace(DOG).attention[stack].weights, 1).sum(-1).mean(-1)


def silhouette(step: int) -> float:
    return json.loads(meanings.SEPARATION.read_text(encoding="utf-8"))["transformer"]["left"][
        "meaning"
    ][step]


def occupations() -> float:
    direction, _ = bias.gender_direction(glove(), DEFINITIONAL_PAIRS)
    words = [word for word in WOMEN_PERCENT if word in glove()]
    places = bias.projections(glove(), words, direction)
    return float(np.corrcoef(places, [WOMEN_PERCENT[word] for word in words])[0, 1])


def law(column: str) -> np.ndarray:
    heads = heads_of(trace(LAW), "encoder", True)
    return heads.weights[:, :, heads.rows.index("its"), heads.columns.index(column)]


def most(word: str, sentence: str, layer: int, head: int) -> str:
    """Return the word that a word attends to most in a head of the encoder."""
    heads = heads_of(trace(sentence), "encoder", True)
    row = heads.weights[layer - 1, head - 1, heads.rows.index(word)]
    return heads.columns[int(row.argmax())]


def guesses(sees: str) -> tuple[str, ...]:
    """Return the first guesses of our encoder for “brown” in the lesson's sentence."""
    request = Request("bert", "A man is riding a brown horse on the beach.")
    return load("bert").guess(request, (6,), 4, sees)[0].words


def before(word: str) -> str:
    """Return the earlier French word that a word attends to most in layer 3, head 1."""
    heads = heads_of(trace(*RED), "decoder", False)
    row = heads.weights[2, 0, heads.rows.index(word)]
    return heads.columns[1 + int(row[1:].argmax())]


def making() -> np.ndarray:
    heads = heads_of(trace(SPIRIT), "encoder", True)
    return sum(
        heads.weights[:, :, heads.rows.index("making"), heads.columns.index(word)]
        for word in ("more", "difficult")
    )


def it(word: str, column: str) -> np.ndarray:
    heads = heads_of(trace(ANIMAL.format(word)), "encoder", False)
    return heads.weights[:, :, heads.rows.index("it"), heads.columns.index(column)]


NUMBERS = [  # the step, words in it that end in a number, and a function that computes the number
    ("seq2seq 2", "seq2seq falls from 45", lambda: share("seq2seq", 0)),
    ("seq2seq 2", "falls from 45 to 14", lambda: share("seq2seq", -1)),
    ("seq2seq 2", "bilstm-additive from 59", lambda: share("bilstm-additive", 0)),
    ("seq2seq 2", "from 59 to 45", lambda: share("bilstm-additive", -1)),
    (
        "seq2seq 2",
        "the model reaches 77",
        lambda: 100 * share("seq2seq", 0) / share("bilstm-additive", 0),
    ),
    (
        "seq2seq 2",
        "short sentences and 31",
        lambda: 100 * share("seq2seq", -1) / share("bilstm-additive", -1),
    ),
    ("seq2seq 2", "our seq2seq has 5.3", lambda: millions("seq2seq")),
    ("seq2seq 2", "bilstm-additive 5.7", lambda: millions("bilstm-additive")),
    ("seq2seq 2", "here of 384", lambda: architecture("seq2seq")["d_model"]),
    ("seq2seq 2", "seq2seq was trained for 5,500", lambda: updates("seq2seq")["seq2seq"]),
    (
        "seq2seq 2",
        "bilstm-additive for 9,100",
        lambda: updates("bilstm-additive")["bilstm-additive"],
    ),
    ("seq2seq 3", "the RNN has 256", lambda: architecture("seq2seq-rnn")["d_model"]),
    ("seq2seq 3", "the LSTM 384", lambda: architecture("seq2seq")["d_model"]),
    ("seq2seq 6", "bilstm-dot for 10,100", lambda: updates("bilstm-dot")["bilstm-dot"]),
    ("seq2seq 3", "“big” counts 0.01", lambda: gradient("seq2seq-rnn")[0][1]),
    ("seq2seq 3", "to remember, 0.21", lambda: gradient("seq2seq")[0][1]),
    (
        "seq2seq 4",
        "“dog” with 0.96",
        lambda: weight(trace(DOG, "bilstm-additive"), "cross", 1, 1, "chien", "dog"),
    ),
    (
        "seq2seq 4",
        "“red” with 0.53",
        lambda: weight(trace(DOG, "bilstm-additive"), "cross", 1, 1, "rouge", "red"),
    ),
    (
        "seq2seq 5",
        "“European” no more than 0.32",
        lambda: bahdanau("européenne", "European"),
    ),
    ("words 4", "from −0.24", lambda: silhouette(0)),
    ("words 4", "embedding to 0.25", lambda: silhouette(-1)),
    ("words 5", "with 0.84", lambda: glove().analogy("man", "king", "woman", exclude=False)[0][1]),
    ("words 5", "against 0.77", lambda: glove().analogy("man", "king", "woman")[0][1]),
    ("words 6", "r = 0.55", occupations),
    (
        "words 6",
        "with 0.87",
        lambda: glove().analogy("man", "doctor", "woman", exclude=False)[0][1],
    ),
    ("words 6", "against 0.77", lambda: glove().analogy("man", "doctor", "woman")[0][1]),
    ("bert-gpt 4", "later words is 0", lambda: ahead("decoder").max()),
]
TRUTHS = [  # the step, words in it, and whether they are true
    (
        "seq2seq 1",
        "*Un jeune homme avec une chemise bleue*",
        lambda: bool(
            re.fullmatch(
                "Un jeune homme avec une chemise bleue et un T-shirt gris .* trois personnes.",
                written(PEOPLE, "seq2seq"),
            )
        ),
    ),
    (
        "seq2seq 3",
        "no other word a third of it",
        lambda: 0.2 < gradient("bilstm-additive")[1][-2] < 1 / 3,
    ),
    (
        "seq2seq 1",
        "ours has one layer and reads in both directions",
        lambda: (
            of("seq2seq").network.encoder.num_layers == 1
            and of("seq2seq").network.encoder.bidirectional
        ),
    ),
    (
        "seq2seq 3",
        "it learnt from fewer sentences",
        lambda: (
            of("seq2seq-rnn").card["training"]["data"].keys()
            < of("seq2seq").card["training"]["data"].keys()
        ),
    ),
    (
        "seq2seq 6",
        "bilstm-dot and bilstm-bilinear started from the weights of bilstm-additive",
        lambda: all(
            "bilstm-additive" in updates(model) for model in ("bilstm-dot", "bilstm-bilinear")
        ),
    ),
    (
        "seq2seq 5",
        "*accord* on “agreement”, *été* on “was”",
        lambda: all(
            (aligned(model, "accord"), aligned(model, "été")) == ("agreement", "was")
            for model in ("bilstm-additive", "bilstm-dot")
        ),
    ),
    (
        "seq2seq 5",
        "to the wrong one: *économique* to “European”",
        lambda: (
            [aligned("bilstm-dot", word) for word in ("zone", "économique")] == ["European"] * 2
        ),
    ),
    (
        "seq2seq 5",
        "In bilstm-additive each of the three attends most to its own word",
        lambda: [aligned("bilstm-additive", word) for word in NAME] == [*NAME.values()],
    ),
    (
        "seq2seq 6",
        "*Le* attends most to `</s>`",
        lambda: score_weights("bilstm-additive", "Le").argmax() == len(DOG_WORDS),
    ),
    (
        "seq2seq 6",
        "The dot product and the bilinear score put nearly all of it on one word",
        lambda: all(
            score_weights(model, word).max() > 0.95
            for model in ("bilstm-dot", "bilstm-bilinear")
            for word in written(DOG).rstrip(".").split()
        ),
    ),
    (
        "words 1",
        "“back”, “leaving”, “off”, “came” and “went”",
        lambda: (
            [word for word, _ in glove().nearest("left", 5)]
            == ["back", "leaving", "off", "came", "went"]
        ),
    ),
    (
        "words 2",
        "reads in two pieces, “Le” and “ft”",
        lambda: (
            trace("Left or right?").source[:2] == ("Le", "ft")
            and "left" in trace("On the left.").source
        ),
    ),
    (
        "words 4",
        "rises at every step",
        lambda: all(silhouette(step) < silhouette(step + 1) for step in range(5)),
    ),
    (
        "words 6",
        "“man” is to “doctor” as “woman” is to “nurse” only because",
        lambda: (
            glove().analogy("man", "doctor", "woman")[0][0] == "nurse"
            and glove().analogy("man", "doctor", "woman", exclude=False)[0][0] == "doctor"
        ),
    ),
    (
        "bert-gpt 1",
        "“on” attends two words ahead, to “bed”",
        lambda: most("on", DOG, 4, 1) == "bed",
    ),
    (
        "bert-gpt 1",
        "“dog” two words back, to “big”",
        lambda: most("dog", DOG, 4, 1) == "big",
    ),
    ("bert-gpt 1", "more than half of the weight", lambda: ahead("encoder").mean() > 0.5),
    (
        "bert-gpt 3",
        "from both sides its first guesses are colours",
        lambda: {*guesses("both")} <= {"white", "red", "black", "brown", "yellow", "green"},
    ),
    (
        "bert-gpt 3",
        "on its left alone it expects something to ride",
        lambda: {*guesses("left")} <= {"bike", "bicycle", "skateboard", "horse", "motorcycle"},
    ),
    (
        "bert-gpt 5",
        "*gros* most probable and *grand* second",
        lambda: [word for word, _ in trace(*RED).choices[1].best[:2]] == ["gros", "grand"],
    ),
    (
        "bert-gpt 5",
        "*chien* nine tenths or more",
        lambda: trace(*RED).choices[2].probability >= 0.9,
    ),
    (
        "classics 2",
        "In bilstm-additive each of the three attends most to its own word, in bilstm-dot none",
        lambda: (
            [
                [aligned(model, word) == name for word, name in NAME.items()]
                for model in ("bilstm-dot", "bilstm-additive")
            ]
            == [[False] * 3, [True] * 3]
        ),
    ),
    (
        "classics 2",
        "with the name in five of them",
        lambda: sum("European Economic Area" in pair.source for pair in read_corpus()) == 5,
    ),
    (
        "classics 2",
        "*l'Espace économique européen*",
        lambda: "l'Espace économique européen" in written(TREATY, "bilstm-additive"),
    ),
    (
        "classics 3",
        "“animal” four tenths of its weight and “street”, the nearer noun, three tenths",
        lambda: (
            abs(it("tired", "animal")[2, 3] - 0.4) < 0.04
            and abs(it("tired", "street")[2, 3] - 0.3) < 0.04
        ),
    ),
    (
        "classics 3",
        "one head attends most to “tired”: layer 4, head 1, with nearly four tenths of its weight",
        lambda: (
            [
                head
                for head in range(16)
                if most("it", ANIMAL.format("tired"), 1 + head // 4, 1 + head % 4) == "tired"
            ]
            == [12]
            and 0.36 < it("tired", "tired")[3, 0] < 0.4
        ),
    ),
    (
        "classics 3",
        "“it” should lead to “animal”",  # and does so most in this head
        lambda: it("tired", "animal").argmax() == 4 * 2 + 3,
    ),
    (
        "classics 5",
        "seven words ahead",
        lambda: SPIRIT.split().index("difficult.") - SPIRIT.split().index("making") == 7,
    ),
    (
        "classics 3",
        "*elle était trop fatiguée*",
        lambda: "elle était trop fatiguée" in written(ANIMAL.format("tired")),
    ),
    (
        "classics 4",
        "gives to “street” and to “animal” changes by less than 0.1",
        lambda: all(
            abs(it("wide", word)[2, 3] - it("tired", word)[2, 3]) < 0.1
            for word in ("animal", "street")
        ),
    ),
    (
        "classics 4",
        "*elle était trop large*",
        lambda: "elle était trop large" in written(ANIMAL.format("wide")),
    ),
    (
        "classics 5",
        "“making” attends most to “difficult”",
        lambda: most("making", SPIRIT, 2, 1) == "difficult",
    ),
    (
        "classics 5",
        "gives “more difficult” four tenths",
        lambda: abs(making()[1, 0] - 0.4) < 0.04,
    ),
    (
        "classics 5",
        "in the later layers no head gives them a tenth",
        lambda: making()[2:].max() < 0.1,
    ),
    ("classics 6", "“application” nearly all", lambda: law("application")[3, 2] > 0.9),
    ("classics 6", "no head gives more than 0.13", lambda: law("Law").max() < 0.13),
    (
        "classics 7",
        "*chien* attends most to *gros*, *rouge* to *chien*",
        lambda: (before("chien"), before("rouge")) == ("gros", "chien"),
    ),
    (
        "classics 7",
        "on which much of the weight rests",
        lambda: trace(*RED).attention["decoder"].weights[2, 0, :, 0].mean() > 0.4,
    ),
]


@pytest.mark.parametrize("step, words, value", NUMBERS, ids=name_of_claim)
def test_a_quoted_number_is_what_the_models_give(step, words, value):
    check_number(step, words, value)


@pytest.mark.parametrize("step, words, so", TRUTHS, ids=name_of_claim)
def test_what_is_said_of_the_models_is_so(step, words, so):
    check_truth(step, words, so)
