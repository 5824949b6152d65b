"""Pictures and numbers of a trace. Layers and heads count from 0 here and from 1 in what is written."""

import io
import json
import xml.etree.ElementTree as ElementTree
import zipfile
from collections.abc import Sequence
from dataclasses import asdict

import numpy as np

from models.trace import STACKS, Trace

from ..derivation import Derivation, Grid
from ..language import t
from ..theme import HEADS
from ..views import BETWEEN, STACK_TITLES, Aligner, HeadChoice, Heads, align, heads_of, masked_head
from ..what_if import sentence
from . import SIGNED, Lines, Matrix, Picture
from .tables import number as told
from .tables import numbered, wide, written


def caption(trace: Trace, what: str) -> str:
    """The sentence and its French; the model and what is shown of it; the what-ifs."""
    wrote = f" → {trace.translation}" if trace.predicted else ""
    lines = [trace.sentence.strip() + wrote, t("{name}: {what}", name=trace.request.model, what=what)]
    if trace.request.what_if.applied:
        lines.append(t("Not the model as trained. {changes}", changes=sentence(trace.request.what_if, trace)))
    return "\n".join(lines)


def place(choice: HeadChoice) -> str:
    return t("layer {layer}, head {head}", layer=choice.layer + 1, head=choice.head + 1)


def title_of(choice: HeadChoice) -> str:
    return t("{mechanism}, layer {layer}, head {head}", mechanism=t(STACK_TITLES[choice.stack]), layer=choice.layer + 1, head=choice.head + 1)


def matrix_of(heads: Heads, choice: HeadChoice, title: str) -> Matrix:
    return Matrix(title, heads.rows, heads.columns, heads.weights[choice.layer, choice.head], heads.allowed,
                  short=f"{choice.layer + 1}.{choice.head + 1}")


def part(title: str, trace: Trace, stack: str, between: str) -> str:
    """What is shown, and of two sentences which of them look and are looked at."""
    if stack != "encoder" or not trace.second or between == "all":
        return title
    return t("{title}, {between} sentence", title=title, between=lower(t(BETWEEN[between])))


def head(trace: Trace, choice: HeadChoice, merged: bool, between: str = "all") -> Picture:
    """One head: a row for each word that looks, a column for each word looked at."""
    title = part(title_of(choice), trace, choice.stack, between)
    heads = heads_of(trace, choice.stack, merged, between)
    return Picture((matrix_of(heads, choice, title),), caption=caption(trace, lower(title)))


def overview(trace: Trace, stack: str, merged: bool, between: str = "all") -> Picture:
    """All heads of a mechanism, a row for each layer."""
    heads = heads_of(trace, stack, merged, between)
    layers, across = heads.weights.shape[:2]
    choices = [HeadChoice(stack, layer, number) for layer in range(layers) for number in range(across)]
    return Picture(tuple(matrix_of(heads, choice, place(choice)) for choice in choices), across,
                   caption=caption(trace, t("all heads of {mechanism}, a row for each layer; in each head a row is a word that looks, a column a word looked at",
                                            mechanism=part(lower(t(STACK_TITLES[stack])), trace, stack, between))))


def lines(trace: Trace, choice: HeadChoice, merged: bool, between: str = "all") -> Picture:
    """One head: lines from the words that look, on the left, to the words looked at."""
    title = part(title_of(choice), trace, choice.stack, between)
    heads = heads_of(trace, choice.stack, merged, between)
    weights = heads.weights[choice.layer, choice.head]
    drawn = Lines(title, heads.rows, heads.columns, weights, HEADS[choice.head % len(HEADS)], (t("looks …"), t("… at")))
    return Picture(lines=drawn, caption=caption(trace, t("{head}; the darker a line, the larger the weight", head=lower(title))))


def alignment(trace: Trace, aligner: Aligner, merged: bool = True) -> Picture:
    """The word alignment that one head, or the mean of a layer, draws: French down, English across."""
    found = align(trace, aligner, merged)
    said = t("alignment by {aligner}; a row is where its word is read" if aligner.reads else "alignment by {aligner}; a row is where its word is written",
             aligner=t("its only head") if aligner.alone else aligner.title)
    title = t("Alignment, {aligner}", aligner=aligner.title)
    return Picture((Matrix(title, found.rows, found.columns, found.weights),), caption=caption(trace, said))


