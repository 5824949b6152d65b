"""Write the edition without a server: `python -m viz.static --to _FOLDER`

The folder is a web page for any host, course page or local server. It runs our models in the
reader's browser; an address of the app opens the same picture under the same path.
To try it: `python -m http.server --directory _FOLDER`, then http://localhost:8000.

With --scorm a lesson becomes a zip for a learning platform (SCORM 1.2), with its pictures, without
a model: `python -m viz.static --scorm mask --to mask.zip`. The platform gets the step that was
left, completion, and the share of the exercises that are right.
"""

import argparse
import base64
import gzip
import hashlib
import json
import posixpath
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from html import escape
from itertools import chain, product
from math import comb
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import urlencode, urlsplit

import numpy as np
from numpy.random import default_rng

from models import UserError, load
from models.answers.limits import thresholds
from models.arguments import program, whole_number
from models.code_of_steps import CodeLines, code_of_steps
from models.corpus.profile import shipped_path
from models.files import SHIPPED, write_whole
from models.words.lexicon import LEXICON_TABLE as LEXICON
from models.words.seen import SEEN_TABLE as SEEN
from viz.analysis.aligners import ALIGNER_SCORES, aligners
from viz.analysis.head_captions import EVERY, MOST_ROWS, TEXTS
from viz.analysis.head_finding import RULES
from viz.analysis.norms import cell_quantities, norm_formula
from viz.analysis.views import STACK_TITLES
from viz.analysis.what_if_text import NAMES
from viz.app.classroom import MEASURED_IN, MEASURES
from viz.base.examples import EXAMPLES
from viz.base.language import (
    complete_languages,
    languages,
    languages_with,
    model_title,
    own_texts,
    script_language,
    t,
    translatable,
    writing_in,
)
from viz.base.libraries import LIBRARIES
from viz.base.theme import DIVERGING, HEADS, INK, model_colour
from viz.components.inside import pack
from viz.edition.declared import FIRST_PAGES, PAGES, app_pages, describe_pages
from viz.pages.align.settings import DEFAULT_SECOND
from viz.pages.computations import FRONT_PAGE
from viz.pages.depth import settings as depth
from viz.pages.depth.patch_pairs import changed_words, pairs_of
from viz.pages.depth.settings import stacks_of
from viz.pages.depth.stack_words import MARKS
from viz.pages.fill import settings as fill
from viz.pages.fill.compute import SIDES
from viz.pages.fill.token_rows import STYLE as TOKENS_STYLE
from viz.pages.heads.profiles import write_profiles
from viz.pages.heads.settings import TAKEN
from viz.pages.inside.blackboard import LECTURE, SMALL, lecture, small
from viz.pages.inside.preview import RULES_OF_STEPS
from viz.pages.next.html import STYLE as NEXT_STYLE
from viz.pages.next.settings import MOST_SEEDS, MOST_WRITTEN
from viz.pages.order import settings as order
from viz.pages.order.encodings import learned
from viz.pages.order.others import rotary_vectors
from viz.view.address import OPENING, mark_version
from viz.view.edition import DRAWN, DRAWN_LOOKS, EDITION, MODELS
from viz.view.lectures import Lecture, lectures
from viz.view.lessons import Tour, lessons
from viz.view.playlist import Playlist, from_json, to_json
from viz.view.runner import PlainRunner
from viz.view.settings import VIEW_LABELS

