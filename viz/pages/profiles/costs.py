"""The costs of heads: what a model loses without each of them."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from models.corpus.head_pairs import HeadPairs
from models.corpus.importance import HIGH, LOW, REMOVAL_ORDERS, VALUE, Importance

from ...analysis.views import HeadChoice, head_title
from ...base.language import format_number, t, translatable
from ...base.text_titles import text_title
from ...draw.chart import Chart
from .charts import pruning_chart, two_measures_chart
from .words import short_title

# Orders of heads besides those by attention.
COSTS = translatable(
    {
        "lost": "log-probability lost without it",
        "bleu": "BLEU lost without it",
        "gradient": "importance by gradient",
        "uniform": "log-probability lost with uniform weights",
        "permuted": "log-probability lost with permuted weights",
    }
)
_FIELDS = {"bleu": "bleu_lost"}  # fields of Importance with another name
FILTERS = translatable({"needed": "Clearly needed", "spare": "Not clearly needed"})
_ORDER_TITLES = translatable(
    {
        "greedy": "least loss first, measured again each time",
        "ablation": "least single loss first",
        "gradient": "smallest gradient first",
    }
)
# The least loss of each colour, times the model's scale: grey if the loss is not clearly above 0.
# The scale is the first with which at most a third of the heads have the last colour.
_SPARE = "#7f8896"
_STEPS = ((0.0, "#56b4e9"), (0.003, "#e69f00"), (0.006, "#d55e00"), (0.01, "#882255"))
_SCALES = 1, 2, 5, 10, 20, 50, 100
# The tolerated loss for the number of spared heads: of BLEU, or in nats without BLEU.
_SHARE, _NATS = 0.1, 0.1
# The measure of a model that does not translate, by task.
_MEASURED = translatable(
    {
        "causal-lm": "Measured on the log-probability of the next token.",
        "masked-lm": "Measured on the log-probability of masked tokens.",
    }
)
_LOSES = translatable(
    {
        "translation": "**Without it** a token loses {lost} nats of its log-probability.",
        "causal-lm": "**Without it** the next token loses {lost} nats of its log-probability.",
        "masked-lm": "**Without it** a masked token loses {lost} nats of its log-probability.",
    }
)


def _values_of(importance: Importance, by: str) -> np.ndarray:
    """Return the values of an order; `[head]`, nan if not measured."""
    values: np.ndarray = getattr(importance, _FIELDS.get(by, by))
    return values[:, VALUE] if values.ndim == 2 else values


def measured_costs(importance: Importance) -> dict[str, str]:
    """Return those of COSTS that were measured for a model."""
    return {
        by: text for by, text in COSTS.items() if not np.isnan(_values_of(importance, by)).all()
    }


def _colour_of(lost: float, needed: bool, scale: int = 1) -> str:
    """Return the colour of a head by the log-probability lost without it."""
    if not needed:
        return _SPARE
    return [colour for least, colour in _STEPS if lost >= least * scale][-1]


def legend(scale: int = 1) -> list[tuple[str, str]]:
    """Return colours with their meanings."""
    ends = [least * scale for least, _ in _STEPS[1:]]
    texts = [
        t("up to {most} nats", most=format_number(ends[0], ".3f")),
        *(
            t("{least} to {most}", least=format_number(low, ".3f"), most=format_number(high, ".3f"))
            for low, high in pairwise(ends)
        ),
        t("{least} and more", least=format_number(ends[-1], ".3f")),
    ]
    colours = [colour for _, colour in _STEPS]
    return [(_SPARE, t("no clear loss")), *zip(colours, texts, strict=True)]


def _interval(values: np.ndarray, digits: str) -> str:
    """Write a figure with its interval."""
    places = int(digits[1])
    value, low, high = (
        format_number(round(float(values[place]), places) + 0.0, digits)  # no "-0.0"
        for place in (VALUE, LOW, HIGH)
    )
    return t("{value} ({low} to {high})", value=value, low=low, high=high)


def sentences_of(measured: Importance | HeadPairs) -> str:
    """Write the number of sentences that costs were measured on, and their texts if held out."""
    if not measured.sources:
        return t("{count:,} sentences", count=measured.sentences)
    return t(
        "{count:,} sentences never trained on ({texts})",
        count=measured.sentences,
        texts=", ".join(
            t("{title}: {count:,}", title=text_title(name), count=count)
            for name, count in measured.sources
        ),
    )


def _with_ends(value: int, ends: tuple[int, int] | None) -> str:
    """Write a number with its interval, if it was measured."""
    if ends is None:
        return str(value)
    return t("{value} ({low} to {high})", value=value, low=ends[0], high=ends[1])


@dataclass(frozen=True)
class HeadCosts:
    """The costs of all heads of a model, and of the one on show."""

    importance: Importance
    chosen: HeadChoice

    @cached_property
    def places(self) -> dict[HeadChoice, int]:
        return {HeadChoice(*head): place for place, head in enumerate(self.importance.heads)}

    def value_of(self, by: str, head: HeadChoice) -> float:
        """Return the value of a head in an order."""
        return float(_values_of(self.importance, by)[self.places[head]])

    def is_needed(self, head: HeadChoice) -> bool:
        """Return whether the loss without a head is clearly above 0."""
        return bool(self.importance.needed[self.places[head]])

    @cached_property
    def scale(self) -> int:
        """The factor of the steps between colours."""
        lost, last = self.importance.lost[:, VALUE], _STEPS[-1][0]
        return next(
            (scale for scale in _SCALES if np.mean(lost >= last * scale) <= 1 / 3), _SCALES[-1]
        )

    def colour(self, head: HeadChoice) -> str:
        return _colour_of(self.value_of("lost", head), self.is_needed(head), self.scale)

    def label(self, head: HeadChoice) -> str:
        """Write the loss on the mark of a head."""
        return format_number(round(self.value_of("lost", head), 3) + 0.0, ".3f")  # no "-0.000"

    @property
    def finding(self) -> str:
        """The number of heads needed, in Markdown."""
        importance = self.importance
        most = int(np.argmax(importance.lost[:, VALUE]))
        text = t(
            "profiles#heads that cost",
            needed=int(importance.needed.sum()),
            count=len(importance.heads),
            head=head_title(HeadChoice(*importance.heads[most])),
            lost=_interval(importance.lost[most], ".3f"),
        )
        measured = t(_MEASURED[importance.task]) if importance.task in _MEASURED else ""
        return " ".join(filter(None, (measured, text, self.spared)))

    @property
    def spared(self) -> str:
        """The number of heads that can be removed, in Markdown, or "" if not measured."""
        importance = self.importance
        if not self.has_curves:
            return ""
        if (spared := importance.spared(_SHARE)) is not None:
            return t(
                "profiles#heads to spare, in BLEU",
                spared=_with_ends(spared, importance.spared_ends(_SHARE)),
            )
        if (spared := importance.spared_within(_NATS)) is not None:
            return t(
                "profiles#heads to spare, in nats",
                spared=_with_ends(spared, importance.spared_within_ends(_NATS)),
            )
        return ""

    @property
    def description(self) -> str:
        """The loss without the current head, in Markdown."""
        place, importance = self.places[self.chosen], self.importance
        lines = [
            t(
                _LOSES[importance.task],
                lost=_interval(importance.lost[place], ".3f"),
            )
        ]
        if not importance.needed[place]:
            lines.append(t("No clear loss: the interval reaches 0."))
        if not np.isnan(importance.bleu_lost[place, VALUE]):
            bleu = _interval(importance.bleu_lost[place], ".1f")
            lines.append(t("A translation loses {bleu} points of BLEU.", bleu=bleu))
        if not np.isnan(importance.uniform[place, VALUE]):
            lines.append(
                t(
                    "profiles#uniform and permuted weights",
                    uniform=_interval(importance.uniform[place], ".3f"),
                    permuted=_interval(importance.permuted[place], ".3f"),
                )
            )
        return "  \n".join(lines)

    @property
    def source(self) -> str:
        """The source of the figures."""
        importance = self.importance
        sentences = sentences_of(importance)
        if not importance.translated:
            return sentences
        return t(
            "profiles#what was measured, with BLEU"
            if importance.task == "translation"
            else "profiles#what was measured",
            sentences=sentences,
            translated=importance.translated,
            searched=importance.searched,
        )

    @property
    def missing(self) -> list[str]:
        """What was not measured, in words."""
        importance = self.importance
        translation_losses = {t("BLEU without each head"): importance.bleu_lost}
        measured = (translation_losses if importance.task == "translation" else {}) | {
            t("uniform and permuted weights"): importance.uniform,
            t("the curve of heads removed one after another"): importance.curves,
        }
        return [title for title, values in measured.items() if np.isnan(values).all()]

    @property
    def has_curves(self) -> bool:
        """Whether several heads were removed one after the other."""
        return len(self.places) > 2 and not np.isnan(self.importance.curves).all()

    @property
    def has_bleu(self) -> bool:
        """Whether translations were scored as heads were removed."""
        return not np.isnan(self.importance.bleu_curve).all()

    @property
    def pruning(self) -> Chart:
        """The chart of the loss as heads are removed one after the other."""
        importance = self.importance
        curves, names, ends = {}, {}, {}
        for row, (name, order, values) in enumerate(
            zip(REMOVAL_ORDERS, importance.removal, importance.curves, strict=True)
        ):
            if not np.isnan(values).any():
                title = t(_ORDER_TITLES[name])
                curves[title] = values
                if importance.curve_ends is not None:
                    ends[title] = importance.curve_ends[row]
                names[title] = [
                    short_title(HeadChoice(*importance.heads[place])) for place in order
                ]
        chart = pruning_chart(curves, names, ends)
        return chart.with_caption(f"{t('Heads removed one after another')}\n{self.source}")

    @property
    def bleu_rows(self) -> list[dict[str, str]]:
        """The rows of BLEU as heads are removed, the least loss first."""
        importance = self.importance
        return [
            {
                t("heads removed"): str(count),
                "BLEU": format_number(importance.bleu_curve[count], ".1f"),
                t("nats lost per token"): format_number(importance.curves[0, count], ".2f"),
            }
            for count in np.flatnonzero(~np.isnan(importance.bleu_curve))
        ]

    @property
    def two_measures(self) -> Chart:
        """The chart of each head's gradient and its loss."""
        importance = self.importance
        heads = [HeadChoice(*head) for head in importance.heads]
        chart = two_measures_chart(
            importance.gradient.tolist(),
            importance.lost[:, VALUE].tolist(),
            [short_title(head) for head in heads],
            [self.colour(head) for head in heads],
            self.places[self.chosen],
        )
        caption = t(
            "Gradient and loss: rank correlation {value}",
            value=format_number(importance.rank_correlation, ".2f"),
        )
        return chart.with_caption(f"{caption}\n{self.source}")