def alignments(shown: Sequence[tuple[str, Aligner | None, Trace]], sentence: str, french: str | None, merged: bool) -> Picture:
    """The word alignments of several models side by side, by title; of a model without attention there is none.

    `french` is what all of them follow, if they do. Raises ValueError when no model has attention.
    """
    drawn, said = [], []
    for title, aligner, trace in shown:
        if aligner is not None:
            found = align(trace, aligner, merged)
            drawn.append(Matrix(title, found.rows, found.columns, found.weights))
            which = aligner.title if title == trace.request.model else f"{trace.request.model}, {aligner.title}"
            said.append(t("{name}: {what}", name=title, what=which))
    return Picture(tuple(drawn), caption=f"{sentence.strip()} → {french or t('each its own translation')}\n" + t("Word alignments. {which}.", which="; ".join(said)))


def mask(trace: Trace, layer: int, head: int, merged: bool = False, trained: Trace | None = None) -> Picture:
    """One head of the decoder's own attention: the scores, the mask, the weights; a row is the word read.

    Weights that differ from those of `trained`, a run that follows the same French, are outlined.
    """
    found = masked_head(trace, layer, head, merged)
    changed = None if trained is None else np.abs(found.weights - masked_head(trained, layer, head, merged).weights) > 0.005
    most = float(np.abs(found.scores).max()) or 1.0
    words = found.words
    return Picture(
        (Matrix(t("Scores"), words, words, found.scores, least=-most, most=most, kind="score"),
         Matrix(t("Mask"), words, words, found.allowed.astype(float), found.allowed, most=3.0, kind="mask"),
         Matrix(t("Weights"), words, words, found.weights, found.allowed, changed)),
        caption=caption(trace, t("{head}, before, at and after the mask; a row is the word read", head=lower(title_of(HeadChoice("decoder", layer, head))))))


def panels(shown, caption: str) -> Picture:
    """What a page gives to `components.matrices`, as a picture; panels without values are left out. Raises ValueError when all are."""
    return Picture(tuple(Matrix(panel.title, panel.rows, panel.columns, panel.values, panel.allowed, panel.changed, panel.least,
                                panel.most, panel.kind)
                         for panel in shown if panel.values is not None), caption=caption)


def lower(title: str) -> str:
    return title[:1].lower() + title[1:]


def numbers(trace: Trace, choice: HeadChoice, merged: bool) -> str:
    """The weights of one head as CSV, a row for each word that looks; masked cells are empty.

    Words are numbered, as in the app's table, so that a repeated word keeps its row and column.
    """
    return wide(matrix_of(heads_of(trace, choice.stack, merged), choice, ""))


def arrays(trace: Trace) -> dict[str, np.ndarray]:
    """Every array of a trace by name, what the model does not have left out.

    Of attention `attention_cross_weights`, `…_scores`, `…_allowed`, `…_query`, `…_key`, `…_value`, `…_head_output`; `hidden_encoder`,
    `gates_decoder_forget`; the tokens `source`, `decoder_input`, `predicted` with their `…_words` and `…_spans`; `probabilities`
    [position]; the texts `sentence`, `translation`, `model`, and `request` as JSON.
    """
    arrays = {name: np.array(getattr(trace, name)) for name in (
        "sentence", "translation", "source", "source_words", "source_spans", "decoder_input", "decoder_words", "predicted", "predicted_words",
        "predicted_spans", "finished")}
    arrays |= {"model": np.array(trace.request.model), "request": np.array(json.dumps(asdict(trace.request), ensure_ascii=False)),
               "probabilities": np.array([choice.probability for choice in trace.choices])}
    for stack in STACKS:
        if (maps := trace.attention[stack]) is not None:
            arrays |= {f"attention_{stack}_{name}": getattr(maps, name)
                       for name in ("weights", "scores", "allowed", "query", "key", "value", "head_output")}
    arrays |= {f"hidden_{stack}": states for stack, states in trace.hidden.items() if states is not None}
    arrays |= {f"gates_{name.replace(' ', '_')}_{part}": getattr(gates, part) for name, gates in trace.gates.items()
               for part in gates.__dataclass_fields__}
    return arrays


