"""Average two checkpoints: `python -m models.training.mean FIRST SECOND --out FOLDER`.

If the training of one network started from the weights of another, their mean is often better than
either (Wortsman et al. 2022, "Model soups", section 2). Score several shares on validation
sentences, and keep the best.
"""

import argparse
import sys
from datetime import date
from pathlib import Path

import torch

from ..arguments import existing_folder, parse_fraction
from ..errors import UserError
from ..store import checkpoint

_KEPT = ("name", "architecture", "training", "licences")  # entries of the card


def _write_mean(first: Path, second: Path, share: float, folder: Path) -> Path:
    """Write (1 - share) * first + share * second into the folder, with the card of the second.

    The card loses the second's scores: score the mean anew.

    Raises UserError for a share outside 0 to 1, and for networks of different sizes or tokenizers.
    """
    if not 0 <= share <= 1:
        raise UserError("The share is {share:g}; give one from 0 to 1.", share=share)
    cpu = torch.device("cpu")
    network, tokenizer, first_card = checkpoint.load_checkpoint(first, cpu)
    second_network, second_tokenizer, card = checkpoint.load_checkpoint(second, cpu)
    same_sizes = checkpoint.describe_layers(network) == checkpoint.describe_layers(second_network)
    if not same_sizes or tokenizer.to_bytes() != second_tokenizer.to_bytes():
        raise UserError(
            "The networks in {first} and {second} have other sizes or other tokens. Only a network "
            "that was trained on from the other has a mean with it.",
            first=first,
            second=second,
        )
    weights, second_weights = network.state_dict(), second_network.state_dict()
    network.load_state_dict(
        {name: (1 - share) * weights[name] + share * second_weights[name] for name in weights}
    )
    card = {name: card[name] for name in _KEPT if name in card}
    first_date = first_card["training"]["date"]
    card["training"] |= {
        "mean_of": {"this run": share, f"weights of {first_date}": 1 - share},
        "note": f"Mean of these weights, {share:.0%}, and those of {first_date}, {1 - share:.0%}.",
        "date": date.today().isoformat(),
    }
    checkpoint.save(folder, network, tokenizer, card)
    return folder


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m models.training.mean", description=__doc__)
    parser.add_argument("first", type=existing_folder, help="folder of a checkpoint")
    parser.add_argument("second", type=existing_folder, help="one that was trained on from it")
    parser.add_argument("--share", type=parse_fraction, default=0.5, help="of the second, 0 to 1")
    parser.add_argument("--out", type=Path, required=True, help="folder of the mean")
    options = parser.parse_args(arguments)
    try:
        print(_write_mean(options.first, options.second, options.share, options.out))
    except UserError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
