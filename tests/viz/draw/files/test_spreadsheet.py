"""Derivations as spreadsheets, whose formulas other programs compute."""

import io
import re
import subprocess
import zipfile
from urllib.parse import quote_plus

import numpy as np
import openpyxl
import pytest

from tests.marks import slow_after
from tests.programs import find_program
from viz.analysis.derivation import _OPERATIONS
from viz.draw.files.spreadsheet import _FORMULAS
from viz.pages.computations import COMPUTATIONS
from viz.view.runner import plain_runner
from viz.view.settings import read_settings

FOUR = "The dog sleeps here"
TWELVE = "The young man in the blue shirt is sitting on a bench"
VIEWS = {  # page and parameters
    "encoder": ("inside", {"attention": "encoder", "layer": "1", "head": "2"}),
    "decoder": ("inside", {"attention": "decoder", "layer": "2", "head": "1", "inside-row": "2"}),
    "cross": ("inside", {"attention": "cross", "layer": "4", "head": "2"}),
    "gpt": ("inside", {"model": "gpt", "attention": "decoder", "layer": "1", "head": "1"}),
    "bert": ("inside", {"model": "bert", "attention": "encoder", "layer": "2", "head": "1"}),
    **{
        f"bilstm-{score}": ("inside", {"model": f"bilstm-{score}", "attention": "cross"})
        for score in ("additive", "dot", "bilinear")
    },
    "lecture": ("inside", {"inside-look": "lecture"}),
    "board": ("inside", {"inside-look": "board"}),
    "cell": ("cell", {"unit": "7"}),
    "sinusoids": ("order", {"look": "table", "table-length": "10", "d_model": "8"}),
}


@pytest.fixture(scope="module")
def runner():
    return plain_runner("cpu")


def content_of(view: str, sentence: str, runner):
    page, parameters = VIEWS[view]
    computation = COMPUTATIONS[page]
    parameters = {"sentence": sentence, **parameters}
    settings = read_settings(computation.settings, parameters, runner, computation.example).settings
    return computation.compute(settings, runner)


def workbook_of(view: str, sentence: str, runner) -> bytes:
    return content_of(view, sentence, runner).menu.numbers["xlsx"]()


def values_of(file, steps: str = "") -> dict[tuple[str, str], object]:
    """Return the numbers that a file has for its formulas, by sheet and cell.

    Of the sheets whose name has one of the `steps` after its number; "" for all.
    """
    book = openpyxl.load_workbook(file, data_only=True, read_only=True)
    return {
        (sheet.title, cell.coordinate): cell.value
        for sheet in book
        if not steps or re.fullmatch(rf"(\d+ )?({steps})", sheet.title)
        for line in sheet.iter_rows()
        for cell in line
        if cell.value is not None
    }


def without_values(content: bytes) -> bytes:
    """Return a workbook whose formulas have no numbers yet."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name.startswith("xl/worksheets/"):
                part = re.sub(rb"</f><v>[^<]*</v>", b"</f>", part)
            new.writestr(name, part)
    return file.getvalue()


def row_below(values: dict, sheet: str, title: str) -> list:
    """Return the numbers under a title, two rows below it."""
    [(column, row)] = [
        re.fullmatch(r"([A-Z]+)(\d+)", cell).groups()
        for (name, cell), text in values.items()
        if name == sheet and text == title
    ]
    assert column == "A"
    wanted = str(int(row) + 2)
    cells = {
        re.match("[A-Z]+", cell)[0]: value
        for (name, cell), value in values.items()
        if name == sheet and re.fullmatch(f"[A-Z]+{wanted}", cell)
    }
    return [cells[name] for name in sorted(cells, key=lambda name: (len(name), name))][1:]


def check_same(expected: dict, computed: dict) -> int:
    """Check the numbers of a workbook against another program's; return how many there are."""
    count = 0
    for place, value in expected.items():
        if isinstance(value, int | float):
            np.testing.assert_allclose(computed[place], value, rtol=1e-6, atol=1e-6, err_msg=place)
            count += 1
        elif value == "−∞":
            assert computed[place] == value
    assert not [place for place, value in computed.items() if str(value).startswith("#")]
    return count


def test_every_operation_of_a_derivation_has_a_formula():
    assert {*_FORMULAS} == {*_OPERATIONS}


