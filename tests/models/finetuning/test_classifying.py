"""Classifying a sentence of one's own by each encoder."""

import numpy as np
import pytest

from models import UserError, load
from models.finetuning import classifying
from models.finetuning.classifying import _OWN, _read_states, classify, train_probes
from models.finetuning.encoders import features
from models.finetuning.layers import read_measured
from models.finetuning.probing import train_probe
from models.finetuning.tasks import read_task
from models.results import Encoding
from tests.pages import alerts, charts, visit

GOOD = "I loved this film and I would watch it again."
ADDRESS = {"tune-look": "layers", "tune-own": "on"}


class Stub:
    """A model whose states are numbers of each word's letters."""

    def encode(self, sentence: str) -> Encoding:
        words = sentence.split()
        starts = [sentence.index(word) for word in words]
        states = [[np.sin(np.arange(1, 9) * (layer + 1) * sum(map(ord, word))) for word in words]
                  for layer in range(5)]  # fmt: skip
        steps = ("embedding", *(f"layer {layer}" for layer in range(1, 5)))
        spans = tuple((at, at + len(word)) for at, word in zip(starts, words, strict=True))
        places = tuple(range(len(words)))
        return Encoding(sentence, tuple(words), spans, places, steps, np.array(states, np.float32))


@pytest.fixture
def short(monkeypatch):
    """The task of sentiments with its first 24 sentences."""
    task = read_task("sentiment")
    few = task._replace(train=task.train[:24])
    monkeypatch.setattr(classifying, "read_task", lambda name: few)
    return few


def test_each_classifier_is_that_of_the_table(short):
    models = dict.fromkeys(("lstm-lm", "elmo", "bert"), Stub())
    probes = train_probes("sentiment", models)
    assert tuple(probes) == _OWN
    assert "bert-random" not in _OWN
    rows = np.concatenate([features("taglm", _read_states(models, one)) for one in short.train])
    labels = np.array([one.labels[0] for one in short.train])
    decay = read_measured()["sentiment"].decays["taglm"][0]
    again = train_probe(rows, labels, 2, decay)
    np.testing.assert_allclose(probes["taglm"].weights, again.weights, atol=1e-6)
    spans = (0, len(GOOD)), (0, 1)
    found = classify(probes, models, GOOD, spans)
    assert found.shape == (len(_OWN), len(spans), 2)
    np.testing.assert_allclose(found.sum(-1), 1)
    one = features("taglm", _read_states(models, short.train[0]._replace(sentence=GOOD)))
    assert found[_OWN.index("taglm"), 0].argmax() == again.predict(one)[0]


@pytest.mark.slow
def test_the_page_classifies_the_sentence_and_refuses_what_cannot_be_read(short):
    test = visit("tune", {**ADDRESS, "sentence": GOOD})
    assert not alerts(test)
    assert any("by 10 classifiers" in one.value for one in test.markdown)
    assert len(charts(test)) == len(charts(visit("tune", {"tune-look": "layers"}))) + 1
    assert alerts(visit("tune", {**ADDRESS, "sentence": "word " * 600}))
    with pytest.raises(UserError):
        load("bert", "cpu").encode("")
