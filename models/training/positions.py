"""Keep the table of positions that a network has learnt.

Run `python -m models.training.positions CHECKPOINT`.

CHECKPOINT is what `python -m models.training.train transformer-learned` wrote. Only the table is
kept, for the page on word order.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file, save

from ..errors import UserError
from ..files import write_whole

TABLE = Path(__file__).parents[1] / "tables" / "learned_positions.safetensors"


def keep(checkpoint: Path, table: Path = TABLE) -> None:
    """Write the table of positions of a checkpoint, with its card, to the file `table`.

    The table is `positions [position, d_model]`.

    Raises KeyError when the network has learnt none.
    """
    positions = load_file(checkpoint / "weights.safetensors")["positions"].astype(np.float32)
    card = json.loads((checkpoint / "card.json").read_text(encoding="utf-8"))
    table.parent.mkdir(parents=True, exist_ok=True)
    write_whole({table: save({"positions": positions}, {"card": json.dumps(card)})})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m models.training.positions", description=__doc__.splitlines()[0]
    )
    parser.add_argument("checkpoint", type=Path)
    try:
        keep(parser.parse_args().checkpoint)
    except UserError as error:
        sys.exit(str(error))
