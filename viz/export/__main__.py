"""Write pictures of attention: `python -m viz.export "The big red dog" --figure cross --layer 4 --head 2 -o dog.svg`

The ending of the file says what is written: .svg, .pdf and .png a picture, .csv its numbers, .npz and .json everything the run
left behind. `--link` takes what an address of the app shows. Many at once: `--from FILE --to FOLDER`. FILE is a CSV whose columns are
named like the options, without the dashes, with "sentence" for the sentence, "file" for the name of what is written and "what-if" for
name=value pairs with semicolons between them; a column "link" holds an address of the app instead. Or FILE is YAML, a list of
mappings with such names, or a mapping of `defaults:` and the list `pictures:`. Or FILE is a text with one address of the app on each
line. What a row does not say is as on the command line. Layers and heads count from 1.
"""

import argparse
import csv
import sys
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from models import Request, Trace, UserError, WhatIf, available, load, offer
from models.files import write_whole

from ..views import BETWEEN, STACK_TITLES, HeadChoice, aligners
from ..what_if import NAMES, read
from . import FORMATS, PRESETS, figures, links, render
from .tables import table

FIGURES = (*STACK_TITLES, *(f"{kind}-{stack}" for kind in ("overview", "lines") for stack in STACK_TITLES), "mask", "alignment")
ENDINGS = (*FORMATS, "csv", "npz", "json")
WHOLE = {"npz": figures.whole, "json": figures.whole_json}  # of a run, whatever is drawn of it
TRUE, FALSE = ("yes", "true", "1", "on"), ("no", "false", "0", "off", "")


@dataclass(frozen=True)
class Job:
    """One file to write, in the words of the command line."""

    sentence: str = ""
    model: str = "transformer"
    figure: str = "cross"
    layer: str = ""  # "": the last, or of an alignment the best
    head: str = ""  # "": the first; "mean" for an alignment
    target: str = ""
    preset: str = "slide"
    format: str = "svg"
    merge: bool = False
    caption: bool = True
    transparent: bool = False
    what_ifs: tuple[tuple[str, str], ...] = ()
    keeps_french: bool = False  # the French as trained is followed, as a link may ask
    file: str = ""
    page: str = ""  # of the app, whose picture is drawn instead of `figure`
    asked: tuple[tuple[str, str], ...] = ()  # what its link says
    between: str = "all"  # of two sentences, as a link may ask


def one_of(name: str, asked: str, options) -> str:
    """Raises UserError for what is not among the options."""
    if asked not in options:
        raise UserError(f"There is no {name} “{asked[:60]}”. Choose one of: {', '.join(options)}.")
    return asked


def counted(name: str, asked: str, most: int, default: int, where: str) -> int:
    """A number that counts from 1, as one that counts from 0. Raises UserError when there is no such."""
    if not asked:
        return default
    if not (asked.isascii() and asked.isdigit() and 1 <= int(asked[:9]) <= most):
        raise UserError(f"There is no {name} “{asked[:20]}” in {where}. Give a number from 1 to {most}.")
    return int(asked) - 1


@lru_cache
def model_of(name: str, device: str):
    import torch

    torch.set_num_threads(1)  # single sentences are no slower
    return load(one_of("model", name, available() or [name]), device)


@lru_cache(maxsize=16)
def trace_of(request: Request, device: str) -> Trace:
    return model_of(request.model, device).trace(request)


def changes(pairs: tuple[tuple[str, str], ...]) -> WhatIf:
    """The what-ifs of name=value pairs, named as in the app's address. Raises UserError for one that cannot be had."""
    for name, _ in pairs:
        one_of("what-if", name, tuple(NAMES.values()))
    found, refused = read(dict(pairs))
    if refused:
        name, why = next(iter(refused.items()))
        cannot = f"The what-if “{name}={dict(pairs)[name][:60]}” cannot be read. Write it as in an address of the app; words, layers and heads count from 1."
        raise UserError(cannot if why.startswith("The address asks") else why)
    return found


