"""Charts of a circuit: the words that a head writes for those it reads, off its weights."""

from dataclasses import replace

import numpy as np

from models.results import Circuit

from ..analysis.views import HeadChoice, head_place, head_title
from ..base.language import format_number, t
from .chart import Axis, Chart, Heatmap, Margins, cell_axis
from .probabilities import whole_percent
from .tables import number, numbered, written
from .words import LONGEST, shorten

_MOST_ROWS = 40  # tokens in a chart, the first of them
_MOST_LETTERS = 10  # of a word in a cell
_LEAST, _MOST = 2.0, 8.0  # standard deviations: the colours of a cell
_CHANCE = 5  # times the share of random heads, below which a head is no better than they are
_ROW = 30  # height of a row, in pixels


def dictionary_chart(circuit: Circuit) -> Chart:
    """Plot the best words for each token, in a last column the best of a random head.

    A cell has the word, ✓ where it is expected, and by how many standard deviations it leads the
    mean of all words. Tokens without a letter, and those that occur again, are left out.
    """
    rows = _shown_rows(circuit)
    ranks = circuit.scores.shape[1]
    values = np.full((len(rows), ranks + 2), _LEAST)
    values[:, 1:] = np.hstack([circuit.scores, circuit.random_scores[:, :1]])[rows]
    texts = [
        [
            _row_name(circuit, row),
            *(
                _cell(word, score, word in circuit.expected[row])
                for word, score in zip(
                    (*circuit.words[row], *circuit.random_words[row][:1]), scores, strict=True
                )
            ),
        ]
        for row, scores in zip(rows, values[:, 1:].tolist(), strict=True)
    ]
    cells = Heatmap(
        values=values.astype(np.float32),
        least=_LEAST,
        most=_MOST,
        palette="weight",
        bar=None,
        hover="%{text}",
        texts=texts,
        text_size=14,
    )
    is_translated = circuit.copying is None
    columns = [
        t("read · lexicon") if is_translated else t("read"),
        *(f"{rank}." for rank in range(1, ranks + 1)),
        t("random"),
    ]
    return Chart(
        marks=(cells,),
        x=replace(cell_axis(columns, t("words written · standard deviations")), angles=(0,)),
        y=Axis(limits=(len(rows) - 0.5, -0.5), visible=False, grid=False, zero="none"),
        height=max(280, 110 + _ROW * len(rows)),
        margins=Margins(left=16, right=16, top=16, bottom=56),
        summary=" ".join(
            t("{word}: {words}.", word=row[0], words=", ".join(row[1:])) for row in texts
        ),
        numbers=_circuit_table(circuit),
    )


def shares_chart(circuit: Circuit) -> Chart:
    """Plot a row for each layer, the last on top: how often each head writes what is expected."""
    shares = circuit.among_ten
    layers, heads = shares.shape
    return Chart(
        marks=(
            Heatmap(
                values=shares.astype(np.float32),
                least=0,
                most=1,
                palette="weight",
                bar=None,
                hover=t("layer %{y}, head %{x}: %{z:.1%}"),
                texts=[[whole_percent(share) for share in row] for row in shares.tolist()],
                text_size=14 if heads < 9 else 10,
            ),
        ),
        x=cell_axis([str(head) for head in range(1, heads + 1)], t("head")),
        y=cell_axis(
            [str(layer) for layer in range(1, layers + 1)],
            t("layer · share among the first ten"),
        ),
        height=max(280, 110 + 44 * layers),
        margins=Margins(left=56, right=16, top=16, bottom=56),
        summary=circuit_summary(circuit),
        numbers=_shares_table(circuit),
    )


