"""The answers of a class as a table: a row for each question, a cell for each word.

Where each question has words of its own, these stand in the cells. Numbers are a histogram.
"""

from collections.abc import Sequence
from html import escape
from statistics import mean, median

from ...base.language import format_number, t
from ...base.theme import style_sheet
from .exercise import ClassQuestion, ClassTask, Judgement, Poll
from .rooms import Number, Tally

_MAX_WIDE = 14  # words set horizontally; more are vertical, in narrow columns
# Narrow columns of full width; more share the width, so that nothing scrolls sideways.
_MAX_NARROW = 19
_STYLE = style_sheet(__file__, "table.css")

_BINS = 20  # of a histogram, from 0 to 1
_MIN_WEIGHT = 0.05  # the least weight of a head that is written; smaller ones have only a bar


def draw_tally(exercise: ClassTask, tally: Tally, revealed: bool) -> str:
    """Return the counts as HTML, with the weights of the head once they are revealed."""
    if exercise.asks_number:
        return _draw_histogram(exercise, tally)
    revealed = revealed and exercise.has_answer
    has_own_words = isinstance(exercise, Judgement | Poll)
    head = "".join(f'<th scope="col">{escape(word)}</th>' for word in exercise.words)
    rows = "".join(
        _draw_row(question, counts.tolist(), revealed, exercise.words if has_own_words else ())
        for question, counts in zip(exercise.questions, tally.counts, strict=True)
    )
    finding, reading = _describe(exercise, tally, revealed)
    label = escape(t("Answers of the class"), quote=True)
    kind = _kind_of(0 if has_own_words else len(exercise.words))
    thead = "" if has_own_words else f"<thead><tr><td></td>{head}</tr></thead>"
    return (
        f'{_STYLE}<div class="{kind}"><p class="finding">{finding}</p>'
        f'<div class="scroll" role="region" tabindex="0" aria-label="{label}">'
        f"<table>{thead}<tbody>{rows}</tbody></table></div>"
        f"<p>{reading}</p></div>"
    )


def _draw_histogram(exercise: ClassTask, tally: Tally) -> str:
    """Return the numbers of the phones as bars, with the mean of what chance gives there."""
    finding, reading = _describe(exercise, tally, False)
    summary, mark = "", ""
    if tally.numbers:
        values, chances = zip(*tally.numbers, strict=True)
        chance = mean(chances)
        mark = f'<i class="chance" style="left:{100 * chance:.2f}%"></i>'
        summary = t(
            "Median <strong>{median:.2f}</strong>; equal weights give {chance:.2f} on average.",
            median=median(values),
            chance=chance,
        )
    counts = _count_in_bins(tally.numbers)
    most = max(*counts, 1)
    bars = "".join(
        f'<b style="height:{100 * count / most:.1f}%">{count or ""}</b>' for count in counts
    )
    axis = "".join(f"<span>{format_number(at / 4, '.2f')}</span>" for at in range(5))
    label = escape(t("Histogram of the numbers that the phones measured"), quote=True)
    return (
        f'{_STYLE}<div class="class-answers"><p class="finding">{finding} {summary}</p>'
        f'<div class="histogram" role="img" aria-label="{label}">{bars}{mark}</div>'
        f'<div class="axis" aria-hidden="true">{axis}</div><p>{reading}</p></div>'
    )


def _count_in_bins(numbers: Sequence[Number]) -> list[int]:
    counts = [0] * _BINS
    for value, _ in numbers:
        counts[min(int(value * _BINS), _BINS - 1)] += 1
    return counts


def _kind_of(words: int) -> str:
    """Return the CSS classes of a table of so many words."""
    kinds = ["class-answers"] + ["many"] * (words > _MAX_WIDE) + ["crowded"] * (words > _MAX_NARROW)
    return " ".join(kinds)


def _describe(exercise: ClassTask, tally: Tally, revealed: bool) -> tuple[str, str]:
    """Return HTML of the result, and of how to read the table."""
    answered = t(
        "<strong>{count} of {all} phone</strong> answered."
        if tally.phones == 1
        else "<strong>{count} of {all} phones</strong> answered.",
        count=tally.answered,
        all=tally.phones,
    )
    if exercise.asks_number:
        line = t("Line: what equal weights give, on average over the sentences.")
        return answered, f"{escape(exercise.title)}. {exercise.reading}. {line}"
    if not (revealed and exercise.has_answer):
        return answered, t("In each cell: how many chose this word, and their share.")
    right = t(
        "On average <strong>{right:.1f} of {all} right</strong>; random guesses get {chance:.1f}.",
        right=tally.count_right(exercise),
        all=len(exercise.questions),
        chance=exercise.chance,
    )
    return f"{answered} {right}", exercise.reading


def _draw_row(
    question: ClassQuestion, counts: list[int], revealed: bool, words: tuple[str, ...] = ()
) -> str:
    """Return the row of a question; with `words` its own ones, written into their cells."""
    total = sum(counts)
    cells = "".join(
        _draw_cell(
            question,
            place,
            counts[place],
            counts[place] / max(total, 1),
            revealed,
            words[place] if words else "",
        )
        for place in (question.options if words else range(len(counts)))
    )
    return f'<tr><th scope="row">{escape(question.word)}</th>{cells}</tr>'


def _draw_cell(
    question: ClassQuestion, place: int, count: int, share: float, revealed: bool, word: str = ""
) -> str:
    """Return the cell of a word: its count, and below it the share or, if revealed, the weight."""
    if place not in question.options:
        return '<td class="masked"></td>'
    weight = question.weights[place]
    is_best = revealed and place in question.best
    small = format_number(share, ".0%") if count else ""
    if revealed:
        written = word or is_best or weight >= _MIN_WEIGHT  # a cosine near 0 is one of two numbers
        small = format_number(weight, ".2f") if written else ""
    tick = "<u>✓</u>" if is_best else ""
    bar = f'<i style="width:{max(100 * weight, 0):.0f}%"></i>' if revealed else ""
    shade = f"--share:{40 * share:.0f}%"  # pale enough for its text to be legible
    kind = ' class="best"' if is_best else ""
    name = f"<em>{escape(word)}</em>" if word else ""
    content = f"{tick}{name}<b>{count or ''}</b><small>{small}</small>{bar}"
    return f'<td{kind} style="{shade}">{content}</td>'
