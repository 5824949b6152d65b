"""Languages that have only some texts: Spanish, and a toy one of three."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages import visit
from viz.base import language
from viz.cli import texts
from viz.pages.registry import PAGES
from viz.view.lessons import lessons

# What Spanish declares that it has; all else may be in English.
SPANISH_FILES = ("mask.md", "order.md", "glossary.md", "lessons.md", "shared.md")
SPANISH_LESSONS = ("seq2seq", "one-head", "heads")
TOY = {
    "de/menus.toml": '"Learn" = "Lernen"\n"Share" = "Teilen"\n',
    "de/mask.md": "## lead\nDie Maske verdeckt spätere Wörter.\n",
}
FORGOTTEN = ("languages", "_texts_of", "own_texts", "_partial", "_known_texts", "script_language")


def forget():
    for kept in FORGOTTEN:
        getattr(language, kept).cache_clear()


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """A folder beside ours with a language of three texts."""
    for name, text in TOY.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setenv("HEADS_UP_TEXTS", str(tmp_path))
    forget()
    yield tmp_path
    monkeypatch.undo()
    forget()


@pytest.mark.parametrize(
    "code", [code for code in language.languages() if code not in language.complete_languages()]
)
def test_a_partial_language_has_no_mistakes(code):
    found = texts._examine(code)
    assert not found["mistakes"]
    assert not found["long"]


def test_spanish_has_what_it_declares():
    missing = texts._examine("es")["missing"]
    assert not {*SPANISH_FILES} & {*missing}
    assert language.languages()["es"].title == "Español"
    spanish, english = lessons("es"), lessons()
    for name in SPANISH_LESSONS:
        assert spanish[name].title != english[name].title
        shown = [
            (step.page, step.parameters, step.part, step.highlights) for step in english[name].steps
        ]
        assert shown == [
            (step.page, step.parameters, step.part, step.highlights) for step in spanish[name].steps
        ]
    own = language.own_texts("es")
    assert not [page.title for page in PAGES.values() if page.title not in own and page.title != ""]


def test_spanish_numbers():
    with language.writing_in("es"):
        assert language.format_number(-1234.5, ",.1f") == "−1\u202f234,5"
        assert language.format_number(0.125, ".0%") == "12\u202f%"


def test_the_app_shows_three_texts_and_english_for_the_rest(toy):
    test = visit("mask", {"language": "de"})
    said = str([element.value for element in (*test.get("html"), *test.markdown)])
    assert not test.exception
    assert "<h1>What may the decoder see?</h1><p>Die Maske verdeckt spätere Wörter.</p>" in said
    assert "Teilen" in [each.proto.popover.label for each in test.get("popover")]
    boxes = [box.value for box in test.selectbox if box.key == "setting language"]
    assert boxes == ["de"]  # four languages have no room side by side


# The edition's data need another process, whose declarations were made with the toy.
_EDITION = """
import json
from viz.edition.drawn import drawn_in
from viz.edition.export import _texts_of_pictures, _values
values = _values()
print(json.dumps([values["languages"]["de"], _texts_of_pictures("de"), drawn_in("de")]))
"""


@pytest.mark.slow
def test_the_edition_has_three_texts_and_english_for_the_rest(toy):
    done = subprocess.run(
        [sys.executable, "-c", _EDITION],
        env=os.environ | {"HEADS_UP_TEXTS": str(toy)},
        cwd=Path(language.__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    told, pictures, drawn = json.loads(done.stdout.splitlines()[-1])
    assert (told["code"], told["title"], told["partial"], told["signs"]) == ("de", "de", True, {})
    assert {"Learn": "Lernen"}.items() <= pictures.items()
    assert {*pictures.values()} == {"Lernen", "Die Maske verdeckt spätere Wörter."}
    assert drawn == ["mask"]  # the page whose lead it has


def test_the_command_says_mistakes_what_is_long_and_what_is_missing(toy, capsys):
    assert texts.main(["de"]) == 0
    said = capsys.readouterr().out
    assert "de has 3 of" in said
    assert "mask.md: " in said
    (toy / "de/wrong.toml").write_text(
        '"Lern" = "x"\n"Shade" = "x"\n"Language" = "So lang ist keine Sprache der Welt"\n'
        '"{head} is off" = "ist aus"\n"Next" = ""\n"Back" = "{"\n',
        encoding="utf-8",
    )
    forget()
    assert texts.main(["de", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    said = "\n".join(found["mistakes"])
    for problem in (
        "“Lern”. Is it “Learn”?",
        "needs {head}",
        "“Next” is empty",
        "“Back” has a brace",
    ):
        assert problem in said
    assert len(found["mistakes"]) == 5
    assert any(line.startswith("“Language”") for line in found["long"])
    (toy / "de/broken.toml").write_text('"Learn" = ', encoding="utf-8")
    forget()
    assert texts.main(["de"]) == 1
    assert "broken.toml cannot be read" in "".join(capsys.readouterr())
    assert texts.main(["xx"]) == 1
    assert "There is no folder “xx”" in capsys.readouterr().err
