"""Measure how well each head aligns the words of two languages, on links that you give.

`python -m viz.align transformer --gold FILE` prints the alignment error rate (Och and Ney 2003;
per cent, lower is better) of every head of cross-attention and of each layer's mean, the best
first, and of the diagonal. Each is measured with the row that writes a French word and with the row
that reads it, one step later.

FILE, or - for the standard input, has a pair a line, as JSON: "source" and "target", the two
sentences; "english" and "french", the lists of their words; "sure" and "possible", links [English
word, French word] that count from 0. Or it has the links of Moses, "0-0 1-1 2?2" (2?2 is possible,
not sure), and --english and --french name its texts, words with spaces between them. Words are
those of the model: elided words (l', n't), hyphens and punctuation stand alone.
"""

import argparse
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from models import Record, Request, UserError, available, load
from models.arguments import existing_file, program, readable_file
from models.text_files import decode
from viz.analysis.measures import Links, alignment, alignment_error_rate, merge_subwords
from viz.cli.rows import read_standard_input

_MOSES = re.compile(r"\s*\d+[-?]\d+(\s+\d+[-?]\d+)*\s*")
_JOINED = re.compile(r" (?=[.,!?)…]|(?:n['’]t|['’](?:s|m|d|re|ve|ll))\b)|(?<=\w['’]) ")
_WEIGHTS = Record(weights=("cross",), scores=False, vectors=False, hidden=False, gates=False)


@dataclass(frozen=True)
class _GoldPair:
    """Two sentences and the links (French word, English word) between them."""

    source: str
    target: str
    english: tuple[str, ...]
    french: tuple[str, ...]
    sure: Links
    possible: Links


def _read_gold(
    path: Path, english: Path | None = None, french: Path | None = None
) -> list[_GoldPair]:
    """Read a file of pairs, or of links with the files of their texts; - is the standard input.

    Raises UserError with the number of a line that is none.
    """
    is_file = str(path) != "-"
    name = str(path) if is_file else "the standard input"
    lines = _read_text(path) if is_file else read_standard_input()
    readers = [partial(_read_pair, line) for line in lines]
    if english and french:
        texts = _read_text(english), _read_text(french)
        if {*map(len, texts)} != {len(lines)}:
            raise UserError(
                f"{english} has {len(texts[0])} lines, {french} {len(texts[1])} and {name} "
                f"{len(lines)}. Each line is one pair."
            )
        readers = [partial(_read_moses, *three) for three in zip(lines, *texts)]
    pairs = []
    for number, (line, read) in enumerate(zip(lines, readers), start=1):
        try:
            pair = read()
            for folder_texts, english_number in pair.sure | pair.possible:
                if not (
                    0 <= folder_texts < len(pair.french) and 0 <= english_number < len(pair.english)
                ):
                    raise ValueError  # which measures would count as a link that is missed
            pairs.append(pair)
        except (ValueError, KeyError, TypeError, RecursionError):
            if english or _MOSES.fullmatch(line):
                raise UserError(
                    f"Line {number} of {name} has links of Moses whose words are missing. Name the "
                    "texts with --english and --french; links are written 0-0 and count from 0."
                ) from None
            raise UserError(
                f"Line {number} of {name} is no pair. Write JSON with the texts “source” and "
                "“target”, the words “english” and “french”, and the lists “sure” and “possible” "
                "of [English word, French word], by their places from 0."
            ) from None
    if not any(pair.sure for pair in pairs):
        raise UserError(f"There is no sure link in {name}, so no error can be measured.")
    return pairs


def _read_text(file: Path) -> list[str]:
    """Return the lines of a file. Raises UserError for one that cannot be read."""
    try:
        return decode(file.read_bytes(), file).splitlines()
    except OSError as error:
        raise UserError(f"The file {file} cannot be read: {error}.") from None


def _read_pair(line: str) -> _GoldPair:
    """Read a line of JSON. Raises ValueError, KeyError, TypeError or RecursionError for others."""
    pair = json.loads(line)
    english, french = ((*map(str, pair[name]),) for name in ("english", "french"))
    sure, possible = (
        {(int(french_number), int(english_number)) for english_number, french_number in pair[name]}
        for name in ("sure", "possible")
    )
    return _GoldPair(str(pair["source"]), str(pair["target"]), english, french, sure, possible)


