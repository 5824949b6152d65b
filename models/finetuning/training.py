"""Train and query both classifiers."""

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, cast

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, linear

from ..answers.decoding import pad
from ..answers.masked_lm import MaskedModel
from ..answers.masking import Marks
from ..networks.recorder import Recording
from ..request import Record, Request
from ..store.checkpoint import build, describe_layers
from . import (
    LABELS,
    STARTS,
    AccuracyCurves,
    ClassifierAnswer,
    FineTuning,
    Learning,
    Plan,
    majority_share,
    read_questions,
)

_Progress = Callable[[int, int, AccuracyCurves], object]  # called with (steps done, total, curves)
_Rows = list[tuple[int, list[int]]]  # for each question the number of its label, and its ids
_POLL = 0.1  # seconds between progress reports
_WARM_UP = 0.1  # share of the steps
_WEIGHT_DECAY = 0.01
# Learning rate of the new layer relative to the layers below (Howard & Ruder 2018, section 3.2).
_CLASSIFIER_RATE = 20
_SPREAD = 0.02  # standard deviation of the classifier's initial weights, as in the network
_EMBEDDING = "embedding.", "positions", "segments", "embedding_norm."
_ATTENTION = Record(weights=("encoder",), scores=False, vectors=False, hidden=False, gates=False)


class _Job(NamedTuple):
    """The input of a training; can be sent to another process."""

    config: dict[str, Any]  # of the network, as `checkpoint.describe_layers` gives it
    weights: dict[str, np.ndarray]  # of the trained network
    training: _Rows
    held_out: _Rows
    padding: int
    plan: Plan


def prepare(model: MaskedModel, plan: Plan) -> _Job:
    """Copy the weights and questions to train with; the model itself is never changed."""
    marks = Marks.of(model.tokenizer)
    network = cast(nn.Module, model.network)

    def encode(questions: Sequence[tuple[str, str]]) -> _Rows:
        ids = model.tokenizer.encode_batch([text for _, text in questions])
        return [
            (LABELS.index(label), marks.joined(row))
            for (label, _), row in zip(questions, ids, strict=True)
        ]

    return _Job(
        describe_layers(network),
        {name: tensor.cpu().numpy() for name, tensor in network.state_dict().items()},
        encode(plan.take(read_questions("train"))),
        encode(read_questions("held-out")),
        marks.padding,
        plan,
    )