def make(job: Job, device: str = "auto") -> bytes:
    """The content of the file. Raises UserError for what the model, the sentence or the command does not have."""
    one_of("preset", job.preset, tuple(PRESETS))
    one_of("figure", job.figure, FIGURES)
    one_of("file ending", job.format, ENDINGS)
    if job.page and job.format not in WHOLE:
        return picture(job, links.draw(job.page, dict(job.asked), job.sentence, job.merge, lambda name: model_of(name, device),
                                       lambda request: trace_of(request, device)))
    if not job.sentence.strip():
        raise UserError("There is no sentence. Write an English sentence first, in quotation marks.")
    what_if = changes(job.what_ifs)
    model = model_of(job.model, device)
    kind, _, stack = job.figure.rpartition("-")
    stack = {"mask": "decoder", "alignment": "cross"}.get(stack, stack)
    if stack not in model.attention_sizes and job.format not in WHOLE:
        has = ", ".join(model.attention_sizes) or "none"
        raise UserError(f"{job.model} has no {STACK_TITLES[stack].lower()} to draw. The attention it has: {has}. Choose another figure or model.")
    target = job.target or None
    trained = None
    if job.keeps_french and what_if != WhatIf():
        target = trace_of(Request(job.model, job.sentence, target), device).translation
        trained = trace_of(Request(job.model, job.sentence, target), device)
    trace = trace_of(Request(job.model, job.sentence, target, what_if), device)
    if job.format in WHOLE:
        return WHOLE[job.format](trace)

    layers, heads = model.attention_sizes[stack]
    if job.figure == "alignment":
        return picture(job, figures.alignment(trace, aligner(job, model, layers, heads), job.merge))
    choice = HeadChoice(stack, counted("layer", job.layer, layers, layers - 1, f"the {stack} attention of {job.model}"),
                        counted("head", job.head, heads, 0, f"the {stack} attention of {job.model}"))
    if job.figure == "mask":
        return picture(job, figures.mask(trace, choice.layer, choice.head, job.merge, trained))
    if kind == "overview":
        return picture(job, figures.overview(trace, stack, job.merge, job.between))
    return picture(job, (figures.lines if kind == "lines" else figures.head)(trace, choice, job.merge, job.between))


def aligner(job: Job, model, layers: int, heads: int):
    options = aligners(model.attention_sizes["cross"], model.card)
    if not job.layer and not job.head:
        return next(iter(options.values()))
    layer = counted("layer", job.layer, layers, layers - 1, f"the cross-attention of {job.model}")
    mean = job.head == "mean" and heads > 1
    head = "mean" if mean else f"head-{counted('head', job.head, heads, 0, f'the cross-attention of {job.model}') + 1}"
    return options[f"layer-{layer + 1}-{head}"]


def picture(job: Job, drawn) -> bytes:
    if job.format == "csv":
        return table(drawn).encode()
    return render(drawn, job.format, job.preset, job.caption, job.transparent)


# --- many ----------------------------------------------------------------------------------------


