"""Exercises as files: a sheet to print, Markdown, a notebook that is graded, a page that checks."""

import json
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from string import Template

from models.files import weights_digits

from ...base.language import complete_languages, current_locale, language_of, t, writing_in
from ...base.theme import style_sheet
from ...view.exercises import Exercise
from ..host import HERE as _HOST

_FOLDER = Path(__file__).parent
_SHEET = style_sheet(__file__, "sheet.css")
_STUB = "# YOUR CODE HERE\nraise NotImplementedError()"  # as nbgrader writes it
_SETUP = """import numpy as np
import headsup

model = headsup.load("transformer")"""
# What computes the answer of each kind from the run of its sentence.
_SOLUTIONS = {
    "align": """maps = trace.attention["cross"]
given = maps.weights[:, :, {row}, {column}]
layer, head = np.unravel_index(given.argmax(), given.shape)
{name} = (layer + 1, head + 1)""",
    "attend": """maps = trace.attention["{stack}"]
{name} = maps.key_tokens[maps.weights[{layer}, {head}, {row}].argmax()]""",
    "score": """maps = trace.attention["{stack}"]
query, key = maps.query[{layer}, {head}, {row}], maps.key[{layer}, {head}, {column}]
{name} = query @ key / np.sqrt(len(key))""",
    "mask": """scores = trace.attention["decoder"].scores[{layer}, {head}, {row}, : {row} + 1]
powers = np.exp(scores)
{name} = powers / powers.sum()""",
    "switch": """for layer, head in np.ndindex(model.attention_sizes["{stack}"]):
    what_if = headsup.WhatIf(silenced=[("{stack}", layer, head)])
    changed = model.trace(headsup.Request("transformer", {sentence!r}, what_if=what_if))
    words = [word.strip(".,;:!?") for word in changed.translation.split()]
    if {other!r} in words and {word!r} not in words:
        {name} = (layer + 1, head + 1)""",
}


def write_markdown(exercises: Sequence[Exercise], solutions: bool, app: str) -> str:
    """Return the sheet as Markdown; `app` is the address of the app, ending in "/"."""
    parts = [f"# {t('exercises#sheet title')}", t("exercises#intro")]
    for number, exercise in enumerate(exercises, start=1):
        parts += [
            f"## {number}. *{exercise.sentence}* → *{exercise.translation}*",
            exercise.question,
            f"{t('Answer: {form}', form=exercise.expects)} \\_\\_\\_\\_\\_\\_\\_\\_",
            f"<{app}{exercise.address}>",
        ]
    if solutions:
        parts.append(f"# {t('Solutions')}")
        parts += [
            f"{number}. **{exercise.solution}** – {exercise.hint}"
            for number, exercise in enumerate(exercises, start=1)
        ]
    return "\n\n".join(parts) + "\n"


def write_sheet(exercises: Sequence[Exercise], solutions: bool, app: str) -> str:
    """Return a whole HTML document to print; the solutions are on a page of their own."""
    title = t("exercises#sheet title")
    body = [f"{name_line()}<h1>{title}</h1><p>{escape(t('exercises#intro'))}</p>"]
    for number, exercise in enumerate(exercises, start=1):
        url = escape(app + exercise.address)
        body.append(
            f"<section><h2>{t('Exercise {number}', number=number)}</h2>{_write_sentence(exercise)}"
            f'<p>{escape(exercise.question)}</p><p class="answer">'
            f"{escape(t('Answer: {form}', form=exercise.expects))}</p>"
            f'<p class="address"><a href="{url}">{url}</a></p></section>'
        )
    if solutions:
        items = "".join(
            f"<li><strong>{escape(exercise.solution)}</strong> – {escape(exercise.hint)}</li>"
            for exercise in exercises
        )
        body.append(f'<div class="solutions"><h1>{t("Solutions")}</h1><ol>{items}</ol></div>')
    return printed_page(title, "\n".join(body))


def printed_page(title: str, body: str, style: str = "") -> str:
    """Return a whole HTML document to print: title and body are HTML, `style` more styles."""
    return (
        f'<!doctype html>\n<html lang="{current_locale()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title>{_SHEET}{style}</head>\n<body>{body}\n</body></html>\n"
    )


def name_line() -> str:
    """Return the line for the name of whoever solves a printed exercise, as HTML."""
    return f'<p class="name">{t("Name:")} ______________________________</p>'


def _write_sentence(exercise: Exercise) -> str:
    english, french = escape(exercise.sentence), escape(exercise.translation)
    return f'<p class="sentence">{english} → {french}</p>'


def write_page(exercises: Sequence[Exercise], app: str) -> str:
    """Return a page that checks what is typed, in several languages, and asks for nothing."""
    sections = [
        _write_section(number, exercise, app) for number, exercise in enumerate(exercises, start=1)
    ]
    buttons = "".join(
        f'<button type="button" data-language="{language}" lang="">'
        f"{language_of(language).title}</button>"
        for language in _spoken()
    )
    script = (_FOLDER / "check.js").read_text(encoding="utf-8").replace("export ", "")
    scores = []
    for language in _spoken():
        with writing_in(language):
            text = escape(t("{right} of {all} right", right="{right}", all=len(exercises)))
        scores.append(f'<span lang="{language}" data-score="{text}"></span>')
    style = (_HOST / "page.css").read_text(encoding="utf-8")
    style += (
        _dark_by_preference(style)
        + _hide_others()
        + (_FOLDER / "page.css").read_text(encoding="utf-8")
    )
    return Template((_FOLDER / "page.html").read_text(encoding="utf-8")).substitute(
        language=current_locale(),
        title=escape(t("exercises#sheet title")),
        style=style,
        heading=_in_each(lambda: t("exercises#sheet title")),
        buttons=buttons,
        intro=_in_each(lambda: t("exercises#intro")),
        sections="\n".join(sections),
        scores="".join(scores),
        note=_in_each(lambda: t("exercises#page note")),
        script=script,
    )


