"""Files as people have them are read whole, or a sentence names what to do: one table."""

from pathlib import Path

import pytest

from models import UserError
from models.corpus.own_sentences import read_texts
from models.corpus.sentences import Pair
from viz.cli.align import _read_gold
from viz.cli.job import Job
from viz.cli.rows import from_row, read_rows

TIRED, EATS = Job(sentence="I am tired, but happy."), Job(sentence="We eat.")
CAFE = Job(sentence="The café’s open.", figure="decoder", layer="2")
CONLLU = "# sent_id = 1\n# text = {}\n1\tI\tI\tPRON\t_\t_\t2\tnsubj\t_\t_\n\n# text = We eat.\n1"
CONLLU += 9 * "\t_" + "\n"
# Of a file: its name, its content, and the jobs of its rows or the sentence that refuses one.
FILES = {
    "one column, a comma without quotation marks": (
        "a.csv",
        "sentence\nI am tired, but happy.\n\nWe eat.\n",
        [TIRED, EATS],
    ),
    "one column, quotation marks": ("a.csv", 'sentence\n"I am tired, but happy."\n', [TIRED]),
    "a comma that cuts a row": (
        "a.csv",
        "sentence,figure\nWe eat.,\nI am tired, but happy., cross\n",
        [EATS, "“cross” in this row belongs to no column. Put a text"],
    ),
    "a comma that makes French": (
        "a.csv",
        "sentence,target\nWe eat.,On mange.\nI am tired, but happy.\n",
        [Job("We eat.", target="On mange."), "“but happy.” in this row belongs to no column"],
    ),
    "cells below an empty heading": (
        "a.csv",
        "sentence,,\nWe eat.,,\nWe eat.,lost,\n",
        [EATS, "“lost” in this row"],
    ),
    "Excel with semicolons": (
        "a.csv",
        "sentence;figure;layer\nThe café’s open.;decoder;2\nI am tired, but happy.;;\n",
        [CAFE, TIRED],
    ),
    "TSV": ("a.tsv", "sentence\tfigure\nI am tired, but happy.\t\nWe eat.\t\n", [TIRED, EATS]),
    "capitals, and a column that is left out": (
        "a.csv",
        "Sentence,FIGURE,Layer,# Comment,What if\nThe café’s open.,decoder,2,to check,\n",
        [CAFE],
    ),
    "a column that there is not": (
        "a.csv",
        "sentence,comment\nWe eat.,to check\n",
        ["There is no option “comment” for a column.*begin the name with # to leave"],
    ),
    "two columns of one name": ("a.csv", "sentence,Sentence\na,b\n", "two columns “sentence”"),
    "no heading": ("a.csv", "I am tired.\nWe eat.\n", "names no column: “I am tired.”. Write a h"),
    "sentences": ("a.txt", "# mine\nI am tired, but happy.\nWe eat.\n", [TIRED, EATS]),
    "sentences with French": (
        "a.txt",
        "We eat.\tOn mange.\n",
        [Job("We eat.", target="On mange.")],
    ),
    "sentences with more": (
        "a.txt",
        "We eat.\tOn mange.\tCC-BY\n",
        ["“CC-BY” in this row"],
    ),
    "a sentence and a link": (
        "a.txt",
        "Is it? We eat.\n/mask?sentence=We+eat.\n",
        [Job(sentence="Is it? We eat."), "mask"],
    ),
    "a table of Excel as Unicode text": (
        "a.txt",
        "sentence\tfigure\tlayer\nThe café’s open.\tdecoder\t2\n",
        [CAFE],
    ),
    "CoNLL-U": ("a.conllu", CONLLU.format(TIRED.sentence), [TIRED, EATS]),
    "CoNLL-U as text": ("a.txt", CONLLU.format(TIRED.sentence), [TIRED, EATS]),
    "CoNLL-U without texts": (
        "a.conllu",
        CONLLU.replace("# text = {}\n", ""),
        "Sentence 1 of .* has no line “# text = …”",
    ),
    "YAML": ("a.yml", "- {Sentence: We eat.}\n", [EATS]),
    "nothing": ("a.csv", "", []),
}
ENCODINGS = "utf-8", "utf-8-sig", "utf-16", "cp1252"


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("name", "text", "expected"), FILES.values(), ids=FILES)
def test_a_file_is_read_whole_or_a_sentence_says_what_to_do(
    name, text, expected, encoding, tmp_path
):
    file = tmp_path / name
    file.write_bytes(text.replace("\n", "\r\n").encode(encoding))
    if isinstance(expected, str):
        with pytest.raises(UserError, match=expected):
            read_rows(file)
        return
    rows = read_rows(file)
    assert len(rows) == len(expected)
    for row, job in zip(rows, expected):
        if job == "mask":
            assert from_row(row, Job()).page == job
        elif isinstance(job, str):
            with pytest.raises(UserError, match=job):
                from_row(row, Job())
        else:
            assert from_row(row, Job()) == job


