"""What tasks take from which layer: the tasks, the features, the mix of layers, the table."""

import itertools
import json
import random
import re

import numpy as np
import pytest
import torch

from models import load
from models.finetuning import question_words
from models.finetuning.encoders import (
    _MODELS,
    _TUNED,
    ENCODERS,
    _layers_of,
    features,
    read_with_glove,
    read_with_model,
)
from models.finetuning.layers import _COUNTS, _TABLE, DRAWS, read_measured
from models.finetuning.orders import _FILLERS, _PATTERNS, _SIZES, SPLITS, _generate, orders
from models.finetuning.probing import _minimise, train_probe
from models.finetuning.tasks import _NEAR, _TASKS, Example, read_task
from models.pairs import glove_mean

CLOSE = 1e-6


@pytest.mark.slow
@pytest.mark.parametrize("name", _TASKS)
def test_no_held_out_sentence_is_near_one_to_train_on(name):
    task = read_task(name)
    labels = {label for one in task.held_out for label in one.labels}
    assert labels == {*range(len(task.labels))}
    for one, other in itertools.product(task.train, task.held_out):
        first, second = question_words(one.sentence), question_words(other.sentence)
        assert len(first & second) < _NEAR * len(first | second), (one, other)


@pytest.mark.parametrize("name", ["sentiment", "questions", "intents"])
def test_the_first_sentences_have_every_label(name):
    task = read_task(name)
    counts = np.bincount([one.labels[0] for one in task.train[:25]], minlength=len(task.labels))
    assert counts.min() >= 25 // len(task.labels) - 2


def test_held_out_orders_have_patterns_and_fillings_of_their_own():
    train, held_out = (_FILLERS[split] for split in SPLITS)
    for some, others in zip(train, held_out, strict=True):
        assert not {*some} & {*others}
    for ours, theirs in _PATTERNS.values():
        assert not {*ours} & {*theirs}
    for split in SPLITS:
        found = orders(split)
        assert found == orders(split)
        assert len({one.sentence for one in found}) == _SIZES[split]
        for one in found:
            assert [one.sentence[start:end] for (start, end), _ in one.words] == re.findall(
                r"\w+", one.sentence
            )
    one = _generate("Play {title} by {artist}", "music", train, random.Random(1))
    slots = [slot for _, slot in one.words]
    assert slots[0] == "none"
    assert slots[-3:] == ["none", "artist", "artist"]
    assert {*slots[1:-3]} == {"title"}


@pytest.mark.slow
def test_words_have_the_parts_of_speech_of_the_parser():
    task = read_task("tags")
    for one in task.train[:20]:
        for (start, end), label in zip(one.spans, one.labels, strict=True):
            word = one.sentence[start:end]
            assert word
            assert not any(map(str.isspace, word))
            assert (word.lower() in ("the", "a", "an")) <= (task.labels[label] == "DET")


@pytest.mark.parametrize("name", ["lstm-lm", "elmo", "bert"])
def test_features_are_the_states_of_encode(name):
    model, sentence = load(name, "cpu"), "Denmark surprises me."
    example = Example(sentence, ((0, 7), (8, 17), (0, len(sentence))), (0, 0, 0))
    encoding = model.encode(sentence)
    states = read_with_model(model, example)
    pieces = [place for place, (start, end) in enumerate(encoding.source_spans) if start < end <= 7]
    assert len(pieces) > 1  # a word of several pieces
    whole = [place for place, (start, end) in enumerate(encoding.source_spans) if start < end]
    depth = model.card["architecture"]["n_layers"] + 1
    assert states.shape == (3, depth, encoding.states.shape[-1])
    for layer in range(depth):
        expected = encoding.states[-depth + layer]
        assert np.abs(states[0, layer] - expected[pieces].mean(0)).max() < CLOSE
        assert np.abs(states[2, layer] - expected[whole].mean(0)).max() < CLOSE
    assert np.array_equal(_layers_of(encoding), encoding.states[-depth:])


def test_each_encoder_takes_its_layers():
    dice = np.random.default_rng(1)
    states = {source: dice.normal(size=(4, 5, 3)) for source in ("glove", *_MODELS)}
    bert = states["bert"]
    assert np.array_equal(features("bert-first", states)[:, 0], bert[:, 0])
    assert np.array_equal(features("bert-last", states)[:, 0], bert[:, 4])
    assert np.allclose(features("bert-sum", states)[:, 0], bert[:, 1:].sum(1))
    assert np.array_equal(
        features("bert-concat", states)[:, 0], np.hstack([*bert[:, 1:].swapaxes(0, 1)])
    )
    assert np.array_equal(features("bert", states), bert)
    words, read = states["glove"][:, 4], states["lstm-lm"][:, 4]
    assert np.array_equal(features("taglm", states)[:, 0], np.hstack([words, read]))
    assert all(
        features(name, states).shape[1] == (5 if encoder.mixes else 1)
        for name, encoder in ENCODERS.items()
    )


