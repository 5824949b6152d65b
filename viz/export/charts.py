"""The app's charts with their captions: what a page shows and what its Export menu and the command line write. Values in, a Chart out."""

import re
from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace

import numpy as np

from models import Trace, UserError, WhatIf
from models.words import WordVectors
from models.words.bias import Association
from models.words.lists import AssociationTest

from .. import costs, positions
from ..figures import gates, lengths, next_word
from ..figures import cost as cost_figures
from ..figures import gradients as gradient_figures
from ..figures import points as point_figures
from ..figures import positions as encodings
from ..figures import vectors as vector_figures
from ..language import mark, t
from ..projections import MOST_POINTS, principal_axes, project
from ..theme import HEADS
from ..views import ORDERS, QUANTITIES, SIGNED, source_axis
from . import Chart, Picture, Words
from .figures import caption, lower
from .tables import number, numbered, written

# --- word order ----------------------------------------------------------------------------------

FORMULA = "PE(pos, 2i) = sin(pos / base^(2i/d_model)), PE(pos, 2i+1) = cos, Vaswani et al. 2017, section 3.5"
D_HEAD = 64  # of the example for rotary encodings
STRIPS_END = 4  # where the colours of the words end; theirs rarely lie beyond


def about(d_model: int, base: int) -> str:
    return f"d_model {d_model}, base {base:,}. {FORMULA}."


def table(found: np.ndarray, base: int, halves: bool, shade: str = "light") -> Chart:
    """The sinusoids `found [position, dimension]`."""
    return Chart(encodings.table_figure(found, halves, shade), t(
        "Sinusoidal encodings of {count} positions, sines and cosines in halves; {about}" if halves else
        "Sinusoidal encodings of {count} positions, sine and cosine interleaved; {about}", count=len(found), about=about(found.shape[1], base)))


def waves(found: np.ndarray, base: int, dimensions: list[int]) -> Chart:
    return Chart(encodings.wave_figure(found, dimensions), t(
        "Dimensions {dimensions} of the sinusoidal encodings of {count} positions; {about}", dimensions=", ".join(map(str, dimensions)), count=len(found),
        about=about(found.shape[1], base)))


def wavelengths(found: Mapping[int, np.ndarray], base: int, length: int) -> Chart:
    """`found` maps a base to the wavelength of each pair of dimensions."""
    said = t("Wavelengths of the sinusoidal encodings by base; d_model {d_model}, the base {base:,} stands out.", d_model=2 * len(found[base]), base=base)
    return Chart(encodings.wavelength_figure(dict(found), base, length), f"{said} {FORMULA}.")


def products(found: np.ndarray, d_model: int, base: int, row: int, shade: str = "light") -> Chart:
    """`found [position, position]`, one row framed."""
    return Chart(encodings.product_figure(found, shade, row), t("Dot products of the sinusoidal encodings of {count} positions; {about}", count=len(found),
                                                                about=about(d_model, base)))


def product_row(found: np.ndarray, d_model: int, base: int, row: int) -> Chart:
    return Chart(encodings.row_figure(found, row), t("Dot products of position {row} with the other positions; {about}", row=row, about=about(d_model, base)))


def strips(
    trace: Trace, without: Trace, table: np.ndarray, shade: str = "light"
) -> dict[str, Chart]:
    """What enters layer 1 of the encoder: "words", "positions" and their "sum".

    From a run as trained and one `without` positions; `table [position, d_model]` is what is added.
    """
    word, entering = without.hidden["encoder"][0], trace.hidden["encoder"][0]
    title = t("word embedding · √{d_model}", d_model=word.shape[1])
    return {"words": strip(trace, word, title, shade),
            "positions": strip(trace, table[: len(entering)], t("+ position"), shade),
            "sum": strip(trace, entering, t("= what enters layer 1"), shade)}


def strip(trace: Trace, values: np.ndarray, title: str, shade: str = "light") -> Chart:
    """`values [token, d_model]` of the sentence."""
    about = t("{what}, a row for each token; the colours end at ±{end}", what=title.strip("+= "),
              end=STRIPS_END)
    figure = encodings.strip_figure(values, source_axis(trace).tokens, STRIPS_END, shade, title)
    return Chart(figure, caption(trace, about))


def angles(k: int, d_model: int, base: int) -> Chart:
    return Chart(encodings.angle_figure(k * positions.frequencies(d_model, base)), t(
        "By how many degrees each pair of dimensions turns from a position to the one {k} further; {about}", k=k, about=about(d_model, base)))


