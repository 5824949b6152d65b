"""The numbers of the lesson on fine-tuning are those of the measured table."""

from collections.abc import Callable

import numpy as np
import pytest

from models import load
from models.cards import count_tokens
from models.finetuning import question_words
from models.finetuning.curves import read_curves
from models.finetuning.layers import read_measured, read_readers
from models.finetuning.tasks import read_task
from models.pairs import glove_mean
from tests.claims import name_of_claim, quoted
from viz.view import lessons


def curve(use: str, encoder: str, size: int) -> float:
    """Return the share that an encoder gets right after so many training sentences."""
    return read_curves().curves[use][encoder].accuracy[size][0]


def right(encoder: str, task: str = "tags", count: int = 0) -> float:
    """Return the share of held-out answers that an encoder gets right."""
    return read_measured()[task].accuracies[encoder][count][0]


def majority(task: str) -> float:
    return read_measured()[task].majority


def share(task: str, layer: int) -> float:
    """Return what a task takes from a layer of ELMo."""
    shares = read_measured()[task].mixes["elmo"].shares
    assert shares.argmax() == layer
    return float(shares[layer])


def read_from(model: str) -> float:
    """Return the million tokens that a model read in its training."""
    return read_readers()[model].tokens / 1e6


CLAIMS: list[tuple[str, str, Callable[[], float]]] = [
    ("fine-tuning 1", "which words are there gets {:.0%}", lambda: curve("alone", "words", 50)),
    ("fine-tuning 1", "of other text, it gets {:.0%}", lambda: curve("alone", "glove", 50)),
    ("fine-tuning 1", "the 50 have {:.0%}", lambda: read_curves().known[50]),
    ("fine-tuning 1", "the same answer gets {:.0%}", lambda: read_curves().majority),
    ("fine-tuning 2", "counted words get {:.0%}", lambda: curve("alone", "words", 2400)),
    ("fine-tuning 2", "and GloVe {:.0%}", lambda: curve("alone", "glove", 2400)),
    ("fine-tuning 2", "100 sentences GloVe gets {:.0%}", lambda: curve("alone", "glove", 100)),
    ("fine-tuning 2", "counted words get {:.0%} with 250", lambda: curve("alone", "words", 250)),
    ("fine-tuning 2", "and {:.0%} with 500", lambda: curve("alone", "words", 500)),
    ("fine-tuning 3", "ELMo's layers gets {:.0%}", lambda: curve("mix", "elmo", 2400)),
    ("fine-tuning 3", "and BERT's {:.0%}", lambda: curve("mix", "bert", 2400)),
    (
        "fine-tuning 3",
        "ELMo has read {:.2g} million tokens",
        lambda: read_curves().read["elmo"] / 1e6,
    ),
    ("fine-tuning 3", "BERT {:.2g} million", lambda: read_curves().read["bert"] / 1e6),
    ("fine-tuning 3", "they get {:.0%} and", lambda: curve("mix", "elmo", 50)),
    ("fine-tuning 3", "and {:.0%}, hardly more", lambda: curve("mix", "bert", 50)),
    ("fine-tuning 3", "random weights gets {:.0%}", lambda: curve("alone", "bert-random", 2400)),
    ("fine-tuning 3", "that of our BERT {:.0%}", lambda: curve("last", "bert", 2400)),
    ("fine-tuning 4", "From 500 sentences BERT gets {:.0%}", lambda: curve("tuned", "bert", 500)),
    ("fine-tuning 4", "frozen layers, {:.0%}", lambda: curve("mix", "bert", 500)),
    ("fine-tuning 4", "From 2,400 it gets {:.0%}", lambda: curve("tuned", "bert", 2400)),
    ("fine-tuning 4", "where the mix has {:.0%}", lambda: curve("mix", "bert", 2400)),
    ("fine-tuning 5", "To call every word a noun gets {:.0%}", lambda: majority("tags")),
    ("fine-tuning 5", "whatever the sentence, it is {:.0%}", lambda: right("glove")),
    ("fine-tuning 5", "read the words before, {:.0%}", lambda: right("lstm")),
    ("fine-tuning 5", "side by side it gets {:.0%}", lambda: right("taglm")),
    ("fine-tuning 6", "Parts of speech give {:.2f} to layer 1", lambda: share("tags", 1)),
    ("fine-tuning 6", "take layer 1 too, with {:.2f}", lambda: share("questions", 1)),
    ("fine-tuning 7", "ELMo's mix gets {:.0%}", lambda: right("elmo")),
    ("fine-tuning 7", "BERT's first and last layer get {:.0%} each", lambda: right("bert-first")),
    ("fine-tuning 7", "BERT's first and last layer get {:.0%} each", lambda: right("bert-last")),
    ("fine-tuning 7", "four layers side by side {:.0%}", lambda: right("bert-concat")),
    ("fine-tuning 7", "a learnt mix {:.0%}", lambda: right("bert")),
    ("fine-tuning 7", "it gets only {:.0%}", lambda: right("bert-random")),
    ("fine-tuning 7", "ELMo read {:.2g} million tokens", lambda: read_from("elmo")),
    ("fine-tuning 7", "BERT {:.2g} million", lambda: read_from("bert")),
    ("fine-tuning 7", "(the LSTM {:.2g})", lambda: read_from("lstm-lm")),
    ("fine-tuning 7", "gives a word {} numbers", lambda: read_readers()["elmo"].numbers),
    ("fine-tuning 7", "BERT and the LSTM {}.", lambda: read_readers()["bert"].numbers),
    ("fine-tuning 7", "BERT and the LSTM {}.", lambda: read_readers()["lstm-lm"].numbers),
    ("fine-tuning 8", "ELMo's mix still gets {:.0%}", lambda: right("elmo", count=25)),
    ("fine-tuning 8", "and GloVe {:.0%}", lambda: right("glove", count=25)),
    ("fine-tuning 8", "random weights BERT gets {:.0%}", lambda: right("bert-random", count=25)),
]


