"""The gallery: views of the app worth seeing. `python -m viz.gallery --to FOLDER [NAME ...]` writes
their pictures, all of them unless named.

Each picture is what the page of its address computes, so that it shows what the link beside it
opens.
"""

import argparse
import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

from models import UserError
from models.files import write_whole

from .export import Chart, Picture, render
from .language import mark
from .pages.computations import COMPUTATIONS, FRONT_PAGE
from .runner import Progress, Runner, plain_runner
from .settings import read

SIZE = 1280, 720  # pixels of a picture: sharp in the page and in the README, 40 to 150 kB
SLEEPING = "The big red dog is sleeping on the bed."
AGREEMENT = "The agreement on the European Economic Area was signed in August 1992."
LAW = (
    "The Law will never be perfect, but its application should be just - this is what we are "
    "missing, in my opinion."
)
BAHDANAU, VASWANI = "https://arxiv.org/abs/1409.0473", "https://arxiv.org/abs/1706.03762"
LUONG, KARPATHY = "https://arxiv.org/abs/1508.04025", "https://arxiv.org/abs/1506.02078"
ILLUSTRATED = "https://jalammar.github.io/illustrated-transformer/"


@dataclass(frozen=True)
class Entry:
    """One view: what it is called, what to see in it, its address in the app, and where it comes
    from if it is a classic.
    """

    name: str  # of its file
    title: str
    caption: str
    address: str  # from the root of the app
    source: tuple[str, str] | None = None  # its name and its link
    export: str = ""  # of the page's Export menu; "": the first


def at(page: str, parameters: dict[str, str]) -> str:
    """The address of a page with these settings."""
    return f"/{page}?{urlencode(parameters)}"


def head(sentence: str, attention: str, layer: int, number: int, **parameters: str) -> str:
    """The address of one head; layers and heads count from 1, as on the screen."""
    return at(
        "",
        {
            "sentence": sentence,
            "attention": attention,
            "layer": str(layer),
            "head": str(number),
            **parameters,
        },
    )


def masked(**parameters: str) -> str:
    return at(
        "mask",
        {
            "sentence": "The big red dog",
            "french": "Le gros chien rouge",
            "decoder-head": "3-1",
            **parameters,
        },
    )


ENTRIES = (
    Entry(
        "all-heads",
        *mark(
            (
                "Every head at a glance",
                "The cross-attention of all sixteen heads, a row for each layer.",
            )
        ),
        head(SLEEPING, "cross", 3, 1),
        export="overview",
    ),
    Entry(
        "rouge",
        *mark(
            (
                "One head",
                (
                    "“rouge” attends to “red”, “chien” to “dog”: in French the adjective follows "
                    "its noun."
                ),
            )
        ),
        head(SLEEPING, "cross", 3, 1),
    ),
    Entry(
        "lines",
        *mark(("The same as lines", "From the word about to be written to the words looked at.")),
        head(SLEEPING, "cross", 3, 1),
        export="lines",
    ),
    Entry(
        "mask",
        *mark(("The causal mask", "A decoder may look back only: scores, mask, weights.")),
        masked(),
    ),
    Entry(
        "no-mask",
        *mark(
            (
                "Without the mask",
                "The decoder sees the words it should predict. Outlined: what changed.",
            )
        ),
        masked(sees="none"),
    ),
    Entry(
        "agreement",
        *mark(
            (
                "European Economic Area",
                (
                    "The original turns three words round one by one; our transformer turns two, "
                    "the BiLSTM blurs them."
                ),
            )
        ),
        at(
            "align",
            {
                "sentence": AGREEMENT,
                "model": "bilstm-additive",
                "second": "transformer",
                "french": "L'accord sur la zone économique européenne a été signé en août 1992.",
                "words": "merged",
            },
        ),
        ("Bahdanau et al. 2015, figure 3", BAHDANAU),
    ),
    Entry(
        "scores",
        *mark(
            (
                "Four score functions",
                "Additive, dot product, bilinear and scaled dot product on the same French.",
            )
        ),
        at("align", {"sentence": SLEEPING, "compare": "scores", "words": "merged"}),
        ("Luong et al. 2015, section 3.1", LUONG),
    ),
    Entry(
        "never-seen",
        *mark(
            (
                "Counts run out",
                (
                    "“opened their” was seen eight times in 4 million words, “students opened "
                    "their” never."
                ),
            )
        ),
        at("next", {"sentence": "The students opened their", "next-look": "counts"}),
    ),
    Entry(
        "application",
        *mark(
            (
                "Whose application?",
                (
                    "“its” attends to “application”. In the original two heads attend to “Law” "
                    "and “application”."
                ),
            )
        ),
        head(LAW, "encoder", 3, 3, words="merged"),
        ("Vaswani et al. 2017, figure 4", VASWANI),
        "lines",
    ),
    Entry(
        "structure",
        *mark(
            (
                "A head that looks ahead",
                "Most words look at the next one: nobody told this head about the order of words.",
            )
        ),
        head(SLEEPING, "encoder", 2, 4),
        ("Vaswani et al. 2017, figure 5", VASWANI),
        "lines",
    ),
    Entry(
        "it",
        *mark(
            (
                "What is “it”?",
                (
                    "Here “it” attends to “street”, the nearer noun. In the original one head "
                    "finds the animal."
                ),
            )
        ),
        head(
            "The animal didn't cross the street because it was too tired.",
            "encoder",
            3,
            4,
            words="merged",
        ),
        ("The Illustrated Transformer", ILLUSTRATED),
        "lines",
    ),
    Entry(
        "positions",
        *mark(
            (
                "Positions as waves",
                (
                    "What is added to the words at 20 positions: sines on the left, cosines on "
                    "the right."
                ),
            )
        ),
        at("order", {"look": "table", "table-length": "20", "d_model": "512", "layout": "halves"}),
        ("The Illustrated Transformer", ILLUSTRATED),
    ),
    Entry(
        "distance",
        *mark(("Only the distance counts", "Dot products of the positions with each other.")),
        at("order", {"look": "products", "table-length": "50"}),
    ),
    Entry(
        "bag-of-words",
        *mark(
            (
                "A bag of words",
                "Without positions, the same words in another order have the same states.",
            )
        ),
        at(
            "order",
            {
                "sentence": "The dog sees the cat.",
                "look": "order",
                "order": "no positions",
                "other": "The cat sees the dog.",
            },
        ),
    ),
    Entry(
        "temperature",
        *mark(
            (
                "Temperature",
                "The scores divided by 4 before the softmax: nearly every head looks everywhere.",
            )
        ),
        head(SLEEPING, "cross", 3, 1, temperature="4", **{"french-is": "kept"}),
        export="overview",
    ),
    Entry(
        "inside",
        *mark(
            (
                "Inside one head",
                "One step of the way from a word's vector to what leaves the layer.",
            )
        ),
        at(
            "inside",
            {
                "sentence": SLEEPING,
                "attention": "cross",
                "layer": "3",
                "head": "1",
                "inside-step": "5",
            },
        ),
    ),
    Entry(
        "memory",
        *mark(("An LSTM's memory", "The cell of every unit at every word.")),
        at("remember", {"sentence": SLEEPING, "lstm": "seq2seq", "show": "cell"}),
        ("Karpathy et al. 2015", KARPATHY),
    ),
    Entry(
        "bottleneck",
        *mark(
            (
                "Is one vector enough?",
                "BLEU by the length of the sentence, with attention and without.",
            )
        ),
        at("bottleneck", {"sentence": SLEEPING}),
        ("Bahdanau et al. 2015, figure 2", BAHDANAU),
    ),
    Entry(
        "cost",
        *mark(
            (
                "What a layer costs",
                (
                    "Self-attention grows with the square of the length; measured, and as the "
                    "table says."
                ),
            )
        ),
        at("cost", {"cost": "time"}),
        ("Vaswani et al. 2017, table 1", VASWANI),
    ),
)


