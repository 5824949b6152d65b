"""The command that writes pictures."""

import json
import os
import re
import resource
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path

import openpyxl
import pytest
from PIL import Image
from pypdf import PdfReader

from models import UserError
from tests.disk import largest_file, on_a_disk_of
from tests.marks import slow_after
from tests.viz.draw.files.reading import (
    SENTENCE,
    sizes_of_type,
    texts,
)
from viz.cli.export import FIGURES, Job, from_link, from_row, main, make
from viz.cli.job import name_file
from viz.draw.files import animate, render
from viz.pages.computations import COMPUTATIONS
from viz.pages.registry import PAGES
from viz.view import settings
from viz.view.runner import plain_runner

ROOT = Path(__file__).parents[3]


def export(*arguments: str | Path) -> int:
    """Run the command on the CPU."""
    return main([*map(str, arguments), "--device", "cpu"])


@pytest.mark.parametrize("figure", slow_after(2, ["cross", *FIGURES[3:]]))
def test_the_command_line_writes_every_figure(figure, tmp_path, capsys):
    file = tmp_path / "dog.svg"
    assert (
        export("The big red dog", "--figure", figure, "--merge", "--target", "Le chien", "-o", file)
        == 0
    )
    assert "The big red dog → Le chien" in " ".join(texts(file.read_bytes()))
    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_a_spreadsheet_has_the_head_of_the_options_as_it_was_trained(tmp_path, capsys):
    file = tmp_path / "head.xlsx"
    head = "--figure", "decoder", "--layer", "2", "--head", "3"
    assert export(SENTENCE, *head, "-o", file) == 0
    assert "layer 2, head 3" in openpyxl.load_workbook(file).worksheets[0]["A1"].value
    assert export(SENTENCE, *head, "--what-if", "mask=none", "-o", file) == 2
    assert "as it was trained" in capsys.readouterr().err


@pytest.mark.slow
def test_every_ending_gives_its_kind_of_file(tmp_path):
    begins = {
        "svg": b"<?xml",
        "pdf": b"%PDF",
        "png": b"\x89PNG",
        "html": b"<!doctype html>",
        "csv": b"row,",
        "npz": b"PK",
        "json": b'{"sentence"',
    }
    for name, begin in begins.items():
        file = tmp_path / f"dog.{name}"
        head = "--layer", "4", "--head", "2"
        assert export(SENTENCE, *head, "--what-if", "mask=none", "-o", file) == 0
        assert file.read_bytes().startswith(begin)