def _hide_others() -> str:
    """Return the style that shows of each text the one in the page's language."""
    others = (
        f'html[lang="{language}"] body span[lang]:not([lang="{language}"])'
        for language in _spoken()
    )
    return f"{','.join(others)} {{ display: none; }}\n"


def _spoken() -> list[str]:
    """Return the languages of a page: the complete ones, and the one that is asked for."""
    return [*dict.fromkeys([*complete_languages(), current_locale()])]


def _in_each(write: Callable[[], str]) -> str:
    """Return a text as a span in each language; the style shows that of the page."""
    parts = []
    for language in _spoken():
        with writing_in(language):
            parts.append(f'<span lang="{language}">{escape(write())}</span>')
    return "".join(parts)


def _write_section(number: int, exercise: Exercise, app: str) -> str:
    """Return an exercise with its box; its verdicts are hidden, and shown by `check.js`."""
    verdicts = {
        "right": _in_each(lambda: "✓ " + t("Right.")),
        "wrong": _in_each(lambda: "✗ " + t("Not yet.") + " " + exercise.hint),
        "empty": _in_each(lambda: t("Type an answer first.")),
    }
    hidden = "".join(
        f'<span hidden class="{name}">{text}</span>' for name, text in verdicts.items()
    )
    return f"""<section aria-labelledby="title{number}">
<h2 id="title{number}">{_in_each(lambda: t("Exercise {number}", number=number))}</h2>
{_write_sentence(exercise)}
<p id="text{number}">{_in_each(lambda: exercise.question)}</p>
<form data-lock="{exercise.lock}" novalidate>
<label for="box{number}">{_in_each(lambda: t("Your answer: {form}", form=exercise.expects))}</label>
<div class="row"><input id="box{number}" autocomplete="off" autocapitalize="off" spellcheck="false"
aria-describedby="text{number} verdict{number}">
<button>{_in_each(lambda: t("Check"))}</button></div>
<p class="verdict" id="verdict{number}" role="status"></p>{hidden}
</form>
<p><a href="{escape(app + exercise.address)}">{_in_each(lambda: t("Look it up in the app"))}</a></p>
</section>"""


def _dark_by_preference(style: str) -> str:
    """Return the dark colours of the host's page for a reader whose system is dark."""
    dark = style.partition(':root[data-theme="dark"] {')[2].partition("}")[0]
    return f"@media screen and (prefers-color-scheme: dark) {{ :root {{{dark}}} }}\n"


def write_notebook(exercises: Sequence[Exercise], solutions: bool, app: str) -> str:
    """Return a notebook for nbgrader (cell metadata of schema 3).

    Its tests are locked and need only `headsup`; with the solutions it is what
    `nbgrader generate_assignment` reads, without them what a student gets.
    """
    note = t("exercises#notebook note", digits=weights_digits())
    cells = [
        _cell("title", f"# {t('exercises#sheet title')}\n\n{t('exercises#intro')} {note}"),
        _cell("setup", _SETUP),
    ]
    for number, exercise in enumerate(exercises, start=1):
        name = f"answer_{number}"
        text = (
            f"## {number}. *{exercise.sentence}* → *{exercise.translation}*\n\n"
            f"{exercise.question}\n\n`{name}`: {exercise.expects}. "
            f"[{t('Look it up in the app')}]({app}{exercise.address})"
        )
        code = _STUB
        if solutions:
            code = f"### BEGIN SOLUTION\n{_solve(exercise, name)}\n### END SOLUTION"
        test = f"assert headsup.check_answer({name}, {exercise.lock!r}), {exercise.hint!r}"
        cells += [
            _cell(f"question-{number}", text),
            _cell(f"solution-{number}", code, solution=True),
            _cell(f"test-{number}", test, points=1),
        ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def _solve(exercise: Exercise, name: str) -> str:
    """Return the code that computes the answer of an exercise."""
    head, facts = exercise.choice, dict(exercise.facts)
    sentence, french = exercise.sentence, exercise.translation
    read = f'trace = model.trace(headsup.Request("transformer", {sentence!r}, {french!r}))\n'
    code = _SOLUTIONS[exercise.kind].format(
        name=name, sentence=sentence, row=exercise.row, column=exercise.column,
        stack=head.stack, layer=head.layer, head=head.head,
        word=facts["word"], other=facts.get("other"),
    )  # fmt: skip
    return code if exercise.kind == "switch" else read + code


def _cell(name: str, source: str, solution: bool = False, points: int = 0) -> dict[str, object]:
    """Return a cell: code, or Markdown that is a heading; locked unless it is a solution."""
    is_code = not source.startswith("#") or solution or name == "setup"
    graded: dict[str, object] = {
        "grade": bool(points),
        "grade_id": name,
        "locked": not solution,
        "schema_version": 3,
        "solution": solution,
        "task": False,
    }
    if points:
        graded["points"] = points
    cell: dict[str, object] = {
        "cell_type": "code" if is_code else "markdown",
        "id": name,
        "metadata": {"nbgrader": graded},
        "source": source.splitlines(keepends=True),
    }
    return cell | ({"execution_count": None, "outputs": []} if is_code else {})