def draw_entry(entry: Entry, runner: Runner) -> Picture | Chart:
    """The picture of the page at the address of an entry.

    Raises UserError for what the models do not have.
    """
    link = urlsplit(entry.address)
    path, parameters = link.path.strip("/") or FRONT_PAGE, dict(parse_qsl(link.query))
    computation = COMPUTATIONS[path]
    settings, refusals = read(computation.settings, parameters, runner, computation.example)
    if refusals:
        raise UserError(refusals[0].sentence)
    menu = computation.compute(settings, runner).menu
    if menu.alert:
        raise UserError(menu.alert)
    exports = {one.name: one for one in menu.exports}
    return (exports[entry.export] if entry.export else menu.exports[0]).draw()


def picture(entry: Entry, caption: bool = True, runner: Runner | None = None) -> bytes:
    """The view as PNG, 1280 × 720, in 256 colours; equal bytes every time.

    Raises UserError for what the models do not have.
    """
    from PIL import Image  # heavy, and only needed where a picture is drawn

    entry_picture = draw_entry(entry, runner or plain_runner("auto"))
    whole = Image.open(io.BytesIO(render(entry_picture, "png", "slide", caption))).convert("RGB")
    smaller = whole.resize(SIZE, Image.Resampling.LANCZOS)
    # Rare colours count too.
    few = smaller.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    file = io.BytesIO()
    few.save(file, "PNG", optimize=True)
    return file.getvalue()


def draw_all(runner: Runner, progress: Progress) -> dict[str, bytes]:
    """All of them by name, without captions; calls `progress(done, total)`."""
    pictures = {}
    for entry in ENTRIES:
        pictures[entry.name] = picture(entry, caption=False, runner=runner)
        progress(len(pictures), len(ENTRIES))
    return pictures


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0, or 1 when something could not be written, with a sentence on the standard
    error.
    """
    from tqdm import tqdm

    parser = argparse.ArgumentParser(
        prog="python -m viz.gallery", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=", ".join(entry.name for entry in ENTRIES)
    )
    parser.add_argument(
        "--to", type=Path, required=True, metavar="FOLDER", help="where the pictures go"
    )
    options = parser.parse_args(arguments)
    try:
        entries = {entry.name: entry for entry in ENTRIES}
        if strangers := set(options.names) - {*entries}:
            raise UserError(
                f"There is no picture “{min(strangers)}”. Choose among: {', '.join(entries)}."
            )
        options.to.mkdir(parents=True, exist_ok=True)
        for name in tqdm(options.names or entries, desc="pictures", unit="file"):
            write_whole({options.to / f"{name}.png": picture(entries[name])})
    except (UserError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
