"""The claims of the lessons of seq2seq, words, BERT and GPT, and the classics are true."""

import json
import re
from functools import cache
from statistics import mean

import numpy as np
import pytest

from models import Request, WhatIf, load
from models.answers import masking
from models.training.data import read_corpus
from models.words import GLOVE, bias, glove, meanings
from models.words.lists import ASSOCIATION_TESTS, DEFINITIONAL_PAIRS, WOMEN_PERCENT
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
from tests.score_functions import columns
from viz.analysis.aligners import Aligner, align
from viz.analysis.views import heads_of
from viz.analysis.walkthrough.cell import layer_run

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
# The words outside the name, in the order of both languages.
DIAGONAL = dict(
    zip(
        ["accord", "sur", "la", "a", "été", "signé", "en", "août", "1992"],
        ["agreement", "on", "the", "was", "was", "signed", "in", "August", "1992"],
    )
)
SIGNED = "L'accord sur la zone économique européenne a été signé en août 1992."
PEOPLE = dict(STEPS["seq2seq 1"].parameters)["sentence"]


def read_treaty(model: str):
    """Return the attention over Bahdanau's sentence, in whole words."""
    return align(trace(TREATY, model, SIGNED), Aligner(0, 0, False, None, alone=True), True)


def from_city(model: str, word: str) -> np.ndarray:
    """Return the weight of “city” on a word in each head that reads English, `[layer, head]`."""
    stack = "decoder" if model == "gpt" else "encoder"
    heads = heads_of(trace("Paris is the capital city of France.", model), stack, True)
    return heads.weights[:, :, heads.rows.index("city"), heads.columns.index(word)]


def bahdanau(row: str, column: str) -> float:
    """Return the weight of bilstm-dot on one word of Bahdanau's sentence."""
    alignment = read_treaty("bilstm-dot")
    return alignment.weights[alignment.rows.index(row), alignment.columns.index(column)]


def aligned(model: str, row: str) -> str:
    """Return the word that a word of Bahdanau's sentence attends to most."""
    alignment = read_treaty(model)
    return alignment.columns[int(alignment.weights[alignment.rows.index(row)].argmax())]


def score_weights(model: str, row: str) -> np.ndarray:
    """Return the weights of a score function on each English word, over the same French."""
    heads = heads_of(trace(DOG, model, written(DOG)), "cross", True)
    return heads.weights[0, 0, heads.rows.index(row)]


def neighbours(word: str, count: int) -> list[str]:
    """Return the nearest words of GloVe."""
    return [near for near, _ in glove().nearest(word, count)]


def similarity(pairs: str) -> float:
    """Return how well cosines of GloVe agree with people on a list of pairs, from its card."""
    card = json.loads((GLOVE / "card.json").read_text(encoding="utf-8"))
    return card["figures"]["glove"]["similarity"][pairs]["spearman"]


def millions(model: str) -> float:
    return of(model).card["weights"] / 1e6


def architecture(model: str) -> dict:
    return of(model).card["architecture"]


def handed_on(model: str) -> int:
    """Count the numbers that the decoder starts from: hidden state and, of an LSTM, cell."""
    run = layer_run(trace(DOG, model), of(model).parameters("decoder"), "decoder")
    return sum(part.size for part in run.first if part.any())


def training(model: str) -> dict:
    """Return how a model was trained, without what depends on the machine."""
    facts = of(model).card["training"]
    return {name: facts[name] for name in facts if name not in ("minutes", "hardware")}


def cell_weights(model: str) -> int:
    """Count the weights of a translator's recurrent cells."""
    cells = of(model).network.encoder, of(model).network.decoder
    return sum(weights.numel() for cell in cells for weights in cell.parameters())


def of_seeds(score: str, column: int) -> float:
    """Return the mean of three seeds in a column of the table in the notes on training."""
    return mean(columns(score)[column])


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


def making(*words: str) -> np.ndarray:
    heads = heads_of(trace(SPIRIT), "encoder", True)
    return sum(
        heads.weights[:, :, heads.rows.index("making"), heads.columns.index(word)] for word in words
    )


def it(word: str, column: str) -> np.ndarray:
    heads = heads_of(trace(ANIMAL.format(word)), "encoder", False)
    return heads.weights[:, :, heads.rows.index("it"), heads.columns.index(column)]


