"""A lesson as a package for a learning platform: SCORM 1.2, without a model.

The zip has one page, `index.html`: the lesson's texts, what Python drew for its steps, and
exercises that check themselves. It also works outside a platform, which then keeps no progress.
"""

import hashlib
import io
import zipfile
from collections.abc import Sequence
from html import escape
from typing import Any
from urllib.parse import parse_qsl

from tqdm import tqdm

from models import UserError
from viz.base.language import t, writing_in
from viz.components.course import without_server, write_course
from viz.components.course.parts import part_of
from viz.edition.step_pictures import RUNNER, draw_step
from viz.pages.computations import FRONT_PAGE
from viz.pages.recording import record
from viz.view.exercises import Exercise, make_exercises
from viz.view.lessons import lessons

# Kinds that are answered from the question, or from the picture of all heads beside it.
_SHOWN = "align", "attend"
_KINDS = "align", "attend", "score", "mask"
_KINDS_OF = {
    "seq2seq": ("align",),
    "one-head": ("score", "attend"),
    "heads": ("align", "attend"),
    "mask": ("mask", "score"),
}
_WHEN = 1980, 1, 1, 0, 0, 0  # of each file: equal lessons make equal files
_MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="headsup-{name}-{digest}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>{title}</title>
      <item identifier="lesson" identifierref="page">
        <title>{title}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
      <file href="index.html"/>
    </resource>
  </resources>
</manifest>
"""


def scorm_package(
    name: str,
    languages: Sequence[str] = ("en", "fr"),
    seed: int = 1,
    count: int = 3,
    app: str = "",
) -> bytes:
    """Return the zip of a lesson in these languages, with so many exercises that the seed draws.

    Links lead to the `app` at this address, ending in "/"; without one they are plain text. Raises
    UserError for a lesson that is not there.
    """
    names = [*lessons()]
    if name not in names:
        raise UserError(
            "There is no lesson “{name}”. They are {names}.", name=name, names=", ".join(names)
        )
    kinds = _KINDS_OF.get(name, _KINDS)
    exercises = make_exercises(seed, kinds, count) if count else ()
    steps = len(lessons()[name].steps) + len(exercises)
    texts = {}
    with tqdm(desc=name, total=steps * len(languages), unit="picture", disable=None) as bar:
        for locale in languages:
            texts[locale] = _write(name, exercises, locale, bar)
    page = write_course(texts, is_lesson=True, app=app)
    title = texts[languages[0]]["title"]
    digest = hashlib.sha256(page).hexdigest()[:16]
    manifest = _MANIFEST.format(name=name, digest=digest, title=escape(title, quote=False))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for path, content in (("imsmanifest.xml", manifest.encode()), ("index.html", page)):
            file.writestr(zipfile.ZipInfo(path, _WHEN), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _write(
    name: str, exercises: Sequence[Exercise], locale: str, bar: "tqdm[Any]"
) -> dict[str, Any]:
    """Return the lesson in a language as course.js reads it."""
    lesson, number = lessons(locale)[name], [*lessons()].index(name) + 1
    steps, asked = [], []
    with writing_in(locale):
        for step in lesson.steps:
            parts = draw_step(step, locale)
            texts = {"title": step.title, "text": step.text, "more": step.more}
            steps.append({**texts, "parts": parts and without_server(parts)})
            bar.update()
        for exercise in exercises:
            asked.append(_describe(exercise, locale))
            bar.update()
        return {
            "title": lesson.title,
            "heading": t("Lesson {number} · {title}", number=number, title=lesson.title),
            "steps": steps,
            "summary": lesson.summary,
            "yours": lesson.yours,
            "intro": t("exercises#platform intro"),
            "exercises": asked,
            "notes": [],
        }


def _describe(exercise: Exercise, locale: str) -> dict[str, Any]:
    """Return an exercise in a language, with all heads of its sentence where those have it."""
    parts = None
    if exercise.kind in _SHOWN:
        query = dict(parse_qsl(exercise.address.partition("?")[2]))
        address = {**query, "language": locale}
        parts = without_server(map(part_of, record(FRONT_PAGE, address, RUNNER, "all").parts))
    names = "question", "sentence", "translation", "expects", "hint", "lock"
    return {**{each: getattr(exercise, each) for each in names}, "parts": parts}
