"""Charts of positional encodings and of word order."""

import re
from collections.abc import Mapping

import numpy as np

from models import Trace, WhatIf

from ...analysis.views import source_axis
from ...base.language import t
from ...base.theme import HEADS
from ...draw.chart import Chart
from ...draw.head_pictures import trace_caption
from . import encoding_figures, encodings

FORMULA = (
    "PE(pos, 2i) = sin(pos / base^(2i/d_model)), PE(pos, 2i+1) = cos, Vaswani et al. 2017, "
    "section 3.5"
)
D_HEAD = 64  # of the example for rotary encodings
STRIPS_END = 4  # end of the colour scale of words; larger values are rare


def about(d_model: int, base: int) -> str:
    return f"d_model {d_model}, base {base:,}. {FORMULA}."


def table(sinusoids: np.ndarray, base: int, halves: bool) -> Chart:
    """Plot the sinusoids `[position, dimension]`."""
    return encoding_figures.table_figure(sinusoids, halves).with_caption(
        t(
            "Sinusoidal encodings of {count} positions, sines and cosines in halves; {about}"
            if halves
            else "Sinusoidal encodings of {count} positions, sine and cosine interleaved; {about}",
            count=len(sinusoids),
            about=about(sinusoids.shape[1], base),
        ),
    )


def waves(sinusoids: np.ndarray, base: int, dimensions: list[int]) -> Chart:
    return encoding_figures.wave_figure(sinusoids, dimensions).with_caption(
        t(
            "Dimensions {dimensions} of the sinusoidal encodings of {count} positions; {about}",
            dimensions=", ".join(map(str, dimensions)),
            count=len(sinusoids),
            about=about(sinusoids.shape[1], base),
        ),
    )


def wavelengths(lengths: Mapping[int, np.ndarray], base: int, positions: int) -> Chart:
    """Plot wavelengths; `lengths` maps a base to the wavelength of each pair of dimensions."""
    text = t(
        "Wavelengths of the sinusoidal encodings by base; d_model {d_model}, the base "
        "{base:,} stands out.",
        d_model=2 * len(lengths[base]),
        base=base,
    )
    return encoding_figures.wavelength_figure(dict(lengths), base, positions).with_caption(
        f"{text} {FORMULA}."
    )


def products(dot_products: np.ndarray, d_model: int, base: int, row: int) -> Chart:
    """Plot `dot_products [position, position]` with one row framed."""
    return encoding_figures.product_figure(dot_products, row).with_caption(
        t(
            "Dot products of the sinusoidal encodings of {count} positions; {about}",
            count=len(dot_products),
            about=about(d_model, base),
        ),
    )


def product_row(dot_products: np.ndarray, d_model: int, base: int, row: int) -> Chart:
    return encoding_figures.row_figure(dot_products, row).with_caption(
        t(
            "Dot products of position {row} with the other positions; {about}",
            row=row,
            about=about(d_model, base),
        ),
    )


def strips(trace: Trace, without: Trace, table: np.ndarray) -> dict[str, Chart]:
    """Plot the input of layer 1 of the encoder: "words", "positions" and their "sum".

    `trace` is the run as trained, `without` the run without positions; `table [position, d_model]`
    is added to the words.
    """
    word, entering = entering_states(without), entering_states(trace)
    title = t("word embedding · √{d_model}", d_model=word.shape[1])
    return {
        "words": strip(trace, word, title),
        "positions": strip(trace, table[: len(entering)], t("+ position")),
        "sum": strip(trace, entering, t("= what enters layer 1")),
    }


def entering_states(trace: Trace) -> np.ndarray:
    """Return the input of layer 1 of the encoder, `[token, d_model]`.

    Raises ValueError for a run without an encoder.
    """
    states = trace.hidden["encoder"]
    if states is None:
        raise ValueError(f"{trace.request.model} has no encoder")
    return states[0]


def strip(trace: Trace, values: np.ndarray, title: str) -> Chart:
    """Plot `values [token, d_model]` of the sentence."""
    about = t(
        "{what}, a row for each token; the colours end at ±{end}",
        what=title.strip("+= "),
        end=STRIPS_END,
    )
    figure = encoding_figures.strip_figure(values, source_axis(trace).tokens, STRIPS_END, title)
    return figure.with_caption(trace_caption(trace, about))


def angles(k: int, d_model: int, base: int) -> Chart:
    return encoding_figures.angle_figure(k * encodings.frequencies(d_model, base)).with_caption(
        t(
            "By how many degrees each pair of dimensions turns from a position to the one "
            "{k} further; {about}",
            k=k,
            about=about(d_model, base),
        ),
    )


