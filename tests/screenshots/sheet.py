"""A contact sheet: all screenshots on one self-contained page, by view, with filters."""

from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby

from .cases import Case
from .findings import Finding

STYLE = """
body { font: 15px/1.4 sans-serif; margin: 16px; color: #111823; background: #f2f4f8; }
nav { position: sticky; top: 0; background: #f2f4f8; padding: 8px 0; }
nav { display: flex; flex-wrap: wrap; gap: 8px 24px; }
fieldset { border: 1px solid #9aa4b2; border-radius: 4px; padding: 0 8px 4px; }
.shots { display: flex; flex-wrap: wrap; gap: 12px; align-items: flex-start; }
figure { margin: 0; background: #fff; border: 1px solid #d5d9e0; padding: 6px; max-width: 420px; }
figure.wrong { border: 3px solid #b2182b; padding: 4px; }
img { height: 220px; max-width: 100%; object-fit: contain; display: block; }
ul { margin: 4px 0 0; padding-left: 18px; font-size: 13px; overflow-wrap: anywhere; }
ul { max-height: 160px; overflow: auto; }
[hidden] { display: none; }
"""
SCRIPT = """
const boxes = [...document.querySelectorAll("nav input")];
const apply = () => {
  for (const shot of document.querySelectorAll("figure"))
    shot.hidden = boxes.some((box) => !box.checked && shot.dataset[box.name] === box.value);
  for (const view of document.querySelectorAll("section"))
    view.hidden = !view.querySelector("figure:not([hidden])");
};
for (const box of boxes) box.addEventListener("change", apply);
"""


def contact_sheet(shots: Mapping[Case, Sequence[Finding]]) -> str:
    """Return the HTML of these cases; their screenshots are beside it as NAME.png."""
    groups = groupby(sorted(shots, key=lambda case: case.view), key=lambda case: case.view)
    views = "\n".join(
        f"<section><h2>{escape(view)}</h2><div class='shots'>"
        + "\n".join(figure(case, shots[case]) for case in cases)
        + "</div></section>"
        for view, cases in groups
    )
    names = "page", "size", "theme", "language", "lecture", "findings"
    filters = "".join(
        filter_boxes(name, [labels(case, shots[case]) for case in shots]) for name in names
    )
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Screenshots</title>"
        f"<style>{STYLE}</style><h1>Screenshots</h1><nav>{filters}</nav>\n{views}\n"
        f"<script>{SCRIPT}</script></html>\n"
    )


def labels(case: Case, wrong: Sequence[Finding]) -> dict[str, str]:
    """Return the values by which a screenshot can be filtered."""
    return {
        "page": case.page,
        "size": str(case.size),
        "theme": case.theme,
        "language": case.language,
        "lecture": case.lecture,
        "findings": "some" if wrong else "none",
    }


def filter_boxes(name: str, shots: Sequence[Mapping[str, str]]) -> str:
    values = dict.fromkeys(shot[name] for shot in shots)
    boxes = "".join(
        f"<label><input type='checkbox' name='{name}' value='{escape(value)}' checked>"
        f"{escape(value)}</label> "
        for value in values
    )
    return f"<fieldset><legend>{name}</legend>{boxes}</fieldset>"


def figure(case: Case, wrong: Sequence[Finding]) -> str:
    data = " ".join(f"data-{name}='{escape(value)}'" for name, value in labels(case, wrong).items())
    listed = "".join(f"<li>{escape(kind)}: {escape(text)}</li>" for kind, text in wrong)
    lecture = ", lecture" if case.lecture == "on" else ""
    caption = f"{case.size}, {case.theme}, {case.language}{lecture}"
    return (
        f"<figure {data}{' class=wrong' if wrong else ''}><a href='{escape(case.name)}.png'>"
        f"<img loading='lazy' src='{escape(case.name)}.png' alt='{escape(case.view)}, {caption}'>"
        f"</a><figcaption>{caption}</figcaption>{f'<ul>{listed}</ul>' if wrong else ''}</figure>"
    )
