"""Settings of the page on fine-tuning."""

import re
from dataclasses import dataclass

from models import UserError, shipped_for
from models.finetuning import Plan

from ...base.language import t, translatable
from ...view.runner import Runner
from ...view.settings import Known, Options, Settings, choice, number, switch, text

EXAMPLE = "In which city does the composer live today?"
LOOKS = translatable(
    {
        "curves": "Learning curves",
        "classes": "What is mixed up",
        "question": "Your question",
        "heads": "Heads before and after",
        "layers": "Which layer a task takes",
        "sizes": "How many sentences a task needs",
    }
)
USES = translatable(
    {
        "last": "last layer, frozen",
        "mix": "learnt mix of all layers, frozen",
        "tuned": "all weights trained",
    }
)
TASKS = translatable(
    {
        "sentiment": "Sentiment",
        "questions": "What a question asks for",
        "tags": "Parts of speech",
        "intents": "Intent of an order",
        "slots": "Slots of an order",
    }
)
_EXAMPLES = {"0": translatable("all there are"), "100": "100", "25": "25"}
_STEPS = {"30": "30", "60": "60", "100": "100", "200": "200"}
_RATES = {"0.0001": "0.0001", "0.0003": "0.0003", "0.0005": "0.0005", "0.001": "0.001"}
_COUNTS = {"25": "25", "50": "50", "100": "100", "200": "200", "0": translatable("all there are")}
_FREEZING = translatable(
    {
        "nothing": "nothing",
        "embeddings": "the embeddings",
        "half": "the lower half of the layers",
        "all": "all but the classifier",
    }
)
CHANGED_MOST = "most"  # the head that has changed most


def _tunable_models(known: Known, runner: Runner) -> Options:
    """List our models that predict hidden words, the tab's first; no damaged ones."""
    names = {}
    for name in sorted(shipped_for("masked-lm"), key=lambda name: (name != known.model, name)):
        try:
            runner.model(name)
        except UserError:
            continue
        names[name] = name
    return names


def plan_of(known: Known) -> Plan:
    """Return the training plan of the settings."""
    return Plan(known.steps, known.rate, known.count, known.seed, known.frozen)


def code_of(plan: Plan) -> str:
    """Write a plan as a parameter of the address."""
    return f"{plan.steps}_{plan.rate:g}_{plan.count}_{plan.seed}_{plan.frozen}"


def _check_code(value: str) -> str:
    """Say why a text is no plan, or ""."""
    if re.fullmatch(r"\d+_[0-9.]+_\d+_\d+_[a-z]+", value):
        return ""
    return t("The training settings in this link cannot be read. Press “Train”.")


def is_trained(known: Known) -> bool:
    """Return whether the reader has started the training of these settings."""
    return known.trained == code_of(plan_of(known))


def _heads(known: Known, runner: Runner) -> Options:
    """List the heads of the encoder, and the one that changes most."""
    layers, across = runner.model(known.tuner).attention_sizes["encoder"]
    return {CHANGED_MOST: translatable("the one that changed most")} | {
        f"{layer}-{head}": t("layer {layer}, head {head}", layer=layer, head=head)
        for layer in range(1, layers + 1)
        for head in range(1, across + 1)
    }


def _shows_heads(known: Known, runner: Runner) -> bool:
    """Return whether the look at heads is chosen."""
    return known.tuner is not None and known.look == "heads" and is_trained(known)


def _shows_layers(known: Known, runner: Runner) -> bool:
    """Return whether the look at frozen encoders is chosen."""
    return known.look == "layers"


def _shows_sizes(known: Known, runner: Runner) -> bool:
    """Return whether the look at numbers of training sentences is chosen."""
    return known.look == "sizes"


@dataclass(frozen=True)
class TuneSettings(Settings):
    """The training plan, and the look at its results."""

    tuner: str | None = choice(_tunable_models, parameter="tunes", omitted_when_default=True)
    look: str = choice(LOOKS, parameter="tune-look", omitted_when_default=True)
    steps: int = choice(_STEPS, "100", parameter="tune-steps", parse=int, omitted_when_default=True)
    rate: float = choice(
        _RATES,
        "0.0003",
        parameter="tune-rate",
        parse=float,
        write="{:g}".format,
        omitted_when_default=True,
    )
    count: int = choice(
        _COUNTS, "0", parameter="tune-questions", parse=int, omitted_when_default=True
    )
    frozen: str = choice(_FREEZING, parameter="tune-frozen", omitted_when_default=True)
    seed: int = number(1, 1, 20, parameter="tune-seed", omitted_when_default=True)
    # The training that the reader has started; another plan waits for the button.
    trained: str = text("", parameter="train", check=_check_code, omitted_when_default=True)
    head: str | None = choice(
        _heads, parameter="tune-head", applies=_shows_heads, omitted_when_default=True
    )
    task: str | None = choice(
        TASKS, parameter="tune-task", applies=_shows_layers, omitted_when_default=True
    )
    examples: int | None = choice(
        _EXAMPLES,
        parameter="tune-examples",
        parse=int,
        applies=_shows_layers,
        omitted_when_default=True,
    )
    own: bool | None = switch(
        False, parameter="tune-own", applies=_shows_layers, omitted_when_default=True
    )
    use: str | None = choice(
        USES, parameter="tune-use", applies=_shows_sizes, omitted_when_default=True
    )