@pytest.mark.parametrize(
    "wrong, message",
    slow_after(
        2,
        [
            (["--model", "gpt-9"], "no model “gpt-9”. Choose one of: transformer"),
            (["--figure", "pie"], "no figure “pie”. Choose"),
            (["--layer", "9"], "no layer “9”"),
            (["--head", "0"], "Give a number from 1 to 4"),
            (["--head", "x"], "no head “x”"),
            (["--preset", "poster"], "no preset"),
            (["-o", "dog.bmp"], "no file ending “bmp”"),
            (["--what-if", "mask=sometimes"], "“mask=sometimes” cannot be read"),
            (["--what-if", "luck=1"], "no what-if “luck”"),
            (["--what-if", "mask"], "Write name=value"),
            (["--model", "seq2seq"], "has no cross-attention"),
            (["--model", "bilstm-dot", "--what-if", "mask=none"], "."),
            (["-o", "nowhere/dog.svg"], "no folder “nowhere”"),
            (["--to", "x"], "--from FILE"),
            (["--target", "\udce9"], "a byte that is not UTF-8"),
            (["--what-if", "swap=1:\udce9"], "a byte that is not UTF-8"),
            (["--link", "/heads?sentence=a+\udce9"], "a byte that is not UTF-8"),
            (["--link", "/gallery?model=transformer"], "“gallery” has no picture"),
            (
                ["--link", "/order?look=table&d_model=9000"],
                "Available: 8, 16, 20, 32, 64, 128, 256, 512",
            ),
            (["--link", "/order?look=tabel"], "Available: table, waves"),
            (["--link", "/inside?sentence=A+dog&inside-look=guess"], "Add reveal=on to the link"),
            (
                ["--link", "http://[::1"],
                "“http://[::1” is not an address (Invalid IPv6 URL). Copy it from the",
            ),
        ],
    ),
)
def test_what_cannot_be_had_is_said_in_one_sentence(wrong, message, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert export(SENTENCE, "-o", "dog.svg", *wrong) in (1, 2)
    error_output = capsys.readouterr().err
    assert message in error_output
    assert error_output.count("\n") == 1
    assert not list(tmp_path.iterdir())


INTERACTIVE = "An interactive page has a look and a caption of its own."


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--figure", "alignment"], "The alignment is not drawn as an interactive page."),
        (["--preset", "paper"], INTERACTIVE),
        (["--width", "8cm"], INTERACTIVE),
        (["--transparent"], INTERACTIVE),
        (["--dark"], INTERACTIVE),
        (["--no-caption"], INTERACTIVE),
    ],
)
def test_what_an_interactive_page_lacks_is_refused_before_a_model_is_loaded(
    options, message, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr("viz.cli.drawing.plain_runner", None)
    assert export(SENTENCE, "-o", tmp_path / "dog.html", *options) == 2
    assert capsys.readouterr().err.startswith(message)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--layer", "9"], 2),
        (["--head", "9"], 2),
        (["--link", "/order?look=tabel"], 2),
        (["--model", "seq2seq"], 1),
    ],
)
def test_an_error_of_one_file_is_a_line_of_json_too(options, code, tmp_path, capsys):
    assert export(SENTENCE, "-o", tmp_path / "dog.svg", "--json", *options) == code
    printed = capsys.readouterr()
    assert json.loads(printed.out) == {"error": printed.err.strip()}


@pytest.mark.slow
def test_a_table_with_a_bad_row_makes_the_others(tmp_path, capsys):
    table = tmp_path / "rows.csv"
    table.write_text(
        "sentence,figure,layer,head,preset,merge,what-if,file\nThe big red "
        "dog,cross,4,2,paper,yes,,\nThe dog,decoder,2,1,,,mask=none;temperature=2,a.pdf\n"
        'The dog,cross,9,1,,,,\n"A dog, a cat",lines-cross,,,grey,,,\nThe dog,mask,1,1,,,,b.png\n',
        encoding="utf-8",
    )
    assert export("--from", table, "--to", tmp_path / "out") == 1
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "001-cross-layer-4-head-2.svg",
        "004-lines-cross.svg",
        "a.pdf",
        "b.png",
    ]
    messages = [line for line in re.split(r"[\r\n]", capsys.readouterr().err) if "Row" in line]
    assert len(messages) == 1
    assert "Row 3: There is no layer “9”" in messages[0]


@pytest.mark.slow
def test_a_list_of_links_of_the_app(tmp_path, capsys):
    links = tmp_path / "links.txt"
    links.write_text(
        "# a "
        "comment\nhttp://localhost:8501/?model=transformer&sentence=The+dog"
        "&attention=encoder&layer=1&head=2&words=written\n\n"
        "https://example.org/app/mask?model=transformer&sentence=The+dog"
        "&sees=none&decoder-head=2-3\n"
        "/align?model=transformer&sentence=The+dog&aligner=layer-2-mean\n"
        "/gallery?model=transformer&sentence=x\n",
        encoding="utf-8",
    )
    assert export("--from", links, "--to", tmp_path / "out") == 1
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "001-encoder-layer-1-head-2.svg",
        "002-mask-layer-2-head-3.svg",
        "003-align.svg",
    ]
    assert "“gallery” has no picture" in capsys.readouterr().err
    assert "The causal mask is off." in " ".join(
        texts((tmp_path / "out" / "002-mask-layer-2-head-3.svg").read_bytes())
    )


def test_a_picture_that_does_not_fit_on_the_disk_leaves_the_earlier_one(tmp_path, capsys):
    (tmp_path / "dog.svg").write_text("earlier")
    with largest_file(4096):
        assert export(SENTENCE, "-o", tmp_path / "dog.svg") == 1
    assert "dog.svg cannot be written: File too large. Make room there" in capsys.readouterr().err
    left = [(path.name, path.read_text()) for path in tmp_path.iterdir()]
    assert left == [("dog.svg", "earlier")]


