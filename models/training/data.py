"""Sentence pairs: where they come from, and batches of similar length."""

import gzip
import hashlib
import io
import os
import re
import sys
import urllib.request
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path

import torch
from torch import Tensor
from tqdm import tqdm

from ..answers.decoding import pad
from ..errors import UserError
from ..store.tokenizer import Tokenizer
from .batches import Rows
from .loss import SmoothedCrossEntropy

CORPUS = Path(__file__).with_name("corpus")  # sentences written for this project
LECTURE = Path(__file__).with_name(
    "lecture.dev.en-fr.tsv"
)  # sentences of lectures, to score with and never to train on
# Thin, non-breaking and zero-width spaces, and the soft hyphen, which a few hundred French lines
# carry.
SPACES = str.maketrans(
    {"\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u200b": None, "\u00ad": None}
)


@dataclass(frozen=True)
class Pair:
    source: str
    target: str


def read_pairs(path: Path) -> list[Pair]:
    """The pairs of a tab-separated file, plain or gzip: English, then French.

    Raises UserError when the file is missing, damaged or empty, or a line does not have two fields.
    """
    opener = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rt", encoding="utf-8", newline="\n") as lines:
            rows = [line.rstrip("\n").split("\t") for line in lines]
    except FileNotFoundError:
        raise UserError(
            f"There is no {path.name} in {path.parent}. Look whether --data names the right place."
        ) from None
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise UserError(f"{path} cannot be read ({error}). Fetch or write it again.") from error
    if not rows:
        raise UserError(f"{path} is empty; it needs lines of English, a tab and French.")
    for number, row in enumerate(rows, start=1):
        if len(row) != 2:
            raise UserError(
                f"Line {number} of {path} has {len(row)} fields; it needs two, English and "
                f"French, with a tab between."
            )
    return [Pair(*row) for row in rows]


def read_corpus() -> list[Pair]:
    """The pairs written for this project, in the order of their files' names."""
    return [pair for file in sorted(CORPUS.glob("*.en-fr.tsv")) for pair in read_pairs(file)]


def clean(pair: Pair) -> Pair:
    """Ordinary spaces only. For training; test files are scored as they are."""
    return Pair(pair.source.translate(SPACES), pair.target.translate(SPACES))


@dataclass(frozen=True)
class Batch:
    source: Tensor  # [batch, source] ids, ends with </s>, padded
    target: Tensor  # [batch, target + 1] ids, <s> ... </s>, padded
    padding_id: int

    def to(self, device: torch.device) -> "Batch":
        return Batch(self.source.to(device), self.target.to(device), self.padding_id)

    def loss(self, network, smoothing: float) -> tuple[Tensor, int]:
        """Mean cross-entropy of the target in nats a token, and the number of tokens."""
        labels = self.target[:, 1:]
        real = labels != self.padding_id
        x = network(self.source, self.target[:, :-1])[real].float()  # [position, d_model]
        loss = SmoothedCrossEntropy.apply(x, network.embedding.weight, labels[real], smoothing)
        return loss, len(x)


class Batches(Rows):
    """Batches of pairs of similar length.

    `tokens` is the most target positions a batch may have, padding included. A pair with more than
    `longest` tokens on either side is left out.
    """

    def __init__(
        self, pairs: list[Pair], tokenizer: Tokenizer, tokens: int, seed: int, longest: int = 100
    ):
        end, begin = [tokenizer.end_id], [tokenizer.begin_id]
        sources = [ids + end for ids in tokenizer.encode_batch([pair.source for pair in pairs])]
        targets = [
            begin + ids + end for ids in tokenizer.encode_batch([pair.target for pair in pairs])
        ]
        rows = [row for row in zip(sources, targets) if max(map(len, row)) <= longest]
        if not rows:
            raise UserError(
                f"None of the {len(pairs)} pairs has at most {longest} tokens on both "
                f"sides; there is nothing to train on. "
                "Look whether --data names the right files."
            )
        super().__init__(rows, tokens, seed)
        self.padding_id = tokenizer.padding_id

    def size(self, row: tuple[list[int], list[int]]) -> tuple[int, ...]:
        source, target = row
        return len(target) - 1, len(source)

    def take(self, rows: list[int], epoch: int = 0) -> Batch:
        sides = zip(*(self.rows[row] for row in rows))
        source, target = (pad(list(side), self.padding_id) for side in sides)
        return Batch(source, target, self.padding_id)


# Downloads. Every file comes out as our own tab-separated one, under the name the recipes use.

DOWNLOADS = Path("data")
TATOEBA = "https://www.manythings.org/anki/fra-eng.zip"
MULTI30K = "https://raw.githubusercontent.com/multi30k/dataset/master/data/task1/raw/"
# Those of Tatoeba are of the edition of 2019-04-07.
CHECKSUMS = {
    "tatoeba.train.en-fr.tsv.gz": (
        "8456f9e8f31c3e618d6509ac95095a91ae5ce9d813f175541ffdac086db4d54c"
    ),
    "tatoeba.dev.en-fr.tsv.gz": (
        "f693d2f9dfdd482226f731151c659b323c4bb44dce67c4b720fe78f4ed98900e"
    ),
    "multi30k.train.en-fr.tsv.gz": (
        "2aec245ef76949fbba1814d3ae9c0d1f322af9eeb3eabad6d4775b3af2987850"
    ),
    "multi30k.val.en-fr.tsv.gz": (
        "ecb6669de604e1c14bfced42f21bc67f9d70fc0ba1f6b5746e4ce5301d37b288"
    ),
    "multi30k.test_2016_flickr.en-fr.tsv.gz": (
        "e9c9392b1a8d41ac75af347d2dcdc2a6a92f6a9f757adb1b0c0b351549c05efc"
    ),
}
TATOEBA_DEV = Path(__file__).with_name(
    "tatoeba_dev.txt"
)  # the fingerprint of each English sentence kept for validation


