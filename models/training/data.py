"""Sentence pairs: where they come from, and batches of similar length."""

import gzip
import hashlib
import html
import io
import os
import re
import sys
import urllib.request
import zipfile
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from http.client import HTTPException
from itertools import compress
from pathlib import Path
from random import Random

import torch
from torch import Tensor
from tqdm import tqdm

from ..answers.decoding import pad
from ..errors import UserError
from ..store.tokenizer import Tokenizer
from .batches import Rows
from .loss import SmoothedCrossEntropy

_CORPUS = Path(__file__).with_name("corpus")  # sentences written for this project
_UNREAD = _CORPUS / "unread"  # by the shipped networks
# The lists to score with, never trained on. The author of the first also wrote the corpus; the
# author of the second had not read it.
_LECTURE = Path(__file__).with_name("lecture.dev.en-fr.tsv")
_EVERYDAY = Path(__file__).with_name("everyday.dev.en-fr.tsv")
# Thin, non-breaking and zero-width spaces, and the soft hyphen: a few hundred French lines have
# them.
SPACES = str.maketrans(
    {"\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u200b": None, "\u00ad": None}
)
# A sign that French sets apart, written without its space.
_TIGHT_SIGN = re.compile(r"(?<=[\w»)])([;:!?])(?=\s|$)")


@dataclass(frozen=True)
class TrainingPair:
    source: str
    target: str


def read_pairs(path: Path) -> list[TrainingPair]:
    """Read the pairs of a tab-separated file, plain or gzip: English, then French.

    Raises UserError if the file is missing, damaged or empty, or a line does not have two fields.
    """
    rows = read_rows(path)
    for number, row in enumerate(rows, start=1):
        if len(row) != 2:
            raise UserError(
                f"Line {number} of {path} has {len(row)} fields; it needs two, English and "
                f"French, with a tab between."
            )
    return [TrainingPair(*row) for row in rows]


def read_rows(path: Path) -> list[list[str]]:
    """Read the fields of each line of a tab-separated file; raises UserError as `read_pairs`."""
    opener = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rt", encoding="utf-8", newline="\n") as lines:
            rows = [line.rstrip("\n").split("\t") for line in lines]
    except FileNotFoundError:
        raise UserError(
            f"There is no {path.name} in {path.parent}. Check the folder of --data."
        ) from None
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise UserError(f"{path} cannot be read ({error}). Fetch or write it again.") from error
    if not rows:
        raise UserError(f"{path} is empty; it needs lines of English, a tab and French.")
    return rows


def listed_sentences() -> list[str]:
    """Return the English sentences of both lists."""
    return [pair.source for file in (_LECTURE, _EVERYDAY) for pair in read_pairs(file)]


def read_corpus(unread: bool = False) -> list[TrainingPair]:
    """Read the pairs written for this project, in the order of their files' names.

    Those in the folder `new` the shipped transformer alone has read; nothing else reads them.
    `unread` adds those in the folder of this name, which the next training is the first to read.
    """
    files = sorted(_CORPUS.glob("**/*.en-fr.tsv"))
    return [pair for file in files if unread or file.parent != _UNREAD for pair in read_pairs(file)]


def clean(pair: TrainingPair) -> TrainingPair:
    """Return a pair in the typography of the corpus: ordinary spaces, and one before "?" in French.

    For training; test files are scored unchanged.
    """
    return TrainingPair(clean_text(pair.source), clean_text(pair.target, "fr"))


def clean_text(text: str, language: str = "") -> str:
    """Return a text of a pair in the typography of `clean`."""
    text = html.unescape(text).translate(SPACES)
    return _TIGHT_SIGN.sub(r" \1", text.replace("’", "'")) if language == "fr" else text


Variation = Callable[[TrainingPair, Random], tuple[list[int], list[int]]]  # to ids without marks


@dataclass(frozen=True)
class _Batch:
    source: Tensor  # [batch, source] ids, ends with </s>, padded
    target: Tensor  # [batch, target + 1] ids, <s> ... </s>, padded
    padding_id: int

    def to(self, device: torch.device) -> "_Batch":
        return _Batch(self.source.to(device), self.target.to(device), self.padding_id)

    def loss(self, network, smoothing: float) -> tuple[Tensor, int]:
        """Return the mean cross-entropy in nats per target token, and the number of tokens."""
        labels = self.target[:, 1:]
        real = labels != self.padding_id
        x = network(self.source, self.target[:, :-1])[real].float()  # [position, d_model]
        loss = SmoothedCrossEntropy.apply(x, network.embedding.weight, labels[real], smoothing)
        return loss, len(x)