_FOLDER = Path(__file__).parent
_COMPONENTS, _ENGINE = _FOLDER.parent / "components", _FOLDER.parent / "engine"
_FILES = "config.json", "tokenizer.json", "weights.safetensors"
_BUNDLES = (
    *("explorer.js", "inside.js", "matrices.js", "kernel.wasm", "search.js", "space.js"),
    *("headmap.js", "headprofile.js", "memory.js", "sketch.js", "captions.js", "learning.js"),
    "classroom.js",
)
_GUESSES = 10  # of a gap, from each side: a table has room for more than the app's charts
_IMPORT = re.compile(r'(?:import|from)"(\..+?)"')
_JOINED = re.compile(r'"\s*\+\s*"')  # between the parts of a text that is written in several lines
# With it a phone or a browser installs the page as an app.
_MANIFEST = {
    "name": "Heads Up",
    "start_url": "./",
    "display": "standalone",
    "background_color": "#ffffff",
    "theme_color": "#205192",
    "icons": [{"src": "edition/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
}
# A page that is not there may be at any depth, so its links are made by a script in it.
_MISSING = """const root = location.pathname.replace(/[^/]+\\/?$/, "");
for (const link of document.links) link.href = root + link.getAttribute("href");
for (const app of document.querySelectorAll("code.address"))
  app.textContent += location.pathname.slice(root.length).replace(/\\/$/, "") + location.search;"""
_HASH = base64.b64encode(hashlib.sha256(_MISSING.encode()).digest()).decode()
# What the page may do. `_headers` states it for hosts that read that file; the worker needs it to
# compile its kernel.
_POLICY = (
    f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-{_HASH}'; style-src "
    "'self'; connect-src 'self'; worker-src 'self'; img-src 'self' data:; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'"
)


def _edition(
    class_server: str | None = None, playlists: Iterable[Playlist] = ()
) -> dict[str, bytes]:
    """Return all files of the edition by their path in its folder.

    A class votes at `class_server`, the address of headsup class or an app. The views of
    `playlists` are drawn too. Raises UserError where a trained model is not installed, or a file
    cannot be read.
    """
    for name in MODELS:
        if not (SHIPPED / name).is_dir():
            raise UserError(
                f"There is no trained model {name} in {SHIPPED}. The variable HEADS_UP_WEIGHTS "
                "names the folder of our trained models."
            )
    files_by_model = {name: [f"models/{name}/{file}" for file in _FILES] for name in MODELS}
    of_models = {
        path: _read_compact(SHIPPED / name / Path(path).name)
        for name, paths in files_by_model.items()
        for path in paths
    }
    # The longest part: what cannot be read was said before.
    drawn = dict(LIBRARIES.drawn_pages.drawn_files())
    for playlist in playlists:
        LIBRARIES.drawn_pages.add_playlist(drawn, playlist)
    others = [
        *(_FOLDER / name for name in ("main.css", "icon.svg")),
        _COMPONENTS / "host/page.css",
        *(_COMPONENTS / "bundles" / name for name in _BUNDLES),
    ]
    files = {f"{file.parent.name}/{file.name}": _read_bytes(file) for file in others}
    scripts = _COMPONENTS / "bundles/edition"
    files |= {f"edition/{file.name}": _read_bytes(file) for file in scripts.glob("*.js")}
    script_text = _read_scripts()
    # The long texts that the scripts name, as "mask#hover".
    texts = {name: text for name, text in own_texts("en").items() if f'"{name}"' in script_text}
    script_values = _values() | {"class": class_server, "texts": texts}
    files["edition.json"] = json.dumps(
        script_values, ensure_ascii=False, separators=(",", ":")
    ).encode()
    for table in (LEXICON, SEEN):
        files[f"tables/{table.stem}.gzip"] = gzip.compress(_read_bytes(table), mtime=0)
    for name, locale in product(MODELS, languages()):
        profile = shipped_path(name)
        with writing_in(locale):
            profiles = write_profiles(profile, profile.stat().st_mtime_ns, locale)
        files[f"profiles/{name}.{locale}.json"] = profiles.encoded
    # The first random numbers of each seed, with which a continuation is drawn.
    chances = [default_rng(seed).random(MOST_WRITTEN).tolist() for seed in range(1, MOST_SEEDS + 1)]
    files["chances.json"] = json.dumps(chances).encode()
    samples = {name: _describe_sample(name) for name in MODELS if _can_lose_heads(name)}
    files["samples.json"] = json.dumps(samples, ensure_ascii=False).encode()
    files["learned.json"] = json.dumps(_learned_positions()).encode()
    for locale in languages():
        tours = {}
        for name, lesson in lessons(locale).items():
            of_step = drawn.get(f"steps/{name}.{locale}.json") or drawn.get(f"steps/{name}.en.json")
            pictures = json.loads(of_step or b"[]")
            tours[name] = _describe_lesson(lesson, pictures or [None] * len(lesson.steps))
        files[f"lessons.{locale}.json"] = json.dumps(tours, ensure_ascii=False).encode()
        files[f"derivations.{locale}.json"] = json.dumps(
            _derivations(locale), ensure_ascii=False
        ).encode()
        with writing_in(locale):
            files[f"search.{locale}.json"] = json.dumps(_found(), ensure_ascii=False).encode()
        ready = {
            name: _describe_playlist(lecture)
            for name, lecture in lectures(locale).items()
            if any((entry.page or FRONT_PAGE) in PAGES for entry in lecture.playlist.entries)
        }
        files[f"playlists.{locale}.json"] = json.dumps(ready, ensure_ascii=False).encode()
    all_text = script_text + files["edition.json"].decode()
    for locale in [*languages()][1:]:
        own = {name: text for name, text in own_texts(locale).items() if name in all_text}
        told = {"pages": own, "pictures": _texts_of_pictures(locale)}
        files[f"language.{locale}.json"] = json.dumps(told, ensure_ascii=False).encode()
    files["manifest.webmanifest"] = json.dumps(_MANIFEST).encode()
    policy = _POLICY
    if class_server:
        origin = urlsplit(class_server)._replace(path="").geturl()
        policy = policy.replace("connect-src 'self'", f"connect-src 'self' {origin}")
    page = Template(_read_bytes(_FOLDER / "index.html").decode())
    modules = _modules_of(files, "edition/main.js")
    folders = ["" if name == FRONT_PAGE else f"{name}/" for name in PAGES]
    for folder in folders:
        root = "../" if folder else ""
        preloads = "\n".join(
            f'<link rel="modulepreload" href="{root}{paths}">' for paths in modules
        )
        texts = {"policy": policy, "root": root, "preloads": preloads}
        files[f"{folder}index.html"] = page.substitute(texts).encode()
    files["404.html"] = _missing_page()
    service = _read_bytes(_FOLDER / "service.js")
    model_files = [*(folder or "./" for folder in folders), *sorted(files)]
    for locale in languages():  # kept once a reader has chosen it
        of_language = [name for name in sorted(files) if name.endswith(f".{locale}.json")]
        files_by_model[f"language {locale}"] = of_language
        model_files = [name for name in model_files if name not in of_language]
    for path, locale in product((*DRAWN, *DRAWN_LOOKS), languages()):
        # Kept once such a page has been opened.
        of_page = rf"drawn/{path}(/.*)?\.{locale}\.json"
        files_by_model[f"drawn {path} {locale}"] = sorted(filter(re.compile(of_page).match, drawn))
    for locale in languages():
        of_steps = rf"steps/.*\.{locale}\.json"
        files_by_model[f"steps {locale}"] = sorted(filter(re.compile(of_steps).match, drawn))
    files |= drawn | of_models
    sizes = {
        name: sum(len(files[path]) for path in files_by_model[name]) for name in files_by_model
    }
    digest = hashlib.sha256(b"".join(files[name] for name in sorted(files))).hexdigest()[:16]
    kept = {"version": digest, "files": model_files, "models": files_by_model, "sizes": sizes}
    # At the top of the folder, whose requests it answers; another version is another script.
    files["service.js"] = f"const KEPT = {json.dumps(kept)};\n".encode() + service
    files["_headers"] = f"/*\n  Content-Security-Policy: {policy}\n".encode()
    return files


def _read_scripts() -> str:
    """Return all that the scripts say, a text that stands in several lines in one."""
    rooms = [_FOLDER.rglob("*.js"), _ENGINE.glob("*.js*"), (_COMPONENTS / "sheet").glob("*.js")]
    return _JOINED.sub("", b"".join(map(_read_bytes, chain(*rooms))).decode()).replace(r"\\", "\\")


def _missing_page() -> bytes:
    """Return the page that hosts show for an address that the folder lacks, in each language."""
    parts = ""
    missing = translatable("This page is not in the edition without a server, which has these:")
    for locale in languages_with(missing):
        with writing_in(locale):
            links = "".join(f'<li><a href="{folder}">{title}</a>' for folder, title in _entries())
            here = t(missing)
            app = t("The app has all pages. Start it with “streamlit run app.py” and open")
        parts += (
            f'<section lang="{locale}"><p>{here}</p><ul>{links}</ul>'
            f'<p>{app} <code class="address">http://localhost:8501/</code></p></section>\n'
        )
    page = Template(_read_bytes(_FOLDER / "404.html").decode())
    return page.substitute(policy=_POLICY, parts=parts, script=_MISSING).encode()


def _entries() -> list[tuple[str, str]]:
    """Return the folder and the title of each page, in the reader's language."""
    return [
        ("" if name == FRONT_PAGE else f"{name}/", escape(t(app_pages()[name].title)))
        for name in PAGES
    ]


def _modules_of(files: Mapping[str, bytes], name: str) -> list[str]:
    """Return a module and all that it imports, each once: a browser that is told asks at once."""
    reached = [name]
    for module in reached:  # the list grows in the loop
        for path in _IMPORT.findall(files[module].decode()):
            imported = posixpath.normpath(posixpath.join(posixpath.dirname(module), path))
            if imported not in reached:
                reached.append(imported)
    return reached


def _read_compact(file: Path) -> bytes:
    """Return what a file holds, JSON without white space; raise as `_read_bytes` does."""
    content = _read_bytes(file)
    if file.suffix != ".json":
        return content
    return json.dumps(json.loads(content), ensure_ascii=False, separators=(",", ":")).encode()


def _read_bytes(file: Path) -> bytes:
    """Return what a file holds. Raises UserError, which names it, where it cannot be read."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror}.") from error


def _values() -> dict[str, object]:
    """Return what the shell and its pages are told: pages, settings, models, texts, colours."""
    described = _describe("en")
    spoken = {code: script_language(code) | {"texts": {}} for code in languages()}
    titles = {code: {"title": each.title} for code, each in languages().items()}
    drawn = {code: {"drawn": LIBRARIES.drawn_pages.drawn_in(code)} for code in languages()}
    return {
        **described,
        "version": mark_version(),
        "opening": {
            "model": MODELS[0],
            "attention": OPENING.stack,
            "layer": OPENING.layer + 1,
            "head": OPENING.head + 1,
        },
        "lessons": {
            name: [
                {"page": step.page, "query": urlencode(step.parameters), "part": step.part}
                for step in lesson.steps
            ]
            for name, lesson in lessons().items()
        },
        "references": {english: french for english, french in EXAMPLES.items() if french},
        "firstPictures": FIRST_PAGES,
        "labels": VIEW_LABELS,
        "taken": list(TAKEN.items()),
        "titles": STACK_TITLES,
        "inside": RULES_OF_STEPS | {"code": _code_of_steps()},
        "order": {
            "other": order.OTHER,
            "ofSentence": order.OF_A_SENTENCE,
            "learnedLength": order.LEARNED_LENGTH,
            "rotary": rotary_vectors("random").tolist(),
        },
        "fill": _describe_pairs(),
        "depth": _describe_depth(),
        "style": "".join(map(_css, (NEXT_STYLE, TOKENS_STYLE))),
        "captions": {"most": MOST_ROWS, "every": EVERY, "texts": TEXTS, "rules": RULES},
        "languages": {code: spoken[code] | titles[code] | drawn[code] for code in spoken},
        "measured": {
            stack: [(name, MEASURES[name]) for name in names]
            for stack, names in MEASURED_IN.items()
        },
        "ink": INK,
        "diverging": DIVERGING,
        "colours": HEADS,
    }


def _code_of_steps() -> dict[str, list[dict[str, CodeLines]]]:
    """Return the lines of the translator that compute each step of a layer, by attention."""
    capabilities = load(MODELS[0]).capabilities
    return {
        stack: [code_of_steps(capabilities, stack, layer) for layer in range(size.layers)]
        for stack, size in capabilities.stacks.items()
    }


@cache
def _describe(locale: str) -> dict[str, Any]:
    """Return the pages with their settings, the models and their aligners, in a language."""
    with writing_in(locale):
        return {
            "pages": describe_pages(PlainRunner("cpu")),
            "models": {name: _describe_model(name) for name in MODELS},
            "otherWeights": t("app#link of other weights", digits="{digits}", own="{own}"),
            "linkFrench": t("app#French of a link", french="{french}"),
            "align": {
                "aligners": _list_aligners(),
                "scores": [(name, *ALIGNER_SCORES[name]) for name in ALIGNER_SCORES],
                "seconds": DEFAULT_SECOND,
            },
        }


def _texts_of_pictures(locale: str) -> dict[str, str]:
    """Return what the pictures, and Python's descriptions of pages, say in a language."""
    texts = [*STACK_TITLES.values(), *MOST_ROWS.values(), *EVERY.values(), *TEXTS.values()]
    texts += [title for title, _ in ALIGNER_SCORES.values()]
    translated = own_texts(locale)
    of_scripts = script_language(locale)["texts"] | {
        text: translated[text] for text in texts if text in translated
    }
    return of_scripts | dict(_pair_texts(_describe("en"), _describe(locale)))


def _pair_texts(english: Any, other: Any) -> Iterator[tuple[str, str]]:
    """Yield the texts of two values that differ in nothing else."""
    if isinstance(english, Mapping):
        english, other = english.values(), other.values()
    if isinstance(english, str):
        if english != other:
            yield english, other
    elif isinstance(english, Iterable):
        for english_text, other_text in zip(english, other, strict=True):
            yield from _pair_texts(english_text, other_text)


def _can_lose_heads(name: str) -> bool:
    """Return whether the page of heads measures what a model's words lose without a head."""
    model = load(name)
    return "silenced" in model.what_ifs and model.capabilities.writes


def _describe_sample(name: str) -> dict[str, object]:
    """Return what a head's output is replaced by: see `HeadSample`.

    Of each sentence what is read and followed; the means [head, d_head] of 32 bits, in base64; and
    the numbers of the pairs of other heads that are the control.
    """
    ablating = LIBRARIES.ablating
    model, sample = load(name), ablating.read_sample(load(name))
    requests = [ablating.sample_request(model, sentence) for sentence in sample.outputs]
    means = np.stack([mean.numpy() for mean in sample.means.values()])
    return {
        "sentences": [(request.sentence, request.target) for request in requests],
        "means": base64.b64encode(means.astype("<f4").tobytes()).decode(),
        "pairs": ablating.draw_pairs(comb(len(means) - 1, 2)),
    }


def _describe_pairs() -> dict[str, object]:
    """Return the example pairs of sentences, and on how many pairs BERT is right."""
    right = load("bert").card["held_out"]["accuracy"]
    return {
        "first": fill.FIRST,
        "following": fill.FOLLOWING,
        "elsewhere": fill.ELSEWHERE,
        "hiddenWord": fill.HIDDEN_WORD,
        "seconds": fill.SECOND,
        "sides": SIDES,
        "guesses": _GUESSES,
        "quality": {
            "count": right["pairs"],
            "share": right["next sentence"],
            "length": right["next sentence by length alone"],
        },
    }


def _describe_depth() -> dict[str, object]:
    """Return the stacks of each look by model, the pairs, sinks, and what a patch is called."""
    offered, stacks, pairs = EDITION["depth"], {}, {}
    for name in offered["model"]:
        model = load(name)
        stacks[name] = {
            look: [*stacks_of(look, model.capabilities)] for look in offered["depth-look"]
        }
        pairs[name] = [(changed_words(pair), *pair) for pair in pairs_of(model)]
    return {
        "stacks": stacks,
        "pairs": pairs,
        "sinks": MARKS,
        "exchanged": depth.EXCHANGED,
        "noSecond": depth.NO_SECOND,
        "puttingIn": depth.PUTTING_IN,
    }


def _derivations(locale: str) -> dict[str, dict[str, object]]:
    """Return the lecture's examples and the blackboard by look and choice: head and numbers.

    The numbers are in base64; the head is without the texts of the scripts, which the page has.
    """
    with writing_in(locale):
        made = {f"lecture {which}": pack(lecture(which)) for which in LECTURE}
        made |= {
            f"board {which}": pack(small(**SMALL | {"causal": which == "on"}))
            for which in ("off", "on")
        }
    parts = {}
    for name, data in made.items():
        start = 4 + int.from_bytes(data[:4], "little")
        head = json.loads(data[4:start])
        del head["language"]
        parts[name] = {"head": head, "numbers": base64.b64encode(data[start:]).decode()}
    return parts


def _learned_positions() -> dict[str, object]:
    """Return the table of positions that a transformer learned, and what its page says of it."""
    table, card = learned()
    return {
        "positions": base64.b64encode(table.astype("<f4").tobytes()).decode(),
        "width": table.shape[1],
        "layers": card["architecture"]["n_layers"],
        "minutes": card["training"]["minutes"],
        "captions": card["validation_bleu"]["multi30k.val"],
        "everyday": card["validation_bleu"]["tatoeba.dev"],
    }


def _describe_lesson(lesson: Tour, pictures: Sequence[object]) -> dict[str, object]:
    """Return the texts of a lesson, in Markdown, and what its steps mark in their pictures.

    A step says whether it is among the `pictures`.
    """
    return {
        "title": lesson.title,
        "question": lesson.question,
        "minutes": lesson.minutes,
        "outcome": lesson.outcome,
        "summary": lesson.summary,
        "yours": lesson.yours,
        "steps": [
            {
                "title": step.title,
                "text": step.text,
                "more": step.more,
                "highlights": [(mark.row, mark.column) for mark in step.highlights],
                "isDrawn": drawn is not None,
            }
            for step, drawn in zip(lesson.steps, pictures, strict=True)
        ],
    }


def _found() -> dict[str, object]:
    """Return what the search finds, as its component has it, and the places that it leads to."""
    destinations = LIBRARIES.search.destinations
    goals = [goal for goal in destinations(app_pages().values())[0] if goal.path and not goal.state]
    return {
        "entries": [(goal.title, goal.beside, goal.sentence, goal.also) for goal in goals],
        "found": [(goal.path, dict(goal.parameters)) for goal in goals],
    }


def _describe_playlist(lecture: Lecture) -> tuple[str, object]:
    """Return the title of a ready playlist, and its views as in its file."""
    return lecture.title, json.loads(to_json(lecture.playlist))["views"]


def _describe_model(name: str) -> dict[str, object]:
    """Return a model's title, colour, layers and heads, quantities, what-ifs, and thresholds.

    Of its weights the size in bytes and the checksum, which the page compares with what it gets.
    """
    model, weights = load(name), _read_bytes(SHIPPED / name / "weights.safetensors")
    translates = model.capabilities.translates
    return {
        "title": model_title(name),
        "colour": model_colour(name),
        "button": t("Translate") if translates else t("Read"),
        "bytes": len(weights),
        "sha256": hashlib.sha256(weights).hexdigest(),
        "stacks": model.attention_sizes,
        "formula": norm_formula(model.capabilities),
        "quantities": [*cell_quantities(model.capabilities).items()],
        "whatIfs": [NAMES[field] for field in sorted(model.what_ifs)] + ["french-is"] * translates,
        "limits": thresholds(model.card),
        "losesHeads": _can_lose_heads(name),
    }


def _list_aligners() -> dict[str, list[tuple[str, str, str, dict[str, int | None]]]]:
    """Return the aligners of each model, the best first: name, title in a list, title, place."""
    described = {}
    for name in ALIGNER_SCORES:
        model = load(name)
        options = aligners(model.attention_sizes["cross"], model.card)
        best = next(iter(options))
        described[name] = [
            (
                key,
                t("aligns best: {aligner}", aligner=aligners_by_key.title)
                if key == best
                else aligners_by_key.title,
                aligners_by_key.title,
                {
                    "layer": aligners_by_key.layer,
                    "head": aligners_by_key.head,
                    "reads": aligners_by_key.reads,
                },
            )
            for key, aligners_by_key in options.items()
        ]
    return described


def _css(element: str) -> str:
    """Return the content of a style element."""
    return element.removeprefix("<style>").removesuffix("</style>")


_CLASSES = "a server of classes. It needs that of headsup class, such as https://example.org:8600/"


def _server_address(text: str, option: str = "--class", server: str = _CLASSES) -> str:
    """Return the address of a server, which ends with a slash. Raises UserError for other text."""
    try:
        address = urlsplit(text)
        host, _ = address.hostname, address.port
    except ValueError:  # a port that is no number, half an IPv6 address
        host = None
    if not host or address.scheme not in ("http", "https"):
        raise UserError(
            "{option} “{url}” is no address of {server}.",
            option=option,
            server=server,
            url=text[:100],
        )
    path = address.path.rstrip("/") + "/"
    return address._replace(path=path, query="", fragment="").geturl()


def _check_room(folder: Path) -> None:
    """Raise UserError where not even the weights have room, before texts are computed.

    Raises OSError where a file stands in the way.
    """
    there = next(
        aligner for aligner in (folder.absolute(), *folder.absolute().parents) if aligner.exists()
    )
    next(there.iterdir(), None)
    free = shutil.disk_usage(there).free
    weights = [SHIPPED / name / "weights.safetensors" for name in MODELS]
    needed = sum(file.stat().st_size for file in weights if file.exists())
    if free < needed:
        raise UserError(
            f"{folder} cannot be written: {free / 1e6:.1f} MB are free there, and the models alone "
            f"take {needed / 1e6:.0f}. Make room there, or name another place."
        )


def _make_folders(folders: Iterable[Path], made: list[Path]) -> None:
    """Make folders with those above them; add the new ones to a list, the outermost first."""
    wanted = {above for folder in folders for above in (folder, *folder.parents)}
    for folder in sorted(wanted):
        if not folder.exists():
            folder.mkdir()
            made.append(folder)


def _write_lesson(options: argparse.Namespace) -> int:
    """Write the zip of a lesson. Returns the exit code."""
    try:
        app = (
            _server_address(options.app, "--app", "an app, such as https://example.org/headsup/")
            if options.app
            else ""
        )
        content = LIBRARIES.scorm.scorm_package(
            options.scorm,
            [*dict.fromkeys(options.language or complete_languages())],
            options.seed,
            options.exercises,
            app,
        )
        write_whole({options.to: content})
    except UserError as error:
        print(error, file=sys.stderr)
        return 1
    if options.json:
        print(json.dumps({"file": str(options.to), "bytes": len(content)}))
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Returns the exit code: 0, or 1 after printing an error to standard error."""
    parser = argparse.ArgumentParser(
        prog=program("python -m viz.static"),
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--to", type=Path, required=True, metavar="FOLDER", help="the folder, or the lesson's zip"
    )
    parser.add_argument(
        "--class",
        dest="class_server",
        metavar="URL",
        help="the server of a class: headsup class, or the lecturer's app",
    )
    parser.add_argument(
        "--playlist",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="a playlist, whose views open from small files; may be given again",
    )
    parser.add_argument(
        "--json", action="store_true", help='print {"folder": "...", "files": 90, "bytes": 1000}'
    )
    lesson = parser.add_argument_group("a lesson for a learning platform")
    lesson.add_argument("--scorm", metavar="LESSON", help="its name in an address, such as mask")
    lesson.add_argument(
        "--language",
        action="append",
        choices=[*languages()],
        help="may be given several times, the first opens; default: all that are complete",
    )
    lesson.add_argument("--exercises", type=whole_number(0, 20), default=3, help="default: 3")
    lesson.add_argument(
        "--seed", type=whole_number(0), default=1, help="draws their sentences; default: 1"
    )
    lesson.add_argument("--app", metavar="URL", help="of an app or edition, to which links lead")
    options = parser.parse_args(arguments)
    if options.scorm:
        if options.to.suffix.lower() != ".zip":
            parser.error("--scorm writes a zip: name it with --to, ending in .zip")
        return _write_lesson(options)
    folder, made = options.to, list[Path]()
    try:
        server = options.class_server
        address = server and _server_address(server)
        _check_room(folder)
        playlists = [from_json(_read_bytes(file)) for file in options.playlist]
        files = _edition(address, playlists)
        _make_folders({(folder / name).parent for name in files}, made)
        write_whole({folder / name: content for name, content in files.items()})
    except (OSError, UserError) as error:
        for parent in reversed(made):
            with suppress(OSError):
                parent.rmdir()
        if isinstance(error, OSError):
            print(f"The folder {folder} cannot be made: {error.strerror}.", file=sys.stderr)
        else:
            print(error, file=sys.stderr)
        return 1
    if options.json:
        size = sum(map(len, files.values()))
        print(json.dumps({"folder": str(folder), "files": len(files), "bytes": size}))
    return 0
