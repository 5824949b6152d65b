"""English text for language models: the training text and the held-out text."""

import gzip
from dataclasses import replace

import pytest

from models import UserError
from models.answers.limits import lower_words
from models.training import code_files, english_files
from models.training.english_text import (
    _KEPT,
    BOOKS,
    CAPTIONS,
    CODE,
    _read_sentences,
    _sentences_of,
    held_out,
    read_books,
    training_texts,
)
from models.training.recipes import RECIPES


@pytest.fixture
def recipe():
    return replace(RECIPES["gpt"].tiny(), thin=1)


@pytest.mark.parametrize(
    "paragraph, sentences",
    [
        ("One. Two! Three?", ("One.", "Two!", "Three?")),
        ('"Stop!" he said. "Go on."', ('"Stop!" he said.', '"Go on."')),
        ("'Why?' 'Because.' Then it rained.", ("'Why?'", "'Because.'", "Then it rained.")),
        ("It cost 3.50 and no more, e.g. less.", ("It cost 3.50 and no more, e.g. less.",)),
        ("No end", ("No end",)),
    ],
)
def test_a_paragraph_is_cut_where_a_sentence_ends(paragraph, sentences):
    assert _sentences_of(paragraph) == sentences
    assert " ".join(sentences) == paragraph


def test_every_fiftieth_paragraph_and_the_validation_sentences_are_held_out(data, recipe):
    sets = held_out(recipe, data)
    books = read_books(data / "books.en.tsv.gz")
    assert sets["books"] == [books[_KEPT - 1]]
    assert len(books) == 94
    assert [*sets] == ["books", "tatoeba.dev", "multi30k.val"]
    assert len(sets["tatoeba.dev"]) == len(_read_sentences(data / "tatoeba.dev.en-fr.tsv.gz"))


def test_nothing_that_is_held_out_is_trained_on(data, recipe):
    texts, passes = training_texts(recipe, data)
    read = {lower_words(sentence) for text in texts for sentence in text.sentences}
    for name, kept in held_out(recipe, data).items():
        for text in kept:
            assert not {lower_words(sentence) for sentence in text.sentences} & read, name
    assert passes == {BOOKS: 1, "tatoeba.train.en-fr.tsv.gz": 2, CAPTIONS: 1}
    assert len(read) > 150


def test_a_sentence_comes_as_often_as_the_recipe_says_whatever_its_translations(data, recipe):
    sentence = _read_sentences(data / "tatoeba.train.en-fr.tsv.gz")[0]
    texts, _ = training_texts(recipe, data)
    alone = [text for text in texts if not text.book and str(text) == sentence]
    assert len(alone) == recipe.files["tatoeba.train.en-fr.tsv.gz"] == 2


def test_captions_are_one_a_line_and_each_is_read_once(data, recipe):
    texts, _ = training_texts(recipe, data)
    assert [str(text) for text in texts][-2:] == [
        "The girl likes a house.",
        "The girl likes a tree.",
    ]


def test_captions_that_are_damaged_or_missing_are_a_sentence(data, recipe, tmp_path):
    for file in data.iterdir():
        if file.name != CAPTIONS:
            (tmp_path / file.name).symlink_to(file)
    for content in (None, b"nothing of the kind"):
        if content:
            (tmp_path / CAPTIONS).write_bytes(content)
        with pytest.raises(UserError, match="cannot be read"):
            training_texts(recipe, tmp_path)


BOOK = """\ufeffThe Project Gutenberg eBook of A Book

*** START OF THE PROJECT GUTENBERG EBOOK A BOOK ***\r

A BOOK

CHAPTER I. Down the Hill

“Why?” said the _boy_,\r
who didn’t know.

* * *

He ran down the hill.

*** END OF THE PROJECT GUTENBERG EBOOK A BOOK ***

Section 1. General Terms of Use and Redistribution
"""


@pytest.fixture
def served(monkeypatch, tmp_path):
    """Requests for files, and their sources; nothing leaves this machine."""
    requests = []

    def fetch(url):
        requests.append(url)
        part = url.split(".")[-3]
        return BOOK.encode() if "gutenberg" in url else gzip.compress(f"A cat {part}.\n".encode())

    monkeypatch.setattr(english_files, "fetch", fetch)
    monkeypatch.setattr(english_files, "DOWNLOADS", tmp_path)
    return requests


def test_a_book_is_its_paragraphs_without_headings_and_licence():
    expected = ['"Why?" said the boy, who didn\'t know.', "He ran down the hill."]
    assert [
        one for one in english_files._split_paragraphs(BOOK) if "CHAPTER" not in one
    ] == expected
    with pytest.raises(UserError, match="not a book"):
        english_files._split_paragraphs("<html>Not found</html>")


def test_books_and_captions_are_fetched_once(served, tmp_path):
    files = [BOOKS, CAPTIONS]
    assert english_files.find_text_folder(files, None) == tmp_path
    books, numbers = read_books(tmp_path / BOOKS), english_files._NUMBERS
    assert {text.book for text in books} == {f"{numbers[number]} ({number})" for number in numbers}
    assert _read_sentences(tmp_path / CAPTIONS) == [f"A cat {part}." for part in range(1, 6)]
    assert len(served) == len(numbers) + 5
    english_files.find_text_folder(files, None)
    assert len(served) == len(numbers) + 5


def test_a_damaged_download_is_a_sentence(served, monkeypatch, tmp_path):
    monkeypatch.setattr(english_files, "fetch", lambda url: b"nothing of the kind")
    for file in (BOOKS, CAPTIONS):
        with pytest.raises(UserError, match="--data DIR"):
            english_files.find_text_folder([file], None)
        assert not (tmp_path / file).exists()


def test_a_folder_that_lacks_a_file_is_a_sentence(tmp_path):
    with pytest.raises(UserError, match=f"There is no {BOOKS}"):
        english_files.find_text_folder([BOOKS], tmp_path)


def test_code_is_cut_into_functions_and_runs_of_short_statements_with_their_comments():
    body = "".join(f"        total += {place}  # count\n" for place in range(8))
    code = f"import os\n\n\nclass Sum:\n    total = 0\n\n    def one(self):\n{body}\n"
    code += f"    # Two.\n    def two(self):\n{body}\n\ndef short():\n    pass\n"
    first, second = code_files._split_code(code)  # too short at the end
    assert first.startswith(
        "import os↵↵class Sum:↵→total = 0↵↵→def one(self):↵→→total += 0 # count↵"
    )
    assert second.startswith("→# Two.↵→def two(self):↵→→total")
    assert [*code_files._split_code(code.replace("Two", "Zw\u00f6lf"))] == [first]


def test_the_library_of_python_is_a_file_of_paragraphs(tmp_path, monkeypatch):
    monkeypatch.setattr(english_files, "DOWNLOADS", tmp_path)
    monkeypatch.setattr(code_files.sysconfig, "get_paths", lambda: {"stdlib": str(tmp_path)})
    (tmp_path / "test").mkdir()
    for file in ("sums.py", "test/test_sums.py"):
        (tmp_path / file).write_text("x = 1  # a number\n" * 10, encoding="utf-8")
    assert english_files.find_text_folder([CODE], None) == tmp_path
    [text] = read_books(tmp_path / CODE)
    assert (text.book, str(text)[:18]) == ("sums.py", "x = 1 # a number↵x")