@pytest.mark.slow
def test_the_command_on_a_full_disk_leaves_the_earlier_picture(tmp_path):
    code = """import sys
from pathlib import Path
from viz.draw.files.rendering import _draw_chart
from viz.cli.export import main
folder = Path(sys.argv[1])
(folder / "dog.svg").write_text("earlier")
print(main([sys.argv[2], "--device", "cpu", "-o", str(folder / "dog.svg")]))
print([(path.name, path.read_text()) for path in folder.iterdir()])
"""
    assert on_a_disk_of("8k", tmp_path, code, SENTENCE) == (
        f"{tmp_path}/dog.svg cannot be written: No space left on device. Make room there, or name "
        "another place.\n1\n[('dog.svg', 'earlier')]\n"
    )


YAML = """
defaults: {sentence: A red dog, preset: paper, caption: no}
pictures:
  - {figure: lines-cross, layer: 4, head: 2}
  - {file: mask.csv, figure: mask, layer: 1, caption: yes,
     what-if: {positions: off, temperature: 2}}
  - link: /order?look=table&table-length=10
    format: pdf
"""


def test_a_yaml_file_makes_many_with_its_defaults(tmp_path):
    (tmp_path / "rows.yaml").write_text(YAML, encoding="utf-8")
    assert export("--from", tmp_path / "rows.yaml", "--to", tmp_path / "out") == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "001-lines-cross-layer-4-head-2.svg",
        "003-order.pdf",
        "mask.csv",
    ]
    svg = (tmp_path / "out" / "001-lines-cross-layer-4-head-2.svg").read_bytes()
    assert svg == make(
        Job("A red dog", figure="lines-cross", layer="4", head="2", preset="paper", caption=False),
        "cpu",
    )
    numbers = make(
        Job(
            "A red dog",
            figure="mask",
            layer="1",
            format="csv",
            what_ifs=(("positions", "off"), ("temperature", "2")),
        ),
        "cpu",
    )
    assert (tmp_path / "out" / "mask.csv").read_bytes() == numbers
    assert len(PdfReader(tmp_path / "out" / "003-order.pdf").pages) == 1


@pytest.mark.parametrize(
    "text, message",
    [
        ("- {a: b", "is not YAML in line 2"),
        ("just words", "does not describe pictures"),
        ("", "does not describe pictures"),
        ("[]", "has no rows"),
        ("pictures: [a]", "does not describe pictures"),
        ("defaults: 3\npictures: []", "does not describe pictures"),
        ("images: []", "“images” at the top"),
        ("- sentence: [a, b]", "is a list or a mapping"),
        ("- {sentence: A dog, colour: red}", "no option “colour”"),
        ("- !!python/object/apply:os.system ['true']", "is not YAML in line 1"),
    ],
)
def test_a_broken_yaml_file_is_told_in_a_sentence(text, message, tmp_path, capsys):
    (tmp_path / "rows.yml").write_text(text + "\n", encoding="utf-8")
    assert export("--from", tmp_path / "rows.yml", "--to", tmp_path / "out") == 1
    error_output = capsys.readouterr().err
    assert message in error_output
    assert "Traceback" not in error_output


def test_a_link_says_what_the_page_shows():
    job = from_link(
        "/heads?model=transformer&sentence=A+dog%3F&attention=decoder&layer=2&head=3"
        "&words=merged&off=cross-1-2&french-is=kept",
        Job(),
    )
    assert (job.sentence, job.figure, job.layer, job.head, job.merge, job.keeps_french) == (
        "A dog?",
        "decoder",
        "2",
        "3",
        True,
        True,
    )
    assert job.what_ifs == (("off", "cross-1-2"),)