def _read_moses(line: str, *texts: str) -> _GoldPair:
    """Read a line of links and those of its texts. Raises ValueError for what is no link."""
    links: dict[str, Links] = {"-": set(), "?": set()}
    for link in line.split():
        english_number, kind, french_number = re.split("([-?])", link)
        links[kind].add((int(french_number), int(english_number)))
    # As a sentence is written: "do n't" is "don't", "l' herbe" is "l'herbe".
    source, target = (_JOINED.sub("", " ".join(text.split())) for text in texts)
    english, french = (tuple(text.split()) for text in texts)
    return _GoldPair(source, target, english, french, links["-"], links["?"])


def _error(links: Sequence[Links], gold: Sequence[_GoldPair]) -> float:
    """Return the alignment error rate in per cent."""
    sure, possible = [pair.sure for pair in gold], [pair.possible for pair in gold]
    return 100 * alignment_error_rate(links, sure, possible)


def _links_of(name: str, gold: Sequence[_GoldPair]) -> dict[str, list[Links]]:
    """Return the links by each head of cross-attention and by each layer's mean, by its title.

    Raises UserError for a model without cross-attention, and for words that are not the file's.
    """
    model = load(name)
    if "cross" not in model.attention_sizes:
        raise UserError(f"{name} has no cross-attention, so it aligns no words.")
    requests = [Request(name, pair.source, pair.target, record=_WEIGHTS) for pair in gold]
    links: dict[str, list[Links]] = {}
    for number, trace in enumerate(model.trace_many(requests), start=1):
        maps = trace.attention["cross"]
        assert maps is not None  # it was asked for
        heads = np.concatenate([maps.weights, maps.weights.mean(1, keepdims=True)], axis=1)
        for row, words, part in (
            ("writes", trace.predicted_words, slice(None, -1)),
            ("reads", trace.decoder_words, slice(1, None)),
        ):
            merged = merge_subwords(heads, words, trace.source_words)[..., part, :]
            read = merged.shape[-1] - 1, merged.shape[-2]  # without the end
            pair = gold[number - 1]
            if read != (given := (len(pair.english), len(pair.french))):
                raise UserError(
                    f"Line {number} has {given[0]} English and {given[1]} French words, and {name} "
                    f"reads {read[0]} and {read[1]}. Elided words (l', n't), hyphens and "
                    "punctuation stand alone."
                )
            for (layer, head), head_links in zip(np.ndindex(heads.shape[:2]), alignment(merged)):
                title = f"head {head + 1}" if head < maps.n_heads else "mean"
                links.setdefault(f"layer {layer + 1}, {title}, row that {row}", []).append(
                    head_links
                )
    return links


def _rates_of(name: str, gold: Sequence[_GoldPair]) -> dict[str, float]:
    """Return the error rate of each of `_links_of`. Raises what it raises."""
    return {title: _error(links, gold) for title, links in _links_of(name, gold).items()}


def _diagonal(gold: Sequence[_GoldPair]) -> list[Links]:
    """Link each French word with the English word at the same relative place."""
    return [
        {
            (place, min(int((place + 0.5) * len(pair.english) / len(pair.french)), last))
            for place in range(len(pair.french))
        }
        for pair in gold
        for last in [len(pair.english) - 1]
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit code: 0, or 1 after an error; a wrong call exits with 2."""
    parser = argparse.ArgumentParser(
        prog=program("python -m viz.align"),
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "model", nargs="?", default="transformer", help="a translator; default: transformer"
    )
    parser.add_argument("--gold", type=readable_file, required=True, metavar="FILE")
    for name in ("english", "french"):
        parser.add_argument(
            f"--{name}", type=existing_file, metavar="FILE", help="the texts of links of Moses"
        )
    parser.add_argument(
        "--json", action="store_true", help='print lines of JSON: {"head": "...", "aer": 21.5}'
    )
    options = parser.parse_args(arguments)
    if (options.english is None) != (options.french is None):
        parser.error("--english and --french are given together")
    if options.model not in available():
        parser.error(f"there is no model “{options.model}”, only {', '.join(available())}")
    try:
        gold = _read_gold(options.gold, options.english, options.french)
        rates = {"diagonal": _error(_diagonal(gold), gold), **_rates_of(options.model, gold)}
    except UserError as problem:
        print(problem, file=sys.stderr)
        return 1
    if not options.json:
        print(f"Alignment error rate in per cent; sentences: {len(gold)}")
    for title, rate in sorted(rates.items(), key=lambda item: item[1]):
        line = {"head": title, "aer": round(rate, 1)}
        print(json.dumps(line) if options.json else f"{rate:6.1f}  {title}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
