"""The mean of two checkpoints: `python -m models.training.mean FIRST SECOND --out FOLDER`.

Where a network was trained on from the weights of another, the mean of both, weight by weight, is
often better than either (Wortsman et al. 2022, "Model soups", section 2). Score means of several
shares on validation sentences, and keep the best.
"""

import argparse
import sys
from datetime import date
from pathlib import Path

import torch

from ..arguments import existing_folder, fraction
from ..errors import UserError
from ..store import checkpoint

KEPT = ("name", "architecture", "training", "licences")  # of the card


def mean(first: Path, second: Path, share: float, folder: Path) -> Path:
    """Write (1 - share) * first + share * second into the folder, with the card of the second.

    What was measured with the second's weights is left out of the card; score the mean anew.

    Raises UserError for a share that is not between 0 and 1, and for networks of other sizes or
    with another tokenizer.
    """
    if not 0 <= share <= 1:
        raise UserError("The share is {share:g}; give one from 0 to 1.", share=share)
    cpu = torch.device("cpu")
    (network, tokenizer, one), (other, its_tokenizer, card) = (
        checkpoint.load(made, cpu) for made in (first, second)
    )
    same_sizes = checkpoint.describe(network) == checkpoint.describe(other)
    if not same_sizes or tokenizer.to_bytes() != its_tokenizer.to_bytes():
        raise UserError(
            "The networks in {first} and {second} have other sizes or other tokens. Only a network "
            "that was trained on from the other has a mean with it.",
            first=first,
            second=second,
        )
    weights, others = network.state_dict(), other.state_dict()
    network.load_state_dict(
        {name: (1 - share) * weights[name] + share * others[name] for name in weights}
    )
    card = {name: card[name] for name in KEPT if name in card}
    card["training"] |= {
        "mean_of": {"this run": share, f"weights of {one['training']['date']}": 1 - share},
        "note": f"Mean of these weights, {share:.0%}, and those of "
        f"{one['training']['date']}, {1 - share:.0%}.",
        "date": date.today().isoformat(),
    }
    checkpoint.save(folder, network, tokenizer, card)
    return folder


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m models.training.mean", description=__doc__)
    parser.add_argument("first", type=existing_folder, help="folder of a checkpoint")
    parser.add_argument("second", type=existing_folder, help="one that was trained on from it")
    parser.add_argument("--share", type=fraction, default=0.5, help="of the second, 0 to 1")
    parser.add_argument("--out", type=Path, required=True, help="folder of the mean")
    options = parser.parse_args(arguments)
    try:
        print(mean(options.first, options.second, options.share, options.out))
    except UserError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