def test_a_column_or_a_name_that_cannot_be_is_said(tmp_path, capsys):
    table = tmp_path / "rows.csv"
    table.write_text("sentence,colour,file\nA dog,red,\nA dog,,../x.svg\n", encoding="utf-8")
    assert export("--from", table, "--to", tmp_path / "out") == 1
    error_output = capsys.readouterr().err
    assert "no option “colour”" in error_output
    assert "not a plain name" in error_output
    for source in (tmp_path / "none.csv", tmp_path, "x" * 300):
        assert main(["--from", str(source), "--to", str(tmp_path)]) == 2
        assert "There is no file" in capsys.readouterr().err
    assert main(["A dog", "-o", f"{'x' * 300}/dog.svg"]) == 2
    assert "There is no folder" in capsys.readouterr().err
    assert from_row({"caption": "no", "transparent": "yes"}, Job()) == Job(
        caption=False, transparent=True
    )


@pytest.mark.weekly
def test_a_hundred_files_take_less_than_a_minute(tmp_path):
    nouns, kinds = (
        ["dog", "cat", "man", "woman", "girl", "boy", "child", "bird", "horse", "tree"],
        ("cross", "decoder", "lines-cross", "mask", "overview-encoder"),
    )
    rows = [
        f"The big red {noun} is sleeping on the bed.,{figure},{layer},2"
        for noun in nouns
        for figure in kinds
        for layer in (2, 4)
    ]
    (tmp_path / "rows.csv").write_text(
        "sentence,figure,layer,head\n" + "\n".join(rows) + "\n", encoding="utf-8"
    )
    before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    subprocess.run(
        [
            sys.executable,
            "-m",
            "viz.export",
            *["--device", "cpu", "--from", "rows.csv", "--to", "out"],
        ],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=True,
    )
    seconds = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - before  # of processor time
    assert len(list((tmp_path / "out").glob("*.svg"))) == 100
    assert seconds < 60


@pytest.mark.slow
def test_a_slide_of_another_shape_in_the_dark_and_an_animation(tmp_path):
    command = SENTENCE, "--shape", "4:3", "--dark"
    slide, moving = tmp_path / "slide.png", tmp_path / "writing.gif"
    assert export(*command, "--figure", "slide-cross", "-o", slide) == 0
    assert export(*command, "--merge", "-o", moving) == 0
    with Image.open(slide) as picture, Image.open(moving) as animation:
        assert picture.width * 3 == picture.height * 4
        assert picture.convert("RGB").getpixel((0, 0)) == (17, 21, 28)
        assert animation.n_frames == 10
        assert moving.stat().st_size <= 2 * 1024 * 1024


@pytest.mark.slow
def test_a_width_is_that_of_the_page_and_the_type_keeps_its_size(tmp_path):
    """Column widths of ACL and IEEE, of the command and of rows."""
    pdf, table = tmp_path / "dog.pdf", tmp_path / "rows.yaml"
    assert export(SENTENCE, "--layer", "4", "--width", "219pt", "-o", pdf) == 0
    page = PdfReader(pdf).pages[0]
    assert page.mediabox.width == 219
    assert page.mediabox.height > 150
    row = {"sentence": SENTENCE, "layer": 4, "width": "3.5in", "file": "dog.svg"}
    table.write_text(json.dumps([row, row | {"preset": "grey", "file": "grey.svg"}]), "utf-8")
    assert export("--from", table, "--to", tmp_path, "--width", "8cm") == 0
    for name, largest in {"dog.svg": 8.5, "grey.svg": 11}.items():
        content = (tmp_path / name).read_bytes()
        assert b'width="252pt"' in content[:900]
        assert 5 <= min(sizes_of_type(content)) <= max(sizes_of_type(content)) == largest


def test_rows_say_shape_and_dark(tmp_path):
    rows = tmp_path / "rows.csv"
    rows.write_text(
        f"sentence,shape,dark,format,figure\n{SENTENCE},square,yes,png,slide-cross\n",
        encoding="utf-8",
    )
    assert export("--from", rows, "--to", tmp_path / "out") == 0
    (file,) = (tmp_path / "out").iterdir()
    assert file.name == "001-slide-cross.png"
    with Image.open(file) as picture:
        assert picture.width == picture.height
        assert picture.convert("RGB").getpixel((0, 0)) == (17, 21, 28)