def whole(trace: Trace) -> bytes:
    """All `arrays` of a trace as .npz, for `numpy.load(file, allow_pickle=False)`; equal traces give equal bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays(trace).items():
            one = io.BytesIO()
            np.lib.format.write_array(one, np.ascontiguousarray(array) if array.ndim else array, allow_pickle=False)
            entry = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, one.getvalue())
    return file.getvalue()


def whole_json(trace: Trace) -> bytes:
    """All `arrays` of a trace as JSON, nested lists by name, floats rounded to 6 significant places; equal traces give equal bytes.

    What is no finite number is null, and `request` an object.
    """
    def lists(array: np.ndarray):
        if array.dtype.kind != "f":
            return array.tolist()
        rounded = [float(f"{value:.6g}") if np.isfinite(value) else None for value in array.ravel().tolist()]
        return np.array(rounded, object).reshape(array.shape).tolist()

    found = {name: lists(array) for name, array in arrays(trace).items()}
    found["request"] = json.loads(found["request"])
    return json.dumps(found, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


# --- one step of a derivation --------------------------------------------------------------------

FOLD = 32  # numbers in a line; a vector of more goes on in the next


def step(derivation: Derivation, number: int, about: str = "") -> Picture:
    """The grids of one step with their numbers; below, what the step says, its formula and, in the first line, `about`.

    A vector of more than 32 numbers is folded. A grid too large to send to a browser is too large for paper, and left out.
    """
    one = derivation.steps[number]
    shown = [grid_matrix(derivation.grids[name]) for name in dict.fromkeys(one.shows) if derivation.grids[name].sent]
    folded = " " + t("A vector goes on in the next line.") if any(derivation.grids[name].values.shape[0] == 1 < derivation.grids[name].values.shape[1] / FOLD
                                                       for name in one.shows) else ""
    said = t("{title} · step {step} of {steps}, {name}: {formula}", title=derivation.title, step=number + 1, steps=len(derivation.steps),
             name=one.name.lower(), formula=plain_formula(one.formula))
    return Picture(tuple(shown), caption="\n".join(filter(None, [about, said, one.says + folded])),
                   numbers=step_numbers(derivation, number))


def grid_matrix(grid: Grid) -> Matrix:
    """A grid as it is drawn; what is not a number is masked."""
    values, rows, columns = grid.values, grid.rows, grid.columns
    symbol = symbol_of(grid.symbol)
    title = grid.title if grid.title.startswith(symbol) else f"{grid.title}, {symbol}"
    if grid.role == "weight":
        return Matrix(title, rows or ("",) * len(values), columns or ("",) * values.shape[1], values)
    if values.shape[0] == 1 and values.shape[1] > FOLD and not columns:
        lines = -(-values.shape[1] // FOLD)
        values = np.concatenate([values[0], np.full(lines * FOLD - values.shape[1], np.nan)]).reshape(lines, FOLD)
        rows = ()
    seen = np.isfinite(values)
    most = float(np.abs(values[seen]).max(initial=0)) or 1.0
    return Matrix(f"{title}, ±{most:,.0f}" if most >= 100 else f"{title}, ±{most:.2g}", rows or ("",) * len(values), columns or ("",) * values.shape[1], values,
                  None if grid.operation != "mask" else seen, most=most, kind=SIGNED)


def step_numbers(derivation: Derivation, number: int) -> str:
    """The numbers of the grids of one step as CSV: grid, row, column, value, a masked one empty."""
    grids = [derivation.grids[name] for name in dict.fromkeys(derivation.steps[number].shows)]
    return written(("grid", "row", "column", "value"), (
        (grid.title, row, column, told(grid.values[y, x])) for grid in grids for y, row in enumerate(numbered(grid.rows or ("",) * len(grid.values)))
        for x, column in enumerate(numbered(grid.columns or ("",) * grid.values.shape[1]))))


LOWERED = str.maketrans("0123456789ij", "₀₁₂₃₄₅₆₇₈₉ᵢⱼ")


def symbol_of(text: str) -> str:
    """A symbol with its index, like "k_j", with the index lowered where there are letters for it."""
    name, _, index = text.partition("_")
    return f"{name}{lowered(index)}"


def lowered(index: str) -> str:
    return "" if not index else index.translate(LOWERED) if set(index) <= set("0123456789ij") else f"_{index}"


def plain_formula(mathml: str) -> str:
    """A formula of `derivation.formula`, `fraction` and `root` in one line of Unicode."""
    def line(element) -> str:
        parts = [line(child) for child in element]
        if element.tag == "msub":
            return parts[0] + lowered(parts[1].replace(" ", ""))
        bare = lambda part: f"({part})" if " " in part and not part.startswith("√(") else part
        if element.tag == "mfrac":
            return f"{bare(parts[0])} / {bare(parts[1])}"
        if element.tag == "msqrt":
            return f"√{bare(parts[0])}"
        return " ".join(parts) if len(element) else element.text or ""

    text = line(ElementTree.fromstring(f"<math>{mathml}</math>"))
    for spaced, tight in (("( ", "("), (" )", ")"), (" ,", ","), ("− ∞", "−∞"), ("[ ", "["), (" ]", "]"), ("∑ⱼ ", "∑ⱼ ")):
        text = text.replace(spaced, tight)
    return text