def _build_network(job: _Job, start: str) -> nn.Module:
    """Build the network before the first step, with the model's weights or random ones."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(job.plan.seed)
        network = build(job.config)
    if start == "pretrained":
        weights = {name: torch.tensor(array) for name, array in job.weights.items()}
        network.load_state_dict(weights)
    return network.eval()  # no dropout: a step depends on the seed alone


def _trained_parameters(network: Any, frozen: str) -> dict[str, nn.Parameter]:
    """Return the trained weights by name: not frozen, and below the state of "[CLS]"."""
    layers = len(network.encoder)
    first = {"nothing": 0, "embeddings": 0, "half": layers // 2, "all": layers}[frozen]
    learn = tuple(f"encoder.{layer}." for layer in range(first, layers))
    learn += _EMBEDDING if frozen == "nothing" else ()
    return {
        name: parameter for name, parameter in network.named_parameters() if name.startswith(learn)
    }


def _build_classifier(job: _Job) -> Tensor:
    """Build the initial layer on "[CLS]", the same for both trainings: `[label, d_model + 1]`."""
    draw = torch.Generator().manual_seed(job.plan.seed)
    classifier = _SPREAD * torch.randn(len(LABELS), job.config["d_model"] + 1, generator=draw)
    classifier[:, -1] = 0.0
    return classifier


def _scores_of(states: Tensor, classifier: Tensor) -> Tensor:
    """Score each label: `states [batch, position, d_model]` to `[batch, label]`."""
    return linear(states[:, 0], classifier[:, :-1], classifier[:, -1])


def _rate_at(step: int, plan: Plan) -> float:
    """Return the rate of a step (from 1): a linear rise over the first tenth, then a fall to 0."""
    warm_up = max(1, round(_WARM_UP * plan.steps))
    return plan.rate * min(step / warm_up, (plan.steps - step + 1) / (plan.steps - warm_up + 1))


def _learn(
    job: _Job, network: nn.Module, report: Callable[[int, Sequence[float]], object]
) -> Learning:
    """Train one classifier on this network.

    Calls `report` after each step with its number, from 1, and the accuracies so far.
    """
    torch.set_num_threads(1)  # the other training uses another core
    plan = job.plan
    classifier = _build_classifier(job).requires_grad_()
    parameters = _trained_parameters(network, plan.frozen)
    for parameter in network.parameters():
        parameter.requires_grad_(False)
    for parameter in parameters.values():
        parameter.requires_grad_()
    groups = [[*parameters.values()], [classifier]]
    optimizer = torch.optim.AdamW(
        [{"params": group} for group in groups if group], weight_decay=_WEIGHT_DECAY, fused=True
    )
    held_out = pad([ids for _, ids in job.held_out], job.padding)
    before = _cls_attention(network, held_out)
    losses, accuracies = [], [_accuracy(network, classifier, held_out, job.held_out)]
    for step, numbers in enumerate(plan.batches(len(job.training)), start=1):
        rows = [job.training[number] for number in numbers]
        states = network(pad([ids for _, ids in rows], job.padding))
        labels = torch.tensor([label for label, _ in rows])
        loss = cross_entropy(_scores_of(states, classifier), labels)
        optimizer.zero_grad()
        loss.backward()
        for group in optimizer.param_groups:
            factor = _CLASSIFIER_RATE if group["params"][0] is classifier else 1
            group["lr"] = factor * _rate_at(step, plan)
        optimizer.step()
        losses.append(loss.item())
        if step in plan.evaluated:
            accuracies.append(_accuracy(network, classifier, held_out, job.held_out))
        report(step, accuracies)
    return Learning(
        np.array(losses, np.float32),
        np.array(accuracies),
        _confusion(network, classifier, held_out, job.held_out),
        _attention_changes(before, _cls_attention(network, held_out), held_out != job.padding),
        {name: weight.detach().numpy().astype(np.float16) for name, weight in parameters.items()},
        classifier.detach().numpy().copy(),
    )


@torch.inference_mode()
def _confusion(network: nn.Module, classifier: Tensor, ids: Tensor, rows: _Rows) -> np.ndarray:
    """Count how many questions of each label get each answer: `[label, answer]`."""
    answers = _scores_of(network(ids), classifier).argmax(-1).tolist()
    counts = np.zeros((len(LABELS), len(LABELS)), int)
    for (label, _), answer in zip(rows, answers, strict=True):
        counts[label, answer] += 1
    return counts


def _accuracy(network: nn.Module, classifier: Tensor, ids: Tensor, rows: _Rows) -> float:
    """Return the share of questions that get their label."""
    counts = _confusion(network, classifier, ids, rows)
    return float(counts.trace() / counts.sum())


@torch.inference_mode()
def _cls_attention(network: nn.Module, ids: Tensor) -> Tensor:
    """Return the weights of "[CLS]": ids `[batch, key]` to `[layer, batch, head, key]`."""
    recording = Recording(_ATTENTION)
    network(ids, None, recording)
    return torch.stack([layer.weights[:, :, 0] for layer in recording.attention["encoder"]])


def _attention_changes(before: Tensor, after: Tensor, words: Tensor) -> np.ndarray:
    """Measure how far the weights of "[CLS]" moved in each head, from 0 to 1; `[layer, head]`.

    The mean over questions of the total-variation distance (half the sum of absolute differences)
    between `before` and `after`, `[layer, batch, head, key]`; `words [batch, key]` is False at
    padding.
    """
    differences = (after - before).abs() * words[:, None]
    return (differences.sum(-1) / 2).mean(1).numpy()


def fine_tune(job: _Job, progress: _Progress = lambda done, total, curves: None) -> FineTuning:
    """Train from the model's weights and from random ones, each in its own thread.

    `progress` receives the steps that both have done, the total, and both curves so far; if it
    raises, both trainings stop.
    """
    done = dict.fromkeys(STARTS, 0)
    total = len(STARTS) * job.plan.steps
    curves: AccuracyCurves = {}
    is_over = threading.Event()
    # Build before the threads start, which share a random generator.
    networks = {start: _build_network(job, start) for start in STARTS}

    def report(start: str, step: int, accuracies: Sequence[float]) -> None:
        done[start], curves[start] = step, tuple(accuracies)
        if is_over.is_set():
            raise InterruptedError

    with ThreadPoolExecutor(len(STARTS)) as pool:
        futures = {
            start: pool.submit(_learn, job, network, partial(report, start))
            for start, network in networks.items()
        }
        try:
            while wait(futures.values(), _POLL).not_done:
                progress(sum(done.values()), total, dict(curves))
        finally:
            is_over.set()
        learnings = {start: future.result() for start, future in futures.items()}
    majority = majority_share([label for label, _ in job.held_out])
    return FineTuning(job.plan, len(job.training), learnings, majority)


@torch.inference_mode()
def ask(model: MaskedModel, tuning: FineTuning, sentence: str) -> ClassifierAnswer:
    """Classify a question with both classifiers, and return the attention of "[CLS]" in it.

    Raises UserError for a sentence that cannot be read.
    """
    job = prepare(model, tuning.plan)
    probabilities, before, after = {}, {}, {}
    request = Request(model.name, sentence, record=replace(_ATTENTION, hidden=True))
    for start, learning in tuning.learnings.items():
        network = _build_network(job, start)
        copy = MaskedModel(model.name, network, model.tokenizer, model.card, torch.device("cpu"))
        before[start] = _trace_cls(copy, request)
        _load_weights(network, learning.weights)
        trace = copy.trace(request)
        after[start] = _trace_cls(copy, request)
        states = trace.hidden["encoder"]
        assert states is not None  # requested above
        state = states[-1, 0]
        scores = learning.classifier[:, :-1] @ state + learning.classifier[:, -1]
        probabilities[start] = torch.tensor(scores).softmax(-1).numpy()
    return ClassifierAnswer(trace.source, trace.source_words, probabilities, before, after)


def _load_weights(network: nn.Module, weights: Mapping[str, np.ndarray]) -> None:
    """Load trained weights into a network."""
    tensors = {name: torch.tensor(array) for name, array in weights.items()}
    network.load_state_dict(tensors, strict=False)


def _trace_cls(model: MaskedModel, request: Request) -> np.ndarray:
    """Return the attention of "[CLS]" in a sentence: `[layer, head, token]`."""
    maps = model.trace(request).attention["encoder"]
    assert maps is not None
    return maps.weights[:, :, 0].copy()