NUMBERS = [
    ("embeddings 3", "agree with people at 0.57", lambda: similarity("WordSim-353")),
    (
        "embeddings 3",
        "how similar they are, at 0.30",
        lambda: similarity("SimLex-999"),
    ),  # the step, words in it that end in a number, and a function that computes the number
    ("seq2seq 2", "seq2seq falls from 51", lambda: share("seq2seq", 0)),
    ("seq2seq 2", "falls from 51 to 17", lambda: share("seq2seq", -1)),
    ("seq2seq 2", "additive attention only from 58", lambda: share("bilstm-additive", 0)),
    ("seq2seq 2", "from 58 to 50", lambda: share("bilstm-additive", -1)),
    (
        "seq2seq 2",
        "the model reaches 89",
        lambda: 100 * share("seq2seq", 0) / share("bilstm-additive", 0),
    ),
    (
        "seq2seq 2",
        "short sentences and 34",
        lambda: 100 * share("seq2seq", -1) / share("bilstm-additive", -1),
    ),
    ("seq2seq 2", "Our seq2seq has 5.3", lambda: millions("seq2seq")),
    ("seq2seq 2", "the BiLSTM with additive attention 5.7", lambda: millions("bilstm-additive")),
    ("seq2seq 2", "here of 768", lambda: handed_on("seq2seq")),
    ("seq2seq 2", "each for 10,000", lambda: training("seq2seq")["updates"]),
    ("seq2seq 3", "and hand on 768", lambda: handed_on("seq2seq")),
    ("seq2seq 3", "the RNN 384", lambda: handed_on("seq2seq-rnn")),
    ("seq2seq 3", "“big” counts 0.03", lambda: gradient("seq2seq-rnn")[0][1]),
    ("seq2seq 3", "to remember, 0.12", lambda: gradient("seq2seq")[0][1]),
    (
        "seq2seq 4",
        "“dog” with 0.90",
        lambda: weight(trace(DOG, "bilstm-additive"), "cross", 1, 1, "chien", "dog"),
    ),
    (
        "seq2seq 4",
        "“red” with 0.97",
        lambda: weight(trace(DOG, "bilstm-additive"), "cross", 1, 1, "rouge", "red"),
    ),
    (
        "seq2seq 5",
        "“European” no more than 0.50",
        lambda: bahdanau("européenne", "European"),
    ),
    ("classics 3", "gets as much as 0.18", lambda: it("tired", "street").max()),
    ("classics 11", "best: 0.62", lambda: from_city("gpt", "Paris")[1, 0]),
    ("classics 11", "against 0.09", lambda: from_city("gpt", "capital")[1, 0]),
    ("classics 11", "more than 0.06", lambda: from_city("bert", "Paris").max()),
    ("classics 11", "none more than 0.14", lambda: from_city("transformer", "Paris").max()),
    ("words 4", "the curve uses all 256", lambda: architecture("transformer")["d_model"]),
    ("words 4", "from −0.24", lambda: silhouette(0)),
    ("words 4", "embedding to 0.40", lambda: silhouette(-1)),
    ("words 5", "with 0.84", lambda: glove().analogy("man", "king", "woman", exclude=False)[0][1]),
    ("words 5", "against 0.77", lambda: glove().analogy("man", "king", "woman")[0][1]),
    ("words 6", "r = 0.55", occupations),
    (
        "words 6",
        "with 0.87",
        lambda: glove().analogy("man", "doctor", "woman", exclude=False)[0][1],
    ),
    ("words 6", "against 0.77", lambda: glove().analogy("man", "doctor", "woman")[0][1]),
    ("bert-gpt 3", "[Which word fills the gap?](fill). 15", lambda: 100 * masking.SHARE),
    ("classics 7", "[.15 .09 .16 .66], 1.06", lambda: sum((0.15, 0.09, 0.16, 0.66))),
    ("seq2seq 6", "best, with 50.3", lambda: of_seeds("additive", 1)),
    ("seq2seq 6", "against 48.3", lambda: of_seeds("dot", 1)),
    ("seq2seq 6", "(dot) and 47.4", lambda: of_seeds("bilinear", 1)),
    ("seq2seq 6", "error rate is 17.2", lambda: of_seeds("additive", 4)),
    ("seq2seq 6", "against 11.8", lambda: of_seeds("dot", 4)),
    ("seq2seq 6", "and 11.1", lambda: of_seeds("bilinear", 4)),
    ("bert-gpt 5", "gives *gros* 0.71", lambda: trace(*RED).choices[1].probability),
    ("bert-gpt 5", "it gives *chien* 0.82", lambda: trace(*RED).choices[2].probability),
    ("bert-gpt 4", "later words is 0", lambda: ahead("decoder").max()),
]
TRUTHS = [  # the step, words in it, and whether they are true
    (
        "seq2seq 7",
        "3 × 4 layers of 4 heads: 48 small maps where the BiLSTM has one",
        lambda: (
            of("transformer").attention_sizes
            == dict.fromkeys(("encoder", "decoder", "cross"), (4, 4))
            and of("bilstm-additive").attention_sizes == {"cross": (1, 1)}
        ),
    ),
    (
        "words 1",
        "Among the first ten neighbours only “right” recalls the side",
        lambda: (
            {word for word, _ in glove().nearest("left", 10)}
            & {"right", "side", "hand", "corner", "center", "wing", "front"}
            == {"right"}
        ),
    ),
    (
        "words 2",
        "“left” in a hundred English sentences",
        lambda: sum(example.word == "left" for example in meanings.examples()) == 100,
    ),
    ("words 6", "The whole page has ten association tests", lambda: len(ASSOCIATION_TESTS) == 10),
    (
        "seq2seq 1",
        "*Un jeune homme en T-shirt bleu*",
        lambda: bool(
            re.fullmatch(
                "Un jeune homme en T-shirt bleu et un chien noir .* leurs enfants .* un parc.",
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
        "learnt from the same sentences for as many updates",
        lambda: training("seq2seq-rnn") == training("seq2seq"),
    ),
    (
        "seq2seq 3",
        "differ in their cells alone: those of the LSTM have four times the weights",
        lambda: (
            architecture("seq2seq-rnn") | {"cell": "lstm"} == architecture("seq2seq")
            and cell_weights("seq2seq") == 4 * cell_weights("seq2seq-rnn")
        ),
    ),
    (
        "seq2seq 2",
        "they learnt from the same sentences",
        lambda: training("bilstm-additive") == training("seq2seq"),
    ),
    (
        "seq2seq 2",
        "the difference is attention itself",
        lambda: (
            architecture("bilstm-additive") | {"score": None} == architecture("seq2seq")
            and cell_weights("bilstm-additive") == cell_weights("seq2seq")
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
        "only *économique* does: *zone* attends most to “Economic”, *européenne* to `</s>`",
        lambda: (
            [aligned("bilstm-additive", word) for word in NAME] == ["Economic", "Economic", "</s>"]
        ),
    ),
    (
        "seq2seq 5",
        "With the dot product, on the right, each of the three attends most to its own word",
        lambda: [aligned("bilstm-dot", word) for word in NAME] == [*NAME.values()],
    ),
    (
        "seq2seq 5",
        "From *accord* to *1992* both models otherwise stay on the diagonal",
        lambda: all(
            [aligned(model, row) for row in DIAGONAL] == [*DIAGONAL.values()]
            for model in ("bilstm-additive", "bilstm-dot")
        ),
    ),
    (
        "seq2seq 6",
        "*Le* attends most to `</s>`",
        lambda: score_weights("bilstm-additive", "Le").argmax() == len(DOG_WORDS),
    ),
    (
        "seq2seq 6",
        "put nearly all of it on one word; with the dot product only *dort* shares it",
        lambda: (
            [
                (model, word)
                for model in ("bilstm-dot", "bilstm-bilinear")
                for word in written(DOG).rstrip(".").split()
                if score_weights(model, word).max() < 0.95
            ]
            == [("bilstm-dot", "dort")]
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
        "“bed” five words back, to “dog”",
        lambda: most("bed", DOG, 4, 1) == "dog" and DOG_WORDS.index("bed") == 5 + 3,
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
        "After *Le* it finds *grand* second",
        lambda: [word for word, _ in trace(*RED).choices[1].best[:2]] == ["gros", "grand"],
    ),
    (
        "bert-gpt 5",
        "without the mask are nearly all 0",
        lambda: (
            sorted(
                choice.probability for choice in trace(*RED, what_if=WhatIf(mask="none")).choices
            )[-2]
            < 0.03
        ),
    ),
    (
        "classics 2",
        "each of the three attends most to its own word, in the one with additive attention only "
        "*économique* does",
        lambda: (
            [
                [word for word, name in NAME.items() if aligned(model, word) == name]
                for model in ("bilstm-dot", "bilstm-additive")
            ]
            == [[*NAME], ["économique"]]
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
        "it gives “tired” nearly two thirds of its weight. But no head gives “animal” a fifth",
        lambda: 0.6 < it("tired", "tired")[3, 0] < 2 / 3 and it("tired", "animal").max() < 0.2,
    ),
    (
        "classics 3",
        "four heads attend most to “tired”: this one, another in this layer, and one each in "
        "layers 1 and 3",
        lambda: (
            [
                head
                for head in range(16)
                if most("it", ANIMAL.format("tired"), 1 + head // 4, 1 + head % 4) == "tired"
            ]
            == [3, 9, 12, 14]
        ),
    ),
    (
        "classics 5",
        "seven words ahead",
        lambda: SPIRIT.split().index("difficult.") - SPIRIT.split().index("making") == 7,
    ),
    (
        "classics 3",
        "*il était trop fatigué*",
        lambda: "il était trop fatigué" in written(ANIMAL.format("tired")),
    ),
    (
        "classics 4",
        "each of the 16 gives to “animal” changes by less than 0.02, and none gives “street” a "
        "quarter",
        lambda: (
            np.abs(it("wide", "animal") - it("tired", "animal")).max() < 0.02
            and it("wide", "street").max() < 1 / 4
        ),
    ),
    (
        "classics 4",
        "*elle était trop large*",
        lambda: "elle était trop large" in written(ANIMAL.format("wide")),
    ),
    (
        "classics 4",
        "*La vache n'a pas traversé le pont parce qu'il était trop fatigué*",
        lambda: (
            written("The cow didn't cross the bridge because it was too tired.")
            == "La vache n'a pas traversé le pont parce qu'il était trop fatigué."
        ),
    ),
    (
        "classics 5",
        "“making” attends most to “difficult”",
        lambda: most("making", SPIRIT, 4, 1) == "difficult",
    ),
    (
        "classics 5",
        "gives it more than a third of its weight. “more” gets next to nothing",
        lambda: making("difficult")[3, 0] > 1 / 3 and making("more")[3, 0] < 0.01,
    ),
    (
        "classics 5",
        "no other head gives “more difficult” as much as a fifth",
        lambda: np.sort(making("more", "difficult").ravel())[-2] < 1 / 5,
    ),
    ("classics 6", "“application” nearly all", lambda: law("application")[3, 2] > 0.9),
    ("classics 6", "no head gives more than 0.04", lambda: law("Law").max() < 0.04),
    (
        "classics 7",
        "*chien* attends most to *gros*, *rouge* to *chien*",
        lambda: (before("chien"), before("rouge")) == ("gros", "chien"),
    ),
    (
        "embeddings 1",
        "“carrots” with 0.72, then “celery” and “lettuce”",
        lambda: neighbours("asparagus", 3) == ["carrots", "celery", "lettuce"],
    ),
    (
        "embeddings 2",
        "Nearest to “colour” is “color”",
        lambda: neighbours("colour", 1) == ["color"],
    ),
    (
        "embeddings 3",
        "Nearest to “hot” are “cool” with 0.77 and “cold”",
        lambda: neighbours("hot", 2) == ["cool", "cold"],
    ),
    (
        "embeddings 4",
        "Without that rule one of them often wins",
        lambda: glove().analogy("man", "king", "woman", exclude=False)[0][0] == "king",
    ),
    (
        "embeddings 5",
        "the answer is “elizabeth” with 0.67, just before “king”",
        lambda: (
            [word for word, _ in glove().analogy("car", "driver", "queen")[:2]]
            == ["elizabeth", "king"]
        ),
    ),
    (
        "embeddings 5",
        "it is one of the nearest neighbours of “queen”",
        lambda: "king" in neighbours("queen", 3),
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
