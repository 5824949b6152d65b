"""Charts of probabilities: a horizontal bar for each word, guess or draw."""

from collections.abc import Sequence

from models import Guesses

from ..base.language import format_number, t
from ..base.theme import HEADS
from .bars import bars_chart
from .chart import FAINT, Axis, Chart, Margins, Rule
from .words import shorten

KIND_COLOURS = {"mask": HEADS[0], "random": HEADS[1], "same": HEADS[2]}
TRUE = HEADS[1]  # the colour of the true word
_ROW = 26  # pixels of a bar
_TICKS = 0.0, 0.5, 1.0
_LEAST = 0.001  # the smallest probability written as a number


def percent(probability: float) -> str:
    """Format a probability with one decimal; "<0.1%" for less, but more than 0."""
    if 0 < probability < _LEAST:
        return "<" + format_number(_LEAST, ".1%")
    return format_number(float(probability), ".1%")


def whole_percent(probability: float) -> str:
    """Format a probability as under the words of a translation; with decimals below 1%."""
    return format_number(float(probability), ".0%") if probability >= 0.01 else percent(probability)


def probability_chart(
    words: Sequence[str],
    probabilities: Sequence[float],
    colours: Sequence[str],
    title: str,
    even: bool = False,
) -> Chart:
    """Plot a horizontal bar for each word, the first on top, with its probability.

    The axis always runs from 0 to 1; `even` adds a line at one half.
    """
    labels = [percent(value) for value in probabilities]
    # in a narrow chart of a lecture three would not stand beside each other
    ticks = [format_number(tick, ".0%") if even or tick != 0.5 else "" for tick in _TICKS]
    return bars_chart(
        words,
        probabilities,
        # with room for the number beside a bar that goes to the end
        Axis(title=title, title_size=14, limits=(0, 1.45), ticks=_TICKS, labels=ticks),
        y=Axis(tick_size=14, room=True, grid=False),
        can_repeat=True,
        colours=colours,
        labels=labels,
        name=title,
        row=_ROW,
        around=70,
        margins=Margins(left=8, right=16, top=4, bottom=48),
        rules=(Rule(axis="x", at=0.5),) if even else (),
        summary=", ".join(map("{}: {}".format, words, labels)),
    )


def _guess_rows(guesses: Guesses) -> list[tuple[str, float, str]]:
    """List the words of a chart: the best guesses, the true word, and all others together.

    Each has its probability and its colour; the probabilities add up to 1.
    """
    rows, others = [], guesses.rest
    for place, (word, probability) in enumerate(
        zip(guesses.words, guesses.probabilities, strict=True), start=1
    ):
        is_true = place == guesses.true_rank and word == guesses.true_word
        rows.append((_name_of(word, is_true), float(probability), TRUE if is_true else HEADS[0]))
    if guesses.true_rank is not None and guesses.true_rank > len(guesses.words):
        _, least, _ = rows.pop()  # charts side by side have as many bars
        others += least
        assert guesses.true_word is not None and guesses.true_probability is not None
        rows.append((_name_of(guesses.true_word, True), guesses.true_probability, TRUE))
        others = max(0.0, others - guesses.true_probability)
    return [*rows, (t("all others"), others, FAINT)]


def _name_of(word: str, is_true: bool) -> str:
    """Name a word on the axis."""
    return t("{word} (hidden)", word=shorten(word)) if is_true else shorten(word)


def guesses_chart(guesses: Guesses, title: str) -> Chart:
    """Plot the best guesses for one gap, the true word, and the rest."""
    words, probabilities, colours = zip(*_guess_rows(guesses), strict=True)
    return probability_chart(words, probabilities, colours, title)


def draws_chart(rows: Sequence[tuple[str, float, str]], title: str) -> Chart:
    """Plot the probability of each word that training predicts: name, probability, kind."""
    names, probabilities, kinds = zip(*rows, strict=True)
    return probability_chart(names, probabilities, [KIND_COLOURS[kind] for kind in kinds], title)


def follows_chart(rows: Sequence[tuple[str, float]], title: str) -> Chart:
    """Plot how probably each pair of sentences belongs together; in training half did."""
    names, probabilities = zip(*rows, strict=True)
    return probability_chart(names, probabilities, [HEADS[0]] * len(rows), title, even=True)
