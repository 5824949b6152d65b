"""Settings of the page on word order: a look, and what that look draws."""

from dataclasses import dataclass

from ...base.language import explain, t, translatable
from ...view.runner import Runner
from ...view.settings import Known, Options, Settings, choice, number, text, when

EXAMPLE = "I'm going to study math instead of English."  # what the page opens on
OTHER = "I'm going to study English instead of math."
_LOOKS = translatable(
    {
        "table": "The table",
        "waves": "Waves",
        "products": "Dot products",
        "added": "Added to the words",
        "shift": "A shift is a rotation",
        "others": "Other encodings",
        "order": "Another order",
    }
)
OF_A_SENTENCE = "added", "order"  # looks at a run of the model
_ENCODINGS = translatable({"rotary": "Rotary", "alibi": "ALiBi", "learned": "Learned"})
_LAYOUTS = translatable({"interleaved": "Interleaved", "halves": "Halves"})
_CONTENTS = translatable({"ones": "All 1", "random": "At random"})
POSITIONS = translatable(
    {
        "as trained": "As trained",
        "no positions": "No positions",
        "shuffled positions": "Shuffled positions",
    }
)
_SIZES = {length: length for length in ("8", "16", "20", "32", "64", "128", "256", "512")}
_LENGTHS = {
    length: length for length in ("10", "20", "30", "50", "64", "100", "128", "200", "256", "512")
}
LEARNED_LENGTH = 128  # positions of the learned table
BASES = translatable({"100": "100", "1000": "1,000", "10000": "10,000", "100000": "100,000"})
_LARGEST_SHIFT = 50
N_HEADS = 8  # of the example for ALiBi


def _lengths(known: Known, runner: Runner) -> Options:
    """List the numbers of positions to draw, limited by the learned table."""
    if known.encoding != "learned":
        return _LENGTHS
    return {length: title for length, title in _LENGTHS.items() if int(length) <= LEARNED_LENGTH}


def _last_row(known: Known, runner: Runner) -> int:
    return known.table_length - 1


def _middle_row(known: Known, runner: Runner) -> int:
    return known.table_length // 2


def _other_order(known: Known, runner: Runner) -> str:
    """Return the words of the sentence in another order."""
    return OTHER if known.sentence == EXAMPLE else _reversed_words(known.sentence)


def _reversed_words(sentence: str) -> str:
    """Reverse the words of a sentence, but not its final punctuation."""
    words = sentence.split()
    mark = words[-1][-1] if words and words[-1][-1] in ".?!" else ""
    return " ".join([*words[:-1], words[-1].removesuffix(mark)][::-1]) + mark if words else ""


def explain_not_shown(known: Known, runner: Runner) -> str:
    """Say why the chosen look has nothing to show of the model, or ""."""
    if known.look not in OF_A_SENTENCE:
        return ""
    model = runner.model(known.model)
    capabilities = model.capabilities
    if "positions" not in model.what_ifs:
        return explain(model.capabilities.refusal("positions", model.name))
    if "encoder" not in model.attention_sizes:
        return t(
            "{model} has no encoder states to compare. Choose another model.",
            model=model.name,
        )
    does_more = not capabilities.known_layers or capabilities.normalises_input
    if known.look == "added" and does_more:
        return t("order#positions of another model", model=model.name)
    return ""


def _is_shown(known: Known, runner: Runner) -> bool:
    return not explain_not_shown(known, runner)


@dataclass(frozen=True)
class OrderSettings(Settings):
    """A look and its settings; settings of other looks are None."""

    look: str = choice(_LOOKS, label=translatable("Look at"))
    encoding: str | None = choice(
        _ENCODINGS, label=translatable("Encoding"), applies=when(look="others")
    )
    alibi_head: int = number(
        1,
        1,
        N_HEADS,
        label=translatable("Head"),
        parameter="alibi-head",
        applies=when(encoding="alibi"),
    )
    k: int = number(5, 1, _LARGEST_SHIFT, label="k", applies=when(look="shift"))
    steps: int = choice(
        _LENGTHS, "100", label=translatable("Positions"), parse=int, applies=when(look="waves")
    )
    distances: int = choice(
        _LENGTHS,
        "100",
        label=translatable("Distances"),
        parse=int,
        applies=when(encoding="rotary"),
    )
    table_length: int = choice(
        _lengths,
        "50",
        label=translatable("Positions"),
        parameter="table-length",
        parse=int,
        applies=when(look=("table", "products")) | when(encoding=("alibi", "learned")),
    )
    size: int = choice(_SIZES, "20", label="d_model", parse=int, applies=when(look="waves"))
    d_model: int = choice(
        _SIZES,
        "128",
        label="d_model",
        parse=int,
        applies=when(look=("table", "products", "shift")),
    )
    layout: str = choice(
        _LAYOUTS, label=translatable("Sine and cosine"), applies=when(look="table")
    )
    row: int = number(
        _middle_row, 0, _last_row, label=translatable("Row"), applies=when(look="products")
    )
    content: str = choice(
        _CONTENTS, label=translatable("Query and key"), applies=when(encoding="rotary")
    )
    base: int = choice(
        BASES,
        "10000",
        label=translatable("Base"),
        parse=int,
        applies=when(look=("table", "waves", "products", "shift")) | when(encoding="rotary"),
    )
    dimensions: str = text(
        "4, 5, 6, 7", label=translatable("Dimensions"), applies=when(look="waves")
    )
    positions: str = choice(
        POSITIONS,
        "no positions",
        label=translatable("Positions"),
        parameter="order",
        applies=when(_is_shown, look="order"),
    )
    other: str = text(
        _other_order,
        label=translatable("The same words in another order"),
        applies=when(_is_shown, look="order"),
        of_sentence=True,
    )
