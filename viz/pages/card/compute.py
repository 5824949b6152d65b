"""How a model was made and how good it is, from its card."""

import re
from dataclasses import dataclass
from typing import Any

from models import Capabilities
from models.cards import rounds_of

from ...analysis.views import describe_attending
from ...base.language import MODEL_TITLES, format_number, model_title, t, translatable
from ...base.markdown import escape_markdown
from ...base.text_titles import text_title
from ...view.computation import Computation, PageContent
from ...view.settings import Settings

# Descriptions of a BiLSTM, by score function.
_READS = translatable(
    {
        "additive": "card#BiLSTM, additive",
        "dot": "card#BiLSTM, dot product",
        "bilinear": "card#BiLSTM, bilinear",
        None: "card#BiLSTM without attention",
    }
)
# Descriptions of a network of one text, by architecture; "rnn": by cell.
_STACKS = translatable(
    {
        "gpt": "card#GPT",
        "bert": "card#BERT",
        "lstm-lm": "card#LSTM language model",
        "rnn": "card#RNN language model",
        "window-lm": "card#feed-forward language model",
        "elmo": "card#ELMo",
    }
)
# Descriptions of a pretrained model, by task.
_KINDS = translatable(
    {
        "masked-lm": "card#pretrained encoder",
        "causal-lm": "card#pretrained decoder",
        "translation": "card#pretrained encoder and decoder",
    }
)
_DECODER_LAYERS = translatable("card#pretrained decoder that only reads")
_POSITIONS = translatable(
    {
        "sinusoidal": "sinusoidal, added to the embeddings",
        "learned": "learned, added to the embeddings",
        "rotary": "rotary: each layer rotates queries and keys",
        "relative": "relative: a number for each distance is added to the scores",
        "none": "there are none",
    }
)
_SOME_LAYERS = translatable("rotary, only in these layers: {layers}")
_FACTS = translatable(
    {"family": "Family", "source": "Source", "revision": "Revision", "bits": "Bits a weight"}
)
translatable("greedy")  # the decoding in cards
_UNITS = translatable({"bits_per_character": "bits a character", "accuracy": "share"})
# The measures in a card; before some stands the name of a text.
_MEASURES = translatable(
    {
        "forward": "forward",
        "backward": "backward",
        "top 1": "first guess right",
        "top 5": "among the first five guesses",
        "words": "number of hidden words",
        "words of one token": "share of words that are one token",
        "next sentence": "Does the second sentence follow?",
        "next sentence by length alone": "Does it follow? By the lengths alone",
        "pairs": "Number of pairs",
    }
)
# The measures of a network of English text.
_ABOUT = translatable(
    {
        "bits_per_character": "card#bits per character",
        "accuracy": "card#hidden words and pairs",
    }
)
# The parts of a sample.
_SAMPLES = translatable(
    {
        "given": "the text begins",
        "drawn": "and the model continues",
        "sentence": "in English",
        "masked": "hidden",
        "guesses": "its guesses",
        "from_left": "from the left alone",
        "from_right": "from the right alone",
    }
)