class Batches(Rows):
    """Batches of pairs of similar length.

    `tokens` is the most target positions of a batch, padding included. Pairs with more than
    `longest` tokens on either side are left out. With `vary`, which draws another version of a pair
    in each epoch, a batch may be larger, by half at most: a longer one would pad the others.
    """

    def __init__(
        self,
        pairs: list[TrainingPair],
        tokenizer: Tokenizer,
        tokens: int,
        seed: int,
        longest: int = 100,
        vary: Variation | None = None,
    ):
        end, begin = [tokenizer.end_id], [tokenizer.begin_id]
        sources = [ids + end for ids in tokenizer.encode_batch([pair.source for pair in pairs])]
        targets = [
            begin + ids + end for ids in tokenizer.encode_batch([pair.target for pair in pairs])
        ]
        fits = [max(map(len, row)) <= longest for row in zip(sources, targets)]
        rows = [*compress(zip(sources, targets), fits)]
        if not rows:
            raise UserError(
                f"None of the {len(pairs)} pairs has at most {longest} tokens on both "
                f"sides; there is nothing to train on. "
                "Check the files of --data."
            )
        super().__init__(rows, tokens, seed)
        self.padding_id = tokenizer.padding_id
        self.marks = begin, end
        self.pairs = [*compress(pairs, fits)]
        self.longest, self.vary = longest, vary

    def size(self, row: tuple[list[int], list[int]]) -> tuple[int, ...]:
        source, target = row
        return len(target) - 1, len(source)

    def take(self, rows: list[int], epoch: int = 0) -> _Batch:
        longest = max(max(map(len, self.rows[row])) for row in rows) * 3 // 2
        sides = zip(*(self.version(row, epoch, min(self.longest, longest)) for row in rows))
        source, target = (pad(list(side), self.padding_id) for side in sides)
        return _Batch(source, target, self.padding_id)

    def version(self, row: int, epoch: int, longest: int) -> tuple[list[int], list[int]]:
        """Return the ids of a pair in this epoch; as they are where a drawn version is too long."""
        if self.vary is None:
            return self.rows[row]
        begin, end = self.marks
        source, target = self.vary(self.pairs[row], Random(f"{self.seed}/{epoch}/{row}"))
        ids = source + end, begin + target + end
        return ids if max(map(len, ids)) <= longest else self.rows[row]


# Downloads. Every file is converted to a tab-separated file under the name that recipes use.

