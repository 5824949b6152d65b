"""Training both classifiers, and asking them."""

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
from ..store.checkpoint import build, describe
from . import (
    LABELS,
    STARTS,
    Answer,
    Curves,
    FineTuning,
    Learning,
    Plan,
    majority_share,
    read_questions,
)

Progress = Callable[[int, int, Curves], object]  # is called with the steps done, of how many
Rows = list[tuple[int, list[int]]]  # of each question the number of its label, and its ids
POLL = 0.1  # seconds between two looks at how far the threads are
WARM_UP = 0.1  # of the steps
WEIGHT_DECAY = 0.01
# The new layer learns so many times as fast as what is below it (Howard & Ruder 2018, section 3.2).
CLASSIFIER_RATE = 20
SPREAD = 0.02  # of the first weights of the classifier, as of the network's
EMBEDDING = "embedding.", "positions", "segments", "embedding_norm."
ATTENTION = Record(weights=("encoder",), scores=False, vectors=False, hidden=False, gates=False)


class Job(NamedTuple):
    """All that a training needs: it can be sent to another process."""

    config: dict[str, Any]  # of the network, as `checkpoint.describe` gives it
    weights: dict[str, np.ndarray]  # of the trained network
    training: Rows
    held_out: Rows
    padding: int
    plan: Plan


def prepare(model: MaskedModel, plan: Plan) -> Job:
    """Copy what is to be trained; the model itself is never changed."""
    marks, network = Marks.of(model.tokenizer), cast(nn.Module, model.network)

    def encode(questions: Sequence[tuple[str, str]]) -> Rows:
        ids = model.tokenizer.encode_batch([text for _, text in questions])
        return [
            (LABELS.index(label), marks.joined(row))
            for (label, _), row in zip(questions, ids, strict=True)
        ]

    return Job(
        describe(network),
        {name: tensor.cpu().numpy() for name, tensor in network.state_dict().items()},
        encode(plan.take(read_questions("train"))),
        encode(read_questions("held-out")),
        marks.padding,
        plan,
    )