@dataclass(frozen=True)
class CardContent(PageContent[Settings]):
    """The content of the page; tables are lists of rows, which are dictionaries by column title."""

    menu: None = None  # there is no picture

    @property
    def card(self) -> dict[str, Any]:
        return self.model.card

    @property
    def knows_training(self) -> bool:
        """Whether the card describes the training, as for models trained here."""
        return self.model.capabilities.trained_here and "training" in self.card

    @property
    def introduction(self) -> str:
        """The kind of the network and its authors, in Markdown."""
        card = self.card
        weights = card["weights"] / 1e6
        if self.knows_training:
            return t(
                "card#trained to translate"
                if self.model.capabilities.translates_between("en", "fr")
                else "card#trained here",
                network=_describe_network(card["architecture"]),
                weights=weights,
                vocabulary=len(self.model.tokenizer),
            )
        layers, heads = next(iter(self.model.attention_sizes.values()))
        capabilities = self.model.capabilities
        kind = t(
            _KINDS[capabilities.task] if capabilities.reads_ahead else _DECODER_LAYERS,
            model=escape_markdown(model_title(self.model.name)),
            layers=layers,
            heads=heads,
            weights=weights,
        )
        without = [
            describe_attending(capabilities.attending(stack), size.layers)
            for stack, size in capabilities.stacks.items()
        ]
        offered = t("It was not trained by us: whoever runs this server offers it.")
        return " ".join(filter(None, [kind, *dict.fromkeys(without), offered]))

    @property
    def making(self) -> dict[str, str]:
        """The training of the model, or its origin."""
        card = self.card
        if not self.knows_training:
            facts = {t(title): str(card[name]) for name, title in _FACTS.items() if card.get(name)}
            return facts | {t("Positions"): describe_positions(self.model.capabilities)}
        training = card["training"]
        rounds = rounds_of(training)
        updates = t(
            "{updates:,}, {epochs} passes over the data",
            updates=sum(training_round["updates"] for training_round in rounds),
            epochs=format_number(sum(training_round["epochs"] for training_round in rounds), ".1f"),
        )
        time = t(
            "{minutes:.0f} minutes on {hardware}",
            minutes=sum(training_round["minutes"] for training_round in rounds),
            hardware=_describe_hardware(training["hardware"]),
        )
        licences = {t("Data: {name}", name=name): text for name, text in card["licences"].items()}
        return {
            t("Updates"): updates,
            t("Time"): time,
            t("Seed and date"): f"{training['seed']}, {training['date']}",
            **licences,
        }

    @property
    def quality(self) -> list[dict[str, str]]:
        """Scores of whole test sets, or of held-out text."""
        if "held_out" in self.card:
            ((kind, scores),) = self.card["held_out"].items()
            return [
                {t("held out"): _describe_measure(name), t(_UNITS[kind]): _number_of(score)}
                for name, score in scores.items()
            ]
        return [
            {
                t("test set"): text_title(name),
                "BLEU": format_number(figure["bleu"], ".1f"),
                t("sentences"): format_number(figure["sentences"], ","),
            }
            for name, figure in self.card.get("bleu", {}).items()
        ]

    @property
    def about_quality(self) -> str:
        """The method of measurement, or the reason why there is none, in Markdown."""
        if "bleu" in self.card:
            return t("card#BLEU", decoding=t(self.card["decoding"]))
        if "held_out" in self.card:
            return t(_ABOUT[next(iter(self.card["held_out"]))])
        if not self.model.capabilities.translates:
            return t("It does not translate, so it has no BLEU score.")
        name = self.model.name
        command = f"python -m models.training.evaluate {name} --data FILE... --write-card"
        return t(
            "It has not been measured yet. This command measures it: {command}",
            command=f"`{command}`",
        )

    @property
    def samples(self) -> list[dict[str, str]]:
        """Some translations beside references, or texts or guesses of the model."""
        if "held_out" in self.card:
            return [
                {t(_SAMPLES[part]): _show_sample(value) for part, value in sample.items()}
                for sample in self.card["samples"]
            ]
        return [
            {
                t("in English"): sample["source"],
                t("our model"): sample["translation"],
                t("a reference"): sample["references"][0],
            }
            for sample in self.card.get("samples", ())
        ]

    @property
    def samples_title(self) -> str:
        """The heading of the samples."""
        if "held_out" in self.card:
            return t("What it wrote or guessed, good and bad")
        return t("Translations, good and bad")

    @property
    def about_samples(self) -> str:
        """The source of the samples."""
        if "held_out" in self.card:
            return t("These texts were held out and are sampled at even distances, not chosen.")
        return t(
            "card#how sentences were sampled",
            count=len(self.samples),
            total=sum(figure["sentences"] for figure in self.card["bleu"].values()),
        )


def _describe_measure(name: str) -> str:
    """Describe a measure of a card, as "books, forward" or "bigram"."""
    titles = MODEL_TITLES | _MEASURES
    return ", ".join(
        t(titles[part]) if part in titles else text_title(part) for part in name.split(", ")
    )


def _number_of(score: float) -> str:
    """Format a share or bits with three digits, a count without decimals."""
    return format_number(score, ",.0f" if score >= 100 else ".3f")


def _show_sample(value: str | dict[str, float]) -> str:
    """Return a text, or guesses with their probabilities."""
    if isinstance(value, str):
        return value
    guesses = (f"{word} {format_number(share, '.2f')}" for word, share in value.items())
    return ", ".join(guesses)


def describe_positions(capabilities: Capabilities) -> str:
    """Say how a pretrained model knows the order of the words."""
    if capabilities.rotated:
        return t(_SOME_LAYERS, layers=capabilities.layers_rotated)
    return t(_POSITIONS[capabilities.positions])


def _describe_network(sizes: dict[str, Any]) -> str:
    """Say in one sentence what kind of network this is, in Markdown."""
    if sizes["architecture"] == "transformer":
        return t(
            "card#transformer",
            layers=sizes["n_layers"],
            heads=sizes["n_heads"],
            d_model=sizes["d_model"],
            d_ff=sizes["d_ff"],
        )
    if sizes["architecture"] in _STACKS:
        kind = "rnn" if sizes.get("cell") == "rnn" else sizes["architecture"]
        return t(
            _STACKS[kind],
            layers=sizes.get("n_layers"),
            heads=sizes.get("n_heads"),
            d_model=sizes["d_model"],
            d_ff=sizes.get("d_ff"),
            d_hidden=sizes.get("d_hidden"),
            context=sizes.get("context"),
        )
    if sizes["architecture"] == "bilstm" and sizes["score"] in _READS:
        return t(_READS[sizes["score"]], d_model=sizes["d_model"])
    listed = ", ".join(f"{name} {value}" for name, value in sizes.items() if name != "architecture")
    return t(
        "A network of the architecture “{architecture}”: {sizes}.",
        architecture=sizes["architecture"],
        sizes=escape_markdown(listed),
    )


COMPUTATION = Computation("model", Settings, CardContent)


def _describe_hardware(hardware: str) -> str:
    """Describe a model's training hardware, like "cpu, 2 threads, x86_64" in its card."""
    parts = re.fullmatch(r"cpu, (\d+) threads?, (.+)", hardware)
    if parts is None:
        return hardware
    count = int(parts[1])
    threads = t("1 thread" if count == 1 else "{count} threads", count=count)
    return f"{t('CPU')}, {threads}, {parts[2]}"
