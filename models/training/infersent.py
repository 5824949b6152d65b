"""Train and measure our InferSent, on pairs of sentences written by a grammar.

    python -m models.training.infersent train --folder DIR
    python -m models.training.infersent evaluate --data DIR --write-card

Training takes some forty minutes on two busy cores. VALIDATION of the training pairs are not
trained on; the epoch that is right on most of them is saved. The same seed gives the same network
on the same machine. `evaluate` compares cosines with people's scores of the STS benchmark (Cer et
al. 2017), whose sentences are not in this repository.
"""

import argparse
import gzip
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import safetensors.torch
import torch
from scipy.stats import spearmanr
from torch import Tensor, nn
from torch.nn.functional import cosine_similarity, cross_entropy

from ..arguments import existing_folder, whole_number
from ..errors import UserError
from ..files import write_whole
from ..networks.infersent import InferSent, compare
from ..pairs import LABELS, cosine, encode_words, glove_mean, mean_state
from ..pairs.infersent import FOLDER, build, pad, read, sentence_vectors
from ..registry import load
from ..store import checkpoint
from .pairs import Pair, held_out_pairs, training_pairs

COUNT = 40_000  # pairs of the grammar; the corpus adds one for every second sentence
VALIDATION = 2_000  # of these pairs
HELD_OUT = 2_000  # generated pairs in each held-out set
EPOCHS, BATCH, RATE = 6, 128, 2e-3
BASELINE_EPOCHS = 5
# Unlike the paper, the loss has a second term: sentences that contradict each other shall not only
# be told apart by the classifier, but have cosines below MARGIN.
MARGIN, SPREAD = 0.5, 1.0
SCORES = "stsb.scores.en.tsv.gz"  # part, sentence, sentence, score
CONTRADICTION = LABELS.index("contradiction")
RESAMPLES = 2_000  # for the interval of a correlation

Encoded = tuple[list[list[int]], list[list[int]], Tensor]  # ids of both sentences, labels [pair]


def encode(pairs: Sequence[Pair]) -> Encoded:
    """Return the ids of both sentences of each pair, and the numbers of the labels."""
    first, second = ([encode_words(text)[1] for text in texts] for texts in
                     ([pair.first for pair in pairs], [pair.second for pair in pairs]))  # fmt: skip
    return first, second, torch.tensor([LABELS.index(pair.label) for pair in pairs])


def batches(count: int, draw: random.Random) -> Iterator[list[int]]:
    order = draw.sample(range(count), count)
    return (order[start : start + BATCH] for start in range(0, count, BATCH))