@pytest.mark.parametrize("view", slow_after(1, ["cross", "decoder", "bilstm-additive"]))
def test_a_workbook_has_the_weights_of_the_run_and_is_small(view, runner):
    content = content_of(view, TWELVE, runner)
    file = content.menu.numbers["xlsx"]()
    assert len(file) <= 3_000_000
    values = values_of(io.BytesIO(file), "Read me|Weights")
    row = row_below(values, values_sheet(values, "Weights"), "weights, αⱼ")
    expected = content.weights[content.settings.unfolding("inside").row]
    np.testing.assert_allclose(row, expected, atol=1e-6)
    texts = {value for (sheet, _), value in values.items() if sheet == "Read me"}
    assert f"{content.trace.sentence} → {content.trace.translation}" in texts
    assert any("sha256" in str(text) for text in texts)
    assert any(f"sentence={quote_plus(TWELVE)}" in str(text) for text in texts)


def test_equal_derivations_give_equal_bytes(runner):
    write = content_of("lecture", FOUR, runner).menu.numbers["xlsx"]
    assert write() == write()


def values_sheet(values: dict, step: str) -> str:
    """Return the name of the sheet of a step."""
    [name] = {sheet for sheet, _ in values if re.fullmatch(rf"\d+ {step}", sheet)}
    return name


def calculator(content: bytes, sheet: str, folder):
    """Return a function that computes the last formulas of a sheet, and their cells.

    It takes numbers to change, by sheet and cell.
    """
    formulas = pytest.importorskip("formulas")
    file = folder / "head.xlsx"
    file.write_bytes(without_values(content))
    written = openpyxl.load_workbook(file)[sheet]
    cells = [cell.coordinate for line in written for cell in line if cell.data_type == "f"][-4:]
    model = formulas.ExcelModel().from_ranges(
        *(f"'{folder}/[head.xlsx]{sheet}'!{cell}" for cell in cells)
    )
    model.finish(circular=False, complete=False)

    def key(place: tuple[str, str]) -> str:
        [name] = [
            str(name)
            for name in model.cells
            if str(name).upper().endswith(f"[HEAD.XLSX]{place[0].upper()}'!{place[1]}")
        ]
        return name

    def calculate(changes=None):
        inputs = {key(place): value for place, value in (changes or {}).items()}
        solution = model.calculate(inputs=inputs)
        return [float(solution[key((sheet, cell))].value[0, 0]) for cell in cells]

    return calculate, cells


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of the library
@pytest.mark.parametrize(
    "view, step",
    [
        ("encoder", "Weights"),
        ("bilstm-dot", "Weights"),
        ("board", "Weights"),
        ("cell", "Hidden state"),
        ("sinusoids", "The table"),
    ],
)
def test_a_library_of_formulas_computes_the_same_numbers(view, step, runner, tmp_path):
    content = workbook_of(view, FOUR, runner)
    values = values_of(io.BytesIO(content), step)
    sheet = values_sheet(values, step)
    calculate, cells = calculator(content, sheet, tmp_path)
    expected = [values[sheet, cell] for cell in cells]
    np.testing.assert_allclose(calculate(), expected, atol=1e-6)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of the library
def test_a_changed_score_changes_the_row(runner, tmp_path):
    content = workbook_of("lecture", FOUR, runner)
    values = values_of(io.BytesIO(content))
    calculate, _ = calculator(content, values_sheet(values, "Weights"), tmp_path)
    sheet = values_sheet(values, "Dot products")
    first = calculate({(sheet, "B7"): 0.0})
    scores = np.array([0.0, *row_below(values, sheet, "query · key, pⱼ")[1:]]) / 8
    np.testing.assert_allclose(first, np.exp(scores) / np.exp(scores).sum(), atol=1e-6)


@pytest.mark.weekly
@pytest.mark.parametrize("view", VIEWS)
def test_libreoffice_computes_the_same_numbers(view, runner, tmp_path):
    soffice = find_program("soffice", package="libreoffice-calc")
    content = workbook_of(view, TWELVE, runner)
    (tmp_path / "bare.xlsx").write_bytes(without_values(content))
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    subprocess.run(
        [soffice, profile, "--headless", "--convert-to", "xlsx", "--outdir", "out", "bare.xlsx"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    assert check_same(values_of(io.BytesIO(content)), values_of(tmp_path / "out/bare.xlsx")) > 50
