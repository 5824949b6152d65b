"""The content of a job's file: a figure of a sentence, or the main picture of a page."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from models import Request, TextModel, Trace, UserError, WhatIf, available, load
from models.reasons import write_layers

from ..analysis.aligners import Aligner, aligners
from ..analysis.views import STACK_TITLES, HeadChoice
from ..analysis.what_if_text import NAMES, UNREADABLE, read_what_if
from ..base.libraries import LIBRARIES
from ..draw.chart import Chart
from ..draw.files import animate, render
from ..draw.files.archive import trace_json, trace_npz
from ..draw.files.presets import SHAPED
from ..draw.head_pictures import (
    alignment_picture,
    head_picture,
    lines_picture,
    mask_picture,
    overview_picture,
    slide_picture,
    words_picture,
    writing_animation,
)
from ..draw.picture import Animation, Picture
from ..draw.tables import table
from ..pages.computations import COMPUTATIONS, FRONT_PAGE
from ..view.address import NOT_THERE, Refusal
from ..view.runner import PlainRunner, plain_runner
from ..view.settings import parameters_of, read_settings
from .job import ENDINGS, FIGURES, Job, check_look, check_option
from .links import page_parameters

_NOT_ON_PAGES = ("mask", "alignment")  # figures that pages with a free choice of head lack
_STACKS = {"mask": "decoder", "alignment": "cross"}  # for figures whose name does not say
# File formats that hold the whole run, whatever the figure.
_WHOLE: dict[str, Callable[[Trace], bytes]] = {
    "npz": trace_npz,
    "json": trace_json,
}


class WrongCall(UserError):
    """Says what a call names that is not there: known only with the model or the page loaded."""


def make(job: Job, device: str = "auto") -> bytes:
    """Return the content of a job's file.

    Raises UserError for an option that the command, the model or the sentence does not have.
    """
    check_job(job)
    runner = plain_runner(device)
    if job.format == "html":
        return _make_page(_as_page(job), runner)
    if job.format == "xlsx":
        return _make_page(_as_steps(job), runner)
    return _make_page(job, runner) if _draws_page(job) else _make_figure(job, runner)


def check_job(job: Job) -> None:
    """Raise UserError for a job that no model could do; loads none."""
    check_look(job)
    check_option("figure", job.figure, FIGURES)
    check_option("file ending", job.format, ENDINGS)
    if job.format == "html":
        _check_interactive(job)
    if job.format == "xlsx" and (job.what_ifs or job.figure == "alignment"):
        raise UserError(
            "A spreadsheet has the steps of one head of the model as it was trained. Leave "
            "--what-if out and choose another figure than the alignment, or another file ending."
        )
    if job.page:
        return  # the page reads its settings itself
    _check_sentence(job)
    if names := available():
        check_option("model", job.model, names)
    else:
        load(job.model)  # which says how to get models
    for name, text in (("layer", job.layer), ("head", job.head)):
        is_mean = (job.figure, name, text) == ("alignment", "head", "mean")
        if text and not text.isdigit() and not is_mean:
            raise UserError(f"There is no {name} “{text[:20]}”. Give a number, from 1.")
    _parse_what_ifs(job.what_ifs)


def _check_interactive(job: Job) -> None:
    """Raise UserError for a figure and for options that an interactive page does not have."""
    if job.figure == "alignment" and not job.page:
        raise UserError(
            "The alignment is not drawn as an interactive page. Choose another figure or file "
            "ending."
        )
    is_slide = job.dark or job.shape != Job.shape
    if job.preset or job.width or job.transparent or is_slide or not job.caption:
        raise UserError(
            "An interactive page has a look and a caption of its own. Leave --preset, --shape, "
            "--dark, --width, --transparent and --no-caption out, or choose another file ending."
        )


def _draws_page(job: Job) -> bool:
    """Whether the job draws the page of its link, rather than a figure of its sentence."""
    if not job.page:
        return False
    head_address = COMPUTATIONS[job.page].head_address
    shows_any_head = head_address is not None and not head_address.parameter
    return not (shows_any_head and job.figure in _NOT_ON_PAGES)


def _as_page(job: Job) -> Job:
    """Return the job that draws the page of its figure, if it has no page of its own.

    Raises UserError for a job without a sentence.
    """
    if job.page:
        return job
    _check_sentence(job)
    return replace(job, page="mask" if job.figure == "mask" else FRONT_PAGE)


def _as_steps(job: Job) -> Job:
    """Return the job that writes the steps of its head, if it has no page of its own.

    Raises UserError for a job without a sentence.
    """
    if job.page:
        return job
    _check_sentence(job)
    _, _, stack = job.figure.rpartition("-")
    head = {"attention": _STACKS.get(stack, stack), "layer": job.layer, "head": job.head}
    return replace(job, page="inside", parameters=tuple((k, v) for k, v in head.items() if v))


def _check_sentence(job: Job) -> None:
    """Raise UserError for a job without a sentence."""
    if not job.sentence.strip():
        raise UserError(
            "There is no sentence. Write an English sentence first, in quotation marks."
        )


def _write_drawing(job: Job, drawn: Picture | Chart) -> bytes:
    """Return the file of a picture, or its numbers as CSV."""
    if job.format == "csv":
        return table(drawn).encode()
    return render(
        drawn,
        job.format,
        job.preset,
        job.caption,
        job.transparent,
        job.shape,
        job.dark,
        job.width,
    )


def _write_animation(job: Job, animation: Animation) -> bytes:
    """Return an animated GIF in the preset for slides.

    Raises UserError for another preset, for a width and for a transparent background.
    """
    if job.preset not in ("", SHAPED) or job.width or job.transparent:
        raise UserError(
            "A GIF is drawn as slides with a background. Leave --preset, --width and --transparent "
            "out, or choose another file ending."
        )
    return animate(animation, job.caption, job.shape, job.dark)


# --- figures of a sentence -----------------------------------------------------------------------


def _make_figure(job: Job, runner: PlainRunner) -> bytes:
    """Run the model on the sentence; return the figure's file, or the file of the whole run.

    Raises UserError for an option that the model or the sentence does not have.
    """
    _check_sentence(job)
    what_if = _parse_what_ifs(job.what_ifs)
    model = runner.model(job.model)
    _, _, stack = job.figure.rpartition("-")
    stack = _STACKS.get(stack, stack)
    if stack not in model.attention_sizes and job.format not in _WHOLE:
        has = ", ".join(model.attention_sizes) or "none"
        raise UserError(
            f"{job.model} has no {STACK_TITLES[stack].lower()} to draw. The attention it "
            f"has: {has}. Choose another figure or model."
        )
    target = job.target or None
    trained = None
    if job.keeps_french and what_if != WhatIf():
        target = runner.trace(Request(job.model, job.sentence, target)).translation
        trained = runner.trace(Request(job.model, job.sentence, target))
    trace = runner.trace(Request(job.model, job.sentence, target, what_if))
    if job.format in _WHOLE:
        return _WHOLE[job.format](trace)
    if job.format == "gif":
        return _write_animation(job, _draw_writing(job, model, stack, trace))
    return _write_drawing(job, _draw_figure(job, model, stack, trace, trained))


def _draw_figure(
    job: Job, model: TextModel, stack: str, trace: Trace, trained: Trace | None
) -> Picture:
    """Draw the figure of a run.

    `trained` is the run without the what-ifs on the same French; the figure "mask" compares the
    two. Raises UserError for a layer or a head that the model does not have.
    """
    layers, heads = model.capabilities.attending(stack), model.attention_sizes[stack][1]
    if job.figure == "alignment":
        return alignment_picture(trace, _choose_aligner(job, model), job.merge)
    where = f"the {stack} attention of {job.model}"
    layer = _parse_place("layer", job.layer, layers, layers[-1], where)
    head = _parse_place("head", job.head, range(heads), 0, where)
    if job.figure == "mask":
        return mask_picture(trace, layer, head, job.merge, trained)
    kind, _, _ = job.figure.rpartition("-")
    if kind == "overview":
        return overview_picture(trace, stack, job.merge)
    figures_of: dict[str, Callable[..., Picture]] = {
        "lines": lines_picture,
        "slide": slide_picture,
        "words": words_picture,
    }
    return figures_of.get(kind, head_picture)(trace, HeadChoice(stack, layer, head), job.merge)


def _draw_writing(job: Job, model: TextModel, stack: str, trace: Trace) -> Animation:
    """Animate a head's attention while the French is written.

    Raises UserError for a model that writes nothing, and for a head that it does not have.
    """
    if not trace.predicted:
        raise UserError(f"{job.model} writes nothing. Choose a model that translates for a .gif.")
    layers, heads = model.capabilities.attending(stack), model.attention_sizes[stack][1]
    where = f"the {stack} attention of {job.model}"
    layer = _parse_place("layer", job.layer, layers, layers[-1], where)
    head = _parse_place("head", job.head, range(heads), 0, where)
    return writing_animation(trace, HeadChoice(stack, layer, head), job.merge)


def _parse_what_ifs(pairs: tuple[tuple[str, str], ...]) -> WhatIf:
    """Parse name=value pairs, named as in the app's address, into what-ifs.

    Raises UserError for an unknown name or an impossible value.
    """
    for name, _ in pairs:
        check_option("what-if", name, tuple(NAMES.values()))
    what_if, reasons = read_what_if(dict(pairs))
    for name, reason in reasons.items():
        if reason == UNREADABLE.format(name=name):
            reason = (
                f"The what-if “{name}={dict(pairs)[name][:60]}” cannot be read. Write it as in an "
                "address of the app; words, layers and heads count from 1."
            )
        raise UserError(reason)
    return what_if


def _parse_place(name: str, text: str, there: Sequence[int], default: int, where: str) -> int:
    """Parse the number, from 1, of one of those `there`, from 0; `default` for an empty text.

    Raises WrongCall for any other text.
    """
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and int(text[:9]) - 1 in there):
        numbers = (
            f"a number from 1 to {len(there)}" if len(there) > there[-1] else write_layers(there)
        )
        raise WrongCall(f"There is no {name} “{text[:20]}” in {where}. Give {numbers}.")
    return int(text) - 1


def _choose_aligner(job: Job, model: TextModel) -> Aligner:
    """Return the aligner that a job names: a head or a layer's mean; the best one by default.

    Raises UserError for a layer or a head that the model does not have.
    """
    layers, heads = model.capabilities.attending("cross"), model.attention_sizes["cross"][1]
    options = aligners(model.attention_sizes["cross"], model.card)
    if not job.layer and not job.head:
        return next(iter(options.values()))
    where = f"the cross-attention of {job.model}"
    layer = _parse_place("layer", job.layer, layers, layers[-1], where)
    if job.head == "mean" and heads > 1:
        return options[f"layer-{layer + 1}-mean"]
    head = _parse_place("head", job.head, range(heads), 0, where)
    return options[f"layer-{layer + 1}-head-{head + 1}"]


# --- pages ---------------------------------------------------------------------------------------


def _make_page(job: Job, runner: PlainRunner) -> bytes:
    """Return the file of the picture that a link opens.

    It is the entry of the page's Export menu that the figure names, or else the first. Raises
    UserError for a setting or a file that the page does not have.
    """
    computation = COMPUTATIONS[job.page]
    if job.target and "french" not in parameters_of(computation.settings):
        raise UserError(
            f"The page “{job.page}” cannot follow a given French. Leave --target out, or draw a "
            "figure of a sentence."
        )
    reading = read_settings(computation.settings, page_parameters(job), runner, computation.example)
    for refusal in reading.refusals:
        # A link of a later version is read as far as this version knows it.
        if refusal.parameter != "v":
            raise _explain_refusal(refusal)
    content = computation.compute(reading.settings, runner)
    menu = content.menu
    if menu.alert:
        raise UserError(menu.alert)
    if job.format == "html":
        if not LIBRARIES.interactive.is_interactive(content):
            raise UserError(
                f"The page “{job.page}” is not drawn as an interactive page. Choose another file "
                "ending."
            )
        return LIBRARIES.interactive.interactive_page(computation, content)
    if job.format in menu.numbers:
        return menu.numbers[job.format]()
    if job.format in (*_WHOLE, "xlsx"):
        raise UserError(
            f"The page “{job.page}” cannot be written as {job.format}. Choose another file ending."
        )
    if job.format == "gif":
        if menu.animation is None:
            raise UserError(f"The page “{job.page}” has no animation. Choose another file ending.")
        return _write_animation(job, menu.animation())
    if not menu.exports:
        raise UserError(
            f"There is nothing to draw on the page “{job.page}” of {reading.settings.model}. "
            "Choose another model."
        )
    kind, _, _ = job.figure.rpartition("-")
    exports = {export.name: export for export in menu.exports}
    export = exports.get(kind, menu.exports[0]) if kind else menu.exports[0]
    return _write_drawing(job, export.draw())


def _explain_refusal(refusal: Refusal) -> UserError:
    """Return the error for a setting that the page or the model does not have."""
    if refusal.reason:
        return WrongCall(refusal.reason)
    return WrongCall(
        NOT_THERE, name=refusal.parameter, asked=refusal.quoted, there_is=refusal.options
    )