def circles(found: np.ndarray, base: int, k: int) -> Chart:
    """Three pairs of dimensions of the sinusoids `found [position, dimension]`: a quick, a slower and a slow one."""
    d_model = found.shape[1]
    pairs = dict.fromkeys((0, d_model // 16, d_model // 6))
    return Chart(encodings.circle_figure({t("pair {pair}", pair=pair): found[:51, 2 * pair : 2 * pair + 2] for pair in pairs}, k), t(
        "Positions 0 to 50 on the circles of three pairs of dimensions; from 0 to {k} each turns by its own angle. {about}", k=k, about=about(d_model, base)))


def rotary(content: str, length: int, base: int) -> tuple[Chart, Chart]:
    """query · key at each distance under rotary encodings, the sum and some of its parts, for vectors of "ones" or "random" ones."""
    query, key = rotary_vectors(content)
    pairs = (positions.rotary(query, np.arange(length), base) * key).reshape(length, -1, 2).sum(-1)
    how = t("query and key all 1, d_head {d_head}, base {base:,}" if content == "ones" else "query and key at random, d_head {d_head}, base {base:,}",
            d_head=D_HEAD, base=base)
    return (Chart(encodings.sum_figure(pairs.sum(1)), t("query · key by distance under rotary encodings (Su et al. 2021); {how}.", how=how)),
            Chart(encodings.rotary_figure(pairs, [0, 4, 8, 16, 31]),
                  t("What single pairs of dimensions add to query · key under rotary encodings (Su et al. 2021); {how}.", how=how)))


def rotary_vectors(content: str) -> np.ndarray:
    return np.ones((2, D_HEAD)) if content == "ones" else np.random.default_rng(0).normal(size=(2, D_HEAD))


def alibi(head: int, length: int, shade: str = "light") -> tuple[Chart, Chart]:
    """What ALiBi adds to the scores of one of 8 heads, and the slopes of all."""
    slopes = positions.alibi_slopes(8)
    return (Chart(encodings.bias_figure(positions.alibi_bias(length, slopes[head]), shade),
                  t("What ALiBi (Press et al. 2022) adds to the scores of head {head} of 8, slope 1/{less:.0f}; grey: still to come.", head=head + 1,
                    less=1 / slopes[head])),
            Chart(encodings.slope_figure(slopes, head), t("The slopes of the 8 heads of ALiBi (Press et al. 2022); head {head} stands out.", head=head + 1)))


def learned(length: int, shade: str = "light") -> tuple[Chart, Chart]:
    """Our learned table of positions, and the cosines of its rows."""
    found = positions.learned()[0][:length]
    return (Chart(encodings.learned_figure(found, shade),
                  t("The vectors of the first {count} positions that a small transformer of ours learnt in place of sinusoids.", count=length)),
            Chart(encodings.cosine_figure(positions.cosines(found), shade),
                  t("Cosines of the first {count} positions that a small transformer of ours learnt in place of sinusoids.", count=length)))


SETTINGS = {"as trained": WhatIf(), "no positions": WhatIf(positions="off"), "shuffled positions": WhatIf(positions="shuffled")}


def dimensions(text: str, d_model: int) -> list[int]:
    """The numbers below `d_model` in a text, as many as there are colours."""
    return [number for number in dict.fromkeys(map(int, re.findall("[0-9]+", text))) if number < d_model][: len(HEADS)]


def reordered(sentence: str) -> str:
    """The words of a sentence from the last to the first, its final mark where it was."""
    words = sentence.split()
    mark = words[-1][-1] if words and words[-1][-1] in ".?!" else ""
    return " ".join([*words[:-1], words[-1].removesuffix(mark)][::-1]) + mark if words else ""


def reordered_said(model: str, first: str, second: str) -> str:
    """The caption of the distances between the words of two sentences."""
    return f"{first.strip()} / {second.strip()}\n" + t("{model}: Euclidean distances between the encoder's last states; a row is a word of the first sentence, "
                                                       "a column one of the second.", model=model)


# --- the decoder, the bottleneck, the LSTM -------------------------------------------------------


def next_words(trained: Trace, probabilities: Mapping[str, list[float]]) -> Chart:
    """How probable each next word of the French of a run is, by the name of what the decoder sees."""
    first, *others = probabilities
    said = (t("probability of each true next word with {first} and with {second}", first=first, second=others[0]) if others else
            t("probability of each true next word with {first}", first=first))
    return Chart(next_word.next_word_figure(trained.predicted, dict(probabilities), dict(zip(probabilities, HEADS))), caption(trained, said))


BOTTLENECK = "seq2seq", "bilstm-additive", "transformer"  # the models whose BLEU is compared
LENGTHS_OF = mark({"multi30k.test_2016_flickr": "Picture captions", "tatoeba.dev": "Everyday sentences", "all files": "All sentences"})


def by_length(groups: Mapping[str, list[dict]], words: int, sentences: str) -> Chart:
    """BLEU of each model by the length of the sentence, `groups` as in the cards; `words` of the reader's own are marked."""
    return Chart(lengths.length_figure(dict(groups), words), t(
        "BLEU by the length of the sentence, {sentences}; sacrebleu, lowercase, 13a, greedy decoding. Bands hold 95 % of 1,000 bootstrap resamples.",
        sentences=lower(t(sentences))))


def cost(quantity: str, across: str, held: int, bare: bool) -> Chart:
    """Measured "time" or "memory" of the layers of table 1 across "n" or "d", the other `held`; `bare`: without projections."""
    found, r = costs.measured(), costs.measured().about["r"]
    layers, at = found.layers(quantity, bare), found.n if across == "n" else found.d
    here = found.slice(across, held)
    names = {name: t(title, k=found.about["k"], r=r) for name, title in LAYERS.items()}
    expected = {name: costs.predicted(quantity, name, *((at, held) if across == "n" else (held, at)), r) for name in layers}
    where = t("{device}, {threads} thread, attention without its projections" if bare else "{device}, {threads} thread", device=found.about["device"],
              threads=found.about["threads"])
    return Chart(cost_figures.cost_figure(quantity, across, at, {name: values[here] for name, values in layers.items()}, expected, names, held),
                 t("Time of one layer, {where}. Thin: the complexity of table 1 of Vaswani et al. 2017." if quantity == "time" else
                   "Memory of one layer, {where}. Thin: n · d numbers, and n² or r · n weights.", where=where))


LAYERS = mark({"self-attention": "self-attention", "recurrent": "recurrent (LSTM)", "convolutional": "convolutional (k = {k})",
               "restricted": "restricted (r = {r})"})
COLOURED = mark("Words coloured by one unit")


def memory(trace: Trace, panels: Sequence, quantity: str, order: str) -> dict[str, Chart | Picture]:
    """What a page gives to `components.memory`, by title: the units of each LSTM at every word, and the words coloured by one unit."""
    name, drawn = t(QUANTITIES[quantity]), {}
    for panel in panels:
        drawn[panel.title] = Chart(
            gates.gates_figure(panel.values, panel.words, panel.order, name, quantity in SIGNED, panel.unit),
            caption(trace, t("{lstm}; {quantity}, a row for each unit {order}; unit {unit} framed", lstm=lower(panel.title), quantity=name,
                             order=t(ORDERS[order]), unit=panel.unit + 1)),
            written(("unit", "word", "value"), ((str(unit + 1), word, number(panel.values[place, unit])) for unit in range(panel.values.shape[1])
                                                for place, word in enumerate(numbered(panel.words)))))
    texts = tuple(Words(t("{lstm}: unit {unit}", lstm=panel.title, unit=panel.unit + 1), panel.words, panel.cells[:, panel.unit]) for panel in panels)
    return drawn | {COLOURED: Picture(texts=texts, caption=caption(trace, t("words coloured by tanh of the cell of one unit")))}


def gradients(shares: Mapping[str, np.ndarray], words: tuple[str, ...], titles: Mapping[str, str], said: str) -> Chart:
    """How much a state depends on each word, `shares` by model."""
    return Chart(gradient_figures.gradient_figure(dict(shares), words, dict(titles)),
                 t("{state}: the norm of its gradient with respect to each word's vector, as a share of the model's largest.", state=said))


# --- words as points -----------------------------------------------------------------------------


def points(shown, step: int, chosen: int, how: str, sentence: str = "") -> Chart:
    """What a page gives to `components.space`, at one step; `how` says how it was projected, `sentence` whose words stand out."""
    at = f", {shown.steps[step]}" if len(shown.steps) > 1 else ""
    note = f"; {shown.notes[step]}" if shown.notes[step] else ""
    return Chart(point_figures.points_figure(shown, step, chosen), "\n".join(filter(None, (sentence.strip(), f"{shown.title}{at}. {t(how)}{note}."))),
                 written(("name", "group", *(f"axis {axis}" for axis in range(1, shown.places.shape[2] + 1))), (
                     (name, shown.group_names[group] if group >= 0 else "", *map(number, place))
                     for name, group, place in zip(shown.names, shown.groups, shown.places[step]))))


LISTED = 15  # neighbours that are listed, and stand out
AXES = {"left": "man", "right": "woman", "below": "poor", "above": "rich"}
AXES_WORDS = {"glove": "king, queen, nurse, engineer, doctor, teacher, maid, boss, prince, actress, soldier, dancer, banker, farmer, waitress, lawyer, boy, girl",
              "model": "boy, girl, mother, father, doctor, teacher, player, child, friend, dog, car, house, dress, ball, football"}
MOST_WORDS = 100


def spread_out(**more) -> SimpleNamespace:
    """Points as `points` reads them, of one step: "places" [point, axis], "names", "title", and what else there is."""
    count = len(more["names"])
    given = {"groups": np.full(count, -1), "group_names": (), "strong": np.ones(count, bool), "axes": (), "notes": ("",), "steps": ("",), "paths": False}
    return SimpleNamespace(**(given | more | {"places": np.asarray(more["places"], np.float32)[None]}))


def nearest(vectors: WordVectors, word: str, which: str, method: str, dimensions: int,
            progress: Callable[[int, int], object] = lambda done, total: None) -> SimpleNamespace:
    """A word among its 60 nearest or the `which` commonest words, on two or three axes. Raises UserError for a word that is not known."""
    found, row = vectors.nearest(word, 60), vectors.find(word)
    rows = nearest_rows(vectors, row, found, which, method)
    projection, names = project(vectors.unit[rows][None], method, dimensions, progress=progress), tuple(vectors.words[one] for one in rows)
    best = {other for other, _ in found[:LISTED]}
    return spread_out(places=projection.places[0], names=names, title=nearest_title(vectors, names), notes=(nearest_note(projection, dimensions),),
                      groups=np.array([0 if name in best else -1 for name in names]), group_names=(t("the {count} nearest", count=LISTED),),
                      strong=np.arange(len(rows)) == 0)


def nearest_rows(vectors: WordVectors, row: int, found: Sequence[tuple[str, float]], which: str, method: str) -> list[int]:
    shown = [vectors.rows[other] for other, _ in found] if which == "60" else list(range(min(int(which), len(vectors.words), MOST_POINTS[method])))
    return [row, *(other for other in shown if other != row)][: MOST_POINTS[method]]


def nearest_title(vectors: WordVectors, names: Sequence[str]) -> str:
    return t("“{word}” among {count:,} other words of {vectors}", word=names[0], count=len(names) - 1, vectors=vectors.name)


def nearest_note(projection, dimensions: int) -> str:
    return "" if projection.shares is None else t("these {count} axes hold {share:.0%} of the variance", count=dimensions, share=projection.shares[0])


def words_of(vectors: WordVectors, typed: str) -> tuple[list[str], list[str]]:
    """The words typed, with commas between them, that are known, and those that are not."""
    asked = list(dict.fromkeys(filter(None, map(str.strip, typed.split(",")))))[:MOST_WORDS]
    return list({vectors.find(word): word for word in asked if word in vectors}.values()), [word for word in asked if word not in vectors]


def on_axes(vectors: WordVectors, known: Sequence[str], ends: Sequence[str]) -> SimpleNamespace:
    """Words by their cosines with two differences of words, `ends` left, right, below and above. Raises UserError for fewer than two."""
    if len(known) < 2:
        raise UserError("It takes two words of {vectors} to draw. Type some, with commas between them.", vectors=vectors.name)
    left, right, below, above = ends
    places = np.stack([vectors.along(known, left, right), vectors.along(known, below, above)], 1)
    return spread_out(places=places, names=tuple(known), axes=((left, right), (below, above)), title=t("{count} words of {vectors} on two axes", count=len(known), vectors=vectors.name))


def analogy(vectors: WordVectors, words: Sequence[str], found: Sequence[tuple[str, float]]) -> Chart:
    """Three words, b - a + c and the nearest of `found` that are none of the three, on two axes."""
    rows = [vectors.find(word) for word in words]
    unit = vectors.unit[rows]
    shown = [word for word, _ in found[:2] if vectors.rows[word] not in rows]
    places = np.stack([*unit, unit[1] - unit[0] + unit[2], *(vectors.unit[vectors.rows[word]] for word in shown)])
    centred = places - places.mean(0)
    return Chart(vector_figures.analogy_figure(centred @ principal_axes(centred, 2).T, words, shown),
                 t("{a} is to {b} as {c} is to …? {vectors}, the first two principal axes of these points.", a=words[0], b=words[1], c=words[2],
                   vectors=vectors.name))


ON_AXES = mark("Cosines with the difference of the two words of each axis")


def gender(vectors: WordVectors, pairs: Sequence, along: np.ndarray, percent: Mapping[str, float], shares: np.ndarray) -> tuple[Chart, Chart]:
    """The share of each component of `pairs`, and occupations `along` the first one."""
    return (Chart(vector_figures.shares_figure(shares), t("{vectors}: share of the variance of {count} pairs like she–he that each principal component holds.",
                                                          vectors=vectors.name, count=len(pairs))),
            Chart(vector_figures.occupations_figure(along, percent),
                  t("{vectors}: {count} occupations along the gender direction, and the share of women in them (US Bureau of Labor Statistics).",
                    vectors=vectors.name, count=len(percent))))


def association(vectors: WordVectors, test: AssociationTest, found: Association) -> Chart:
    return Chart(vector_figures.association_figure(found, test), t(
        "{vectors}: association test {number}, {title}; effect size d = {effect:.2f} (Caliskan et al. 2017).", vectors=vectors.name, number=test.number,
        title=t(test.title), effect=found.effect_size))
