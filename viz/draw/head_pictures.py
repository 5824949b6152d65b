"""Pictures of the attention of a trace.

Layers and heads count from 0 here and from 1 in titles and captions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from models.trace import Trace

from ..analysis.aligners import Aligner, align
from ..analysis.norms import NormTrace, describe_norms
from ..analysis.overlay import HeldWord, Overlaid, assign_colours
from ..analysis.views import (
    BETWEEN,
    STACK_TITLES,
    HeadChoice,
    Heads,
    all_maps,
    choices_of,
    describe_layers,
    head_place,
    head_title,
    heads_of,
    written_words,
)
from ..analysis.what_if_text import sentence
from ..base.language import t
from ..base.theme import HEADS
from .head_matrices import head_matrix, mask_matrices
from .matrix import DIFFERENCE, Matrix
from .picture import Animation, Layer, Lines, Picture, Translation, Words, picture_of
from .tables import norm_numbers
from .words import lowercase_first


def trace_caption(trace: Trace, what: str) -> str:
    """Write a caption: the sentence and its French, the model and `what` is shown, the what-ifs."""
    wrote = f" → {trace.translation}" if trace.translation.strip() else ""
    lines = [
        trace.sentence.strip() + wrote,
        t("{model}: {what}", model=trace.request.model, what=what),
    ]
    if isinstance(trace, NormTrace):
        lines.append(describe_norms(trace))
    lines += filter(None, map(describe_layers, all_maps(trace)))
    if trace.request.what_if.applied:
        lines.append(
            t("Not the model as trained. {changes}", changes=sentence(trace.request.what_if, trace))
        )
    return "\n".join(lines)


def _subset_title(title: str, trace: Trace, stack: str, between: str) -> str:
    """Return a title that names, of two sentences, the one that attends and the one attended to."""
    if stack != "encoder" or not trace.second or between == "all":
        return title
    return t(
        "{title}, {between} sentence", title=title, between=lowercase_first(t(BETWEEN[between]))
    )


def head_picture(trace: Trace, choice: HeadChoice, merged: bool, between: str = "all") -> Picture:
    """Draw one head: a row for each query word, a column for each key word."""
    title = _subset_title(head_title(choice), trace, choice.stack, between)
    heads = heads_of(trace, choice.stack, merged, between)
    return Picture(
        (head_matrix(heads, choice, title),),
        caption=trace_caption(trace, lowercase_first(title)),
        numbers=norm_numbers(heads, [choice]),
    )


def overview_picture(trace: Trace, stack: str, merged: bool, between: str = "all") -> Picture:
    """Draw all heads of a mechanism, a row for each layer."""
    heads = heads_of(trace, stack, merged, between)
    return Picture(
        thumbnails(heads),
        heads.weights.shape[1],
        numbers=norm_numbers(heads, choices_of(heads)),
        caption=trace_caption(
            trace,
            t(
                "heads#all heads in words",
                mechanism=_subset_title(
                    lowercase_first(t(STACK_TITLES[stack])), trace, stack, between
                ),
            ),
        ),
    )


def thumbnails(heads: Heads) -> tuple[Matrix, ...]:
    """Return every head of a mechanism, layer by layer."""
    return tuple(head_matrix(heads, choice, head_place(choice)) for choice in choices_of(heads))


def lines_picture(
    trace: Trace,
    choice: HeadChoice,
    merged: bool,
    between: str = "all",
    overlaid: Sequence[Overlaid] = (),
) -> Picture:
    """Draw one head as lines from query words on the left to key words on the right.

    The lines of `overlaid` heads of its mechanism that are on are drawn over them.
    """
    title = _subset_title(head_title(choice), trace, choice.stack, between)
    heads = heads_of(trace, choice.stack, merged, between)
    others = [overlay.choice for overlay in overlaid]
    choices = [choice, *(overlay.choice for overlay in overlaid if overlay.is_on)]
    if len(choices) > 1:
        return _lines_of_several(trace, heads, choices, _colours_of(choice, others))
    return Picture(
        lines=lines_of(heads, choice, title),
        caption=trace_caption(trace, _describe_lines(heads, title)),
        numbers=norm_numbers(heads, [choice]),
    )


def words_picture(
    trace: Trace,
    choice: HeadChoice,
    merged: bool,
    between: str = "all",
    held: HeldWord | None = None,
) -> Picture:
    """Draw the sentence, each word shaded by its weight in the row or column of the word `held`.

    Without one, or with one beyond the words, each word that is looked at has the mean of the rows
    that may look at it.
    """
    heads = heads_of(trace, choice.stack, merged, between)
    weights = heads.drawn[choice.layer, choice.head]  # [row, column]
    head = lowercase_first(head_title(choice))
    frame = None
    if held is None or held.place >= weights.shape[held.axis == "column"]:
        counts = np.maximum(heads.allowed_in(choice.layer).sum(0), 1)
        words, values, title = heads.columns, weights.sum(0) / counts, t("All words, mean")
    elif held.axis == "row":
        words, values = heads.columns, weights[held.place]
        title = t("From “{word}”", word=heads.rows[held.place])
    else:
        words, values = heads.rows, weights[:, held.place]
        title = t("To “{word}”", word=heads.columns[held.place])
    if held is not None and heads.rows == heads.columns:
        frame = held.place
    title = _subset_title(f"{title}, {head}", trace, choice.stack, between)
    return Picture(
        texts=(Words(title, words, values, heads.kind, frame),),
        caption=trace_caption(trace, lowercase_first(title)),
        numbers=norm_numbers(heads, [choice]),
    )


def _describe_lines(heads: Heads, title: str) -> str:
    return t(
        "{head}; the stronger a line, the larger the weight"
        if heads.shares is None
        else "{head}; the stronger a line, the larger the share",
        head=lowercase_first(title),
    )


def _colours_of(choice: HeadChoice, others: Sequence[HeadChoice]) -> dict[HeadChoice, str]:
    """Choose different colours for a head and the heads drawn over it."""
    heads = [*others, choice]
    numbers = assign_colours([head.head for head in heads], len(HEADS))
    return {head: HEADS[number] for head, number in zip(heads, numbers, strict=True)}


def _lines_of_several(
    trace: Trace, heads: Heads, choices: Sequence[HeadChoice], colours: Mapping[HeadChoice, str]
) -> Picture:
    """Draw the lines of several heads of a mechanism over each other."""
    first = choices[0]
    title = t(
        "{mechanism}, {count} heads", mechanism=t(STACK_TITLES[first.stack]), count=len(choices)
    )
    layers = tuple(
        Layer(head_place(choice), heads.drawn[choice.layer, choice.head], colours[choice])
        for choice in choices
    )
    return Picture(
        lines=replace(lines_of(heads, first, title), colour=layers[0].colour, layers=layers),
        caption=trace_caption(trace, _describe_lines(heads, title)),
        numbers=norm_numbers(heads, choices),
    )


def comparison_picture(
    first: tuple[Trace, HeadChoice, Heads],
    second: tuple[Trace, HeadChoice, Heads],
    difference: np.ndarray | None,
    reason: str = "",
) -> Picture:
    """Draw two heads side by side, each the only one of its `Heads`, and second minus first.

    Without a difference the caption gives the `reason`.
    """
    matrices, captions = [], []
    for letter, (trace, choice, heads) in zip("AB", (first, second), strict=True):
        title = f"{letter}: {head_title(choice)}"
        matrices.append(replace(head_matrix(heads, HeadChoice(heads.stack), title), short=letter))
        captions.append(
            t("{name}: {what}", name=letter, what=trace_caption(trace, head_place(choice)))
        )
    if difference is not None:
        words = matrices[1].rows, matrices[1].columns
        matrices.append(Matrix("B − A", *words, difference, least=-1.0, kind=DIFFERENCE))
    if first[0].request == second[0].request:
        captions = [trace_caption(first[0], t("two heads side by side"))]
    return Picture(tuple(matrices), caption="\n".join(filter(None, [*captions, reason])))


def lines_of(heads: Heads, choice: HeadChoice, title: str) -> Lines:
    return Lines(
        title,
        heads.rows,
        heads.columns,
        heads.drawn[choice.layer, choice.head],
        HEADS[choice.head % len(HEADS)],
        (t("attends"), t("is attended to"))
        if heads.shares is None
        else (t("receives"), t("adds to it")),
    )


def slide_picture(
    trace: Trace, choice: HeadChoice, merged: bool, between: str = "all", finding: str = ""
) -> Picture:
    """Draw one head on a slide: the translation, the matrix and its lines.

    The caption starts with the `finding`: what the head does in this sentence.
    """
    title = _subset_title(head_title(choice), trace, choice.stack, between)
    heads = heads_of(trace, choice.stack, merged, between)
    words = written_words(trace, merged)
    translation = Translation(
        tuple(word["text"] for word in words),
        tuple(word["probability"] for word in words),
    )
    return Picture(
        (head_matrix(heads, choice, title),),
        lines=lines_of(heads, choice, title),
        translation=translation if words else None,
        numbers=norm_numbers(heads, [choice]),
        caption="\n".join(filter(None, [finding, trace_caption(trace, lowercase_first(title))])),
    )


def writing_animation(
    trace: Trace, choice: HeadChoice, merged: bool, between: str = "all", finding: str = ""
) -> Animation:
    """Draw the slide once for each word written, with its row highlighted, and then complete.

    Rows of the encoder are not written: there all rows are visible while the French appears.
    Raises ValueError for a model that writes nothing.
    """
    whole = slide_picture(trace, choice, merged, between, finding)
    if whole.translation is None:
        raise ValueError(f"{trace.request.model} writes nothing")
    count = len(whole.translation.words)
    first = len(whole.matrices[0].rows) - count
    frames = [
        _write_until(whole, place, choice.stack != "encoder", first) for place in range(count)
    ]
    return Animation((*frames, whole))


def _write_until(whole: Picture, place: int, by_row: bool, first: int) -> Picture:
    """Return the slide while the word at `place` is written; its row is `first + place`."""
    (matrix,), drawn, translation = whole.matrices, whole.lines, whole.translation
    row = max(0, first + place) if by_row else None
    assert drawn is not None and translation is not None
    return replace(
        whole,
        matrices=(replace(matrix, written=row),),
        lines=replace(drawn, written=row),
        translation=replace(translation, written=place),
    )


def alignment_picture(trace: Trace, aligner: Aligner, merged: bool = True) -> Picture:
    """Draw the word alignment of a head or a layer's mean: French rows, English columns."""
    aligned = align(trace, aligner, merged)
    text = t(
        "alignment by {aligner}; attention when the word is read"
        if aligner.reads
        else "alignment by {aligner}; attention when the word is written",
        aligner=t("its only head") if aligner.alone else aligner.title,
    )
    title = t("Alignment, {aligner}", aligner=aligner.title)
    return Picture(
        (Matrix(title, aligned.rows, aligned.columns, aligned.weights),),
        caption=trace_caption(trace, text),
    )


def mask_picture(
    trace: Trace, layer: int, head: int, merged: bool = False, trained: Trace | None = None
) -> Picture:
    """Draw the scores, the mask and the weights of one head; see `head_matrices.mask_matrices`."""
    return picture_of(
        mask_matrices(trace, layer, head, merged, trained), mask_caption(trace, layer, head)
    )


def mask_caption(trace: Trace, layer: int, head: int) -> str:
    """Write the caption of the pictures of `mask_matrices`."""
    what = t(
        "{head}, before, at and after the mask; a row is the word read",
        head=lowercase_first(head_title(HeadChoice("decoder", layer, head))),
    )
    return trace_caption(trace, what)