DOWNLOADS = Path("data")
_TATOEBA = "https://www.manythings.org/anki/fra-eng.zip"
_MULTI30K = "https://raw.githubusercontent.com/multi30k/dataset/master/data/task1/raw/"
# The checksums of Tatoeba belong to the edition of 2019-04-07.
_CHECKSUMS = {
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
# Fingerprints of the English sentences kept for validation.
_TATOEBA_DEV = Path(__file__).with_name("tatoeba_dev.txt")


def find_folder(files: Iterable[str], folder: Path | None) -> Path:
    """Return the folder with these files: the given one, or `data/` after downloading them.

    Raises UserError if the given folder lacks a file, or a download fails or has unknown content.
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
        edition = _edition_of(DOWNLOADS / file)
        if edition is None:
            _download(file)
            edition = _edition_of(DOWNLOADS / file)
        if edition != _CHECKSUMS[file]:
            print(
                f"{file} is of another edition than the one of 2019-04-07 that the shipped "
                f"figures come from: training works and "
                "no validation sentence is trained on, but figures will differ.",
                file=sys.stderr,
            )
    return DOWNLOADS


def _edition_of(path: Path) -> str | None:
    """Return the checksum of a downloaded file, or None if it must be downloaded (again).

    Tatoeba grows from year to year: any edition is accepted.
    """
    try:
        pairs_checksum = _checksum(read_pairs(path))
    except UserError:
        return None
    is_known = pairs_checksum == _CHECKSUMS[path.name] or path.name.startswith("tatoeba")
    return pairs_checksum if is_known else None


def _checksum(pairs: list[TrainingPair]) -> str:
    """Return the SHA-256 of the text, whatever the order of the lines and the kinds of spaces."""
    lines = sorted(
        "\t".join(" ".join(text.split()) for text in (pair.source, pair.target)) for pair in pairs
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _fingerprint(sentence: str) -> str:
    """Return 8 hexadecimal digits of a sentence, ignoring capitals and punctuation."""
    return hashlib.sha256(" ".join(re.findall(r"\w+", sentence.lower())).encode()).hexdigest()[:8]


def _download(file: str) -> None:
    """Download a known file, and others of the same archive, into `data/`.

    Raises UserError if it cannot be reached, is damaged or has unknown content.
    """
    try:
        made = _fetch_tatoeba() if file.startswith("tatoeba") else {file: _fetch_multi30k(file)}
    except (
        OSError,
        EOFError,
        zlib.error,
        zipfile.BadZipFile,
        KeyError,
        UnicodeDecodeError,
    ) as error:
        raise UserError(
            f"The download of {file} is damaged ({error}). Try again, or pass "
            f"--data DIR with the files."
        ) from error
    DOWNLOADS.mkdir(exist_ok=True)
    for name, pairs in made.items():
        content = "".join(f"{pair.source}\t{pair.target}\n" for pair in pairs)
        # Rename at the end, so that a file under its own name is always complete.
        partial = DOWNLOADS / f"{name}.part"
        partial.write_bytes(gzip.compress(content.encode(), mtime=0))
        os.replace(partial, DOWNLOADS / name)


def _fetch_tatoeba() -> dict[str, list[TrainingPair]]:
    """Download Tatoeba and split it by English sentence into training and validation pairs.

    The validation sentences are the same in every edition.
    """
    with zipfile.ZipFile(io.BytesIO(fetch(_TATOEBA))) as archive:
        lines = archive.read("fra.txt").decode("utf-8-sig").split("\n")
    pairs: dict[TrainingPair, None] = {}
    for line in lines:
        if "\t" in line:
            # Newer editions have a third field, the authors of the sentences.
            english, french = line.split("\t")[:2]
            pairs[TrainingPair(english.strip(), french.strip())] = None
    validation = set(_TATOEBA_DEV.read_text().split())
    split: dict[str, list[TrainingPair]] = {"train": [], "dev": []}
    for pair in pairs:
        split["dev" if _fingerprint(pair.source) in validation else "train"].append(pair)
    return {f"tatoeba.{part}.en-fr.tsv.gz": part_pairs for part, part_pairs in split.items()}


def _fetch_multi30k(file: str) -> list[TrainingPair]:
    """Download "multi30k.PART.en-fr.tsv.gz". Raises UserError if its checksum is wrong."""
    part = file.removeprefix("multi30k.").removesuffix(".en-fr.tsv.gz")
    english, french = (
        gzip.decompress(fetch(f"{_MULTI30K}{part}.{language}.gz")).decode().strip("\n").split("\n")
        for language in ("en", "fr")
    )
    pairs = [
        TrainingPair(source.replace("\t", " ").strip(), target.replace("\t", " ").strip())
        for source, target in zip(english, french)
    ]
    if _checksum(pairs) != _CHECKSUMS[file]:
        raise UserError(
            f"The checksum of {part}.en.gz and {part}.fr.gz from {_MULTI30K} is wrong: this "
            f"is not the text the figures "
            "come from. Try again later, or pass --data DIR with the files."
        )
    return pairs


def fetch(url: str) -> bytes:
    """Download this URL with a progress bar. Raises UserError if it cannot be reached."""
    # Some servers, such as manythings.org's, reject Python's default user agent.
    request = urllib.request.Request(url, headers={"User-Agent": "Mozilla/5.0"})
    try:
        with (
            urllib.request.urlopen(request, timeout=30) as answer,
            tqdm.wrapattr(answer, "read", total=answer.length, desc=url.rsplit("/", 1)[-1]) as body,
        ):
            return b"".join(iter(lambda: body.read(65_536), b""))
    except (OSError, HTTPException) as error:
        raise UserError(
            f"{url} cannot be reached ({error}). Check the network and try again, or "
            f"pass --data DIR with the "
            "files."
        ) from error
