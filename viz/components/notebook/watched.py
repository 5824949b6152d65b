"""`watch`: the attention of a network of PyTorch that is not ours, while it runs."""

from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np

from models import UserError
from models.trace import STACKS

from ...analysis.tensors import is_causal, read_stack, to_numpy
from ...base.language import t
from ...base.libraries import LIBRARIES
from ...draw.given_attention import Attention
from . import Shown, show

if TYPE_CHECKING:
    from models.watching import Call

_Tokens = Sequence[str] | None


def watch(network: Any, keep: int = 1) -> "_Watch":
    """Record every `nn.MultiheadAttention` of a PyTorch network that runs in the block.

    >>> with watch(network) as watched:
    ...     network(source, target)
    >>> watched.show(["Ein", "Hund"], ["<bos>", "a", "dog"])

    The network's own calls stay as they are: outputs, gradients and random state are equal to the
    last bit, in training too. After each one the module runs once more, in evaluation, for the
    weights: those that `need_weights=True, average_attn_weights=False` gives. Of each module the
    last `keep` calls are kept, and at most 32 MB of a call. In the block PyTorch's fast path for
    layers in evaluation is off, as it calls no attention; its rounding differs in the last digits.
    Not recorded are nested tensors, and what checkpointing computes again. Raises UserError for a
    network without such attention, a compiled one, and `keep` below 1.
    """
    return _Watch(LIBRARIES.watching.Recorder(network, keep))


class _Watch:
    """What a network attends to, call by call."""

    def __init__(self, recorder: Any):
        self._recorder = recorder

    def __enter__(self) -> "_Watch":
        self._recorder.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._recorder.stop()

    def __repr__(self) -> str:
        return f"Watch({len(self._recorder.kept)} modules, {len(self.calls)} calls)"

    @property
    def calls(self) -> "tuple[Call, ...]":
        """The kept calls, in order: `name`, `role`, `weights [batch, head, query, key]`."""
        calls = (call for kept in self._recorder.kept.values() for call in kept)
        return tuple(sorted(calls, key=lambda call: call.number))

    def attention(
        self,
        tokens: _Tokens = None,
        decoder_tokens: _Tokens = None,
        *,
        sentence: int = 0,
        call: int = -1,
        modules: str = "",
    ) -> Attention:
        """Return the heads of a sentence of the batch, ready to be drawn, as `viz.attention` does.

        `tokens` are those that the network reads, or the encoder of two, and `decoder_tokens` those
        that the decoder reads; without them places are numbered. Padding that no token attends to
        may be left out of them, and then of the picture. `call` counts the calls of the attention
        that ran last, -1 the last one; of each other module the call before it is taken. Only
        modules whose names begin with `modules` are taken. A layer of the picture is a module.
        Raises UserError where nothing was recorded, for a call or sentence that is not there, for
        tokens of another number, and for modules whose heads do not fit together.
        """
        chosen = self._choose(call, modules)
        stacks: dict[str, list[Call]] = {}
        for one in chosen:
            stacks.setdefault(_stack_of(one), []).append(one)
        arrays = {}
        for stack in sorted(stacks, key=STACKS.index):
            arrays[stack] = _layers_of(stacks[stack], sentence)
        lengths = {stack: layers[0].shape[-2] for stack, layers in arrays.items()}
        mechanisms = []
        for stack, layers in arrays.items():
            extra = stacks[stack][0].extra
            texts = {"encoder": (tokens, tokens), "cross": (decoder_tokens, tokens)}
            rows, columns = texts.get(stack, (decoder_tokens or tokens,) * 2)
            keys = layers[0].shape[-1] - len(extra)
            seen = _seen(layers, keys)
            if stack == "cross" and "decoder" in arrays and lengths["decoder"] == lengths["cross"]:
                attended = _seen(arrays["decoder"], lengths["decoder"])
            else:
                attended = range(lengths[stack]) if stack == "cross" else seen
            row_places, row_words = _fit(rows, attended, lengths[stack])
            column_places, column_words = _fit(columns, seen, keys)
            places = [*column_places, *range(keys, keys + len(extra))]
            cut = [layer[:, row_places][:, :, places] for layer in layers]
            mechanisms.append(read_stack(stack, cut, row_words, (*column_words, *extra)))
        return Attention(tuple(mechanisms), caption=self._describe(stacks))

    def show(
        self,
        tokens: _Tokens = None,
        decoder_tokens: _Tokens = None,
        *,
        sentence: int = 0,
        call: int = -1,
        modules: str = "",
        **more: Any,
    ) -> Shown:
        """Show all heads, one of them large; see `attention` here, and `show` for `more`."""
        chosen = {"sentence": sentence, "call": call, "modules": modules}
        return show(self.attention(tokens, decoder_tokens, **chosen), **more)  # type: ignore[arg-type]

    def _choose(self, call: int, modules: str) -> "list[Call]":
        """Return the call of each module, in the order of the network."""
        kept = {
            name: list(calls)
            for name, calls in self._recorder.kept.items()
            if name.startswith(modules) and calls
        }
        if not kept and (refused := self._recorder.refused):
            reasons = "; ".join(f"{name}: {reason}" for name, reason in refused.items())
            raise UserError("Nothing was recorded: {reasons}.", reasons=reasons)
        if not kept:
            raise UserError(
                "Nothing was recorded. Call the network inside the block: with watch(network) as "
                "watched: network(…). The names of its attention are {names}.",
                names=", ".join(self._recorder.kept),
            )
        last = max(kept.values(), key=lambda calls: calls[-1].number)
        if not -len(last) <= call < len(last):
            raise UserError(
                "There is no call {call}: {name} has {count}, from {first} to -1. Record more of "
                "them with watch(network, keep=…).",
                call=call,
                name=last[-1].name,
                count=len(last),
                first=-len(last),
            )
        until = last[call].number
        before = {
            name: [one for one in calls if one.number <= until] for name, calls in kept.items()
        }
        return [calls[-1] for calls in before.values() if calls]

    def _describe(self, stacks: "dict[str, list[Call]]") -> str:
        """Return the caption: which modules the layers are, and what to know of them."""
        lines = []
        for stack, calls in stacks.items():
            ends = dict.fromkeys((calls[0].name, calls[-1].name))
            lines.append(f"{stack}: {' … '.join(ends)}")
        lines.append(t("Weights of a second computation, in evaluation: no dropout."))
        lines += [
            t(
                "{names} are one module with shared weights; its last call is shown.",
                names=", ".join(names),
            )
            for names in self._recorder.shared.values()
            if len(names) > 1
        ]
        for name, reason in self._recorder.refused.items():
            lines.append(t("{name} was not recorded: {reason}.", name=name, reason=reason))
        return "\n".join(lines)


