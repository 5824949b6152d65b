"""The protocols that a network must implement for a model to use it."""

from typing import TYPE_CHECKING, Any, Protocol

from ..protocols import Capabilities, Task

if TYPE_CHECKING:  # torch takes a second to import, and numpy is enough for the types
    from torch import Tensor, nn

    from .changes import NetworkChanges
    from .recorder import Recording


class _Config(Protocol):
    """The sizes that every network of ours has."""

    @property
    def vocabulary_size(self) -> int: ...

    @property
    def max_length(self) -> int: ...

    @property
    def padding_id(self) -> int: ...


class Network(Protocol):
    """A network of ours: weights and equations, batch first, on ids."""

    @property
    def task(self) -> Task:
        """A class attribute: known before there are weights."""
        ...

    @property
    def config(self) -> _Config: ...

    @property
    def capabilities(self) -> Capabilities:
        """The network's own capabilities; the model adds languages, provenance and the like."""
        ...

    @property
    def embedding(self) -> "nn.Embedding": ...

    def embed(self, ids: "Tensor", start: int = 0, arrangement: str = "as trained") -> "Tensor":
        """Return the first layer's input; `[batch, position]` to `[batch, position, d_model]`."""
        ...

    def parts(self, stack: str, layer: int) -> "dict[str, nn.Module | Tensor]":
        """Return the modules of an attention layer, by the names of `TextModel.parameters`."""
        ...

    def logits(self, x: "Tensor") -> "Tensor":
        """Map `[..., d_model]` to scores over the vocabulary, `[..., vocabulary]`."""
        ...


class TranslationNetwork(Network, Protocol):
    """A network that reads a source and writes a target."""

    @property
    def encoder_steps(self) -> tuple[str, ...]:
        """The names of the encoder's steps, the embedding first."""
        ...

    def start(
        self,
        source: "Tensor",
        recording: "Recording | None" = None,
        changes: "NetworkChanges" = ...,
    ) -> Any:
        """Read `source [batch, source]`; return the first state for `decode` and `step`.

        `step` goes on as trained but for changes that this state holds, those of which
        `changes.are_in_first_state` is true.
        """
        ...

    def decode(
        self,
        target: "Tensor",
        state: Any,
        recording: "Recording | None" = None,
        changes: "NetworkChanges" = ...,
    ) -> "Tensor":
        """Decode all positions of `target [batch, target]` at once; `[batch, target, d_model]`."""
        ...

    def step(self, last: "Tensor", state: Any) -> "tuple[Tensor, Any]":
        """Decode a word: ids `[batch]` to logits `[batch, vocabulary]`, and the next state."""
        ...

    def __call__(
        self,
        source: "Tensor",
        target: "Tensor",
        recording: "Recording | None" = None,
        changes: "NetworkChanges" = ...,
    ) -> "Tensor":
        """Run with teacher forcing; `[batch, target, d_model]`."""
        ...


class CausalNetwork(Network, Protocol):
    """A network that continues what it reads; its one stack is "decoder"."""

    def __call__(
        self, ids: "Tensor", recording: "Recording | None" = None, changes: "NetworkChanges" = ...
    ) -> "Tensor":
        """Attend to the same and earlier positions; `[batch, position]` to `[..., d_model]`."""
        ...


class MaskedNetwork(Network, Protocol):
    """A network that predicts masked words from both sides; its one stack is "encoder"."""

    def __call__(
        self,
        ids: "Tensor",
        segments: "Tensor | None" = None,
        recording: "Recording | None" = None,
        changes: "NetworkChanges" = ...,
    ) -> "Tensor":
        """Attend to all positions; `[batch, position]` to `[batch, position, d_model]`."""
        ...

    def follow_logits(self, x: "Tensor") -> "Tensor":
        """Score whether the second sentence follows (yes, no).

        `[batch, position, d_model]` to `[batch, 2]`.
        """
        ...


class BidirectionalNetwork(Network, Protocol):
    """Two language models over one text, one per direction; their stack is "encoder"."""

    def both(
        self,
        ids: "Tensor",
        recording: "Recording | None" = None,
        changes: "NetworkChanges" = ...,
    ) -> "tuple[list[Tensor], list[Tensor]]":
        """Return the states of each direction by layer; `[batch, position, d_model]` each."""
        ...

    def __call__(
        self, ids: "Tensor", recording: "Recording | None" = None, changes: "NetworkChanges" = ...
    ) -> "Tensor":
        """Concatenate both directions; `[layer + 1, batch, position, 2 d_model]`."""
        ...
