"""What InferSent says of two sentences, and how far it can be trusted."""

from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from models import UserError, shipped_for
from models.pairs import (
    LABELS,
    SentenceReading,
    Verdict,
    card,
    cosine,
    glove_mean,
    mean_state,
    split_contractions,
)

from ...analysis.intervals import Interval, share_interval
from ...base.language import format_number, t, translatable
from ...base.libraries import LIBRARIES
from ...base.theme import HEADS
from ...draw.chart import Chart
from ...draw.interval_charts import describe_interval, interval_chart
from ...draw.probabilities import percent, probability_chart
from ...view.computation import Computation, Export, ExportMenu, PageContent
from ...view.runner import Runner, encodings
from .charts import cosines_chart, shares_chart, vectors_chart
from .settings import LOOKS, VerdictSettings

_LABEL_TITLES = translatable(
    {"entailment": "entailment", "neutral": "neutral", "contradiction": "contradiction"}
)
_MEANINGS = translatable(
    {
        "entailment": "If the first sentence is true, so is the second.",
        "neutral": "If the first sentence is true, the second may be true or not.",
        "contradiction": "Both sentences cannot be true of the same scene.",
    }
)
_MAKERS = translatable(
    {
        "infersent": "InferSent",
        "glove": "mean of the GloVe vectors",
        "second": "second sentence alone",
    }
)
_HELD_OUT = translatable(
    {
        "words": "other words",
        "frames": "other words in other constructions",
        "written": "written by hand",
    }
)
_SOURCES = translatable(
    {
        "glove": "GloVe, mean of the words",
        "infersent": "InferSent",
        "untrained": "InferSent with random weights",
        "MiniLM": "MiniLM (all-MiniLM-L6-v2)",
    }
)
MOST_SENTENCES = 2


