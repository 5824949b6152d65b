"""A sentence translated directly and through English, its heads and its place in one space."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from models import Request, Trace
from models.answers.languages import (
    LANGUAGES,
    LANGUAGES_MODEL,
    NEVER_TRAINED,
    TRAINED,
    language_of,
    sentence_vector,
    tagged,
)

from ...analysis.aligners import align
from ...analysis.intervals import Interval, share_interval
from ...analysis.projections import METHODS, neighbours, project
from ...analysis.views import heads_of
from ...base.language import format_number, t
from ...base.theme import HEADS
from ...draw.bars import bars_chart
from ...draw.chart import Axis, Chart, Margins
from ...draw.interval_charts import describe_interval
from ...draw.matrix import Matrix
from ...draw.picture import Picture, picture_of
from ...draw.points import Points, points_chart
from ...view.computation import Computation, Export, ExportMenu, PageContent
from ...view.runner import Runner, encodings
from .settings import LANGUAGE_TITLES, LOOKS, LanguagesSettings, all_aligners

_NAMED = 26  # characters of the name of a point


@dataclass(frozen=True)
class LanguagesContent(PageContent[LanguagesSettings]):
    """The content of the page; each look is computed when it is drawn."""

    @property
    def alert(self) -> str:
        """Why there is no picture, or ""."""
        if self.settings.typed is None or self.settings.typed.strip():
            return ""
        return t("There is no sentence. Type one in German, English or French, or choose one.")

    @property
    def typed(self) -> str:
        return (self.settings.typed or "").strip()

    @property
    def pair(self) -> tuple[str, str]:
        """The language of the sentence, and the language to write."""
        assert self.settings.source and self.settings.target  # a look at a sentence has both
        return self.settings.source, self.settings.target

    @cached_property
    def card(self) -> dict:
        card: dict = self.runner.model(LANGUAGES_MODEL).card
        return card

    # --- both ways -------------------------------------------------------------------------------

    def trace(self, sentence: str, language: str) -> Trace:
        """Return the run that writes a sentence in a language."""
        return self.runner.trace(Request(LANGUAGES_MODEL, tagged(sentence, language)))

    @property
    def is_trained(self) -> bool:
        """Whether the pair of languages was trained."""
        return self.pair in TRAINED

    @cached_property
    def direct(self) -> Trace:
        return self.trace(self.typed, self.pair[1])

    @cached_property
    def english(self) -> Trace:
        """The first half of the way through English."""
        return self.trace(self.typed, "en")

    @cached_property
    def from_english(self) -> Trace:
        """The second half."""
        return self.trace(self.english.translation, self.pair[1])

    @property
    def translations(self) -> dict[str, str]:
        """The translations by their titles."""
        translations = {t("Direct"): self.direct.translation}
        if not self.is_trained:
            translations[t("Through English")] = self.from_english.translation
        return translations

    @property
    def finding(self) -> str:
        """What the pair of languages is to the model, and in which language it wrote."""
        pair = self.title_of(*self.pair)
        if self.is_trained:
            text = t("languages#a trained pair", pair=pair)
        else:
            english = self.english.translation
            text = t("languages#a pair never seen", pair=pair, english=english)
        written = self.direct.translation
        if written and (language := language_of(written)) != self.pair[1]:
            text += " " + t("languages#wrong language", language=LANGUAGE_TITLES[language])
        return text

    @property
    def matrices(self) -> list[Matrix]:
        """The cross-attention of the direct way, and of both halves of the way through English."""
        source, target = self.pair
        runs = {self.title_of(source, target): self.direct}
        if not self.is_trained:
            runs[self.title_of(source, "en")] = self.english
            runs[self.title_of("en", target)] = self.from_english
        aligner = all_aligners(self.runner)[self.settings.aligner or ""]
        matrices = []
        for title, trace in runs.items():
            alignment = align(trace, aligner, self.settings.merged)
            matrices.append(
                Matrix(
                    title,
                    alignment.rows,
                    alignment.columns,
                    alignment.weights,
                    note=aligner.title,
                )
            )
        return matrices

    def title_of(self, *languages: str) -> str:
        return " → ".join(LANGUAGE_TITLES[language] for language in languages)

    # --- the same heads --------------------------------------------------------------------------

    @cached_property
    def sentences(self) -> dict[str, str]:
        """The sentence and the model's translations of it, by language."""
        source, _ = self.pair
        others = [language for language in LANGUAGES if language != source]
        return {source: self.typed} | {
            language: self.trace(self.typed, language).translation for language in others
        }

    @property
    def head_matrices(self) -> list[Matrix]:
        """One head of the encoder over the sentence in each language, read for the same target."""
        layer, head = (int(number) - 1 for number in (self.settings.head or "1-1").split("-"))
        matrices = []
        for place, (language, sentence) in enumerate(self.sentences.items()):
            if not sentence:
                continue
            trace = self.trace(sentence, self.pair[1])
            heads = heads_of(trace, "encoder", self.settings.merged)
            matrices.append(
                Matrix(
                    LANGUAGE_TITLES[language],
                    heads.rows,
                    heads.columns,
                    heads.weights[layer, head],
                    note=t("your sentence") if place == 0 else t("as the model translates it"),
                    colour=HEADS[head % len(HEADS)],
                )
            )
        return matrices

    # --- one space -------------------------------------------------------------------------------

    @cached_property
    def points(self) -> Points:
        """The typed sentence with its translations, then the captions of the card, as points."""
        rows = [self.sentences, *self.card["samples"]]
        places = [
            (language, row[language], place)
            for place, row in enumerate(rows)
            for language in LANGUAGES
            if row[language]
        ]
        texts = [text for _, text, _ in places]
        read = encodings(
            self.runner, LANGUAGES_MODEL, [tagged(text, self.pair[1]) for text in texts]
        )
        vectors = np.stack([sentence_vector(encoding.states[-1]) for encoding in read])[None]
        projection = project(vectors)
        near, distances = neighbours(vectors, 3)
        assert projection.shares is not None  # of PCA
        note = t("this flat map shows {share:.0%} of the variation", share=projection.shares[0])
        return Points(
            projection.places,
            ("",),
            (note,),
            tuple(text if len(text) <= _NAMED else f"{text[:_NAMED]}…" for text in texts),
            tuple(texts),
            np.array([LANGUAGES.index(language) for language, _, _ in places]),
            tuple(LANGUAGE_TITLES[language] for language in LANGUAGES),
            np.array([place == 0 for _, _, place in places]),
            near,
            distances,
            (),
            t("{count} sentences in three languages", count=len(texts)),
        )

    @property
    def point(self) -> int:
        """The point chosen; -1 for none."""
        chosen = self.settings.point
        return chosen if chosen is not None and chosen < len(self.points.names) else -1

    @property
    def space_finding(self) -> str:
        """How often a caption lies nearest to its translation."""
        count, nearest = self.card["sentences"], self.card["nearest"]
        shares = {
            name: describe_interval(share_interval(nearest[name], count), ".1%") for name in nearest
        }
        return t(
            "languages#nearest",
            count=count,
            never=shares["de-fr"],
            german=shares["de-en"],
            french=shares["en-fr"],
            chance=1 / count,
        )

    def space_chart(self) -> Chart:
        """The map for a file."""
        return points_chart(self.points, 0, self.point, t(METHODS["pca"]), self.typed)

    # --- figures of the card ---------------------------------------------------------------------

    def score(self, name: str) -> Interval:
        figure = self.card["directions"][name]
        return Interval(figure["bleu"], figure["low"], figure["high"])

    @property
    def bleu_chart(self) -> Chart:
        """BLEU in every direction, those never trained in another colour, and through English."""
        names, values, labels, colours = [], [], [], []
        for name, figure in self.card["directions"].items():
            languages = tuple(name.split("-"))
            names.append(self.title_of(*languages))
            values.append(figure["bleu"])
            labels.append(describe_interval(self.score(name), ".1f"))
            never = languages in NEVER_TRAINED
            colours.append(HEADS[1] if never else HEADS[0] if len(languages) == 2 else HEADS[2])
        chance = self.card["directions"]["de-fr"]["shuffled"]
        names.append(f"{self.title_of('de', 'fr')}, {t('references shuffled')}")
        values.append(chance)
        labels.append(format_number(chance, ".1f"))
        colours.append(HEADS[4])
        return bars_chart(
            names,
            values,
            Axis(title="BLEU", title_size=14, limits=(0, max(values) * 1.45)),
            colours=colours,
            labels=labels,
            name="BLEU",
            margins=Margins(left=8, right=16, top=8, bottom=52),
            summary="; ".join(map("{}: {}".format, names, labels)),
        ).with_caption(t("languages#BLEU", count=self.card["sentences"]))

    def wrong(self, name: str) -> Interval:
        """Return the share of the sentences written in another language than the one asked for."""
        count = self.card["sentences"]
        right = self.card["directions"][name]["languages"][name[-2:]]
        return share_interval(count - right, count)

    @property
    def wrong_chart(self) -> Chart:
        """The share of answers in the wrong language, in every direction."""
        names = [self.title_of(*name.split("-")) for name in self.card["directions"]]
        shares = [self.wrong(name) for name in self.card["directions"]]
        labels = [describe_interval(share, ".1%") for share in shares]
        return bars_chart(
            names,
            [share.value for share in shares],
            Axis(
                title=t("answers in the wrong language"),
                title_size=14,
                limits=(0, min(1.5, max(0.05, *(share.value for share in shares)) * 1.9)),
                number_format=".0%",
            ),
            labels=labels,
            name=t("answers in the wrong language"),
            margins=Margins(left=8, right=16, top=8, bottom=52),
            summary="; ".join(map("{}: {}".format, names, labels)),
        ).with_caption(t("answers in the wrong language"))

    @property
    def measured_finding(self) -> str:
        """Which way is better from German to French, and what chance gives."""
        direct, through = self.score("de-fr"), self.score("de-en-fr")
        if direct.low > through.high:
            verdict = t("The direct way is better.")
        elif through.low > direct.high:
            verdict = t("The way through English is better.")
        else:
            verdict = t("The intervals overlap: neither way is clearly better.")
        return t(
            "languages#scores",
            direct=describe_interval(direct, ".1f"),
            through=describe_interval(through, ".1f"),
            shuffled=self.card["directions"]["de-fr"]["shuffled"],
            verdict=verdict,
            wrong=describe_interval(self.wrong("de-fr"), ".1%"),
        )

    @property
    def method(self) -> str:
        """How the model was trained and measured, in Markdown."""
        count, training = self.card["sentences"], self.card["training"]
        return t(
            "languages#method",
            epochs=training["epochs"],
            updates=training["updates"],
            weights=self.card["weights"] / 1e6,
            known=self.card["identified"]["fr"] / count,
            count=count,
        )

    # --- the Export menu -------------------------------------------------------------------------

    @property
    def menu(self) -> ExportMenu:
        look = self.settings.look
        key = f"languages {look}"
        if self.alert:
            return ExportMenu(key, (), alert=self.alert)
        draws: Mapping[str, Callable[[], Picture | Chart]] = {
            "ways": partial(self.draw_matrices, "matrices"),
            "heads": partial(self.draw_matrices, "head_matrices"),
            "space": self.space_chart,
            "measured": lambda: self.bleu_chart,
        }
        return ExportMenu(key, (Export(t(LOOKS[look]), draws[look]),))

    def draw_matrices(self, name: str) -> Picture:
        """Draw the matrices of a look as one picture."""
        written = "; ".join(map("{}: {}".format, *zip(*self.translations.items(), strict=True)))
        return picture_of(getattr(self, name), f"{self.typed}\n{written}")


def _compute(settings: LanguagesSettings, runner: Runner) -> LanguagesContent:
    return LanguagesContent(settings, runner)


COMPUTATION = Computation("languages", LanguagesSettings, _compute)
