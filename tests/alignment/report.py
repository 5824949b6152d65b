"""How well does attention align words? `python -m tests.alignment.report`

Prints the alignment error rate (AER, per cent, lower is better) on the sentences of gold.jsonl, for
every head of every model with cross-attention, for the diagonal, and for the lexicon. Each head is
measured in two ways: with the row that writes a word and with the row that reads it, one step
later. --write-card stores the figures of each model's heads, and the best head, in its card.
"""

import argparse
import json
from pathlib import Path

from models import load, shipped_for
from models.store.checkpoint import SHIPPED, write_json
from models.words.lexicon import lexicon
from viz.cli.align import _diagonal, _error, _rates_of, _read_gold

GOLD = _read_gold(Path(__file__).with_name("gold.jsonl"))


def of_lexicon() -> list[set]:
    """The links of the shipped lexicon."""
    return [
        {
            (place, link)
            for place, link in enumerate(lexicon().links(pair.english, pair.french))
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
    rates = {"diagonal": _error(_diagonal(GOLD), GOLD), "lexicon": _error(of_lexicon(), GOLD)}
    for name in shipped_for("translation"):
        if "cross" in load(name).attention_sizes:
            of_one = _rates_of(name, GOLD)
            rates |= {f"{name}, {title}": rate for title, rate in of_one.items()}
            if options.write_card:
                write_card(SHIPPED / name / "card.json", of_one)
    print(f"Alignment error rate on {len(GOLD)} sentences, per cent")
    for title, rate in sorted(rates.items(), key=lambda item: item[1]):
        print(f"{rate:6.1f}  {title}")


if __name__ == "__main__":
    main()
