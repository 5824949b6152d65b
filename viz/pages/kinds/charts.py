"""A table of the three kinds of transformer, and charts of their answers for a word."""

from collections.abc import Sequence
from html import escape
from typing import Protocol

from ...base.language import t
from ...base.theme import HEADS, style_sheet
from ...draw.chart import FAINT, Chart
from ...draw.probabilities import TRUE, probability_chart
from ...draw.words import shorten

_STYLE = style_sheet(__file__, "kinds.css")


class _Answer(Protocol):
    """A model's answer for a word."""

    @property
    def question(self) -> str: ...

    @property
    def words(self) -> Sequence[str]: ...

    @property
    def probabilities(self) -> Sequence[float]: ...

    @property
    def word(self) -> str: ...

    @property
    def probability(self) -> float: ...


class _Kind(Protocol):
    """The texts of a kind."""

    @property
    def kind(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def like(self) -> str: ...

    @property
    def trained(self) -> str: ...

    @property
    def good_for(self) -> str: ...


def answers_chart(answer: _Answer) -> Chart:
    """Plot the most probable words, the right one in another colour, and all others as one bar."""
    rows = [
        (shorten(word), value, TRUE if word == answer.word else HEADS[0])
        for word, value in zip(answer.words, answer.probabilities, strict=True)
    ]
    if answer.word not in answer.words:
        rows.append((shorten(answer.word), answer.probability, TRUE))
    rows.append((t("all others"), max(0.0, 1 - sum(value for _, value, _ in rows)), FAINT))
    words, probabilities, colours = zip(*rows, strict=True)
    return probability_chart(words, probabilities, colours, t("probability"))


def heading_html(kind: _Kind, answer: _Answer) -> str:
    """Write the heading of an answer's chart: the kind, and what its model reads."""
    title = escape(f"{kind.kind} · {kind.model}")
    return f"<p style='margin:0'><b>{title}</b><br>{escape(answer.question)}</p>"


def kinds_html(rows: Sequence[_Kind]) -> str:
    """Write a table of the kinds: the model here, similar ones, their training and their use."""
    titles = "", t("here"), t("others like it"), t("trained"), t("good for")
    head = "".join(f"<th scope='col'>{escape(title)}</th>" for title in titles)
    body = "".join(
        f"<tr><th scope='row'>{escape(row.kind)}</th>"
        + "".join(
            f"<td>{escape(cell)}</td>" for cell in (row.model, row.like, row.trained, row.good_for)
        )
        + "</tr>"
        for row in rows
    )
    return (
        f"{_STYLE}<table class='kinds'><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