def circles(sinusoids: np.ndarray, base: int, k: int) -> Chart:
    """Plot a fast, a slower and a slow pair of dimensions of `sinusoids [position, dimension]`."""
    d_model = sinusoids.shape[1]
    pairs = dict.fromkeys((0, d_model // 16, d_model // 6))
    return encoding_figures.circle_figure(
        {t("pair {pair}", pair=pair): sinusoids[:51, 2 * pair : 2 * pair + 2] for pair in pairs},
        k,
    ).with_caption(
        t(
            "Positions 0 to 50 on the circles of three pairs of dimensions; from 0 to {k} "
            "each turns by its own angle. {about}",
            k=k,
            about=about(d_model, base),
        ),
    )


def rotary(content: str, length: int, base: int) -> tuple[Chart, Chart]:
    """Plot query · key at each distance under rotary encodings: the sum, and some of its parts.

    The vectors are "ones" or "random".
    """
    query, key = rotary_vectors(content)
    pairs = (encodings.rotary(query, np.arange(length), base) * key).reshape(length, -1, 2).sum(-1)
    how = t(
        "query and key all 1, d_head {d_head}, base {base:,}"
        if content == "ones"
        else "query and key at random, d_head {d_head}, base {base:,}",
        d_head=D_HEAD,
        base=base,
    )
    return (
        encoding_figures.sum_figure(pairs.sum(1)).with_caption(
            t("query · key by distance under rotary encodings (Su et al. 2021); {how}.", how=how),
        ),
        encoding_figures.rotary_figure(pairs, [0, 4, 8, 16, 31]).with_caption(
            t(
                "What single pairs of dimensions add to query · key under rotary encodings "
                "(Su et al. 2021); {how}.",
                how=how,
            ),
        ),
    )


def rotary_vectors(content: str) -> np.ndarray:
    return (
        np.ones((2, D_HEAD))
        if content == "ones"
        else np.random.default_rng(0).normal(size=(2, D_HEAD))
    )


def alibi(head: int, length: int) -> tuple[Chart, Chart]:
    """Plot the bias of ALiBi for one of 8 heads, and the slopes of all."""
    slopes = encodings.alibi_slopes(8)
    return (
        encoding_figures.bias_figure(encodings.alibi_bias(length, slopes[head])).with_caption(
            t(
                "What ALiBi (Press et al. 2022) adds to the scores of head {head} of 8, "
                "slope 1/{less:.0f}; grey: still to come.",
                head=head + 1,
                less=1 / slopes[head],
            ),
        ),
        encoding_figures.slope_figure(slopes, head).with_caption(
            t(
                "The slopes of the 8 heads of ALiBi (Press et al. 2022); head {head} stands out.",
                head=head + 1,
            ),
        ),
    )


def learned(length: int) -> tuple[Chart, Chart]:
    """Plot our learned table of positions, and the cosines of its rows."""
    table = encodings.learned()[0][:length]
    return (
        encoding_figures.learned_figure(table).with_caption(
            t(
                "The vectors of the first {count} positions that a small transformer of "
                "ours learnt in place of sinusoids.",
                count=length,
            ),
        ),
        encoding_figures.cosine_figure(encodings.cosines(table)).with_caption(
            t(
                "Cosines of the first {count} positions that a small transformer of ours "
                "learnt in place of sinusoids.",
                count=length,
            ),
        ),
    )


SETTINGS = {
    "as trained": WhatIf(),
    "no positions": WhatIf(positions="off"),
    "shuffled positions": WhatIf(positions="shuffled"),
}


def dimensions(text: str, d_model: int) -> list[int]:
    """Parse the numbers below `d_model` in a text, as many as there are colours."""
    return [
        number for number in dict.fromkeys(map(int, re.findall("[0-9]+", text))) if number < d_model
    ][: len(HEADS)]


def reordered(sentence: str) -> str:
    """Reverse the words of a sentence, but not its final punctuation."""
    words = sentence.split()
    mark = words[-1][-1] if words and words[-1][-1] in ".?!" else ""
    return " ".join([*words[:-1], words[-1].removesuffix(mark)][::-1]) + mark if words else ""


def reordered_said(model: str, first: str, second: str) -> str:
    """Write the caption of the distances between the words of two sentences."""
    return f"{first.strip()} / {second.strip()}\n" + t(
        "{model}: Euclidean distances between the encoder's last states; a row is a word "
        "of the first sentence, "
        "a column one of the second.",
        model=model,
    )
