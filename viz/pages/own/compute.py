"""The heads of a file, which no link carries: a link shows the example."""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from models import Request, UserError, available

from ...analysis.views import STACK_TITLES, HeadChoice
from ...analysis.weight_files import ARRAYS, read_file
from ...base.examples import EXAMPLE
from ...base.language import t, translatable
from ...draw.given_attention import Attention, attention
from ...view.address import OPENING, nearest
from ...view.computation import Computation, Export, ExportMenu, NotApplicable
from ...view.pins import read_head
from ...view.runner import Runner
from .settings import OwnSettings

EXAMPLE_FILE = "example.npz"
MOST_BYTES = 4_000_000  # of a file; server.maxUploadSize
_MOST_UNPACKED = 2**25  # bytes
_MOST_WEIGHTS = 2**22
_MOST_HEADS = 1024
CODE = """\
import numpy as np
weights = [layer[0].float().numpy() for layer in output.attentions]
np.savez_compressed("own.npz", attention=np.float16(weights), tokens=tokens, caption="My model")"""


@dataclass(frozen=True)
class OwnContent:
    """The heads of a file, and what is drawn of them."""

    settings: OwnSettings
    attention: Attention
    is_example: bool = False

    @property
    def sizes(self) -> Mapping[str, tuple[int, int]]:
        """The numbers of layers and heads of each mechanism."""
        return {
            mechanism.stack: mechanism.weights.shape[:2] for mechanism in self.attention.mechanisms
        }

    @property
    def choice(self) -> HeadChoice:
        """The head that the address names, or the one of the file that comes nearest."""
        if self.settings.head:
            wanted = read_head(self.settings.head)
        else:
            wanted = OPENING if self.is_example else HeadChoice([*self.sizes][-1])
        without = {mechanism.stack: mechanism.without for mechanism in self.attention.mechanisms}
        return nearest(wanted, self.sizes, without)

    @property
    def title(self) -> str:
        """What is on show, in a line, and in another the layers without attention."""
        if not self.is_example:
            return self.attention.text
        return t("The example file: {caption}", caption=self.attention.caption)

    @property
    def between(self) -> str:
        """The part of the attention between two sentences, one of BETWEEN."""
        return self.settings.between if self.attention.second else "all"

    @property
    def menu(self) -> ExportMenu:
        choice, given_attention = self.choice, self.attention
        where = {"stack": choice.stack, "between": self.between}
        mechanism = t(STACK_TITLES[choice.stack]).lower()
        exports = (
            Export(
                t("This head"), partial(given_attention.head, choice.layer, choice.head, **where)
            ),
            Export(
                t("This head as lines"),
                partial(given_attention.lines, choice.layer, choice.head, **where),
            ),
            Export(
                t("All heads, {mechanism}", mechanism=mechanism),
                partial(given_attention.overview, **where),
            ),
        )
        return ExportMenu("own", exports, file=f"own-{choice.key}")


def example_model() -> str:
    """Return the name of the model that writes the example."""
    return available()[0]


def _example_arguments(runner: Runner) -> dict[str, Any]:
    """Return self-attention and tokens of our first model on the example, named as in a file."""
    trace = runner.trace(Request(example_model(), EXAMPLE))
    for stack, tokens in (("encoder", trace.source), ("decoder", trace.decoder_input)):
        if (maps := trace.attention[stack]) is not None:
            return {"attention": maps.weights, "tokens": tokens, "caption": EXAMPLE}
    raise NotApplicable(
        translatable("There is no example: the model {model} has no self-attention."),
        model=trace.request.model,
    )


def example_file(runner: Runner) -> bytes:
    """Write the example as a file (NPZ)."""
    file = io.BytesIO()
    np.savez_compressed(file, **_example_arguments(runner))
    return file.getvalue()


def compute(settings: OwnSettings, runner: Runner) -> OwnContent:
    """Return the content of a page without a file."""
    return OwnContent(settings, attention(**_example_arguments(runner)), True)


def read_own(name: str, content: bytes) -> Attention:
    """Return the heads of a file; the ending of its name says how it is read.

    Raises UserError for a file that cannot be read, is too large, or whose weights do not fit.
    """
    arguments = read_file(name, content, _MOST_UNPACKED)
    _check_size(name, arguments)
    try:
        given_attention = attention(**arguments)
    except ValueError as error:  # which row, or which shape
        raise UserError(
            "The weights in “{name}” cannot be shown: {reason}",
            name=name[:80],
            reason=str(error).rstrip(".") + ".",
        ) from None
    return (
        given_attention
        if given_attention.caption
        else Attention(given_attention.mechanisms, given_attention.second, name)
    )


def _check_size(name: str, arguments: Mapping[str, Any]) -> None:
    """Raise UserError for more weights or heads than the page shows."""
    weights, heads = 0, 0
    for key in ARRAYS:
        given = arguments.get(key)
        for value in (
            given.values() if isinstance(given, dict) else () if given is None else (given,)
        ):
            array = np.asarray(value)
            weights += array.size
            heads += array.size // max(1, int(np.prod(array.shape[-2:], dtype=float)))
    if weights > _MOST_WEIGHTS or heads > _MOST_HEADS:
        raise UserError(
            "“{name}” holds {weights:,} weights in {heads:,} heads; this page shows at most "
            "{most:,} in {most_heads:,}. Write some of the layers, or a shorter text.",
            name=name[:80],
            weights=weights,
            heads=heads,
            most=_MOST_WEIGHTS,
            most_heads=_MOST_HEADS,
        )


COMPUTATION = Computation("own", OwnSettings, compute)
