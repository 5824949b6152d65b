"""Save the position table that a network has learnt, for the page on word order.

Run `python -m models.training.save_positions CHECKPOINT`, with a checkpoint of
`python -m models.training.train transformer-learned`.
"""

import argparse
import json
import sys
from pathlib import Path

from safetensors import SafetensorError
from safetensors.numpy import save

from ..arguments import existing_folder
from ..errors import UserError
from ..files import write_whole
from ..store.weights import read_weights

_TABLE = Path(__file__).parents[1] / "tables" / "learned_positions.safetensors"


def _save_table(checkpoint: Path, table: Path = _TABLE) -> None:
    """Write the `positions [position, d_model]` and the card of a checkpoint to the file `table`.

    Raises KeyError if the network has no learnt positions.
    """
    weights = read_weights((checkpoint / "weights.safetensors").read_bytes())
    positions = weights["positions"].float().numpy()
    card = json.loads((checkpoint / "card.json").read_text(encoding="utf-8"))
    table.parent.mkdir(parents=True, exist_ok=True)
    write_whole({table: save({"positions": positions}, {"card": json.dumps(card)})})


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m models.training.save_positions",
        description="Keep the table of positions that a network has learnt, for the page on word "
        "order.",
    )
    parser.add_argument(
        "checkpoint",
        type=existing_folder,
        help="folder that python -m models.training.train transformer-learned wrote",
    )
    folder = parser.parse_args(arguments).checkpoint
    try:
        _save_table(folder)
    except (UserError, OSError, SafetensorError, ValueError) as error:
        sys.exit(f"The positions in {folder} cannot be kept: {error}")
    except KeyError:
        sys.exit(f"The network in {folder} has learnt no positions.")


if __name__ == "__main__":
    main()
