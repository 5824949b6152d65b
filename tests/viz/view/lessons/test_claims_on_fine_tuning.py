"""The numbers of the lesson on fine-tuning are those of the measured table."""

from collections.abc import Callable

import pytest

from models import load
from models.cards import count_tokens
from models.finetuning.layers import read_measured, read_readers
from tests.claims import name_of_claim, quoted
from viz.view import lessons


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
    ("fine-tuning 1", "To call every word a noun gets {:.0%}", lambda: majority("tags")),
    ("fine-tuning 1", "whatever the sentence, gets {:.0%}", lambda: right("glove")),
    ("fine-tuning 2", "the states of our LSTM gets {:.0%}", lambda: right("lstm")),
    ("fine-tuning 2", "side by side it gets {:.0%}", lambda: right("taglm")),
    ("fine-tuning 3", "Parts of speech give {:.2f} to layer 1", lambda: share("tags", 1)),
    ("fine-tuning 4", "ELMo's mix gets {:.0%}", lambda: right("elmo")),
    ("fine-tuning 3", "take layer 1 too, with {:.2f}", lambda: share("questions", 1)),
    ("fine-tuning 4", "BERT's first and last layer get {:.0%} each", lambda: right("bert-first")),
    ("fine-tuning 4", "BERT's first and last layer get {:.0%} each", lambda: right("bert-last")),
    ("fine-tuning 4", "four layers side by side {:.0%}", lambda: right("bert-concat")),
    ("fine-tuning 4", "a learnt mix {:.0%}", lambda: right("bert")),
    ("fine-tuning 4", "it gets only {:.0%}", lambda: right("bert-random")),
    ("fine-tuning 5", "ELMo's mix still gets {:.0%}", lambda: right("elmo", count=25)),
    ("fine-tuning 5", "and GloVe {:.0%}", lambda: right("glove", count=25)),
    ("fine-tuning 5", "random weights BERT gets {:.0%}", lambda: right("bert-random", count=25)),
    ("fine-tuning 6", "from 6 billion words, gets {:.0%}", lambda: right("glove", "sentiment")),
    ("fine-tuning 6", "ELMo's mix gets {:.0%}", lambda: right("elmo", "sentiment")),
    ("fine-tuning 6", "a constant answer gets {:.0%}", lambda: majority("sentiment")),
    ("fine-tuning 6", "last layer alone gets {:.0%}", lambda: right("elmo-last", "sentiment")),
    ("fine-tuning 6", "our LSTM {:.0%}", lambda: right("lstm", "sentiment")),
    ("fine-tuning 6", "its γ is {:.1f}", lambda: read_measured()["sentiment"].mixes["elmo"].gamma),
    ("fine-tuning 4", "ELMo read {:.2g} million tokens", lambda: read_from("elmo")),
    ("fine-tuning 4", "BERT {:.2g} million", lambda: read_from("bert")),
    ("fine-tuning 4", "(the LSTM {:.2g})", lambda: read_from("lstm-lm")),
    ("fine-tuning 4", "gives a word {} numbers", lambda: read_readers()["elmo"].numbers),
    ("fine-tuning 4", "BERT and the LSTM {}.", lambda: read_readers()["bert"].numbers),
    ("fine-tuning 4", "BERT and the LSTM {}.", lambda: read_readers()["lstm-lm"].numbers),
]


@pytest.mark.parametrize("step, words, value", CLAIMS, ids=name_of_claim)
def test_a_number_of_the_lesson_is_that_of_the_table(step, words, value):
    quoted(step, words.format(value()))


def test_all_of_bert_are_clearly_worse_than_the_mix_of_elmo():
    quoted("fine-tuning 4", "Here all of them are clearly worse than ELMo's mix")
    to_best = read_measured()["tags"].to_best
    assert to_best["elmo"][0] == (0, 0, 0)
    assert all(to_best[name][0][2] < 0 for name in to_best if name.startswith("bert"))


def test_a_fit_without_a_scale_is_said_to_have_collapsed_and_the_others_to_leave_it_open():
    measured = read_measured()["sentiment"]
    quoted("fine-tuning 6", "the fit has collapsed, and says nothing about ELMo")
    assert measured.mixes["elmo"].gamma == 0
    quoted("fine-tuning 6", f"With {measured.held_out} held-out sentences")
    quoted("fine-tuning 6", "the intervals of these two still contain chance")
    for encoder in ("elmo-last", "lstm"):
        _, low, high = measured.accuracies[encoder][0]
        assert low <= 0.5 <= high


@pytest.mark.parametrize("name", ["lstm-lm", "elmo", "bert"])
def test_what_a_model_read_and_its_numbers_are_those_of_the_model(name):
    model, reader = load(name, "cpu"), read_readers()[name]
    assert reader.tokens == count_tokens(model.card["training"])
    assert reader.numbers == model.encode("A").states.shape[-1]


def test_every_share_in_the_lesson_is_tested():
    steps = lessons.lessons()["fine-tuning"].steps
    tested = {words.format(value()) for _, words, value in CLAIMS}
    assert sum(step.whole_text.count("%") for step in steps) == sum("%" in one for one in tested)
