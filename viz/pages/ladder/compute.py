"""The probability of a sentence by each model, from counts to GPT."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from typing import Any, NamedTuple, cast

import numpy as np

from models import UserError
from models.answers.counting import NGRAM_ORDERS, Counts, shipped_counts
from models.cards import count_tokens
from models.protocols import Predictor

from ...base.language import format_number, t, translatable
from ...base.markdown import escape_markdown
from ...base.text_titles import text_title
from ...base.theme import model_colour
from ...draw.chart import Chart
from ...view.computation import Computation, Export, ExportMenu, NotApplicable, PageContent
from ...view.runner import Runner
from ..next.language_models import GLUE, describe_refusals, refusals
from .charts import bits_chart, ladder_chart, scientific
from .classes import EXPORTS, ClassesView
from .factors import Product, product_of
from .settings import EXAMPLE, LadderSettings, rungs
from .shuffling import shuffle_words
from .sides import SidesView

_BOOKS = "books"  # the held-out text of the finding
_SEES = translatable(
    {
        "nothing": "nothing",
        "one": "one token",
        "some": "{count} tokens",
        "rnn-lm": "all, in a state",
        "lstm-lm": "all, in a gated state",
        "gpt": "all, by attention",
    }
)


class LadderRow(NamedTuple):
    """A row of the table: a model and how well it predicts held-out text."""

    name: str
    title: str
    sees: str
    size: str  # its weights, or how many counts
    bits: dict[str, float]  # bits per character, by held-out text


@dataclass(frozen=True)
class LadderContent(PageContent[LadderSettings]):
    """The content of the page; each part is computed on demand."""

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """The rungs that are here, the lowest first."""
        return rungs(self.settings, self.runner)

    @cached_property
    def counts(self) -> Counts | None:
        return shipped_counts() if any(name in NGRAM_ORDERS for name in self.titles) else None

    @cached_property
    def predictors(self) -> dict[str, Predictor]:
        counted: Mapping[str, Predictor] = self.counts.models if self.counts else {}
        return {
            name: counted[name]
            if name in NGRAM_ORDERS
            else cast(Predictor, self.runner.model(name))
            for name in self.titles
        }

    @property
    def networks(self) -> list[str]:
        """The networks that are here."""
        return [name for name in self.titles if name not in NGRAM_ORDERS]

    def card(self, name: str) -> dict[str, Any]:
        """Return the card of a network."""
        return self.runner.model(name).card

    def window(self, name: str) -> int | None:
        """Return the number of tokens that a model sees; None: all."""
        if name in NGRAM_ORDERS:
            return NGRAM_ORDERS[name] - 1
        context: int | None = self.card(name).get("architecture", {}).get("context")
        return context

    # --- the product ---

    @property
    def shuffled(self) -> str:
        """The same words in another order; "" if there is none."""
        order = self.settings.order
        return "" if order is None else shuffle_words(self.settings.text, order)

    @property
    def texts(self) -> list[str]:
        """The sentence, and its words in another order."""
        return [text for text in (self.settings.text, self.shuffled) if text]

    @cached_property
    def refused(self) -> dict[str, UserError]:
        """Why a model cannot read the sentence, for each such model."""
        return refusals(self.predictors, self.texts)

    @property
    def left_out(self) -> str:
        """Which models cannot read the sentence, and why, or ""."""
        return describe_refusals(self.refused)

    def product(self, name: str, text: str) -> Product:
        """Return the factors of a text by one model."""
        merged, window = self.settings.merged, self.window(name)
        return self.runner.compute_once(
            f"product {name} {text!r} {merged}",
            t("The models read"),
            lambda progress: product_of(self.predictors[name], text, window, merged),
        )

    @cached_property
    def classes(self) -> ClassesView:
        """What a model of each class makes of a text."""
        return ClassesView(self.settings)

    @cached_property
    def sides(self) -> SidesView:
        """What ELMo makes of the sentence from the left and from the right."""
        return SidesView(self.settings, self.runner)

    @property
    def rung(self) -> str:
        """The model whose product is written out."""
        if self.settings.rung is None:
            raise NotApplicable(
                translatable(
                    "There is no language model here yet. Train one with "
                    "“python -m models.training.train gpt --data DIR --ship”."
                )
            )
        return self.settings.rung

    @cached_property
    def products(self) -> list[Product]:
        """The factors of the sentence and of its shuffled words by the chosen model."""
        return [self.product(self.rung, text) for text in self.texts]

    @property
    def finding(self) -> str:
        """What the model makes of the order of the words, and where its window ends; Markdown."""
        title = self.titles[self.rung]
        sentences = []
        if len(self.products) > 1:
            typed, shuffled = (product.log_probability for product in self.products)
            values = {
                "model": title,
                "times": scientific(abs(typed - shuffled), plain_below=1e6),
            }
            if abs(typed - shuffled) <= 1e-9 * abs(typed):
                sentence = t("ladder#both orders alike", **values)
            elif typed > shuffled:
                sentence = t(
                    "{model}: the sentence is {times} times as probable as its shuffle.", **values
                )
            else:
                sentence = t(
                    "{model}: the shuffle is {times} times as probable as the sentence.", **values
                )
            sentences.append(sentence)
        last = self.products[0].factors[-1]
        if last.given and (beyond := self.beyond_window):
            sentences.append(
                t(
                    "ladder#end of the window",
                    beyond=escape_markdown(beyond),
                    word=escape_markdown(last.text),
                    given=escape_markdown(last.given),
                )
            )
        if bits := self.bits(self.rung).get(_BOOKS):
            sentences.append(
                t("On held-out books it takes {bits:.2f} bits per character.", bits=bits)
            )
        return " ".join(sentences)

    @property
    def beyond_window(self) -> str:
        """What stands before the window of the last word; "" if it sees everything."""
        product = self.products[0]
        last = product.factors[-1]
        before = product.text.removesuffix(last.text.removeprefix(GLUE)).strip()
        return before.removesuffix(last.given).strip()

    # --- all models ---

    @cached_property
    def chart(self) -> Chart:
        """The probability of both orders by each model that can read them.

        Raises UserError if none can.
        """
        readers = [name for name in self.titles if name not in self.refused]
        if not readers:
            raise self.refused[self.rung]
        powers = [
            [self.product(name, text).log_probability / np.log(10) for text in self.texts]
            for name in readers
        ]
        titles = [self.titles[name] for name in readers]
        chart = ladder_chart(titles, powers, [model_colour(name) for name in readers])
        caption = t("Probability of “{words}” by each model", words=self.settings.text)
        if self.shuffled:
            caption = t(
                "Probability of “{words}” and of “{shuffled}” by each model",
                words=self.settings.text,
                shuffled=self.shuffled,
            )
        return chart.with_caption(caption)

    @cached_property
    def bits_chart(self) -> Chart:
        """The bits per character of each held-out text by each model."""
        bits = {name: self.bits(name) for name in self.titles}
        texts = list(dict.fromkeys(text for texts in bits.values() for text in texts))
        lines = {
            text_title(text): [bits[name].get(text, np.nan) for name in self.titles]
            for text in texts
        }
        caption = t("Bits per character of held-out text: the fewer, the better")
        return bits_chart([*self.titles.values()], lines).with_caption(caption)

    @property
    def menu(self) -> ExportMenu:
        if self.settings.look == "classes":
            exports = (
                Export(t(EXPORTS[name]), partial(self.classes.chart, name), name)
                for name in self.classes.charts
            )
            return ExportMenu("ladder-classes", tuple(exports))
        if self.settings.look == "sides":
            return ExportMenu("ladder-sides", (Export("", lambda: self.sides.chart),))
        if self.settings.look == "texts":
            return ExportMenu("ladder-bits", (Export("", lambda: self.bits_chart),))
        return ExportMenu("ladder", (Export("", lambda: self.chart),))

    @property
    def table(self) -> list[LadderRow]:
        """Each model on held-out text, the highest rung first."""
        return [
            LadderRow(name, title, self.sees(name), self.size(name), self.bits(name))
            for name, title in reversed([*self.titles.items()])
        ]

    def sees(self, name: str) -> str:
        """Say which words a model sees."""
        count = self.window(name)
        if count is None:
            return t(_SEES[name])
        kind = ("nothing", "one")[count] if count < 2 else "some"
        return t(_SEES[kind], count=count)

    def size(self, name: str) -> str:
        """Return the number of weights of a network, or of the counts that a model reads."""
        if name not in NGRAM_ORDERS:
            return t("{count:.1f} M weights", count=self.card(name).get("weights", 0) / 1e6)
        assert self.counts is not None
        tables = self.counts.table.tables[: NGRAM_ORDERS[name]]
        rows = sum(len(table.rows) for table in tables)
        if rows < 1e5:
            return t("{count:,} counts", count=rows)
        return t("{count:.1f} M counts", count=rows / 1e6)

    def bits(self, name: str) -> dict[str, float]:
        """Return the bits per character of held-out text in a model's card, by text."""
        if name not in NGRAM_ORDERS:
            return self.card(name).get("held_out", {}).get("bits_per_character", {})
        assert self.counts is not None
        return self.counts.card.get("held_out", {}).get("bits_per_character", {}).get(name, {})

    @property
    def steps_back(self) -> str:
        """Where a higher rung predicts held-out text worse than the one below it."""
        table = self.table[::-1]
        worse = [
            t(
                "{sentences}: {model} ({bits}) after {below} ({below_bits})",
                model=above.title,
                bits=format_number(above.bits[text], ".2f"),
                below=below.title,
                below_bits=format_number(below.bits[text], ".2f"),
                sentences=text_title(text),
            )
            for below, above in pairwise(table)
            for text in below.bits.keys() & above.bits.keys()
            if above.bits[text] >= below.bits[text]
        ]
        if not worse:
            return t("ladder#one sentence decides nothing")
        return t(
            "ladder#one sentence decides nothing, with exceptions", cases="; ".join(sorted(worse))
        )

    @property
    def comparison(self) -> str:
        """What is the same for all models, and what differs."""
        tokens = {
            name: count_tokens(self.card(name)["training"])
            for name in self.networks
            if "training" in self.card(name)
        }
        sentences = [
            t(
                "ladder#same tokens for all",
                count=len(next(iter(self.predictors.values())).tokenizer),
            )
        ]
        if tokens:
            least, most = min(tokens.values()) / 1e6, max(tokens.values()) / 1e6
            sentences.append(
                t("In training each network read {count:.0f} million tokens.", count=most)
                if round(least) == round(most)
                else t(
                    "In training the networks read {least:.0f} to {most:.0f} million tokens.",
                    least=least,
                    most=most,
                )
            )
            sentences.append(t("Their sizes differ: a larger network might gain from that alone."))
        if self.counts:
            sentences.append(t("ladder#smoothed counts"))
        return " ".join(sentences)


def _compute(settings: LadderSettings, runner: Runner) -> LadderContent:
    """Return the content. Raises NotApplicable without a language model, UserError without text."""
    content = LadderContent(settings, runner)
    if settings.look == "classes":
        _ = content.classes.models
        return content
    if settings.look != "sides":
        _ = content.rung
    if not settings.text:
        raise UserError("There is no word in this sentence. Type one, for example “I am tired.”")
    return content


COMPUTATION = Computation("ladder", LadderSettings, _compute, EXAMPLE)