def circuit_summary(circuit: Circuit) -> str:
    """Say how often the head writes what is expected, over the vocabulary, beside chance."""
    layer, head = circuit.layer, circuit.head
    name = head_place(HeadChoice(circuit.stack, layer, head))
    shares = {
        "head": name,
        "first": whole_percent(float(circuit.first[layer, head])),
        "ten": whole_percent(float(circuit.among_ten[layer, head])),
        "read": format_number(circuit.read, ",d"),
        "written": format_number(circuit.written, ",d"),
        "random_first": whole_percent(circuit.random_first),
        "random_ten": whole_percent(circuit.random_among_ten),
    }
    if circuit.copying is None:
        sentence = t("depth#a head as a dictionary", **shares)
    else:
        copying = format_number(circuit.copying, "+.2f")
        sentence = t("depth#does a head copy", **shares, copying=copying)
    if circuit.among_ten[layer, head] < _CHANCE * circuit.random_among_ten:
        sentence = (
            f"{sentence} {t('That is near chance: its weights alone tell nothing of words.')}"
        )
    if circuit.nearest is None:
        return sentence
    distance, share = circuit.nearest
    names = {
        -1: t("the next place"),
        0: t("the same place"),
        1: t("the place before"),
    }
    place = names.get(distance, t("the place {count} before", count=distance))
    positions = t(
        "By positions alone {place} fits best for {share} of all places.",
        place=place,
        share=whole_percent(share),
    )
    return f"{sentence} {positions}"


def _circuit_table(circuit: Circuit) -> str:
    """Write a line for each token and word as CSV, those of the random head too."""
    names = numbered(circuit.tokens)
    return written(
        ("word read", "head", "rank", "word written", "standard deviations", "expected"),
        (
            (
                names[token],
                head,
                str(rank),
                word,
                number(scores[token, rank - 1]),
                " ".join(circuit.expected[token]),
            )
            for head, words, scores in (
                (f"{circuit.layer + 1}-{circuit.head + 1}", circuit.words, circuit.scores),
                ("random", circuit.random_words, circuit.random_scores),
            )
            for token in range(len(names))
            for rank, word in enumerate(words[token], start=1)
        ),
    )


def _shares_table(circuit: Circuit) -> str:
    """Write a line for each head as CSV, and one for heads of random numbers."""
    rows = [
        (str(layer + 1), str(head + 1), number(circuit.first[layer, head]), number(share))
        for (layer, head), share in np.ndenumerate(circuit.among_ten)
    ]
    random = ("", "random", number(circuit.random_first), number(circuit.random_among_ten))
    return written(("layer", "head", "first", "among the first ten"), [*rows, random])


def draw_in_notebook(circuit: Circuit) -> dict[str, str]:
    """Return the words of the sentence, or without one the shares of all heads, as SVG."""
    chart = dictionary_chart(circuit) if circuit.tokens else shares_chart(circuit)
    name = head_title(HeadChoice(circuit.stack, circuit.layer, circuit.head))
    return chart.with_caption(f"{circuit.model}: {name}", chart.numbers)._repr_mimebundle_()


def _cell(word: str, score: float, is_expected: bool) -> str:
    mark = " ✓" if is_expected else ""
    return f"{shorten(word, _MOST_LETTERS)}{mark} {format_number(score, '.1f')}"


def _shown_rows(circuit: Circuit) -> list[int]:
    """Return the tokens of a chart: the first of those that are alike, with letters."""
    firsts: dict[tuple[str, tuple[str, ...]], int] = {}
    for row, (token, words) in enumerate(zip(circuit.tokens, circuit.words, strict=True)):
        if any(map(str.isalpha, token)):
            firsts.setdefault((token, words), row)
    return [*firsts.values()][:_MOST_ROWS] or [*range(len(circuit.tokens))][:_MOST_ROWS]


def _row_name(circuit: Circuit, row: int) -> str:
    """Name a token, of a dictionary with its first translation."""
    token, expected = circuit.tokens[row], circuit.expected[row]
    is_translated = circuit.copying is None and bool(expected)
    return shorten(f"{token} · {expected[0]}" if is_translated else token, LONGEST)
