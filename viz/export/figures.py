"""Pictures and numbers of a trace. Layers and heads count from 0 here and from 1 in what is written."""

import csv
import io
import json
import zipfile
from dataclasses import asdict

import numpy as np

from models.trace import STACKS, Trace

from ..theme import HEADS
from ..views import STACK_TITLES, Aligner, HeadChoice, Heads, align, heads_of, masked_head
from ..what_if import sentence
from . import Lines, Matrix, Picture


def caption(trace: Trace, what: str) -> str:
    """The sentence and its French; the model and what is shown of it; the what-ifs."""
    lines = [f"{trace.sentence.strip()} → {trace.translation}", f"{trace.request.model}: {what}"]
    if trace.request.what_if.applied:
        lines.append(f"Not the model as trained. {sentence(trace.request.what_if, trace)}")
    return "\n".join(lines)


def place(choice: HeadChoice) -> str:
    return f"layer {choice.layer + 1}, head {choice.head + 1}"


def matrix_of(heads: Heads, choice: HeadChoice, title: str) -> Matrix:
    return Matrix(title, heads.rows, heads.columns, heads.weights[choice.layer, choice.head], heads.allowed,
                  short=f"{choice.layer + 1}.{choice.head + 1}")


def head(trace: Trace, choice: HeadChoice, merged: bool) -> Picture:
    """One head: a row for each word that looks, a column for each word looked at."""
    title = f"{STACK_TITLES[choice.stack]}, {place(choice)}"
    heads = heads_of(trace, choice.stack, merged)
    return Picture((matrix_of(heads, choice, title),), caption=caption(trace, lower(title)))


def overview(trace: Trace, stack: str, merged: bool) -> Picture:
    """All heads of a mechanism, a row for each layer."""
    heads = heads_of(trace, stack, merged)
    layers, across = heads.weights.shape[:2]
    choices = [HeadChoice(stack, layer, number) for layer in range(layers) for number in range(across)]
    return Picture(tuple(matrix_of(heads, choice, place(choice)) for choice in choices), across,
                   caption=caption(trace, f"all heads of {lower(STACK_TITLES[stack])}, a row for each layer; "
                                          "in each head a row is a word that looks, a column a word looked at"))


def lines(trace: Trace, choice: HeadChoice, merged: bool) -> Picture:
    """One head: lines from the words that look, on the left, to the words looked at."""
    title = f"{STACK_TITLES[choice.stack]}, {place(choice)}"
    heads = heads_of(trace, choice.stack, merged)
    weights = heads.weights[choice.layer, choice.head]
    drawn = Lines(title, heads.rows, heads.columns, weights, HEADS[choice.head % len(HEADS)], ("looks …", "… at"))
    return Picture(lines=drawn, caption=caption(trace, f"{lower(title)}; the darker a line, the larger the weight"))


def alignment(trace: Trace, aligner: Aligner, merged: bool = True) -> Picture:
    """The word alignment that one head, or the mean of a layer, draws: French down, English across."""
    found = align(trace, aligner, merged)
    said = f"alignment by {'its only head' if aligner.alone else aligner.title}; a row is where its word is {'read' if aligner.reads else 'written'}"
    title = f"Alignment, {aligner.title}"
    return Picture((Matrix(title, found.rows, found.columns, found.weights),), caption=caption(trace, said))


def mask(trace: Trace, layer: int, head: int, merged: bool = False, trained: Trace | None = None) -> Picture:
    """One head of the decoder's own attention: the scores, the mask, the weights; a row is the word read.

    Weights that differ from those of `trained`, a run that follows the same French, are outlined.
    """
    found = masked_head(trace, layer, head, merged)
    changed = None if trained is None else np.abs(found.weights - masked_head(trained, layer, head, merged).weights) > 0.005
    most = float(np.abs(found.scores).max()) or 1.0
    words = found.words
    return Picture(
        (Matrix("Scores", words, words, found.scores, least=-most, most=most, kind="score"),
         Matrix("Mask", words, words, found.allowed.astype(float), found.allowed, most=3.0, kind="mask"),
         Matrix("Weights", words, words, found.weights, found.allowed, changed)),
        caption=caption(trace, f"decoder masked self-attention, {place(HeadChoice('decoder', layer, head))}, before, at and after the mask; "
                               "a row is the word read"))


def panels(shown, caption: str) -> Picture:
    """What a page gives to `components.matrices`, as a picture; panels without values are left out. Raises ValueError when all are."""
    return Picture(tuple(Matrix(panel.title, panel.rows, panel.columns, panel.values, panel.allowed, panel.changed, panel.least,
                                panel.most, panel.kind)
                         for panel in shown if panel.values is not None), caption=caption)


def lower(title: str) -> str:
    return title[:1].lower() + title[1:]


def numbers(trace: Trace, choice: HeadChoice, merged: bool) -> str:
    """The weights of one head as CSV, 6 places, a row for each word that looks; masked cells are empty.

    Words are numbered, as in the app's table, so that a repeated word keeps its row and column.
    """
    heads = heads_of(trace, choice.stack, merged)
    weights = heads.weights[choice.layer, choice.head]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["looks", *(f"{number}. {word}" for number, word in enumerate(heads.columns, start=1))])
    for row, word in enumerate(heads.rows):
        writer.writerow([f"{row + 1}. {word}", *(f"{weight:.6f}" if seen else "" for weight,
                                                 seen in zip(weights[row], heads.allowed[row]))])
    return text.getvalue()


def whole(trace: Trace) -> bytes:
    """Every array of a trace as .npz, for `numpy.load(file, allow_pickle=False)`; equal traces give equal bytes.

    Of attention `attention_cross_weights`, `…_scores`, `…_allowed`, `…_query`, `…_key`, `…_value`, `…_head_output`; `hidden_encoder`,
    `gates_decoder_forget`; the tokens `source`, `decoder_input`, `predicted` with their `…_words` and `…_spans`; `probabilities`
    [position]; the texts `sentence`, `translation`, `model`, and `request` as JSON. What the model does not have is left out.
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
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            one = io.BytesIO()
            np.lib.format.write_array(one, np.ascontiguousarray(array) if array.ndim else array, allow_pickle=False)
            entry = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, one.getvalue())
    return file.getvalue()
