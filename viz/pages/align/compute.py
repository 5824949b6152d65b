"""Compare two models, or the four score functions, by their word alignments."""

from dataclasses import dataclass
from functools import cached_property

from models import Request, Trace
from models.words.lexicon import ERROR

from ...analysis.aligners import ALIGNER_SCORES, Aligner, align
from ...analysis.head_captions import word_links
from ...analysis.refuting import ALIGNS, refute_alignment
from ...base.language import model_title, t
from ...base.language_names import TARGET_WORD, name_target_word
from ...base.theme import model_colour
from ...draw.matrix import Matrix
from ...draw.picture import Picture, picture_of
from ...view.computation import Computation, Export, ExportMenu, PageContent
from ...view.runner import Runner
from .settings import AlignSettings, aligners_of, first_models


@dataclass(frozen=True)
class _Compared:
    """One model of the comparison."""

    name: str
    aligner: Aligner | None  # None: no attention between two texts
    trace: Trace


@dataclass(frozen=True)
class AlignContent(PageContent[AlignSettings]):
    """The content of the page."""

    compared: tuple[_Compared, ...]
    french: str | None  # the French that all models follow; None: each follows its own

    @property
    def by_score(self) -> bool:
        """Whether the four score functions are compared."""
        return self.settings.compare == "scores"

    @cached_property
    def matrices(self) -> list[Matrix]:
        """The alignment of each model, or the reason why there is none."""
        return [
            self.alignment_of(entry, entry.aligner)
            if entry.aligner
            else self.empty_matrix(entry.name)
            for entry in self.compared
        ]

    def alignment_of(self, entry: _Compared, aligner: Aligner) -> Matrix:
        """Return the alignment of a model."""
        alignment = align(entry.trace, aligner, self.settings.merged)
        title = model_title(entry.name)
        note = t(
            "{aligner} · attention when the word is read"
            if aligner.reads
            else "{aligner} · attention when the word is written",
            aligner=aligner.title,
        )
        if self.by_score:
            title, score = ALIGNER_SCORES[entry.name]
            note = f"{score} · {model_title(entry.name)}\n{note}"
        return Matrix(
            t(title),
            alignment.rows,
            alignment.columns,
            alignment.weights,
            note=note,
            colour=model_colour(entry.name),
        )

    @property
    def refutations(self) -> list[str]:
        """What the controls of each model's alignment give, between whole words."""
        texts = []
        for entry in self.compared:
            capabilities = self.runner.model(entry.name).capabilities
            if entry.aligner is None or not capabilities.translates_between("en", "fr"):
                continue
            weights = align(entry.trace, entry.aligner, True).weights
            refutation = refute_alignment(ALIGNS, weights, word_links(entry.trace))
            why = t("The lexicon links no word of this sentence.")
            name = f"{model_title(entry.name)}, {entry.aligner.title}"
            finding = refutation.text if refutation else why
            texts.append(t("{name}: {what}", name=name, what=finding))
        return texts

    def empty_matrix(self, name: str) -> Matrix:
        """Return an empty matrix with the reason why a model has no alignment."""
        reason = t(
            "align#no attention"
            if self.runner.model(name).capabilities.translates
            else ("No cross-attention: it reads one text, not two, so there is nothing to align.")
        )
        return Matrix(model_title(name), note=reason, colour=model_colour(name))

    @property
    def menu(self) -> ExportMenu:
        if not any(entry.aligner for entry in self.compared):
            alert = t("align#no model with attention")
            return ExportMenu("alignments", (), alert=alert)
        return ExportMenu("alignments", (Export("", self.draw_picture),))

    def draw_picture(self) -> Picture:
        """Draw the alignments as one picture."""
        aligners = []
        for entry, matrix in zip(self.compared, self.matrices, strict=True):
            if entry.aligner is not None:
                title = entry.aligner.title
                name = model_title(entry.name)
                which = title if matrix.title == name else f"{name}, {title}"
                aligners.append(t("{name}: {what}", name=matrix.title, what=which))
        french = self.french or t("each its own translation")
        caption = f"{self.settings.sentence.strip()} → {french}\n" + t(
            "Word alignments. {which}.", which="; ".join(aligners)
        )
        return picture_of(self.matrices, caption)

    @property
    def target_word(self) -> str:
        """The name of a target word, such as "French word", or a general one for two languages."""
        names = {
            name_target_word(self.runner.model(entry.name).capabilities) for entry in self.compared
        }
        return names.pop() if len(names) == 1 else t(TARGET_WORD)

    @property
    def explanation(self) -> str:
        """How to read the pictures, in Markdown."""
        sentences = [
            t("align#rows and columns", target=self.target_word),
            t(
                "All models read the same translation, so you can compare cell by cell."
                if self.settings.whose == "same"
                else "Each model follows its own translation."
            ),
            t("align#AER"),
            t("A lexicon without attention reaches {error:.0f}.", error=ERROR),
        ]
        if self.by_score:
            sentences.append(t("align#trained alike"))
            sentences.append(t("align#the transformer differs"))
        return " ".join(sentences)


def _choose_aligners(settings: AlignSettings, runner: Runner) -> list[tuple[str, Aligner | None]]:
    """Return the models to compare with their chosen aligners, None without attention."""
    chosen = [(name, settings.aligner) for name in first_models(settings)]
    if settings.second is not None:
        chosen.append((settings.second, settings.second_aligner))
    pairs: list[tuple[str, Aligner | None]] = []
    for name, aligner in chosen:
        options = aligners_of(name, runner)
        best = next(iter(options.values()), None)
        pairs.append((name, options.get(aligner or "") or best))
    return pairs


def _french_to_follow(settings: AlignSettings, names: list[str], runner: Runner) -> str | None:
    """Return the French that all models follow: as typed, or by the first model that translates."""
    if settings.whose == "own":
        return None
    if settings.french and settings.french.strip():
        return settings.french
    for name in names:
        if runner.model(name).capabilities.translates:
            return runner.trace(Request(name, settings.sentence)).translation
    return None


def _compute(settings: AlignSettings, runner: Runner) -> AlignContent:
    """Run the models that are compared, on the same French or each on its own.

    Raises UserError for an unreadable sentence.
    """
    chosen = _choose_aligners(settings, runner)
    french = _french_to_follow(settings, [name for name, _ in chosen], runner)
    compared = []
    for name, aligner in chosen:
        target = french if runner.model(name).capabilities.translates else None
        trace = runner.trace(Request(name, settings.sentence, target))
        compared.append(_Compared(name, aligner, trace))
    return AlignContent(settings, runner, tuple(compared), french)


COMPUTATION = Computation("align", AlignSettings, _compute)