@pytest.mark.parametrize(
    "wrong, reason",
    [
        (["--preset", "paper", "--dark", "-o", "a.svg"], "Only the preset slide"),
        (["--preset", "grey", "--shape", "4:3", "-o", "a.svg"], "Only the preset slide"),
        (["--shape", "round", "-o", "a.svg"], "no shape “round”"),
        (["--preset", "paper", "-o", "a.gif"], "A GIF is drawn as slides"),
        (["--transparent", "-o", "a.gif"], "A GIF is drawn as slides"),
        (["--width", "8cm", "-o", "a.gif"], "A GIF is drawn as slides"),
        (["--figure", "mask", "--width", "110pt", "-o", "a.pdf"], "smaller than 5 pt or cut"),
    ],
)
def test_a_look_that_cannot_be_had_is_refused(wrong, reason, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert export(SENTENCE, *wrong) in (1, 2)
    assert reason in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_dash_writes_the_format_to_the_standard_output(tmp_path, capfdbinary, monkeypatch):
    assert export(SENTENCE, "-o", tmp_path / "dog.csv") == 0
    assert export(SENTENCE, "-o", "-", "--format", "csv") == 0
    assert capfdbinary.readouterr().out == (tmp_path / "dog.csv").read_bytes()
    monkeypatch.chdir(tmp_path)
    assert export(SENTENCE, "-o", "-") == 0
    assert capfdbinary.readouterr().out.startswith(b"<?xml")
    assert [path.name for path in tmp_path.iterdir()] == ["dog.csv"]


def test_a_line_of_json_names_each_file_and_each_error(tmp_path, capsys):
    table = tmp_path / "rows.csv"
    table.write_text("sentence,head\nA dog,1\nA dog,9\n", encoding="utf-8")
    many = "--from", table, "--to", tmp_path, "--format", "csv", "--json"
    assert export(*many) == 1
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {"row": 1, "file": str(tmp_path / "001-cross-head-1.csv")}
    assert second["row"] == 2
    assert "no head “9”" in second["error"]
    assert export(SENTENCE, "-o", tmp_path / "dog.csv", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"file": str(tmp_path / "dog.csv")}


@pytest.mark.parametrize("more, bars", [([], True), (["--quiet"], False)])
def test_progress_is_for_a_terminal_and_not_for_quiet(more, bars, tmp_path, capsys, monkeypatch):
    table = tmp_path / "rows.csv"
    table.write_text("sentence\nA dog\n", encoding="utf-8")
    many = "--from", table, "--to", tmp_path, "--format", "csv", *more
    assert export(*many) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert export(*many) == 0
    assert ("pictures: 100%" in capsys.readouterr().err) == bars


@pytest.mark.parametrize(
    "wrong, message",
    [
        (["A dog"], "-o dog.svg"),
        (["-o", "x.svg"], "There is no sentence"),
        (["A dog", "-o", "dog.bmp"], "no file ending “bmp”"),
        (["A dog", "-o", "-", "--format", "bmp"], "no file ending “bmp”"),
        (["A dog", "-o", "-", "--json"], "Leave --json out"),
        (["A dog", "-o", "dog.svg", "--model", "gpt-9"], "no model “gpt-9”"),
        (["A dog", "-o", "dog.svg", "--figure", "pie"], "no figure “pie”"),
        (["A dog", "-o", "dog.svg", "--preset", "poster"], "no preset"),
        (["A dog", "-o", "dog.svg", "--what-if", "luck=1"], "no what-if “luck”"),
        (["A dog", "-o", "dog.svg", "--width", "219"], "no width “219”. Write a number and one of"),
        (["A dog", "-o", "dog.svg", "--width=-8cm"], "no width “-8cm”"),
        (["A dog", "-o", "dog.svg", "--width", "nancm"], "no width “nancm”"),
        (["A dog", "-o", "dog.svg", "--width", "0pt"], "A picture is 3cm to 50cm wide"),
        (["A dog", "-o", "dog.svg", "--width", "8cm", "--preset", "slide"], "width of its shape"),
        (["A dog", "-o", "dog.svg", "--width", "8cm", "--dark"], "Only the preset slide"),
        (["--from", "rows.csv", "--to", "x", "--width", "wide"], "no width “wide”"),
        (["A dog", "-o", "dog.svg", "--to", "x"], "--from FILE"),
        (["--from", "rows.csv"], "--to FOLDER"),
        (["--link", "/gallery?model=x", "-o", "x.svg"], "“gallery” has no picture"),
    ],
)
def test_a_wrong_call_is_code_2_before_a_model_is_loaded(
    wrong, message, tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("viz.cli.drawing.plain_runner", None)
    assert main(wrong) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


HEADS = "/heads?sentence=A+dog&attention=decoder&layer=2&head=3&temperature=2"
MASK = "/mask?sentence=A+dog&sees=none&decoder-head=2-3"


def numbers(link: str, **options: str) -> str:
    """Return the CSV that a link gives with the options of a row."""
    row = {name.replace("_", "-"): value for name, value in options.items()}
    return make(from_row({"link": link, "format": "csv", **row}, Job()), "cpu").decode()


@pytest.mark.parametrize(
    "link, options, same_link",
    [
        (HEADS, {"layer": "1"}, HEADS.replace("layer=2", "layer=1")),
        (HEADS, {"figure": "encoder"}, HEADS.replace("decoder", "encoder")),
        (HEADS, {"what_if": "temperature=4"}, HEADS.replace("temperature=2", "temperature=4")),
        (MASK, {"layer": "1", "head": "2"}, MASK.replace("2-3", "1-2")),
        (MASK, {"sentence": "A cat"}, MASK.replace("dog", "cat")),
    ],
)
def test_an_option_beside_a_link_is_as_in_another_link(link, options, same_link):
    values = numbers(link, **options)
    assert values == numbers(same_link)
    assert values != numbers(link)


def test_the_alignment_is_drawn_of_the_sentence_of_a_link_to_a_head():
    job = replace(from_link(HEADS, Job()), figure="alignment", format="csv")
    of_sentence = Job(
        "A dog",
        figure="alignment",
        layer="2",
        head="3",
        format="csv",
        what_ifs=(("temperature", "2"),),
    )
    assert make(job, "cpu") == make(of_sentence, "cpu")


def test_a_file_is_named_after_the_head_or_else_after_the_page():
    names = {page: name_file(from_link(f"/{page}?v=1", Job()), 7) for page in COMPUTATIONS}
    assert names.pop("heads") == "007-cross.svg"
    assert names.pop("mask") == "007-mask.svg"
    assert names == {page: f"007-{page}.svg" for page in names}
    assert name_file(from_link(MASK, Job()), 7) == "007-mask-layer-2-head-3.svg"


def test_a_link_without_a_path_opens_the_front_page():
    assert from_link(HEADS.replace("/heads", "/"), Job()) == from_link(HEADS, Job())
    with pytest.raises(UserError, match="“lessons” has no picture"):
        from_link("/lessons?v=1", Job())


@pytest.mark.slow
def test_a_link_gives_the_slide_and_the_animation_of_the_menu():
    address = {"sentence": "I am tired.", "layer": "3", "head": "1"}
    computation, runner = COMPUTATIONS["heads"], plain_runner("cpu")
    values = settings.read_settings(
        computation.settings, address, runner, computation.example
    ).settings
    menu = computation.compute(values, runner).menu
    link = "/heads?sentence=I+am+tired.&layer=3&head=1"
    moving = Job(format="gif", shape="square", dark=True)
    assert make(from_link(link, moving), "cpu") == animate(
        menu.animation(), shape="square", dark=True
    )
    (slide,) = [export.draw() for export in menu.exports if export.name == "slide"]
    still = Job(figure="slide-cross", dark=True)
    assert make(from_link(link, still), "cpu") == render(slide, "svg", dark=True)


def test_every_page_with_settings_has_links_that_the_command_line_draws():
    converted = {
        page.path
        for page in PAGES.values()
        if page.open_step is None and len(fields(page.computation.settings)) > 4
    }  # the picture of a tour is that of another page
    assert converted == {*COMPUTATIONS}
