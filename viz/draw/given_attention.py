"""Attention weights of one's own, of any model and library, as pictures."""

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from models import Trace, UserError
from models.brief import brief
from models.trace import STACKS, Recorded

from ..analysis.tensors import WeightsError, read_mechanisms
from ..analysis.views import (
    BETWEEN,
    HeadChoice,
    Heads,
    describe_layers,
    head_title,
    maps_of,
    sentence_slices,
)
from ..analysis.weight_files import MOST_BYTES, check_ending, holds_weights, read_file, read_mapping
from ..base.language import t
from .head_matrices import head_matrix
from .head_pictures import head_picture, lines_of, overview_picture, thumbnails
from .picture import Picture


@dataclass(frozen=True)
class Attention:
    """The heads of one or several mechanisms, and a method for each picture of them.

    Layers and heads count from 0, in titles from 1. `stack` is "encoder", "decoder" or "cross",
    and "" for the only or the last mechanism. Of two sentences, `between` is "all", "aa", "ab",
    "ba" or "bb": the one that attends, and the one attended to. A notebook shows `overview()`.
    """

    mechanisms: tuple[Heads, ...]
    second: int = 0  # index of the token where the second sentence begins; 0: no pair
    caption: str = ""

    __repr__ = brief

    @property
    def text(self) -> str:
        """What stands below each picture: the caption, and the layers without attention."""
        layers = dict.fromkeys(map(describe_layers, self.mechanisms))
        return "\n".join(filter(None, (self.caption, *layers)))

    def heads(self, stack: str = "", between: str = "all") -> Heads:
        """Return the weights `[layer, head, row, column]` of a mechanism with its words.

        Raises ValueError for a mechanism or a pair of sentences that is not there.
        """
        by_name = {mechanism.stack: mechanism for mechanism in self.mechanisms}
        if stack and stack not in by_name:
            raise ValueError(f"there is no {stack!r} attention here, only {', '.join(by_name)}")
        heads = by_name[stack or self.mechanisms[-1].stack]
        if between not in BETWEEN:
            raise ValueError(f"between cannot be {between!r}, only {', '.join(BETWEEN)}")
        if between == "all":
            return heads
        if not self.second:
            raise ValueError("there is one sentence here: give sentence_b_start for two")
        rows, columns = sentence_slices(self.second, between)
        return heads.part(rows, columns)

    def head(self, layer: int, head: int, stack: str = "", between: str = "all") -> Picture:
        """Draw a head: a row for each word that attends, a column for each attended to.

        Raises ValueError for a head that is not there.
        """
        heads, choice = self._choose(layer, head, stack, between)
        return Picture((head_matrix(heads, choice, head_title(choice)),), caption=self.text)

    def lines(self, layer: int, head: int, stack: str = "", between: str = "all") -> Picture:
        """Draw a head as lines from the words that attend to those attended to.

        Raises ValueError for a head that is not there.
        """
        heads, choice = self._choose(layer, head, stack, between)
        return Picture(lines=lines_of(heads, choice, head_title(choice)), caption=self.text)

    def overview(self, stack: str = "", between: str = "all") -> Picture:
        """Draw all heads of a mechanism small, a row for each layer."""
        heads = self.heads(stack, between)
        return Picture(thumbnails(heads), heads.weights.shape[1], caption=self.text)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the overview as SVG, and the shapes as text."""
        return {**self.overview()._repr_mimebundle_(), "text/plain": repr(self)}

    def _choose(self, layer: int, head: int, stack: str, between: str) -> tuple[Heads, HeadChoice]:
        heads = self.heads(stack, between)
        choice = HeadChoice(heads.stack, layer, head)
        check_head(choice, heads.attending, range(heads.weights.shape[1]))
        return heads, choice


def check_head(choice: HeadChoice, layers: Sequence[int], heads: Sequence[int]) -> None:
    """Raise ValueError for a head that is not in these layers and heads, with their numbers."""
    if choice.layer not in layers or choice.head not in heads:
        raise ValueError(
            f"there is no head {choice.head} in layer {choice.layer}: layers are "
            f"{_write_numbers(layers)}, heads {_write_numbers(heads)}"
        )


def _write_numbers(numbers: Sequence[int]) -> str:
    is_range = [*numbers] == [*range(len(numbers))]
    return f"0 to {len(numbers) - 1}" if is_range else ", ".join(map(str, numbers))


def attention(
    attention: Any = None,
    tokens: Sequence[str] | None = None,
    sentence_b_start: int | None = None,
    *,
    encoder_attention: Any = None,
    decoder_attention: Any = None,
    cross_attention: Any = None,
    encoder_tokens: Sequence[str] | None = None,
    decoder_tokens: Sequence[str] | None = None,
    caption: str = "",
) -> Attention:
    """Return attention weights of any model with their words, ready to be drawn.

    `attention` is `[layer, head, query, key]`, `[head, query, key]` or `[query, key]`, as an array
    of numpy, torch, jax or pandas or as nested lists; or what a model of transformers returns, the
    whole output or its attentions, `[1, head, query, key]` for each layer, None for a layer without
    attention, which keeps its number; or a cache of
    TransformerLens; or a mapping that holds these, named as the arguments, as np.load returns it,
    or the path of such a file (.npz, .npy, .json, .safetensors). A model with an encoder and a
    decoder has three of these, and tokens for both. `sentence_b_start` is the index
    where the second of two sentences begins, of one self-attention. `head_view` and `model_view`
    have all arguments of BertViz.

    >>> attention(output.attentions, tokens).head(layer=2, head=0).save("head.pdf")

    Raises ValueError that says which row does not sum to 1, or which shape does not fit, and
    UserError for a file that cannot be read.
    """
    if isinstance(attention, (str, PathLike)) or holds_weights(attention):
        return _open_attention(
            attention,
            tokens=tokens,
            sentence_b_start=sentence_b_start,
            encoder_tokens=encoder_tokens,
            decoder_tokens=decoder_tokens,
            caption=caption or None,
        )
    mechanisms = read_mechanisms(
        attention,
        tokens,
        encoder_attention,
        decoder_attention,
        cross_attention,
        encoder_tokens,
        decoder_tokens,
    )
    second = sentence_b_start or 0
    if second and (len(mechanisms) > 1 or mechanisms[0].stack == "cross"):
        raise WeightsError(
            t(
                "own#a second sentence in other attention",
                names=" + ".join(mechanism.stack for mechanism in mechanisms),
            )
        )
    if not 0 <= second < len(mechanisms[0].rows):
        raise WeightsError(
            t("own#where the second sentence begins", second=second, count=len(mechanisms[0].rows))
        )
    return Attention(mechanisms, second, caption)


def _open_attention(given: Any, **more: Any) -> Attention:
    """Return the attention in a file or a mapping, with `more` arguments in place of what it says.

    Raises UserError for a file that cannot be read, ValueError as `attention`.
    """
    if isinstance(given, (str, PathLike)):
        file = Path(given)
        check_ending(str(file))
        try:
            if file.stat().st_size > MOST_BYTES:
                raise UserError(
                    "“{name}” has more than {most:,} bytes. Write some of the layers, or a shorter "
                    "text.",
                    name=str(file)[-80:],
                    most=MOST_BYTES,
                )
            content = file.read_bytes()
        except OSError as error:
            raise UserError(
                "“{name}” cannot be read: {reason}.", name=str(file)[-80:], reason=error.strerror
            ) from None
        arguments = read_file(file.name, content)
    else:
        arguments = read_mapping(given)
    return attention(
        **{**arguments, **{name: value for name, value in more.items() if value is not None}}
    )


def draw_in_notebook(trace: Trace) -> dict[str, str]:
    """Return the heads of a trace's last mechanism as SVG; nothing for a run without weights."""
    assert isinstance(trace.attention, Recorded)
    stacks = [stack for stack in trace.attention.names if trace.attention[stack] is not None]
    if not stacks:
        return {}
    stack = max(stacks, key=STACKS.index)
    maps = maps_of(trace, stack)
    picture = (
        head_picture(trace, HeadChoice(stack), False)
        if maps.n_layers * maps.n_heads == 1
        else overview_picture(trace, stack, False)
    )
    return picture._repr_mimebundle_()
