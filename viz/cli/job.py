"""A job: one file to write."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from models import UserError

from ..analysis.views import STACK_TITLES
from ..draw.files.presets import FORMATS, PRESETS, SHAPED, SLIDE, SLIDE_SIZES, TIKZ, preset_of

_KINDS = "overview", "lines", "slide", "words"  # besides the head itself
FIGURES = (
    *STACK_TITLES,
    *(f"{kind}-{stack}" for kind in _KINDS for stack in STACK_TITLES),
    "mask",
    "alignment",
)
ENDINGS = (*FORMATS, *TIKZ, SLIDE, "html", "gif", "csv", "xlsx", "npz", "json")


@dataclass(frozen=True)
class Job:
    """One file to write, described by the options of the command line."""

    sentence: str = ""
    model: str = "transformer"
    figure: str = "cross"
    layer: str = ""  # "": the last; for an alignment the best
    head: str = ""  # "": the first; "mean": all of an alignment's layer
    target: str = ""
    preset: str = ""  # "": a slide, or with a width the preset for papers
    format: str = "svg"
    merge: bool = False
    caption: bool = True
    transparent: bool = False
    shape: str = "16:9"  # of a slide
    dark: bool = False
    width: str = ""  # of the printed picture; "": that of the preset
    what_ifs: tuple[tuple[str, str], ...] = ()
    keeps_french: bool = False  # follow the French that the model writes without the what-ifs
    file: str = ""  # "": `name_file` chooses a name
    page: str = ""  # a page of the app, drawn instead of `figure`
    parameters: tuple[tuple[str, str], ...] = ()  # of the page's address
    stem: str = ""  # of the file name; "": figure, layer and head


def check_option(name: str, value: str, options: Collection[str]) -> None:
    """Raise UserError for a value that is not one of the options."""
    if value not in options:
        raise UserError(f"There is no {name} “{value[:60]}”. Choose one of: {', '.join(options)}.")


def check_look(job: Job) -> None:
    """Raise UserError for an unknown preset, shape or width, or for a pair that does not exist."""
    if job.preset:
        check_option("preset", job.preset, PRESETS)
    check_option("shape", job.shape, SLIDE_SIZES)
    is_slide = job.preset == SHAPED or not (job.preset or job.width)
    if not is_slide and (job.dark or job.shape != Job.shape):
        raise UserError(
            f"Only the preset {SHAPED} has shapes and a dark version. Leave --shape and --dark "
            f"out, or draw with --preset {SHAPED}."
        )
    if job.width:
        try:
            preset_of(job.preset, width=job.width)
        except ValueError as error:
            raise UserError(str(error)) from None


def read_ending(file: str) -> str:
    """Return the ending of a file name. Raises UserError if it is not one of ENDINGS."""
    ending = Path(file).suffix.lower().lstrip(".")
    check_option("file ending", ending, ENDINGS)
    return ending


def name_file(job: Job, number: int) -> str:
    """Return the file name of a job among many: its own, or its number and what it shows.

    Raises UserError for a name outside the folder.
    """
    if job.file:
        if Path(job.file).name != job.file or "\\" in job.file:
            raise UserError(
                f"The file “{job.file[:60]}” is not a plain name. All files go into the "
                "folder of --to."
            )
        return job.file
    return f"{number:03d}-{job.stem or _describe_head(job)}.{job.format}"


def _describe_head(job: Job) -> str:
    """Return a job's figure, layer and head for a file name; parts with odd characters drop out."""
    parts = [job.figure]
    if job.layer:
        parts += ["layer", job.layer]
    if job.head:
        parts += ["head", job.head]
    return "-".join(part for part in parts if part.isalnum() or part in FIGURES)