@pytest.mark.parametrize("content", ["Příliš".encode("cp1250"), b"\xff\xfea", b"a\0", b"\x81"])
def test_another_encoding_is_named(content, tmp_path):
    (tmp_path / "a.csv").write_bytes(b"sentence\n" * (content[:1] != b"\xff") + content)
    with pytest.raises(UserError, match=r"a.csv is not UTF-8 text. Save it as UTF-8, from Excel"):
        read_rows(tmp_path / "a.csv")


PAIRS = [Pair("Yes, I am.", "Oui, je suis là."), Pair("We eat.", "")]
OWN = {
    "semicolons": ("a.csv", "English;French\nYes, I am.;Oui, je suis là.\nWe eat.;\n", PAIRS),
    "no heading": ("a.csv", '"Yes, I am.","Oui, je suis là."\nWe eat.,\n', PAIRS),
    "tabs": ("a.csv", "text\tfr\nYes, I am.\tOui, je suis là.\nWe eat.\n", PAIRS),
    "one column": ("a.csv", "Sentence\nYes, I am.\nWe eat.\n", [Pair("Yes, I am.", ""), PAIRS[1]]),
    "a cut row": ("a.csv", "en,fr\nYes, I am.,Oui.\n", "Row 1 has 3 cells: “Yes |  I am. | Oui.”"),
    "a cut first row": ("a.csv", "We eat.\nYes.\n", [PAIRS[1], Pair("Yes.", "")]),
    "a cut row without a heading": (
        "a.csv",
        "We eat.,\nYes, I am.\n",
        "Row 2 has 2 cells: “Yes | ",
    ),
}


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("name", "text", "expected"), OWN.values(), ids=OWN)
def test_own_sentences_are_read_whole_or_a_row_is_named(name, text, expected, encoding):
    if isinstance(expected, str):
        with pytest.raises(UserError, match=expected):
            read_texts(name, text.encode(encoding))
    else:
        assert read_texts(name, text.encode(encoding)) == expected


def write(folder: Path, **texts: str) -> list[Path]:
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def test_links_of_moses_are_read_with_their_texts(tmp_path):
    links = "0-0 1-1 2?2\n0-0 1-2 2-1\n"
    english, french = "I am tired .\nWe do n't eat\n", "Je suis fatigué .\nOn l' a\n"
    pairs = _read_gold(*write(tmp_path, gold=links, english=english, french=french))
    assert [(pair.source, pair.target) for pair in pairs] == [
        ("I am tired.", "Je suis fatigué."),
        ("We don't eat", "On l'a"),
    ]
    assert pairs[0].english == ("I", "am", "tired", ".")
    assert (pairs[0].sure, pairs[0].possible) == ({(0, 0), (1, 1)}, {(2, 2)})
    assert pairs[1].sure == {(0, 0), (2, 1), (1, 2)}


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        ({"gold": "0-0 1-1\n"}, "Line 1 of .*gold has links of Moses whose words are missing"),
        ({"gold": "0-9\n", "english": "a\n", "french": "b\n"}, "links of Moses whose words are m"),
        ({"gold": "0:0\n", "english": "a\n", "french": "b\n"}, "links are written 0-0"),
        ({"gold": "0-0\n", "english": "a\nb\n", "french": "b\n"}, "english has 2 lines, .* 1 and"),
    ],
)
def test_links_of_moses_without_words_say_what_to_give(texts, sentence, tmp_path):
    with pytest.raises(UserError, match=sentence):
        _read_gold(*write(tmp_path, **texts))
