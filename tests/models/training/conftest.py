"""A generated language of a few hundred sentences, and one short training on it."""

import gzip
import itertools
import shutil
from dataclasses import replace

import pytest
import torch

from models.training.recipes import RECIPES
from models.training.train import _train

WHO = {
    "the dog": "le chien",
    "the cat": "le chat",
    "the boy": "le garçon",
    "the man": "l'homme",
    "Tom": "Tom",
    "my sister": "ma sœur",
}
DOES = {"sees": "voit", "likes": "aime", "follows": "suit", "hears": "entend", "knows": "connaît"}
WHOM = {
    "the house": "la maison",
    "the car": "la voiture",
    "a friend": "un ami",
    "the big tree": "le grand arbre",
    "a girl": "une fille",
    "the red flower": "la fleur rouge",
    "the old road": "la vieille route",
}


# Word by word, for the network of three languages.
GERMAN = {
    "the dog": "der Hund",
    "the cat": "die Katze",
    "the boy": "der Junge",
    "the man": "der Mann",
    "Tom": "der Tom",
    "my sister": "die Schwester",
    "sees": "sieht",
    "likes": "mag",
    "follows": "folgt",
    "hears": "hört",
    "knows": "kennt",
    "the house": "das Haus",
    "the car": "das Auto",
    "a friend": "ein Freund",
    "the big tree": "der große Baum",
    "a girl": "ein Mädchen",
    "the red flower": "die rote Blume",
    "the old road": "die alte Straße",
}


def german(english: str) -> str:
    """Translate a sentence of the grammar."""
    for phrase, words in GERMAN.items():
        english = english.replace(phrase, words)
    return english


def grammar() -> list[tuple[str, str]]:
    """All 210 sentences, English and French, in a fixed order."""
    return [
        (f"{a} {b} {c}.", f"{WHO[a]} {DOES[b]} {WHOM[c]}.")
        for a, b, c in itertools.product(WHO, DOES, WHOM)
    ]


def write_pairs(path, pairs) -> None:
    with gzip.open(path, "wt", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{source}\t{target}\n" for source, target in pairs)


@pytest.fixture(scope="package", autouse=True)
def one_thread():
    """Use one thread: faster for networks this small, especially on a busy machine."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="package")
def data(tmp_path_factory):
    """A folder with the files of the recipe; every tenth sentence is held out."""
    folder, pairs = tmp_path_factory.mktemp("data"), grammar()
    kept = pairs[::10]
    learnt = [pair for pair in pairs if pair not in kept]
    write_pairs(folder / "tatoeba.train.en-fr.tsv.gz", learnt[::2])
    write_pairs(folder / "multi30k.train.en-fr.tsv.gz", learnt[1::2])
    # A second French side, as a second reference.
    write_pairs(
        folder / "tatoeba.dev.en-fr.tsv.gz",
        [(a, c) for a, b in kept for c in (b, b.replace(".", " !"))],
    )
    write_pairs(folder / "multi30k.val.en-fr.tsv.gz", kept)
    for part, some in ("train", learnt[1::2]), ("val", kept):
        write_pairs(folder / f"multi30k.{part}.en-de.tsv.gz", [(a, german(a)) for a, _ in some])
    rows = [(a, f"{b}\t{german(a)}") for a, b in kept]
    write_pairs(folder / "multi30k.test.en-fr-de.tsv.gz", rows)
    english = [source[0].upper() + source[1:] for source, _ in learnt]
    paragraphs = [" ".join(two) for two in zip(english[::2], english[1::2])]  # 94 paragraphs
    titles = ["The House (1)"] * 60 + ["The Road (2)"] * 34
    for file in ("books.en.tsv.gz", "code.tsv.gz"):  # the same for what reads code
        write_pairs(folder / file, zip(titles, paragraphs))
    captions = "The girl likes a house.\nThe girl  likes a tree.\nThe girl likes a tree.\n"
    (folder / "captions.en.txt.gz").write_bytes(gzip.compress(captions.encode()))
    return folder


@pytest.fixture(scope="package")
def recipe():
    return replace(RECIPES["transformer"].tiny(), thin=1, batch_tokens=300, rate=0.02)


@pytest.fixture(scope="package")
def finished_run(one_thread, data, recipe, tmp_path_factory):
    """The folder of a run of 40 updates, saved every 10; an epoch has 8."""
    folder = tmp_path_factory.mktemp("run")
    _train("transformer", recipe, data, folder, torch.device("cpu"), updates=40, every=10)
    return folder


@pytest.fixture
def trained(finished_run, tmp_path):
    """A copy of the checkpoint of the short training."""
    return shutil.copytree(finished_run / "checkpoint", tmp_path / "checkpoint")
