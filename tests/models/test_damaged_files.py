"""A compressed file that is damaged anywhere gives a sentence, whichever library notices."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from models import UserError
from models.corpus import profile, sentences
from models.networks.ngrams import NGrams

PROFILE = Path(profile.__file__).parent / "profiles" / "bilstm-dot.npz"


def write_counts(path: Path) -> None:
    NGrams.count([[1, 2, 3], [2, 3]], 2, 5, 0).save(path)


def write_profile(path: Path) -> None:
    path.write_bytes(PROFILE.read_bytes())


def write_sentences(path: Path) -> None:
    path.write_bytes(gzip.compress(b"I am tired.\tJe suis fatigue.\n" * 500))


READERS: dict[str, tuple[Callable, Callable]] = {
    "counts.npz": (write_counts, NGrams.load),
    "profile.npz": (write_profile, profile.read_profile),
    "sentences.tsv.gz": (write_sentences, lambda path: [*sentences.read_sentences(path)]),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_a_file_that_is_damaged_anywhere_is_a_sentence(name, tmp_path):
    write, read = READERS[name]
    path = tmp_path / name
    write(path)
    read(path)
    whole = path.read_bytes()
    refused = 0
    for part in range(40):
        place = len(whole) * part // 40
        for damaged in (whole[:place], whole[:place] + bytes(4) + whole[place + 4 :]):
            path.write_bytes(damaged)
            try:
                read(path)
            except UserError:
                refused += 1
    assert refused > 40