def test_word_vectors_are_those_of_glove_and_zero_without_a_word():
    sentence = "Dogs xqzt."
    read = read_with_glove(Example(sentence, ((0, 4), (5, 9), (0, 10)), (0, 0, 0)))
    assert np.array_equal(read[0, 0], glove_mean("dogs"))
    assert not read[1].any()
    assert np.array_equal(read[2], read[0])


def planted(layer: int) -> tuple[np.ndarray, np.ndarray]:
    """Return features whose label only one layer tells, and the labels."""
    dice = np.random.default_rng(3)
    states = dice.normal(size=(300, 4, 20))
    labels = dice.integers(0, 2, 300)
    states[:, layer, :5] += 1.5 * (2 * labels[:, None] - 1)
    states[:, (layer + 1) % 4] *= 100  # a layer that is only larger
    return states, labels


@pytest.mark.slow
@pytest.mark.parametrize("layer", range(4))
def test_the_mix_finds_the_layer_that_has_the_answer(layer):
    states, labels = planted(layer)
    probe = train_probe(states[:200], labels[:200], 2, 0.01)
    assert probe.shares.argmax() == layer
    assert probe.shares[layer] > 0.6
    assert probe.shares.sum() == pytest.approx(1, abs=1e-6)
    assert probe.gamma != 1
    assert (probe.predict(states[200:]) == labels[200:]).mean() > 0.95
    scaled = (states - states[:200].mean(0)) / (states[:200].std(0) + 1e-6)
    expected = probe.gamma * sum(share * scaled[:, j] for j, share in enumerate(probe.shares))
    assert np.allclose(probe.mix(states), expected, atol=1e-5)


@pytest.mark.slow
def test_the_mix_leaves_a_local_minimum_at_equal_shares():
    dice = np.random.default_rng(0)
    labels = dice.integers(0, 2, 60)
    signs = 2 * labels - 1
    hint = dice.normal(size=60) + 0.8 * signs
    states = dice.normal(size=(60, 3, 4))
    states[:, 0, 0] = -signs - 0.2 * dice.normal(size=60)  # the answer, which the hint hides
    states[:, 1:, 0] += 3 * hint[:, None]
    scaled = ((states - states.mean(0)) / states.std(0)).swapaxes(0, 1)
    equal = torch.zeros(3)
    _, _, led_to, _ = _minimise(
        torch.tensor(scaled, dtype=torch.float32), torch.tensor(labels), 2, 0.01, equal
    )
    assert led_to.softmax(0)[0] < 0.1
    probe = train_probe(states, labels, 2, 0.01)
    assert probe.shares[0] > 0.9
    assert probe.losses(states, labels).mean() < 0.1


def test_an_answer_without_a_trace_in_the_states_is_not_learnt():
    dice = np.random.default_rng(5)
    states, labels = dice.normal(size=(400, 2, 10)), dice.integers(0, 2, 400)
    probe = train_probe(states[:200], labels[:200], 2, 0.1)
    assert 0.38 < (probe.predict(states[200:]) == labels[200:]).mean() < 0.62


@pytest.mark.slow
def test_the_table_is_of_the_shipped_models_and_is_complete():
    weights = json.loads(_TABLE.read_text(encoding="utf-8"))["models"]
    assert weights == {
        name: load(name, "cpu").card["sha256"]["weights.safetensors"] for name in _MODELS.values()
    }
    assert [*read_measured()] == [*_TASKS]
    for task_name, measured in read_measured().items():
        task = read_task(task_name)
        assert (measured.train, measured.held_out) == (len(task.train), len(task.held_out))
        assert measured.targets == sum(len(one.labels) for one in task.held_out)
        assert [*measured.accuracies] == [*ENCODERS, _TUNED]
        for by_count in measured.accuracies.values():
            assert {*by_count} == {*_COUNTS}
            assert all(low <= value <= high for value, low, high in by_count.values())
        for count in _COUNTS:
            best = max(by_count[count][0] for by_count in measured.accuracies.values())
            for name, by_count in measured.accuracies.items():
                below, low, high = measured.to_best[name][count]
                assert below == pytest.approx(by_count[count][0] - best, abs=2e-4)
                assert low <= below <= high
        for mix in measured.mixes.values():
            assert mix.drawn.shape == (DRAWS, len(mix.shares))
            assert mix.shares.sum() == pytest.approx(1, abs=1e-3)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sentiment", "questions"])
def test_the_table_is_what_word_vectors_give(name):
    task, measured = read_task(name), read_measured()[name]
    (rows, labels), (held_out, answers) = (
        (
            np.concatenate([read_with_glove(example) for example in examples]),
            np.concatenate([example.labels for example in examples]),
        )
        for examples in (task.train, task.held_out)
    )
    for size in (0, 25):
        decay = measured.decays["glove"][size]
        probe = train_probe(rows[: size or None], labels[: size or None], len(task.labels), decay)
        right = (probe.predict(held_out) == answers).mean()
        # Another processor may decide a sentence or two at the boundary otherwise.
        assert right == pytest.approx(measured.accuracies["glove"][size][0], abs=0.03)