@dataclass(frozen=True)
class VerdictContent(PageContent[VerdictSettings]):
    """The content of the page; each look is computed when it is drawn."""

    @cached_property
    def lines(self) -> list[str]:
        """The typed sentences."""
        lines = (self.settings.pair or "").splitlines()
        return [line.strip() for line in lines if line.strip()][:MOST_SENTENCES]

    @property
    def alert(self) -> str:
        """Why there is no picture, or ""."""
        if self.settings.pair is None or len(self.lines) == MOST_SENTENCES:
            return ""
        return t("Two sentences are needed. Type one per line.")

    @cached_property
    def verdict(self) -> Verdict:
        """The network's answer. Raises UserError for unreadable text."""
        first, second = self.lines
        return self.runner.compute_once(
            f"verdict {first!r} {second!r}",
            t("InferSent reads the sentences"),
            lambda progress: LIBRARIES.comparison.judge(first, second),
        )

    @property
    def readings(self) -> tuple[SentenceReading, SentenceReading]:
        return self.verdict.first, self.verdict.second

    @property
    def unknown(self) -> str:
        """The words without a vector, or ""."""
        words = [word for reading in self.readings for word in reading.unknown]
        if not words:
            return ""
        return t(
            "Without a vector, and read as one unknown word: {words}.",
            words=", ".join(dict.fromkeys(words)),
        )

    @property
    def caption(self) -> str:
        """Both sentences, for a file."""
        return "\n".join(self.lines)

    # --- verdict ---------------------------------------------------------------------------------

    @property
    def verdict_chart(self) -> Chart:
        """The probability of each label."""
        verdict = self.verdict
        colours = [HEADS[0] if label == verdict.label else HEADS[4] for label in LABELS]
        titles = [t(_LABEL_TITLES[label]) for label in LABELS]
        # Rounded: a sentence read with others has other last digits.
        shares = [round(float(share), 4) for share in verdict.probabilities]
        chart = probability_chart(titles, shares, colours, t("probability"))
        return chart.with_caption(self.caption)

    @cached_property
    def glove_cosine(self) -> float | None:
        """The cosine of the means of the words, None if a sentence has no word in GloVe."""
        u, v = map(glove_mean, self.lines)
        return cosine(u, v) if u.any() and v.any() else None

    @cached_property
    def cosines(self) -> dict[str, float]:
        """The cosine of both sentences, by the source of the vectors."""
        cosines = {}
        if self.glove_cosine is not None:
            cosines[t(_SOURCES["glove"])] = self.glove_cosine
        cosines[t(_SOURCES["infersent"])] = self.verdict.cosine
        for name in shipped_for("masked-lm")[:1]:
            try:
                u, v = map(mean_state, encodings(self.runner, name, self.lines))
            except UserError:  # damaged, or too long for it
                continue
            cosines[t("{model}, mean of the words", model=name)] = cosine(u, v)
        return cosines

    @property
    def cosines_chart(self) -> Chart:
        cosines = {name: round(value, 4) for name, value in self.cosines.items()}
        return cosines_chart(cosines).with_caption(self.caption)

    @property
    def finding(self) -> str:
        """The verdict in words."""
        verdict = self.verdict
        finding = t(
            "{label}, {probability}. {meaning}",
            label=t(_LABEL_TITLES[verdict.label]).capitalize(),
            probability=percent(float(verdict.probabilities.max())),
            meaning=t(_MEANINGS[verdict.label]),
        )
        first, second = map(split_contractions, self.lines)
        same_words = sorted(first) == sorted(second) and first != second
        if same_words and self.glove_cosine is not None:
            finding += " " + t("verdict#same words", mean=self.glove_cosine, cosine=verdict.cosine)
        return finding

    @property
    def method(self) -> str:
        """How the verdict is made, in Markdown."""
        return t(
            "verdict#how a verdict is made",
            size=len(self.verdict.first.vector),
            pairs=card()["pairs"],
        )

    # --- the words -------------------------------------------------------------------------------

    def words_chart(self, place: int) -> Chart:
        """The share of the units whose largest value comes from each word of a sentence."""
        reading = self.readings[place]
        return shares_chart(reading.words, reading.shares).with_caption(self.lines[place])

    @property
    def words_finding(self) -> str:
        """Which words give the most."""
        parts = []
        for line, reading in zip(self.lines, self.readings, strict=True):
            best = int(reading.shares.argmax())
            parts.append(
                t(
                    "“{word}” gives {share} of the {count} numbers of “{sentence}”",
                    word=reading.words[best],
                    share=format_number(float(reading.shares[best]), ".0%"),
                    count=len(reading.vector),
                    sentence=line,
                )
            )
        return t("; ").join(parts) + "."

    @property
    def words_method(self) -> str:
        return t("verdict#max pooling")

    # --- the vectors -----------------------------------------------------------------------------

    @property
    def vectors_chart(self) -> Chart:
        """Both vectors, and what the classifier compares."""
        u, v = (reading.vector for reading in self.readings)
        rows = {"u": u, "v": v, "|u − v|": np.abs(u - v), "u ∘ v": u * v}
        return vectors_chart(rows).with_caption(self.caption)

    @property
    def vectors_finding(self) -> str:
        u, v = (reading.vector for reading in self.readings)
        return t(
            "verdict#how vectors differ",
            difference=float(np.abs(u - v).mean()),
            most=float(np.abs(u - v).max()),
            cosine=self.verdict.cosine,
        )

    # --- figures of the card ---------------------------------------------------------------------

    @cached_property
    def accuracies(self) -> dict[str, list[Interval]]:
        """The share of held-out pairs that are right, for each set, by what answers."""
        figures = card()["accuracy"]
        return {
            t(title): [share_interval(*figures[maker][held_out]["all"]) for held_out in _HELD_OUT]
            for maker, title in _MAKERS.items()
        }

    @property
    def tested_chart(self) -> Chart:
        return interval_chart(
            [t(title) for title in _HELD_OUT.values()],
            self.accuracies,
            t("right answers"),
            ".0%",
            (1 / len(LABELS), t("chance")),
        ).with_caption(t("verdict#accuracy"))

    @property
    def kinds_chart(self) -> Chart:
        """The same for InferSent alone on the pairs written by hand, by kind."""
        figures = dict(card()["accuracy"]["infersent"]["written"])
        del figures["all"]
        return interval_chart(
            [t(_KINDS[kind]) for kind in figures],
            {"InferSent": [share_interval(*figure) for figure in figures.values()]},
            t("right answers"),
            ".0%",
            (1 / len(LABELS), t("chance")),
        ).with_caption(t("InferSent on the pairs written by hand, by kind, with 95 % intervals"))

    @property
    def tested_finding(self) -> str:
        infersent, glove, second = self.accuracies.values()
        figures = card()["accuracy"]["infersent"]
        return t(
            "verdict#right answers",
            words=describe_interval(infersent[0], ".0%"),
            count=figures["words"]["all"][1],
            written=describe_interval(infersent[2], ".0%"),
            hand=figures["written"]["all"][1],
            glove=describe_interval(glove[0], ".0%"),
            second=describe_interval(second[0], ".0%"),
        )

    @property
    def tested_method(self) -> str:
        """What the figures do not say."""
        right, validation = card()["validation"]
        parts = (
            t("verdict#generated pairs", pairs=card()["pairs"]),
            t(
                "verdict#which weights",
                epochs=card()["epochs"],
                schedule=card()["schedule"],
                validation=validation,
                share=right / validation,
            ),
            t("verdict#other classifiers", epochs=card()["baseline_epochs"]),
            t("verdict#intervals"),
        )
        return " ".join(parts)

    @cached_property
    def correlations(self) -> dict[str, Interval]:
        """Spearman's correlation of cosines with people's scores, by the source of the vectors."""
        rows = {
            name: Interval(figure["spearman"], figure["low"], figure["high"])
            for name, figure in card()["people"].items()
        }
        return dict(sorted(rows.items(), key=lambda row: -row[1].value))

    def source_title(self, name: str) -> str:
        if name in _SOURCES:
            return t(_SOURCES[name])
        return t("{model}, mean of the words", model=name)

    @property
    def people_chart(self) -> Chart:
        return interval_chart(
            [self.source_title(name) for name in self.correlations],
            {t("Spearman's ρ"): [*self.correlations.values()]},
            t("Spearman's ρ"),
            ".2f",
        ).with_caption(t("STS benchmark, test part, with 95 % intervals"))

    @property
    def people_finding(self) -> str:
        best, *_ = self.correlations
        figures = card()["people"]
        return t(
            "verdict#likeness by people",
            count=figures[best]["pairs"],
            best=self.source_title(best),
            rho=describe_interval(self.correlations[best], ".2f"),
            infersent=describe_interval(self.correlations["infersent"], ".2f"),
            glove=describe_interval(self.correlations["glove"], ".2f"),
        )

    # --- the Export menu -------------------------------------------------------------------------

    @property
    def menu(self) -> ExportMenu:
        look = self.settings.look
        key = f"verdict {look}"
        if self.alert:
            return ExportMenu(key, (), alert=self.alert)
        if look == "words":
            draw = self.words_chart
            exports = tuple(
                Export(
                    t("Sentence {number}", number=number), partial(draw, number - 1), f"{number}"
                )
                for number in range(1, MOST_SENTENCES + 1)
            )
            return ExportMenu(key, exports)
        charts = {
            "verdict": lambda: self.verdict_chart,
            "vectors": lambda: self.vectors_chart,
            "tested": lambda: self.tested_chart,
            "people": lambda: self.people_chart,
        }
        return ExportMenu(key, (Export(t(LOOKS[look]), charts[look]),))


_KINDS = translatable(
    {
        "roles": "who does what",
        "negation": "negation",
        "general": "wider words",
        "detail": "details",
        "place": "places",
        "count": "numbers",
        "opposite": "opposites",
        "unrelated": "unrelated",
    }
)


def _compute(settings: VerdictSettings, runner: Runner) -> VerdictContent:
    return VerdictContent(settings, runner)


COMPUTATION = Computation("verdict", VerdictSettings, _compute)
