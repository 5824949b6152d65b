"""Conversion of app links to jobs, and of jobs to address parameters."""

from dataclasses import replace
from urllib.parse import SplitResult, parse_qs, urlsplit

from models import UserError

from ..analysis.what_if_text import NAMES
from ..pages.computations import COMPUTATIONS, FRONT_PAGE
from ..view.address import WORDS, default_words
from ..view.settings import parameters_of
from .job import Job


def from_link(link: str, job: Job) -> Job:
    """Return the job that draws the main picture behind a link; `job` has all other options.

    Raises UserError for a text that is not an address, and for a page without a picture.
    """
    address = _split_link(link)
    query = parse_qs(address.query, keep_blank_values=True)
    parameters = {name: values[-1] for name, values in query.items()}
    if not parameters:
        raise UserError(
            f"The link “{link.strip()[:60]}” has no parameters after a question mark. Copy it "
            "from the address bar of the app."
        )
    page = address.path.rstrip("/").rpartition("/")[2] or FRONT_PAGE
    if page not in COMPUTATIONS:
        raise UserError(
            f"The page “{page[:20]}” has no picture that this command draws. Take a link to one "
            f"of these pages: {', '.join(COMPUTATIONS)}."
        )
    job = replace(
        job,
        page=page,
        parameters=tuple(parameters.items()),
        sentence=parameters.get("sentence", job.sentence),
        model=parameters.get("model", job.model),
        merge=parameters.get("words", default_words(parameters)) == WORDS[True],
        keeps_french=parameters.get("french-is") == "kept",
        what_ifs=tuple(
            (name, parameters[name]) for name in _what_if_parameters(page) if parameters.get(name)
        ),
    )
    return _read_head(parameters, job)


def _split_link(link: str) -> SplitResult:
    """Split an address into its parts. Raises UserError for a text that is not an address."""
    try:
        return urlsplit(link.strip())
    except ValueError as error:
        raise UserError(
            f"The link “{link.strip()[:60]}” is not an address ({error}). Copy it from the "
            "address bar of the app."
        ) from None


def _what_if_parameters(page: str) -> list[str]:
    """Return the names of the what-if parameters in a page's address."""
    parameters = parameters_of(COMPUTATIONS[page].settings)
    return [name for name in NAMES.values() if name in parameters]


def _read_head(parameters: dict[str, str], job: Job) -> Job:
    """Return the job with the figure, layer and head of an address.

    On a page without a single head, the file is named after the page instead.
    """
    head_address = COMPUTATIONS[job.page].head_address
    if head_address is None:
        return replace(job, stem=job.page)
    if head_address.parameter:
        layer, _, head = parameters.get(head_address.parameter, "").partition("-")
        return replace(job, figure=head_address.figure, layer=layer, head=head)
    return replace(
        job,
        figure=parameters.get("attention", job.figure),
        layer=parameters.get("layer", ""),
        head=parameters.get("head", ""),
    )


def _write_head(job: Job) -> dict[str, str]:
    """Return the parameters that name a job's head in the address of its page.

    Parameters that the job leaves open are missing.
    """
    head_address = COMPUTATIONS[job.page].head_address
    if head_address is None:
        return {}
    if head_address.parameter:
        complete = job.layer and job.head
        return {head_address.parameter: f"{job.layer}-{job.head}"} if complete else {}
    chosen = {"layer": job.layer, "head": job.head}
    _, _, stack = job.figure.rpartition("-")
    if stack != dict(job.parameters).get("attention", Job.figure):
        chosen["attention"] = stack
    return {name: value for name, value in chosen.items() if value}


def page_parameters(job: Job) -> dict[str, str]:
    """Return the address parameters of a job's page.

    Options of the command line and of a table's row override those of the link.
    """
    parameters = dict(job.parameters)
    if job.sentence:
        parameters["sentence"] = job.sentence
    if job.model != parameters.get("model", Job.model):
        parameters["model"] = job.model
    parameters["words"] = WORDS[job.merge]
    if job.target:
        parameters["french"] = job.target
    parameters |= _write_head(job)
    changeable = _what_if_parameters(job.page)
    return parameters | {name: value for name, value in job.what_ifs if name in changeable}