def folder_with(files: Iterable[str], folder: Path | None) -> Path:
    """The folder with these files.

    The one given, or `data/`, where what is not there yet is downloaded.

    Raises UserError when the folder given lacks a file, and when a download is out of reach or not
    the known text.
    """
    if folder is not None:
        for file in files:
            if not (folder / file).is_file():
                raise UserError(
                    f"There is no {file} in {folder}. Name the folder that has it with "
                    f"--data, or leave --data "
                    "away to download it."
                )
        return folder
    for file in files:
        edition = edition_of(DOWNLOADS / file)
        if edition is None:
            download(file)
            edition = edition_of(DOWNLOADS / file)
        if edition != CHECKSUMS[file]:
            print(
                f"{file} is of another edition than the one of 2019-04-07 that the shipped "
                f"figures come from: training works and "
                "no validation sentence is trained on, but figures will differ.",
                file=sys.stderr,
            )
    return DOWNLOADS


def edition_of(path: Path) -> str | None:
    """The checksum of a downloaded file.

    None when it must be fetched: missing, damaged or not what is expected.

    The pairs of Tatoeba grow from year to year, so that any edition of them is taken.
    """
    try:
        pairs_checksum = checksum(read_pairs(path))
    except UserError:
        return None
    return (
        pairs_checksum
        if pairs_checksum == CHECKSUMS[path.name] or path.name.startswith("tatoeba")
        else None
    )


def checksum(pairs: list[Pair]) -> str:
    """SHA-256 of the text alone: the order of the lines and the kinds of spaces do not count."""
    lines = sorted(
        "\t".join(" ".join(text.split()) for text in (pair.source, pair.target)) for pair in pairs
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def fingerprint(sentence: str) -> str:
    """8 hexadecimal digits of a sentence.

    Those that differ in capitals or punctuation only share them.
    """
    return hashlib.sha256(" ".join(re.findall(r"\w+", sentence.lower())).encode()).hexdigest()[:8]


def download(file: str) -> None:
    """Fetch one of the known files, and what comes in the same archive, into `data/`.

    Raises UserError when it is out of reach, damaged or not the known text.
    """
    try:
        made = tatoeba() if file.startswith("tatoeba") else {file: multi30k(file)}
    except (
        OSError,
        EOFError,
        zlib.error,
        zipfile.BadZipFile,
        KeyError,
        UnicodeDecodeError,
    ) as error:
        raise UserError(
            f"What was downloaded for {file} is damaged ({error}). Try again, or pass "
            f"--data DIR with the files."
        ) from error
    DOWNLOADS.mkdir(exist_ok=True)
    for name, pairs in made.items():
        partial = DOWNLOADS / f"{name}.part"  # so that a file under its own name is always whole
        partial.write_bytes(
            gzip.compress(
                "".join(f"{pair.source}\t{pair.target}\n" for pair in pairs).encode(), mtime=0
            )
        )
        os.replace(partial, DOWNLOADS / name)


def tatoeba() -> dict[str, list[Pair]]:
    """Training and validation pairs, split by English sentence.

    One that is kept for validation is so in every edition.
    """
    with zipfile.ZipFile(io.BytesIO(fetch(TATOEBA))) as archive:
        lines = archive.read("fra.txt").decode("utf-8-sig").split("\n")
    # Newer editions have a third field, who wrote the sentences.
    pairs = dict.fromkeys(
        Pair(*(field.strip() for field in line.split("\t")[:2])) for line in lines if "\t" in line
    )
    validation = set(TATOEBA_DEV.read_text().split())
    made: dict[str, list[Pair]] = {"tatoeba.train.en-fr.tsv.gz": [], "tatoeba.dev.en-fr.tsv.gz": []}
    for pair in pairs:
        made[
            f"tatoeba.{'dev' if fingerprint(pair.source) in validation else 'train'}.en-fr.tsv.gz"
        ].append(pair)
    return made


def multi30k(file: str) -> list[Pair]:
    """Read "multi30k.PART.en-fr.tsv.gz". Raises UserError when the pairs are not the known ones."""
    part = file.removeprefix("multi30k.").removesuffix(".en-fr.tsv.gz")
    english, french = (
        gzip.decompress(fetch(f"{MULTI30K}{part}.{language}.gz")).decode().strip("\n").split("\n")
        for language in ("en", "fr")
    )
    pairs = [
        Pair(*(text.replace("\t", " ").strip() for text in both)) for both in zip(english, french)
    ]
    if checksum(pairs) != CHECKSUMS[file]:
        raise UserError(
            f"The checksum of {part}.en.gz and {part}.fr.gz from {MULTI30K} is wrong: this "
            f"is not the text the figures "
            "come from. Try again later, or pass --data DIR with the files."
        )
    return pairs


def fetch(url: str) -> bytes:
    """What lies at this address, with a progress bar. Raises UserError when it is out of reach."""
    # Some servers, manythings.org's among them, turn Python's own name away.
    request = urllib.request.Request(url, headers={"User-Agent": "Mozilla/5.0"})
    try:
        with (
            urllib.request.urlopen(request, timeout=30) as answer,
            tqdm.wrapattr(answer, "read", total=answer.length, desc=url.rsplit("/", 1)[-1]) as body,
        ):
            return b"".join(iter(lambda: body.read(65_536), b""))
    except (OSError, HTTPException) as error:
        raise UserError(
            f"{url} cannot be reached ({error}). Look at the network and try again, or "
            f"pass --data DIR with the "
            "files."
        ) from error
