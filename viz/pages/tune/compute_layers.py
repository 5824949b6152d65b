"""What tasks take from encoders that stay as they are, and from their layers."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from models import UserError
from models.finetuning import Plan
from models.finetuning.layers import DRAWS, Mix, TaskResults, read_measured, read_readers
from models.finetuning.tasks import read_task

from ...analysis.intervals import Interval
from ...base.language import format_number, t, translatable
from ...base.libraries import LIBRARIES
from ...draw.chart import Chart
from ...draw.interval_charts import describe_interval, interval_chart
from ...draw.probabilities import whole_percent
from ...view.computation import Export, ExportMenu, PageContent
from .charts import own_chart, shares_chart, words_chart
from .settings import LOOKS, TASKS, TuneSettings

_ENCODER_TITLES = translatable(
    {
        "glove": "GloVe",
        "lstm": "LSTM: last layer",
        "taglm": "GloVe + LSTM (as TagLM)",
        "elmo-last": "ELMo: last layer",
        "elmo": "ELMo: learnt mix",
        "bert-random": "BERT, random weights",
        "bert-first": "BERT: first (embedding)",
        "bert-last": "BERT: last layer",
        "bert-sum": "BERT: sum of last four",
        "bert-concat": "BERT: concat of last four",
        "bert": "BERT: learnt mix",
        "bert-tuned": "BERT, all weights trained",
    }
)
_TARGETS = translatable(
    {
        "sentiment": "held-out sentences that are right",
        "questions": "held-out questions that are right",
        "tags": "held-out words that are right",
        "intents": "held-out sentences that are right",
        "slots": "held-out words that are right",
    }
)
_SOURCES = translatable(
    {
        "sentiment": "tune#where sentiment comes from",
        "questions": "The questions are those of the learning curves.",
        "tags": "tune#where tags come from",
        "intents": "tune#where intents come from",
        "slots": "tune#where slots come from",
    }
)
LABEL_TITLES = translatable(
    {
        "person": "person",
        "place": "place",
        "number": "number",
        "description": "description",
        "thing": "thing",
    }
)
_OTHER_LABELS = translatable(
    {
        "positive": "positive",
        "negative": "negative",
        "music": "music",
        "weather": "weather",
        "alarm": "alarm",
        "home": "device at home",
        "message": "message",
        "route": "way there",
        "none": "none",
        "title": "title",
        "artist": "artist",
        "time": "time",
        "device": "device",
    }
)
_BY_WORD = "tags", "slots"  # tasks with a label for each word
_READERS = "lstm-lm", "elmo", "bert"  # the models whose states the classifiers read
_READER_TITLES = {"lstm-lm": "LSTM", "elmo": "ELMo", "bert": "BERT"}
_GLOVE_NUMBERS = 100
MIX_TITLES = {"elmo": "ELMo", "bert": "BERT"}


@dataclass(frozen=True)
class LayersContent(PageContent[TuneSettings]):
    """The measured table, seen for one task."""

    @property
    def task(self) -> str:
        return self.settings.task or next(iter(TASKS))

    @property
    def measured(self) -> TaskResults:
        return read_measured()[self.task]

    @cached_property
    def accuracies(self) -> dict[str, Interval]:
        """The share of held-out targets that each encoder gets right."""
        count = self.settings.examples or 0
        return {
            name: Interval(*by_count[count]) for name, by_count in self.measured.accuracies.items()
        }

    @cached_property
    def accuracy_chart(self) -> Chart:
        """The accuracy of each encoder, with its interval."""
        return interval_chart(
            [t(title) for title in _ENCODER_TITLES.values()],
            {"": [self.accuracies[name] for name in _ENCODER_TITLES]},
            t(_TARGETS[self.task]),
            ".0%",
            (self.measured.majority, t("majority")),
        ).with_caption(f"{t(TASKS[self.task])}\n{self.method}")

    def mix_of(self, encoder: str, task: str) -> Mix:
        return read_measured()[task].mixes[encoder]

    def shares_chart(self, encoder: str) -> Chart:
        """What each task takes from each layer: s of an encoder's mix."""
        mixes = {task: self.mix_of(encoder, task) for task in TASKS}
        layers = len(mixes[self.task].shares)
        names = {
            task: t(
                "{task}, γ = {gamma}", task=t(TASKS[task]), gamma=format_number(mix.gamma, ".1f")
            )
            for task, mix in mixes.items()
        }
        what = t("{model}: share s of each layer in the learnt mix", model=MIX_TITLES[encoder])
        return shares_chart(
            _layer_names(layers),
            {names[task]: mix.shares for task, mix in mixes.items()},
            t("{model}: share s", model=MIX_TITLES[encoder]),
            names[self.task],
        ).with_caption(f"{what}\n{self.mix_method}")

    # --- a sentence of one's own -----------------------------------------------------------------

    @property
    def sentence(self) -> str:
        return self.settings.sentence.strip()

    @cached_property
    def probabilities(self) -> dict[str, np.ndarray]:
        """The probabilities of labels by each encoder's classifier, `[word, label]`.

        One row, of the sentence, where the task has a label for a sentence.

        The classifiers are trained once for all visitors. Raises UserError for a sentence that
        cannot be read.
        """
        if not self.spans:
            raise UserError("There is no word in this sentence. Type one.")
        classifying = LIBRARIES.classifying
        models = {source: self.runner.model(source) for source in _READERS}
        for model in models.values():
            model.encode(self.sentence)  # so that an unreadable sentence waits for no training
        probes = self.runner.compute_once(
            f"classifiers {self.task}",
            t("Training a classifier on each encoder"),
            partial(classifying.train_probes, self.task, models),
        )
        answers = classifying.classify(probes, models, self.sentence, self.spans)
        return dict(zip(probes, answers, strict=True))

    @property
    def is_by_word(self) -> bool:
        return self.task in _BY_WORD

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """The characters of each word, or of the sentence, that gets a label."""
        if not self.is_by_word:
            return [(0, len(self.sentence))]
        return [word.span() for word in re.finditer(r"\w+(?:['’]\w+)*", self.sentence)]

    @property
    def words(self) -> list[str]:
        return [self.sentence[start:end] for start, end in self.spans]

    @property
    def labels(self) -> list[str]:
        """The labels of the task; parts of speech by their universal names."""
        titles = {**LABEL_TITLES, **_OTHER_LABELS}
        labels = read_task(self.task).labels
        return [t(titles[label]) if label in titles else label for label in labels]

    @property
    def reader(self) -> str:
        """The encoder that labels the words: of those at hand, most often right when held out."""
        accuracies = self.measured.accuracies
        return max(self.probabilities, key=lambda name: accuracies[name][0][0])

    @cached_property
    def own_chart(self) -> Chart:
        """The probability of each label: by each encoder, or of each word by the best one."""
        if self.is_by_word:
            chart = words_chart(self.probabilities[self.reader], self.words, self.labels)
            what = t(
                "{task}, by a classifier on {encoder}",
                task=t(TASKS[self.task]),
                encoder=t(_ENCODER_TITLES[self.reader]),
            )
        else:
            chart = own_chart(
                np.concatenate([*self.probabilities.values()]),
                [t(_ENCODER_TITLES[name]) for name in self.probabilities],
                self.labels,
            )
            what = t("{task}, by a classifier on each encoder", task=t(TASKS[self.task]))
        return chart.with_caption(f"{self.sentence}\n{what}")

    @property
    def own_finding(self) -> str:
        """The label of each word by the best classifier, or how many choose each label."""
        labels = self.labels
        if self.is_by_word:
            best = self.probabilities[self.reader].argmax(-1)
            return t(
                "tune#your sentence",
                encoder=t(_ENCODER_TITLES[self.reader]),
                parts=", ".join(
                    t("“{word}” {label}", word=word, label=labels[label])
                    for word, label in zip(self.words, best, strict=True)
                ),
            )
        chosen = Counter(labels[values[0].argmax()] for values in self.probabilities.values())
        parts = [
            t("“{label}” by {count}", label=label, count=count)
            for label, count in chosen.most_common()
        ]
        return t(
            "Your sentence, by {all} classifiers: {parts}.",
            all=len(self.probabilities),
            parts=", ".join(parts),
        )

    @property
    def menu(self) -> ExportMenu:
        exports = (
            Export(t(LOOKS["layers"]), lambda: self.accuracy_chart),
            *(
                Export(
                    t("Learnt mix of {model}", model=title),
                    partial(self.shares_chart, encoder),
                    encoder,
                )
                for encoder, title in MIX_TITLES.items()
            ),
        )
        if self.settings.own:
            exports += (Export(t("Your sentence"), lambda: self.own_chart, "own"),)
        return ExportMenu("tuning layers", exports)

    @property
    def finding(self) -> str:
        """The best encoder, those not clearly below it, and answers without one.

        Clearly below: the 95 % interval of the difference, on the same sentences, is below 0.
        """
        most = max(accuracy.value for accuracy in self.accuracies.values())
        best = [name for name, accuracy in self.accuracies.items() if accuracy.value == most]
        count = self.settings.examples or 0
        close = [
            t(_ENCODER_TITLES[name])
            for name, by_count in self.measured.to_best.items()
            if name not in best and by_count[count][2] >= 0
        ]
        finding = t(
            "tune#the best encoder" if len(best) == 1 else "tune#a tie",
            best=t("”, “").join(t(_ENCODER_TITLES[name]) for name in best[:-1] or best),
            last=t(_ENCODER_TITLES[best[-1]]),
            share=describe_interval(self.accuracies[best[0]], ".0%")
            if len(best) == 1
            else t("{share} each", share=format_number(most, ".0%")),
            majority=whole_percent(self.measured.majority),
            chance=whole_percent(1 / self.measured.labels),
        )
        if not close:
            return finding
        like_it = t("tune#not clearly less", names=t("; ").join(close))
        return f"{finding} {like_it}"

    def mix_finding(self, encoder: str) -> str:
        """From which layer each task takes most, if all draws of the training text agree.

        A mix that is no better than a constant answer has shares that mean nothing.
        """
        useful = [task for task in TASKS if _beats_majority(encoder, read_measured()[task])]
        finding = t(
            "{model}: the layer with the largest share. {parts}.",
            model=MIX_TITLES[encoder],
            parts=t("; ").join(self.largest_share(encoder, task) for task in useful),
        )
        idle = ", ".join(t(TASKS[task]) for task in TASKS if task not in useful)
        if not idle:
            return finding
        nothing = t(
            "{tasks}: no better than always the same answer, so these shares say nothing.",
            tasks=idle,
        )
        collapsed = [task for task in TASKS if not round(self.mix_of(encoder, task).gamma, 1)]
        if not collapsed:
            return f"{finding} {nothing}"
        last = ", ".join(
            t(
                "{task} {share}",
                task=t(TASKS[task]),
                share=format_number(
                    read_measured()[task].accuracies[f"{encoder}-last"][0][0], ".0%"
                ),
            )
            for task in collapsed
        )
        fit = t("tune#a collapsed fit", last=last)
        return f"{finding} {nothing} {fit}"

    def largest_share(self, encoder: str, task: str) -> str:
        """The layer with the largest share for a task, if it is the same in all draws."""
        mix, title = self.mix_of(encoder, task), t(TASKS[task])
        best = int(mix.shares.argmax())
        if (mix.drawn.argmax(1) != best).any():
            return t(
                "{task}: no layer clearly, it is not the same in {count} draws of the sentences",
                task=title,
                count=DRAWS,
            )
        return t(
            "{task}: {layer} ({share}; {low} to {high} in {count} draws of the sentences)",
            task=title,
            layer=_layer_names(len(mix.shares))[best],
            share=format_number(float(mix.shares[best]), ".2f"),
            low=format_number(float(mix.drawn[:, best].min()), ".2f"),
            high=format_number(float(mix.drawn[:, best].max()), ".2f"),
            count=DRAWS,
        )

    @property
    def method(self) -> str:
        """How the accuracies come about."""
        method = t(
            "tune#frozen encoders",
            train=self.settings.examples or self.measured.train,
            held_out=self.measured.held_out,
        )
        tuned = t("tune#fine-tuned BERT", steps=Plan().steps)
        return f"{method} {tuned} {self.readers} {t(_SOURCES[self.task])}"

    @property
    def readers(self) -> str:
        """How much the encoders have read, and the size of their vectors."""
        ours = ", ".join(
            t(
                "{model} {count} million tokens ({numbers} numbers for a word)",
                model=_READER_TITLES[name],
                count=format_number(reader.tokens / 1e6, ".2g"),
                numbers=reader.numbers,
            )
            for name, reader in read_readers().items()
        )
        return t("tune#who has read what", numbers=_GLOVE_NUMBERS, ours=ours)

    @property
    def mix_method(self) -> str:
        """What s and γ are."""
        return t("tune#a learnt mix")


def _layer_names(count: int) -> list[str]:
    """Name what enters the first layer, and each layer."""
    return [t("input"), *(t("layer {layer}", layer=layer) for layer in range(1, count))]


def _beats_majority(encoder: str, measured: TaskResults) -> bool:
    """Return whether the interval of an encoder is above a constant answer."""
    return measured.accuracies[encoder][0][1] > measured.majority
