"""TikZ code: every word and cell, colours and fonts by names that a document sets."""

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.programs import find_program
from tests.viz.draw.files.reading import causal, matrix
from tests.viz.example_charts import POSITION_CHARTS
from viz.draw.files import render
from viz.draw.files.tikz import _ACCENTS, _SIGNS, _escape
from viz.draw.matrix import Matrix
from viz.draw.picture import Lines, Picture

ROOT = Path(__file__).parents[4]
HEAD = Matrix(
    "A head",
    ("Le", "chien_1"),
    ("The", "dog & 10 %"),
    np.array([[0.5, 0.02], [0.0, 1.0]]),
    before=("<s>", "Le"),
)
LINES = Lines("A head", HEAD.rows, HEAD.columns, HEAD.values, "#d55e00")


def tikz(picture, **options) -> str:
    return render(picture, "tikz", **options).decode()


def test_tikz_code_has_every_word_and_cell_by_names_of_colours():
    code = tikz(Picture((HEAD,), caption="The dog"), width="219pt")
    assert r"\useasboundingbox (0,0) rectangle (219," in code
    assert code.startswith("% The dog\n")
    for word in (
        "Le",
        r"chien\_1",
        r"dog \& 10 \%",
        "A head",
        ".50",
        r"\textless{}s\textgreater{}",
    ):
        assert f"{{{word}" in code
    # 1.0, 0.5 and 0.02 as mixes of the ten named inks
    for colour in ("headsupink9", "headsupink5!50!headsupink4", "headsupink1!18!headsupink0"):
        assert f"[fill={colour},draw={colour}," in code
    used = set(re.findall(r"headsup[a-z]+\d*", code.partition(r"\begin")[2]))
    defined = set(re.findall(r"\\provide(?:color{|command\\)(\w+)", code))
    assert used <= defined
    assert not re.search(r"#[0-9a-f]{6}", code)
    # The word read stands before the word written, whatever the font.
    assert code.count("at (before.base west)") == 2


def test_tikz_has_the_width_that_latex_means():
    picture = Picture(lines=LINES)
    assert "[x=1pt,y=1pt," in tikz(picture, width="219pt")
    assert "[x=1bp,y=1bp," in tikz(picture, width="8cm")
    assert tikz(picture, width="8cm") == render(picture, "tex", width="8cm").decode()


def test_lines_keep_their_opacity_and_the_colour_of_their_head():
    code = tikz(Picture(lines=LINES), preset="paper")
    assert len(re.findall(r"draw=headsuphead2,line width=\S+pt\]", code)) == 1
    assert "draw opacity=0.5]" in code
    assert "draw opacity=0.02]" in code


def test_signs_of_our_texts_are_commands_of_latex():
    texts = "".join(file.read_text("utf-8") for file in (ROOT / "viz/texts").rglob("*.toml"))
    # LaTeX reads Latin letters, quotation marks and dashes as they are.
    left = {sign for sign in texts if ord(sign) > 0x17F} - set(_SIGNS) - set("“”‘’–—\u0303\u0304")
    assert not left
    assert _escape("c\u0303 = a_b² ") == r"\~{c} = a\_b$^{2}$\ "


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("wait--what---", "wait-{}-what-{}-{}-"),
        ("co-operate, l'été", "co-operate, l'été"),
        (
            "?`hm !` ``a''",
            r"?\textasciigrave{}hm !\textasciigrave{} "
            r"\textasciigrave{}\textasciigrave{}a'{}'",
        ),
        (",,a", ",{},a"),
        ("e\u0301te\u0301 n\u0303", "été ñ"),
        ("x\u0301\u0323", r"\'{\d{x}}"),
        ("ế ạ", r"\'{\^{e}} \d{a}"),
        ("\u0301a", r"\'{}a"),
    ],
)
def test_a_word_is_printed_sign_by_sign(text, code):
    assert _escape(text) == code


HOSTILE = (
    *("wait--what", "?`hm", "``a''", ",,b", "e\u0301", "ế", "\u0301a", "x\u0301\u0323", "$%{}\\~^"),
    *(f"q{accent}" for accent, name in _ACCENTS.items() if name != r"\k"),
)


@pytest.mark.weekly
def test_a_two_column_paper_compiles_with_every_figure(tmp_path):
    """The files as in the documents: \\input, \\includegraphics, colours and fonts set before."""
    pictures = [
        Picture((HEAD,)),
        Picture((causal(tuple("abc")), matrix(tuple("abc"), tuple("def")))),
        Picture(lines=LINES),
        Picture((matrix(HOSTILE, HOSTILE),)),
        Picture(tuple(replace(HEAD, title=f"head {n}") for n in range(4)), across=2),
        *(make() for make in POSITION_CHARTS.values()),
    ]
    figures = []
    for number, picture in enumerate(pictures):
        picture.save(tmp_path / f"{number}.tikz", width="252pt")
        picture.save(tmp_path / f"{number}.pdf", width="252pt")
        figures += [rf"\input{{{number}.tikz}}", rf"\includegraphics[width=252pt]{{{number}.pdf}}"]
    body = "\n".join(
        rf"\begin{{figure}}\centering {figure}\caption{{A figure.}}\end{{figure}}\clearpage"
        for figure in figures
    )
    (tmp_path / "paper.tex").write_text(
        r"\documentclass[twocolumn]{article}\usepackage{fix-cm}\usepackage{tikz}"
        r"\setlength\textwidth{516pt}\setlength\columnsep{12pt}\definecolor{headsupink9}{HTML}{7A0000}"
        r"\newcommand\headsuplabelfont{\sffamily}\begin{document}" + body + r"\end{document}",
        encoding="utf-8",
    )
    program = find_program("pdflatex", package="texlive-pictures")
    command = [program, "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-2000:]
    assert not re.findall(r"Overfull.*", done.stdout)