def first_network(job: Job, start: str) -> nn.Module:
    """The network before the first step: a copy of the trained one, or random weights."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(job.plan.seed)
        network = build(job.config)
    if start == "pretrained":
        network.load_state_dict({name: torch.tensor(one) for name, one in job.weights.items()})
    return network.eval()  # no dropout: what a step gives depends on the seed alone


def trained_parameters(network: Any, frozen: str) -> dict[str, nn.Parameter]:
    """The weights that learn, by name: those before the state of "[CLS]" that are not frozen."""
    layers = len(network.encoder)
    first = {"nothing": 0, "embeddings": 0, "half": layers // 2, "all": layers}[frozen]
    learn = tuple(f"encoder.{layer}." for layer in range(first, layers))
    learn += EMBEDDING if frozen == "nothing" else ()
    return {
        name: parameter for name, parameter in network.named_parameters() if name.startswith(learn)
    }


def first_classifier(job: Job) -> Tensor:
    """The layer on "[CLS]" before the first step, the same for both: `[label, d_model + 1]`."""
    draw = torch.Generator().manual_seed(job.plan.seed)
    classifier = SPREAD * torch.randn(len(LABELS), job.config["d_model"] + 1, generator=draw)
    classifier[:, -1] = 0.0
    return classifier


def scores_of(states: Tensor, classifier: Tensor) -> Tensor:
    """`states [batch, position, d_model]` to a score for each label, `[batch, label]`."""
    return linear(states[:, 0], classifier[:, :-1], classifier[:, -1])


def rate_at(step: int, plan: Plan) -> float:
    """The rate of a step, from 1: it climbs over the first tenth, then falls to 0, both linear."""
    climb = max(1, round(WARM_UP * plan.steps))
    return plan.rate * min(step / climb, (plan.steps - step + 1) / (plan.steps - climb + 1))


def learn(
    job: Job, network: nn.Module, report: Callable[[int, Sequence[float]], object]
) -> Learning:
    """Train one classifier on this network.

    After each step `report` gets its number, from 1, and the accuracies so far.
    """
    torch.set_num_threads(1)  # the other one has a core of its own
    plan = job.plan
    classifier = first_classifier(job).requires_grad_()
    parameters = trained_parameters(network, plan.frozen)
    for parameter in network.parameters():
        parameter.requires_grad_(False)
    for parameter in parameters.values():
        parameter.requires_grad_()
    optimizer = torch.optim.AdamW(
        [{"params": one} for one in ([*parameters.values()], [classifier]) if one],
        weight_decay=WEIGHT_DECAY,
        fused=True,
    )
    held_out = pad([ids for _, ids in job.held_out], job.padding)
    looks = cls_attention(network, held_out)
    losses, accuracies = [], [accuracy(network, classifier, held_out, job.held_out)]
    for step, numbers in enumerate(plan.batches(len(job.training)), start=1):
        rows = [job.training[number] for number in numbers]
        states = network(pad([ids for _, ids in rows], job.padding))
        labels = torch.tensor([label for label, _ in rows])
        loss = cross_entropy(scores_of(states, classifier), labels)
        optimizer.zero_grad()
        loss.backward()
        for group in optimizer.param_groups:
            factor = CLASSIFIER_RATE if group["params"][0] is classifier else 1
            group["lr"] = factor * rate_at(step, plan)
        optimizer.step()
        losses.append(loss.item())
        if step in plan.evaluated:
            accuracies.append(accuracy(network, classifier, held_out, job.held_out))
        report(step, accuracies)
    return Learning(
        np.array(losses, np.float32),
        np.array(accuracies),
        confusion(network, classifier, held_out, job.held_out),
        attention_changes(looks, cls_attention(network, held_out), held_out != job.padding),
        {name: one.detach().numpy().astype(np.float16) for name, one in parameters.items()},
        classifier.detach().numpy().copy(),
    )


@torch.inference_mode()
def confusion(network: nn.Module, classifier: Tensor, ids: Tensor, rows: Rows) -> np.ndarray:
    """How many questions of each label get each answer: `[label, answer]`."""
    answers = scores_of(network(ids), classifier).argmax(-1).tolist()
    counts = np.zeros((len(LABELS), len(LABELS)), int)
    for (label, _), answer in zip(rows, answers, strict=True):
        counts[label, answer] += 1
    return counts


def accuracy(network: nn.Module, classifier: Tensor, ids: Tensor, rows: Rows) -> float:
    """The share of questions that get their label."""
    counts = confusion(network, classifier, ids, rows)
    return float(counts.trace() / counts.sum())


@torch.inference_mode()
def cls_attention(network: nn.Module, ids: Tensor) -> Tensor:
    """The weights of "[CLS]" in every head: `ids [batch, key]` to `[layer, batch, head, key]`."""
    recording = Recording(ATTENTION)
    network(ids, None, recording)
    return torch.stack([layer.weights[:, :, 0] for layer in recording.attention["encoder"]])


def attention_changes(before: Tensor, after: Tensor, words: Tensor) -> np.ndarray:
    """How far the weights of "[CLS]" have moved in each head, from 0 to 1; `[layer, head]`.

    The mean over questions of the total-variation distance between its weights before and after:
    half the sum of the absolute differences. Both are `[layer, batch, head, key]`, `words [batch,
    key]` is False at padding.
    """
    apart = (after - before).abs() * words[:, None]
    return (apart.sum(-1) / 2).mean(1).numpy()


def fine_tune(job: Job, progress: Progress = lambda done, total, curves: None) -> FineTuning:
    """Train from the weights of the model and from random ones, each on a core of its own.

    `progress` is told the steps that both have done, and both curves so far; where it raises, both
    end.
    """
    done, total = dict.fromkeys(STARTS, 0), len(STARTS) * job.plan.steps
    curves: Curves = {}
    is_over = threading.Event()
    # Before the threads: they would draw from one generator.
    networks = {start: first_network(job, start) for start in STARTS}

    def report(start: str, step: int, accuracies: Sequence[float]) -> None:
        done[start], curves[start] = step, tuple(accuracies)
        if is_over.is_set():
            raise InterruptedError

    with ThreadPoolExecutor(len(STARTS)) as pool:
        works = {
            start: pool.submit(learn, job, network, partial(report, start))
            for start, network in networks.items()
        }
        try:
            while wait(works.values(), POLL).not_done:
                progress(sum(done.values()), total, dict(curves))
        finally:
            is_over.set()
        learnings = {start: work.result() for start, work in works.items()}
    majority = majority_share([label for label, _ in job.held_out])
    return FineTuning(job.plan, len(job.training), learnings, majority)


@torch.inference_mode()
def ask(model: MaskedModel, tuning: FineTuning, sentence: str) -> Answer:
    """What both classifiers of this model say of a question, and where "[CLS]" looks in it.

    Raises UserError for a sentence that cannot be read.
    """
    job = prepare(model, tuning.plan)
    probabilities, before, after = {}, {}, {}
    request = Request(model.name, sentence, record=replace(ATTENTION, hidden=True))
    for start, learning in tuning.learnings.items():
        network = first_network(job, start)
        reader = MaskedModel(model.name, network, model.tokenizer, model.card, torch.device("cpu"))
        before[start] = weights_of_cls(reader, request)
        put_weights(network, learning.weights)
        trace = reader.trace(request)
        after[start] = weights_of_cls(reader, request)
        states = trace.hidden["encoder"]
        assert states is not None  # they were asked for
        state = states[-1, 0]
        scores = learning.classifier[:, :-1] @ state + learning.classifier[:, -1]
        probabilities[start] = torch.tensor(scores).softmax(-1).numpy()
    return Answer(trace.source, trace.source_words, probabilities, before, after)


def put_weights(network: nn.Module, weights: Mapping[str, np.ndarray]) -> None:
    """Put these weights into a network."""
    tensors = {name: torch.tensor(one) for name, one in weights.items()}
    network.load_state_dict(tensors, strict=False)


def weights_of_cls(reader: MaskedModel, request: Request) -> np.ndarray:
    """Where "[CLS]" looks in a sentence: `[layer, head, token]`."""
    maps = reader.trace(request).attention["encoder"]
    assert maps is not None
    return maps.weights[:, :, 0].copy()