def _stack_of(call: "Call") -> str:
    """Return the mechanism of a call; self-attention to no later token is a decoder's."""
    if call.role != "self":
        return call.role
    keys = call.weights.shape[-1] - len(call.extra)
    weights = call.weights[..., :keys].float().nan_to_num().numpy()
    return "decoder" if is_causal(weights) else "encoder"


def _layers_of(calls: "list[Call]", sentence: int) -> list[Any]:
    """Return the weights of a sentence, `[head, query, key]` for each layer."""
    batch, kept = calls[0].batch, len(calls[0].weights)
    if not 0 <= sentence < kept:
        raise UserError(
            "There is no sentence {sentence} here: the batch has {batch}, of which 0 to {last} are "
            "kept.",
            sentence=sentence,
            batch=batch,
            last=kept - 1,
        )
    shapes = {call.name: list(call.weights.shape[1:]) for call in calls}
    if len({*map(tuple, shapes.values())}) > 1:
        raise UserError(
            "These modules do not fit into one picture, as their [head, query, key] differ: "
            "{shapes}. Choose some of them by the beginning of their names: modules=….",
            shapes=", ".join(f"{name} {shape}" for name, shape in shapes.items()),
        )
    return [call.weights[sentence] for call in calls]


def _seen(layers: list[Any], keys: int) -> range:
    """Return the places from the first to the last key that any row attends to."""
    used = np.zeros(keys, bool)
    for layer in layers:
        used |= np.nan_to_num(to_numpy("weights", layer)[..., :keys]).any((0, 1))
    there = used.nonzero()[0]
    return range(there[0], there[-1] + 1) if len(there) else range(keys)


def _fit(tokens: _Tokens, seen: range, length: int) -> tuple[range, Sequence[str]]:
    """Return the places that are drawn, and their tokens: all places, or those without padding.

    Raises UserError for tokens of another number.
    """
    if tokens is None:
        return seen, [str(place + 1) for place in seen]
    for places in (range(length), seen):
        if len(tokens) == len(places):
            return places, tokens
    raise UserError(
        "There are {given} tokens for {length} places, of which {seen} are attended to. Give a "
        "token for each of these or of those.",
        given=len(tokens),
        length=length,
        seen=len(seen),
    )
