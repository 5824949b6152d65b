"""Train two classifiers of questions: one from our model's weights, one from random weights."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from models import Request, Trace
from models.finetuning import (
    LABELS,
    AccuracyCurves,
    ClassifierAnswer,
    FineTuning,
    LabelledQuestion,
    Learning,
    Plan,
    majority_share,
    read_questions,
)

from ...analysis.views import HeadChoice, head_place, source_axis
from ...base.language import model_title, t, translatable
from ...base.progress import Progress
from ...draw.chart import Chart
from ...draw.matrix import Matrix
from ...draw.picture import Picture, picture_of
from ...draw.probabilities import percent, probability_chart
from ...jobs.tuning import ask, tune
from ...view.computation import Computation, Export, ExportMenu, NotApplicable, PageContent
from ...view.runner import Runner
from .charts import START_COLOURS, attended_chart, confusion_chart, curves_chart, losses_chart
from .compute_layers import LABEL_TITLES, LayersContent
from .compute_transfer import TransferContent
from .settings import CHANGED_MOST, EXAMPLE, LOOKS, TuneSettings, is_trained, plan_of

START_TITLES = translatable({"pretrained": "from {model}", "scratch": "from scratch"})
_NO_MODEL = translatable(
    "No model here can be fine-tuned. It takes a network of ours trained to "
    "predict hidden words. Train one with python -m models.training.train "
    "bert --data DIR --ship"
)


@dataclass(frozen=True)
class TuneContent(PageContent[TuneSettings]):
    """The content of the page; each look is computed when it is drawn."""

    name: str  # of the model

    @property
    def model(self) -> Any:
        return self.runner.model(self.name)

    @property
    def plan(self) -> Plan:
        return plan_of(self.settings)

    @property
    def is_trained(self) -> bool:
        """Whether the reader has started this training."""
        return is_trained(self.settings)

    @property
    def not_trained(self) -> str:
        return t("Nothing is trained with these settings yet. Press “Train”.")

    @property
    def other_model(self) -> str:
        """Why the model of the tab is not trained, or ""."""
        capabilities = self.runner.model(self.settings.model).capabilities
        if capabilities.trained_here or capabilities.task != "masked-lm":
            return ""
        return t(
            "{model} is too large to be trained while you wait: this page trains {ours}.",
            model=self.settings.model,
            ours=model_title(self.name),
        )

    # --- the questions ---------------------------------------------------------------------------

    @cached_property
    def training(self) -> list[LabelledQuestion]:
        """The training questions."""
        return self.plan.take(read_questions("train"))

    @property
    def about(self) -> str:
        """The task and the amount of data."""
        return t(
            "tune#questions",
            train=len(self.training),
            held_out=len(read_questions("held-out")),
            model=self.name,
        )

    @property
    def table(self) -> dict[str, list[str]]:
        """Some questions of each kind, a column for each kind."""
        rows = {t(title): [question.text for question in self.training if question.label == label]
                for label, title in LABEL_TITLES.items()}  # fmt: skip
        shortest = min(map(len, rows.values()))
        return {title: texts[:shortest] for title, texts in rows.items()}

    # --- the trainings ---------------------------------------------------------------------------

    @property
    def key(self) -> str:
        """The key of the training in the cache."""
        weights = self.model.card.get("sha256", {}).get("weights.safetensors", "")
        return f"fine-tuning {self.name} {weights} {self.plan}"

    @cached_property
    def tuning(self) -> FineTuning:
        """Both trainings, shared by all visitors with the same settings."""
        return self.train()

    def train(self, show: Callable[[AccuracyCurves], object] | None = None) -> FineTuning:
        """Train both; meanwhile `show` draws the curves so far."""
        label = t("Training from {model} and from scratch, steps", model=self.name)
        train = partial(tune, self.model, self.plan)
        return self.runner.compute_once(self.key, label, train, show)

    @property
    def titles(self) -> dict[str, str]:
        """The names of both trainings."""
        return {start: t(title, model=self.name) for start, title in START_TITLES.items()}

    def learning(self, start: str) -> Learning:
        return self.tuning.learnings[start]

    @property
    def menu(self) -> ExportMenu:
        look = self.settings.look
        if not self.is_trained:
            return ExportMenu(f"tuning {look}", (), alert=self.not_trained)
        charts = {"classes": self.confusion_chart, "question": self.answer_chart}
        if look in charts:
            exports = tuple(
                Export(title, partial(charts[look], start), start)
                for start, title in self.titles.items()
            )
        elif look == "heads":
            exports = (Export(t(LOOKS[look]), self.draw_heads),)
        else:
            exports = (Export(t(LOOKS[look]), lambda: self.curves_chart),)
        return ExportMenu(f"tuning {look}", exports)

    def caption(self, what: str) -> str:
        return t("{model}: {what}", model=self.name, what=what)

    @cached_property
    def curves_chart(self) -> Chart:
        """The accuracy on held-out questions, step by step."""
        return self.draw_curves({start: self.learning(start).accuracies for start in START_TITLES})

    def draw_curves(self, curves: Mapping[str, Sequence[float] | np.ndarray]) -> Chart:
        """Draw both curves so far."""
        accuracies = {title: np.array(curves[start]) for start, title in self.titles.items()}
        majority = majority_share([question.label for question in read_questions("held-out")])
        chart = curves_chart(self.plan.evaluated, accuracies, majority)
        return chart.with_caption(self.caption(t("learning curves of fine-tuning")))

    @cached_property
    def losses_chart(self) -> Chart:
        """The loss of each step."""
        losses = {self.titles[start]: self.learning(start).losses for start in START_TITLES}
        return losses_chart(losses).with_caption(self.caption(t("loss of fine-tuning")))

    @property
    def finding(self) -> str:
        """The final accuracy of both."""
        return t(
            "tune#after training",
            steps=self.plan.steps,
            count=len(read_questions("held-out")),
            model=self.name,
            pretrained=percent(self.learning("pretrained").accuracy),
            scratch=percent(self.learning("scratch").accuracy),
            majority=percent(self.tuning.majority),
        )

    # --- confusions ------------------------------------------------------------------------------

    def confusion_chart(self, start: str) -> Chart:
        """Draw the answers to the held-out questions of each kind."""
        chart = confusion_chart(
            self.learning(start).confusion, [t(title) for title in LABEL_TITLES.values()]
        )
        what = t("held-out questions, {start}", start=self.titles[start])
        return chart.with_caption(self.caption(what))

    @property
    def confusion_finding(self) -> str:
        """The most frequent confusion of the better classifier."""
        wrong = self.learning("pretrained").confusion.copy()
        np.fill_diagonal(wrong, 0)
        label, answer = map(int, np.unravel_index(wrong.argmax(), wrong.shape))
        if not wrong.any():
            return t("From {model} no held-out question is wrong.", model=self.name)
        return t(
            "From {model}, the most frequent mistake is “{answer}” for “{label}”: {count} times.",
            model=self.name,
            answer=t(LABEL_TITLES[LABELS[answer]]),
            label=t(LABEL_TITLES[LABELS[label]]),
            count=int(wrong.max()),
        )

    # --- the reader's question -------------------------------------------------------------------

    @cached_property
    def trace(self) -> Trace:
        """The reader's question as the model reads it."""
        return self.runner.trace(Request(self.name, self.settings.sentence))

    @cached_property
    def answer(self) -> ClassifierAnswer:
        """The answers of both to the reader's question."""
        tuning, model = self.tuning, self.model

        def compute(progress: Progress) -> ClassifierAnswer:
            return ask(model, tuning, self.settings.sentence)

        key = f"asked {self.key} {self.settings.sentence!r}"
        return self.runner.compute_once(key, t("Both classifiers read the question"), compute)

    def answer_chart(self, start: str) -> Chart:
        """Draw the probability of each kind."""
        probabilities = self.answer.probabilities[start]
        titles = [t(title) for title in LABEL_TITLES.values()]
        colour = dict(zip(START_TITLES, START_COLOURS, strict=True))[start]
        chart = probability_chart(
            titles, probabilities.tolist(), [colour] * len(titles), t("probability")
        )
        return chart.with_caption(
            f"{self.trace.sentence.strip()}\n{self.caption(self.titles[start])}"
        )

    @property
    def answer_finding(self) -> str:
        """The kinds that both choose for the question."""
        best = {start: int(self.answer.probabilities[start].argmax()) for start in START_TITLES}
        names = {start: t(LABEL_TITLES[LABELS[place]]) for start, place in best.items()}
        return t(
            "From {model} it asks for: {pretrained}. From scratch: {scratch}.",
            model=self.name,
            **names,
        )

    # --- the heads -------------------------------------------------------------------------------

    @property
    def most_changed(self) -> HeadChoice:
        """The head whose “[CLS]” has changed most over the held-out questions."""
        changes = self.learning("pretrained").changes
        return HeadChoice("encoder", *map(int, np.unravel_index(changes.argmax(), changes.shape)))

    @property
    def head(self) -> HeadChoice:
        """The current head."""
        if self.settings.head in (None, CHANGED_MOST):
            return self.most_changed
        layer, _, head = str(self.settings.head).partition("-")
        return HeadChoice("encoder", int(layer) - 1, int(head) - 1)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of the question, or its tokens."""
        return source_axis(self.trace).labels(self.settings.merged)

    def word_weights(self, weights: np.ndarray) -> np.ndarray:
        """Sum weights of tokens `[..., token]` over the tokens of each word."""
        if not self.settings.merged:
            return weights
        numbers = list(dict.fromkeys(self.trace.source_words))
        belongs = np.equal.outer(self.trace.source_words, numbers)  # [token, word]
        return weights @ belongs

    def weights(self, when: str) -> np.ndarray:
        """Return the attention of “[CLS]” in all heads, "before" or "after": `[head, word]`."""
        token_weights = (self.answer.before if when == "before" else self.answer.after)[
            "pretrained"
        ]
        return self.word_weights(token_weights.reshape(-1, token_weights.shape[-1]))

    @cached_property
    def matrices(self) -> list[Matrix]:
        """The attention of “[CLS]” in every head before and after, and the difference."""
        before, after = self.weights("before"), self.weights("after")
        layers, heads = self.learning("pretrained").changes.shape
        rows = tuple(
            head_place(HeadChoice("encoder", layer, head))
            for layer in range(layers)
            for head in range(heads)
        )
        lit = ((self.head.layer * heads + self.head.head, None),)

        def matrix(title: str, values: np.ndarray, **more: Any) -> Matrix:
            return Matrix(title, rows, self.words, values, lit=lit, **more)

        return [
            matrix(t("[CLS] before"), before),
            matrix(t("[CLS] after fine-tuning"), after),
            matrix(t("How far they are apart"), np.abs(after - before), kind="distance"),
        ]

    def draw_heads(self) -> Picture:
        """Draw the matrices as a picture."""
        what = t("what [CLS] attends to in every head, before and after fine-tuning")
        caption = f"{self.trace.sentence.strip()}\n{self.caption(what)}"
        return picture_of(self.matrices, caption)

    @cached_property
    def head_chart(self) -> Chart:
        """One head before and after."""
        heads = self.learning("pretrained").changes.shape[1]
        row = self.head.layer * heads + self.head.head
        chart = attended_chart(self.words, self.weights("before")[row], self.weights("after")[row])
        what = t("[CLS] in {head}, before and after fine-tuning", head=head_place(self.head))
        return chart.with_caption(f"{self.trace.sentence.strip()}\n{self.caption(what)}")

    @property
    def heads_finding(self) -> str:
        """The head that has changed most."""
        most = self.most_changed
        changes = self.learning("pretrained").changes
        return t(
            "tune#attention of [CLS]",
            head=head_place(most),
            share=percent(float(changes[most.layer, most.head])),
            mean=percent(float(changes.mean())),
        )


def _compute(
    settings: TuneSettings, runner: Runner
) -> TuneContent | LayersContent | TransferContent:
    """Choose the model, and read the question; looks at what was measured need neither.

    Raises NotApplicable where there is no such model, UserError for an unreadable sentence.
    """
    if settings.look == "layers":
        return LayersContent(settings, runner)
    if settings.look == "sizes":
        return TransferContent(settings, runner)
    if settings.tuner is None:
        raise NotApplicable(_NO_MODEL)
    content = TuneContent(settings, runner, settings.tuner)
    content.trace  # noqa: B018  an unreadable sentence is refused here
    return content


COMPUTATION = Computation("tune", TuneSettings, _compute, EXAMPLE)
