"""What the README says, done."""

import re
from pathlib import Path

from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_the_two_commands_are_those_others_script_against():
    commands = re.findall(r"^pip install .*$", README, re.MULTILINE)
    assert commands == [
        "pip install -r requirements.txt && streamlit run app.py",
        "pip install -r requirements.txt -r tests/requirements.txt && python -m pytest",
    ]


def test_the_python_example_runs():
    names = {}
    exec(SNIPPETS[0], names)
    trace = names["trace"]
    assert trace.attention["cross"].weights.shape[2] == len(trace.attention["cross"].query_tokens)


def example_page(code: str) -> None:
    """The page of the README, as if it lay in viz/pages."""
    from viz.app import shell

    names = {"__package__": "viz.pages", "__name__": "viz.pages.example"}
    exec(code, names)
    shell.draw_page(names["PAGE"])


def test_the_example_of_a_page_draws():
    test = AppTest.from_function(
        example_page, kwargs={"code": SNIPPETS[1]}, default_timeout=30
    ).run()
    assert not test.exception
    texts = [element.value for element in test.markdown]
    assert [text for text in texts if re.match(r"\d+ tokens are read, \d+ are written\.", text)]


def test_every_file_and_picture_it_names_is_there():
    links = re.findall(r"\]\((?!http)([^)]+)\)", README)
    paths = re.findall(r"`((?:models|viz|tests)/[\w/.]+)`", README)
    assert len(links) > 3 and len(paths) > 5
    for name in links + paths:
        assert (ROOT / name).exists() or "## " + name.lstrip("#").replace(
            "-", " "
        ).capitalize() in README, name


def test_every_command_it_names_is_there():
    for module in set(re.findall(r"python -m ([\w.]+)", README)) - {"pytest"}:
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module
