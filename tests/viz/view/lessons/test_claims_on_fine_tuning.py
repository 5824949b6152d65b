"""The numbers of the lesson on fine-tuning are those of the measured table."""

from collections.abc import Callable

import pytest

from models.finetuning.layers import read_measured
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
]


@pytest.mark.parametrize("step, words, value", CLAIMS, ids=name_of_claim)
def test_a_number_of_the_lesson_is_that_of_the_table(step, words, value):
    quoted(step, words.format(value()))


def test_all_of_bert_are_clearly_worse_than_the_mix_of_elmo():
    quoted("fine-tuning 4", "Here all of them are clearly worse than ELMo's mix")
    to_best = read_measured()["tags"].to_best
    assert to_best["elmo"][0] == (0, 0, 0)
    assert all(to_best[name][0][2] < 0 for name in to_best if name.startswith("bert"))


def test_the_mix_of_elmo_is_no_help_with_the_sentences_that_there_are():
    measured = read_measured()["sentiment"]
    quoted("fine-tuning 6", f"with {measured.train} sentences the classifier finds nothing there")
    assert right("elmo", "sentiment") <= majority("sentiment")


def test_every_share_in_the_lesson_is_tested():
    steps = lessons.lessons()["fine-tuning"].steps
    tested = {words.format(value()) for _, words, value in CLAIMS}
    assert sum(step.whole_text.count("%") for step in steps) == sum("%" in one for one in tested)