@pytest.mark.parametrize("step, words, value", CLAIMS, ids=name_of_claim)
def test_a_number_of_the_lesson_is_that_of_the_table(step, words, value):
    quoted(step, words.format(value()))


def test_all_of_bert_are_clearly_worse_than_the_mix_of_elmo():
    quoted("fine-tuning 7", "Here all of them are clearly worse than ELMo's mix")
    to_best = read_measured()["tags"].to_best
    assert to_best["elmo"][0] == (0, 0, 0)
    assert all(to_best[name][0][2] < 0 for name in to_best if name.startswith("bert"))


def test_counted_words_and_glove_cross_where_the_lesson_says():
    words = read_curves().curves["alone"]["words"].to_glove
    quoted("fine-tuning 2", "the two curves cross between 1,000 and 2,400")
    assert all(words[size][0] < 0 for size in (50, 100, 250, 500, 1000))
    assert words[2400][0] > 0
    quoted("fine-tuning 2", "interval of their difference, on the same sentences, still contains 0")
    assert words[2400][1] < 0


def test_our_frozen_encoders_are_clearly_below_glove_and_a_tuned_bert_is_not_clearly_above():
    curves = read_curves().curves
    quoted("fine-tuning 3", "both clearly less than GloVe")
    assert all(curves["mix"][name].to_glove[2400][2] < 0 for name in ("elmo", "bert"))
    quoted("fine-tuning 3", "tells no more of praise than")
    assert curves["last"]["bert"].accuracy[2400] < curves["alone"]["bert-random"].accuracy[2400]
    quoted("fine-tuning 4", "the interval of the difference to GloVe contains 0")
    _, low, high = curves["tuned"]["bert"].to_glove[2400]
    assert low < 0 < high
    quoted("fine-tuning 4", "and less than the counted words")
    assert curves["tuned"]["bert"].to_words[2400][2] < 0
    quoted("fine-tuning 4", "no more than the mix of its frozen layers")
    assert curve("tuned", "bert", 500) < curve("mix", "bert", 500)
    quoted("fine-tuning 4", "Two draws of the sentences")
    assert read_curves().draws["tuned"] == 2


def test_glove_has_a_vector_for_nearly_all_words_of_sentences_on_sentiment():
    """On our own sentences of the task: the measured ones are not in the repository."""
    quoted("fine-tuning 1", "GloVe has a vector for nearly all")
    words = [
        word
        for example in read_task("sentiment").held_out
        for word in question_words(example.sentence)
        if len(word) > 1
    ]
    assert np.mean([glove_mean(word).any() for word in words]) > 0.95


@pytest.mark.parametrize("name", ["lstm-lm", "elmo", "bert"])
def test_what_a_model_read_and_its_numbers_are_those_of_the_model(name):
    model, reader = load(name, "cpu"), read_readers()[name]
    assert reader.tokens == count_tokens(model.card["training"])
    assert reader.numbers == model.encode("A").states.shape[-1]


def test_every_share_in_the_lesson_is_tested():
    steps = lessons.lessons()["fine-tuning"].steps
    tested = {words.format(value()) for _, words, value in CLAIMS}
    assert sum(step.whole_text.count("%") for step in steps) == sum("%" in one for one in tested)
