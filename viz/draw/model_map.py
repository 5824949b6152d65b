"""The map of a whole model as a value, from the model's capabilities."""

from dataclasses import dataclass

from models import Capabilities

from ..analysis.views import STACK_TITLES, HeadChoice
from ..base.language import t, translatable

ATTENTION, FEED_FORWARD, LSTM, BILSTM = "attention", "feed-forward", "lstm", "bilstm"
TOWERS = translatable({"encoder": "Encoder", "decoder": "Decoder"})
_TEXTS = translatable({"en": "English text", "fr": "French text"})
_SOURCE, _TRANSLATION = (
    translatable("Source"),
    translatable("Translation"),
)  # in a language without a name here


@dataclass(frozen=True)
class Part:
    """A part of a layer: the heads of an attention, a feed-forward network or an LSTM."""

    kind: str
    stack: str = ""  # of an attention
    heads: int = 0
    adds: bool = True  # whether it adds to the stream through the layers; False: replaces it


@dataclass(frozen=True)
class Tower:
    """An encoder or a decoder: the parts of each of its layers, in the order of the data."""

    name: str  # of TOWERS
    layers: tuple[tuple[Part, ...], ...]

    @property
    def stacks(self) -> set[str]:
        """The attention mechanisms in it."""
        return {part.stack for layer in self.layers for part in layer if part.stack}


@dataclass(frozen=True)
class ModelMap:
    """The map of a model."""

    towers: tuple[Tower, ...]
    reads: str  # the input, in words
    writes: str  # the output
    stream: str  # what runs through the layers

    @property
    def has_cross(self) -> bool:
        """Whether the decoder attends to the encoder."""
        return any("cross" in tower.stacks for tower in self.towers)

    def describe(self, choice: HeadChoice | None) -> str:
        """Describe the map in a sentence or two, as alternative text."""
        parts = [_describe_tower(tower) for tower in self.towers]
        if choice is not None:
            parts.append(t("Chosen: {head}.", head=describe_place(choice)))
        return " ".join(parts)


def build_map(capabilities: Capabilities) -> ModelMap:
    """Build the map of a model from its capabilities."""
    towers = tuple(
        Tower(name, _build_layers(name, capabilities)) for name in capabilities.directions
    )
    reads, writes = t("Words"), t("Next word")
    if capabilities.translates:
        read, written = capabilities.languages or ("", "")
        reads, writes = t(_TEXTS.get(read, _SOURCE)), t(_TEXTS.get(written, _TRANSLATION))
    elif capabilities.mixes_layers:
        writes = t("Vectors of the words")
    elif not capabilities.writes:
        writes = t("Hidden word") if capabilities.mask_token else t("Vectors of the words")
    stream = t("states") if capabilities.block == "recurrent" else t("residual stream")
    return ModelMap(towers, reads, writes, stream)


def _build_layers(tower: str, capabilities: Capabilities) -> tuple[tuple[Part, ...], ...]:
    """Build the parts of each layer of a tower."""
    stacks, cross = capabilities.stacks, capabilities.stacks.get("cross")
    is_recurrent = capabilities.block == "recurrent"
    attends: tuple[Part, ...] = ()
    if tower == "decoder" and cross:
        attends = (Part(ATTENTION, "cross", cross.heads, adds=not is_recurrent),)
    if is_recurrent:
        reads_both_ways = capabilities.directions[tower] == "both"
        return ((Part(BILSTM if reads_both_ways else LSTM, adds=False), *attends),)
    if tower not in stacks:
        return ()
    layers, heads = stacks[tower]
    attending = capabilities.attending(tower)
    return tuple(
        (
            *((Part(ATTENTION, tower, heads),) if layer in attending else ()),
            *attends,
            Part(FEED_FORWARD),
        )
        for layer in range(layers)
    )


def _describe_tower(tower: Tower) -> str:
    """Describe a tower in a sentence."""
    fullest = max(tower.layers, key=len, default=())
    heads = [str(part.heads) for part in fullest if part.heads]
    values = {
        "tower": t(TOWERS[tower.name]),
        "layers": len(tower.layers),
        "heads": " + ".join(heads),
    }
    if not heads:
        return t("{tower} without attention.", **values)
    if heads == ["1"]:
        return t("{tower} with one head.", **values)
    return t("{tower}: {layers} layers of {heads} heads.", **values)


def describe_place(choice: HeadChoice) -> str:
    """Name a head in words; a head below 0 stands for the whole layer."""
    values = {"attention": t(STACK_TITLES[choice.stack]), "layer": choice.layer + 1}
    if choice.head < 0:
        return t("{attention}, layer {layer}", **values)
    return t("{attention}, layer {layer}, head {head}", **values, head=choice.head + 1)


def explain_parts(model: ModelMap) -> str:
    """Say what the parts of the layers do, and what a click does."""
    parts = [part for tower in model.towers for layer in tower.layers for part in layer]
    kinds = {part.kind for part in parts} | {part.stack for part in parts}
    sentences = []
    if kinds & {"encoder", "decoder"}:
        sentences.append(t("Self: the words of one text attend to each other."))
    if "cross" in kinds:
        sentences.append(t("Cross: the decoder attends to the encoder."))
    if FEED_FORWARD in kinds:
        sentences.append(t("Feed-forward: each word by itself."))
    if kinds & {LSTM, BILSTM}:
        sentences.append(t("LSTM: a network that reads word by word."))
    if any(part.heads for part in parts):
        sentences.append(t("Click a head to see it."))
    return " ".join(sentences)
