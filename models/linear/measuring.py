"""Measure both language models on held-out paragraphs: `python -m models.linear.measuring`."""

import argparse
import json
from collections.abc import Sequence

import numpy as np

from ..corpus.cells import texts
from ..files import write_whole
from ..normalisation import normalise
from . import LINEAR_FOLDER, SCORES, card
from .reading import load_model

_DRAWS = 2000  # of the bootstrap
_MOST = 127  # tokens of a paragraph; "<s>" is read too


def _surprises(name: str) -> list[np.ndarray]:
    """Return the nats of each token of each paragraph."""
    model = load_model(name)
    rows = [model.tokenizer.encode(normalise(text))[:_MOST] for text in texts()]
    return [-model.log_probabilities(row) for row in rows]


def _measure() -> dict[str, list[float]]:
    """Return perplexities by token with 95 % intervals, and their ratio; paragraphs are drawn."""
    nats = {name: _surprises(name) for name in SCORES}
    sums = np.array([[row.sum() for row in rows] for rows in nats.values()])  # [network, paragraph]
    counts = np.array([len(row) for row in nats["linear"]])
    drawn = np.random.default_rng(1).integers(len(counts), size=(_DRAWS, len(counts)))
    drawn = np.vstack([np.arange(len(counts)), drawn])  # first the paragraphs themselves
    values = np.exp(sums[:, drawn].sum(-1) / counts[drawn].sum(-1))
    figures = {**dict(zip(nats, values, strict=True)), "ratio": values[1] / values[0]}
    return {
        name: [round(float(x), 3) for x in (row[0], *np.quantile(row[1:], (0.025, 0.975)))]
        for name, row in figures.items()
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures, or write them into the card too."""
    parser = argparse.ArgumentParser(
        prog="python -m models.linear.measuring", description="Measure both language models."
    )
    parser.add_argument("--write", action="store_true", help="write the figures into the card")
    options = parser.parse_args(arguments)
    figures = _measure()
    if options.write:
        content = json.dumps(card() | {"perplexity": figures}, indent=2) + "\n"
        write_whole({LINEAR_FOLDER / "card.json": content.encode()})
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
