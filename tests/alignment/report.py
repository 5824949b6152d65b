"""How well does attention align words? `python -m tests.alignment.report`

Prints the alignment error rate (AER, per cent, lower is better) on the sentences of gold.jsonl, for
every head of every model with cross-attention, for the diagonal, and for the lexicon. Each head is
measured in two ways: with the row that writes a word and with the row that reads it, one step
later. --write-card stores the figures of each model's heads, and the best head, in its card.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from models import Record, Request, load, shipped_for
from models.store.checkpoint import SHIPPED, write_json
from models.words.lexicon import lexicon
from viz.analysis.measures import alignment, alignment_error_rate, merge_subwords

GOLD = [
    json.loads(line)
    for line in Path(__file__).with_name("gold.jsonl").read_text(encoding="utf-8").splitlines()
]
SURE = [{(french, english) for english, french in pair["sure"]} for pair in GOLD]
POSSIBLE = [{(french, english) for english, french in pair["possible"]} for pair in GOLD]


def error(links: list[set]) -> float:
    return 100 * alignment_error_rate(links, SURE, POSSIBLE)


def of_model(name: str) -> dict[str, float]:
    """Return the AER of each head of cross-attention and of each layer's mean."""
    return {title: error(links) for title, links in links_of_model(name).items()}


def links_of_model(name: str) -> dict[str, list[set]]:
    """Return the links of each gold sentence by each head of cross-attention and each layer's mean.

    Both with the row that writes a word and with the row that reads it.
    """
    model = load(name)
    links_by_row: dict[str, list[set]] = {}
    record = Record(weights=("cross",), scores=False, vectors=False, hidden=False, gates=False)
    requests = [Request(name, pair["source"], pair["target"], record=record) for pair in GOLD]
    for trace in model.trace_many(requests):
        maps = trace.attention["cross"]
        heads = np.concatenate([maps.weights, maps.weights.mean(1, keepdims=True)], axis=1)
        for row, words, part in (
            ("writes", trace.predicted_words, slice(None, -1)),
            ("reads", trace.decoder_words, slice(1, None)),
        ):
            merged = merge_subwords(heads, words, trace.source_words)[..., part, :]
            for place, links in zip(np.ndindex(heads.shape[:2]), alignment(merged), strict=True):
                head = f"head {place[1] + 1}" if place[1] < maps.n_heads else "mean"
                links_by_row.setdefault(f"layer {place[0] + 1}, {head}, row that {row}", []).append(
                    links
                )
    return links_by_row


def diagonal() -> list[set]:
    """Align each word with the word at the same relative place of the other sentence."""
    return [
        {
            (
                place,
                min(
                    int((place + 0.5) * len(pair["english"]) / len(pair["french"])),
                    len(pair["english"]) - 1,
                ),
            )
            for place in range(len(pair["french"]))
        }
        for pair in GOLD
    ]


def of_lexicon() -> list[set]:
    """The links of the shipped lexicon."""
    return [
        {
            (place, link)
            for place, link in enumerate(lexicon().links(pair["english"], pair["french"]))
            if link is not None
        }
        for pair in GOLD
    ]


def write_card(path: Path, rates: dict[str, float]) -> None:
    """Write the figures of all heads and the name of the best head into a card."""
    best = min((title for title in rates if "mean" not in title), key=rates.get)
    heads: dict[str, dict[str, float]] = {}
    for title, rate in rates.items():
        head, row = title.rsplit(", row that ", 1)
        heads.setdefault(head, {})[row] = round(rate, 1)
    card = json.loads(path.read_text(encoding="utf-8"))
    write_json(
        path,
        card
        | {
            "alignment": {
                "best_head": best,
                "aer": round(rates[best], 1),
                "sentences": len(GOLD),
                "heads": heads,
            }
        },
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.alignment.report", description=__doc__)
    parser.add_argument(
        "--write-card",
        action="store_true",
        help="store the figures of each model's heads in its card.json",
    )
    options = parser.parse_args()
    rates = {"diagonal": error(diagonal()), "lexicon": error(of_lexicon())}
    for name in shipped_for("translation"):
        if "cross" in load(name).attention_sizes:
            of_one = of_model(name)
            rates |= {f"{name}, {title}": rate for title, rate in of_one.items()}
            if options.write_card:
                write_card(SHIPPED / name / "card.json", of_one)
    print(f"Alignment error rate on {len(GOLD)} sentences, per cent")
    for title, rate in sorted(rates.items(), key=lambda item: item[1]):
        print(f"{rate:6.1f}  {title}")


if __name__ == "__main__":
    main()