def from_link(link: str, job: Job) -> Job:
    """What an address of the app shows, the main picture of its page. Raises UserError for a page without one.

    Of the mask page the mask of the address is taken.
    """
    try:
        parts = urlsplit(link.strip())
    except ValueError as error:
        raise UserError(f"The link “{link.strip()[:60]}” is no address ({error}). Copy it from the "
                        "address bar of the app.") from None
    asked = {name: values[-1] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
    if not asked:
        raise UserError(f"The link “{link.strip()[:60]}” names nothing after a question mark. Copy it from the address bar of the app.")
    page = parts.path.rstrip("/").rpartition("/")[2]
    found = replace(job, sentence=asked.get("sentence", job.sentence), model=asked.get("model", job.model),
                    merge=asked.get("words") == "merged",
                    target=asked.get("french", job.target), keeps_french=asked.get("french-is") == "kept",
                    what_ifs=tuple((name, asked[name]) for name in NAMES.values() if asked.get(name)))
    if page in ("", "heads"):
        return replace(found, figure=asked.get("attention", job.figure), layer=asked.get("layer", ""), head=asked.get("head", ""),
                       between=one_of("between", asked.get("between", "all"), tuple(BETWEEN)))
    if page == "mask":
        layer, _, head = asked.get("decoder-head", "1-1").partition("-")
        sees = {"none": (("mask", "none"),), "window": (("window", asked.get("last", "2")),)}.get(asked.get("sees", ""), ())
        return replace(found, figure="mask", layer=layer, head=head, what_ifs=sees, keeps_french=True)
    if page in links.PAGES:
        return replace(found, page=page, asked=tuple(asked.items()), what_ifs=())
    raise UserError(f"The page “{page[:20]}” has no picture that this command draws. Take a link of the page "
                    f"{', '.join(('heads', 'mask', *links.PAGES))}.")


def from_row(row: dict[str, str], job: Job) -> Job:
    """A row of a CSV file. Raises UserError for a column or a value that there is not."""
    row = {name.strip().lstrip("-").replace("_", "-"): (value or "").strip() for name, value in row.items() if name is not None}
    if row.get("link"):
        job = from_link(row["link"], job)
    for name, value in row.items():
        if name in ("sentence", "model", "figure", "layer", "head", "target", "preset", "format", "file"):
            job = replace(job, **{name: value or getattr(job, name)})
        elif name in ("merge", "caption", "transparent", "no-caption"):
            if value.lower() not in TRUE + FALSE:
                raise UserError(f"The column “{name}” says “{value[:20]}”. Write yes or no.")
            if value:
                says = value.lower() in TRUE
                job = replace(job, **({"caption": not says} if name == "no-caption" else {name: says}))
        elif name == "what-if":
            job = replace(job, what_ifs=tuple(pair(one.strip()) for one in value.split(";") if one.strip()) or job.what_ifs)
        elif name != "link" and value:
            raise UserError(f"There is no option “{name[:40]}” for a column. Name the columns sentence, model, figure, layer, head, target, preset, "
                            "format, file, merge, caption, transparent, what-if or link.")
    return job


def pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UserError(f"The what-if “{text[:60]}” has no value. Write name=value, for example mask=none.")
    return name.strip(), value.strip()


def from_yaml(text: str, file: Path) -> list[dict[str, str]]:
    """The rows of a YAML file, what they do not say from its `defaults`. Raises UserError for one of another shape."""
    import yaml

    shape = f"Write a list of mappings into {file}, or `pictures:` with that list and `defaults:` with one mapping."
    try:
        found = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" in line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise UserError(f"{file} is not YAML{where}: {getattr(error, 'problem', None) or 'it cannot be read'}. {shape}") from None
    defaults, rows = {}, found
    if isinstance(found, dict):
        if others := set(map(str, found)) - {"defaults", "pictures"}:
            raise UserError(f"{file} says “{min(others)[:40]}” at the top. {shape}")
        defaults, rows = found.get("defaults") or {}, found.get("pictures")
    if not isinstance(defaults, dict) or not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise UserError(f"{file} holds something else than pictures. {shape}")
    return [{str(name): yaml_text(name, value) for name, value in (defaults | row).items()} for row in rows]


def yaml_text(name, value) -> str:
    """A value as it would stand in a CSV: yes and no for true and false; the what-ifs also as a list or a mapping."""
    if name == "what-if" and isinstance(value, dict):
        switch = lambda one: ("on" if one else "off") if isinstance(one, bool) else one  # YAML reads a bare off as false
        return ";".join(f"{key}={switch(one)}" for key, one in value.items())
    if name == "what-if" and isinstance(value, list):
        return ";".join(map(str, value))
    if isinstance(value, (dict, list)):
        raise UserError(f"The value of “{str(name)[:40]}” is a list or a mapping. Write one text or number.")
    return "" if value is None else ("no", "yes")[value] if isinstance(value, bool) else str(value)


def rows_of(file: Path) -> list[dict[str, str]]:
    """The rows of a CSV or YAML file, or the links of any other. Raises UserError for a file that cannot be read."""
    try:
        with file.open(encoding="utf-8-sig", newline="") as opened:
            if file.suffix.lower() in (".yaml", ".yml"):
                return from_yaml(opened.read(), file)
            if file.suffix.lower() == ".csv":
                return list(csv.DictReader(opened))
            return [{"link": line.strip()} for line in opened if line.strip() and not line.startswith("#")]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"The file {file} cannot be read: {getattr(error, 'strerror', None) or 'it is not text in UTF-8'}. "
                        "Name a CSV or YAML file or a text file of links with --from.") from None