def fit(
    network: nn.Module,
    loss_of: Callable[[list[int]], Tensor],
    count: int,
    epochs: int,
    seed: int,
    saved: Callable[[int, float], object] = lambda epoch, loss: None,
) -> None:
    """Train on `count` pairs with Adam; the rate falls to 0 along a half cosine over all epochs.

    `loss_of` returns the loss of the pairs with these numbers.
    """
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    steps = -(-count // BATCH)
    for epoch in range(epochs):
        torch.manual_seed(1000 * seed + epoch)  # of the dropout
        losses = []
        network.train()
        for step, numbers in enumerate(batches(count, random.Random(f"{seed} {epoch}"))):
            done = (epoch + step / steps) / epochs
            optimizer.param_groups[0]["lr"] = RATE * (1 + np.cos(np.pi * done)) / 2
            loss = loss_of(numbers)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            optimizer.step()
            losses.append(loss.item())
        network.eval()
        saved(epoch, float(np.mean(losses)))


@torch.inference_mode()
def answers(network: InferSent, encoded: Encoded) -> np.ndarray:
    """Return the number of the likeliest label of each pair."""
    first, second, labels = encoded
    parts = [
        network(pad(first[start : start + 500]), pad(second[start : start + 500])).argmax(-1)
        for start in range(0, len(labels), 500)
    ]
    return torch.cat(parts).numpy()


# --- what else could answer ----------------------------------------------------------------------


def train_baseline(
    name: str, pairs: Sequence[Pair], seed: int
) -> Callable[[Sequence[Pair]], np.ndarray]:
    """Train a classifier on means of GloVe vectors, or on that of the second sentence alone.

    Its hidden layer has the size of InferSent's. It lacks the words of LEARNT.
    """
    torch.manual_seed(seed)

    def features(pairs: Sequence[Pair]) -> Tensor:
        u, v = (
            torch.tensor(np.stack([glove_mean(pair[place]) for pair in pairs])) for place in (0, 1)
        )
        return v if name == "second" else compare(u, v)

    read, labels = features(pairs), encode(pairs)[2]
    classifier = nn.Sequential(
        nn.Linear(read.shape[1], 128), nn.ReLU(), nn.Dropout(0.1), nn.Linear(128, len(LABELS))
    )

    def loss_of(numbers: list[int]) -> Tensor:
        return cross_entropy(classifier(read[numbers]), labels[numbers])

    fit(classifier, loss_of, len(labels), BASELINE_EPOCHS, seed)
    return lambda pairs: classifier(features(pairs)).argmax(-1).numpy()


def accuracies(right: np.ndarray, kinds: Sequence[str]) -> dict:
    """Return how many answers are right, in all and by kind: [right, pairs]."""
    names = sorted(set(kinds))
    rows = {name: [one == name for one in kinds] for name in names}
    return {"all": [int(right.sum()), len(right)]} | {
        name: [int(right[chosen].sum()), int(sum(chosen))] for name, chosen in rows.items()
    }


# --- people's scores -----------------------------------------------------------------------------


def read_scores(folder: Path) -> tuple[list[str], list[str], np.ndarray]:
    """Return both sentences and the score of each pair of the benchmark's test part.

    Raises UserError if the file cannot be read.
    """
    try:
        text = gzip.decompress((folder / SCORES).read_bytes()).decode("utf-8")
    except (OSError, EOFError) as error:
        raise UserError(f"There is no {SCORES} in {folder} that can be read.") from error
    rows = [line.split("\t") for line in text.splitlines()]
    test = [row[1:] for row in rows if row[0] == "test"]
    first, second, scores = zip(*test, strict=True)
    return [*first], [*second], np.array([float(score) for score in scores])


def correlation(values: Sequence[float], scores: np.ndarray) -> dict:
    """Return Spearman's rank correlation with its 95 % interval over resampled pairs."""
    draw, cosines = np.random.default_rng(1), np.array(values)
    value = spearmanr(cosines, scores).statistic
    resampled = []
    for _ in range(RESAMPLES):
        chosen = draw.integers(len(scores), size=len(scores))
        resampled.append(spearmanr(cosines[chosen], scores[chosen]).statistic)
    low, high = np.quantile(resampled, (0.025, 0.975))
    return {"spearman": round(float(value), 4), "low": round(float(low), 4),
            "high": round(float(high), 4), "pairs": len(scores)}  # fmt: skip


def model_means(name: str, sentences: Sequence[str]) -> np.ndarray:
    """Return the mean of a model's last states over the words of each sentence, `[sentence, d]`."""
    model = load(name, "cpu")
    return np.stack([mean_state(model.encode(sentence)) for sentence in sentences])


def people_figures(network: InferSent, folder: Path, models: Sequence[str]) -> dict:
    """Return the correlation of cosines with people's scores, by the source of the vectors."""
    first, second, scores = read_scores(folder)
    torch.manual_seed(1)
    untrained = build().eval()

    sources: dict[str, Callable[[Sequence[str]], np.ndarray]] = {
        "glove": lambda texts: np.stack([*map(glove_mean, texts)]),
        "infersent": lambda texts: sentence_vectors(texts, network),
        "untrained": lambda texts: sentence_vectors(texts, untrained),
    }
    for name in models:
        sources[name] = lambda texts, name=name: model_means(name, texts)  # type: ignore[misc]
    figures = {}
    for name, vectors in sources.items():
        figures[name] = correlation([*map(cosine, vectors(first), vectors(second))], scores)
        print(name, figures[name], flush=True)
    return figures


# --- commands ------------------------------------------------------------------------------------


def save(network: InferSent, folder: Path, card: dict) -> None:
    """Write `weights.safetensors` (float16) and `card.json` into a folder."""
    halves = {name: weight.half() for name, weight in network.state_dict().items()}
    write_whole(
        {
            folder / "weights.safetensors": safetensors.torch.save(halves),
            folder / "card.json": checkpoint.as_json(card),
        }
    )


def split_pairs(count: int, seed: int) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs that are trained on, and those that choose the epoch."""
    pairs = training_pairs(count, seed)
    return pairs[VALIDATION:], pairs[:VALIDATION]


def train(folder: Path, epochs: int, seed: int, count: int) -> None:
    """Train, and save the epoch with most right answers on the validation pairs into a folder."""
    trained, validation = map(encode, split_pairs(count, seed))
    first, second, labels = trained
    torch.manual_seed(seed)
    network = build()
    began = time.perf_counter()
    right: list[int] = []  # on the validation pairs, after each epoch

    def loss_of(numbers: list[int]) -> Tensor:
        u, v = (
            network.encode(pad([rows[one] for one in numbers])).vectors for rows in (first, second)
        )
        answers = labels[numbers]
        too_near = (cosine_similarity(u, v) - MARGIN).relu()[answers == CONTRADICTION]
        return cross_entropy(network.judge(u, v), answers) + SPREAD * too_near.sum() / len(numbers)

    def save_best(epoch: int, loss: float) -> None:
        right.append(int((answers(network, validation) == validation[2].numpy()).sum()))
        print(
            f"epoch {epoch + 1}: loss {loss:.3f}, right {right[-1]} of {len(validation[2])}",
            flush=True,
        )
        if right[-1] <= max(right[:-1], default=-1):
            return
        card = {
            "name": "InferSent",
            "paper": "Conneau et al. 2017",
            "sizes": {
                "d_hidden": network.config.d_hidden,
                "d_classifier": network.config.d_classifier,
            },
            "weights": sum(weight.numel() for weight in network.parameters()),
            "generated": count,
            "pairs": len(labels),
            "validation": [right[-1], len(validation[2])],
            "epochs": epoch + 1,
            "schedule": epochs,
            "seed": seed,
            "seconds": round(time.perf_counter() - began),
            "made_with": f"python -m models.training.infersent train --folder DIR --pairs {count} "
            f"--epochs {epochs} --seed {seed}",
        }
        save(network, folder, card)

    fit(network, loss_of, len(labels), epochs, seed, save_best)


def evaluate(folder: Path, data: Path | None, models: Sequence[str]) -> dict:
    """Return the card of a network with its figures, and those of what it is compared with."""
    network, card = read(folder)
    trained, _ = split_pairs(card["generated"], card["seed"])
    makers = {
        "infersent": lambda pairs: answers(network, encode(pairs)),
        **{name: train_baseline(name, trained, card["seed"]) for name in ("glove", "second")},
    }
    card["baseline_epochs"] = BASELINE_EPOCHS
    card["accuracy"] = {name: {} for name in makers}
    for held_out, pairs in held_out_pairs(HELD_OUT).items():
        labels = np.array([LABELS.index(pair.label) for pair in pairs])
        for name, answer in makers.items():
            right = answer(pairs) == labels
            figures = accuracies(right, [pair.kind for pair in pairs])
            card["accuracy"][name][held_out] = figures
            print(held_out, name, figures, flush=True)
    if data is not None:
        card["people"] = people_figures(network, data, models)
    return card


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m models.training.infersent",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    training = commands.add_parser("train", help="train the network")
    training.add_argument("--folder", type=existing_folder, required=True, metavar="DIR")
    training.add_argument("--epochs", type=whole_number(1), default=EPOCHS)
    training.add_argument("--pairs", type=whole_number(1), default=COUNT, help="of the grammar")
    training.add_argument("--seed", type=whole_number(0), default=1)
    measuring = commands.add_parser("evaluate", help="measure it on pairs that are held out")
    measuring.add_argument("--folder", type=existing_folder, default=FOLDER, metavar="DIR")
    measuring.add_argument("--data", type=existing_folder, metavar="DIR", help=f"with {SCORES}")
    measuring.add_argument("--models", nargs="*", default=["bert"], help="names of models to add")
    measuring.add_argument("--write-card", action="store_true", help="store the figures")
    options = parser.parse_args(arguments)
    try:
        if options.command == "train":
            train(options.folder, options.epochs, options.seed, options.pairs)
            return
        card = evaluate(options.folder, options.data, options.models)
        if options.write_card:
            checkpoint.write_json(options.folder / "card.json", card)
    except UserError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("Stopped; the best epoch that was complete is saved.")


if __name__ == "__main__":
    main()