def name_of(job: Job, number: int) -> str:
    """The name of a row's file: its own, or its number and what it shows. Raises UserError for a name that leaves the folder."""
    if job.file:
        if Path(job.file).name != job.file or "\\" in job.file:
            raise UserError(f"The file “{job.file[:60]}” is not a plain name. All files go into the folder of --to.")
        return job.file
    if job.page:
        return f"{number:03d}-{job.page}.{job.format}"
    parts = [job.figure, *(["layer", job.layer] if job.layer else []), *(["head", job.head] if job.head else [])]
    return f"{number:03d}-{'-'.join(part for part in parts if part.isalnum() or part in FIGURES)}.{job.format}"


def many(file: Path, folder: Path, job: Job, device: str) -> int:
    """Write a file for each row; how many failed, each with a sentence on the standard error."""
    from tqdm import tqdm

    rows, failed = rows_of(file), 0
    if not rows:
        raise UserError(f"The file {file} has no rows. Write one row or link for each picture.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"The folder {folder} cannot be made: {error.strerror}. Name another one with --to.") from None
    with tqdm(rows, desc="pictures", unit="file", mininterval=0.5 if sys.stderr.isatty() else 5) as bar:
        for number, row in enumerate(bar, start=1):
            try:
                own = from_row(row, job)
                if own.file:
                    own = replace(own, format=ending(own.file))
                write_whole({folder / name_of(own, number): make(own, device)})
            except UserError as error:
                failed += 1
                bar.write(f"Row {number}: {error}", file=sys.stderr)
    return failed


def ending(file: str) -> str:
    return one_of("file ending", Path(file).suffix.lower().lstrip("."), ENDINGS)


def main(arguments: list[str] | None = None) -> int:
    """The exit code: 0, or 1 when something could not be written, with a sentence on the standard error."""
    try:
        offer(file=Path(".streamlit/models.toml"))
    except UserError as error:  # our own models are there all the same
        print(error, file=sys.stderr)
    parser = argparse.ArgumentParser(prog="python -m viz.export", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sentence", nargs="?", default="", help="an English sentence, in quotation marks")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE",
                        help=f"what to write, ending in {', '.join('.' + one for one in ENDINGS)}")
    parser.add_argument("--model", default=Job.model, help=", ".join(available()))
    parser.add_argument("--figure", default=Job.figure, help=", ".join(FIGURES))
    parser.add_argument("--layer", default="", help="from 1; the last one unless given, of an alignment the best")
    parser.add_argument("--head", default="", help='from 1; the first one unless given; "mean" for an alignment')
    parser.add_argument("--preset", default=Job.preset, help="slide (16:9, large type), paper (one column, serif) or grey (for a copier)")
    parser.add_argument("--target", default="", metavar="FRENCH", help="French to follow instead of the model's own")
    parser.add_argument("--merge", action="store_true", help="show words instead of sub-words")
    parser.add_argument("--no-caption", dest="caption", action="store_false", help="the picture alone")
    parser.add_argument("--transparent", action="store_true", help="without a white ground")
    parser.add_argument("--what-if", action="append", default=[], metavar="NAME=VALUE",
                        help=f"as in an address of the app: {', '.join(NAMES.values())}")
    parser.add_argument("--link", default="", metavar="ADDRESS", help="an address of the app, in quotation marks, instead of a sentence")
    parser.add_argument("--from", dest="source", type=Path, metavar="FILE", help="a CSV or YAML file, or a text file of links: many at once")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="where many files go")
    parser.add_argument("--format", default="svg", help="of many files that have no name of their own: " + ", ".join(ENDINGS))
    parser.add_argument("--device", default="auto", help="auto, cuda, mps or cpu")
    options = parser.parse_args(arguments)
    try:
        job = Job(options.sentence, options.model, options.figure, options.layer, options.head, options.target, options.preset,
                  options.format,
                  options.merge, options.caption, options.transparent, tuple(pair(text) for text in options.what_if))
        if options.source or options.to:
            if not (options.source and options.to) or options.output:
                raise UserError("Many files need --from FILE and --to FOLDER, and no -o.")
            return int(many(options.source, options.to, job, options.device) > 0)
        if options.link:
            job = from_link(options.link, job)
        if options.output is None:
            raise UserError("There is no file to write. Name it with -o, for example -o dog.svg.")
        job = replace(job, format=ending(options.output.name))
        write_whole({options.output: make(job, options.device)})
    except UserError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped; what was written before stays.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
