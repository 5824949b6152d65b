"""One sentence in an encoder, in a decoder, and in an encoder with a decoder.

Compares the masks, and the models' answers in the place of one word.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np

from models import Request, Trace, UserError

from ...analysis.head_captions import word_links
from ...analysis.views import heads_of, source_axis, written_axis
from ...base.language import explain, model_title, t, translatable
from ...draw.chart import Chart
from ...draw.matrix import Matrix
from ...draw.picture import Picture, picture_of
from ...draw.probabilities import percent
from ...view.computation import Computation, Export, ExportMenu, NotApplicable, PageContent
from ...view.runner import Runner
from .charts import answers_chart
from .settings import EXAMPLE, KindsSettings, models_of, word_spans

_BEST = 5  # words of an answer
_TITLES = translatable(
    {
        "encoder": "Encoder alone",
        "decoder": "Decoder alone",
        "both": "Encoder and decoder",
    }
)
_LIKE = {
    "encoder": "BERT, DistilBERT, RoBERTa",
    "decoder": "GPT-2, GPT-3, Llama, Qwen",
    "both": "T5, BART, Marian",
}
_SEES = translatable(
    {
        "encoder": "Every word may attend to every other.",
        "decoder": "A word may attend to itself and to those before it.",
        "both": "The English sees all the English. The French sees all the English, and the "
        "French before it.",
    }
)
_TRAINED = translatable(
    {
        "encoder": "to find words that are hidden",
        "decoder": "to say the next word of a text",
        "both": "to write the French of an English sentence",
    }
)
_GOOD_FOR = translatable(
    {
        "encoder": "vectors of words and sentences: classifying, searching, finding names",
        "decoder": "writing, answering, talking",
        "both": "turning one text into another: translating, summarising",
    }
)


class _Answer(NamedTuple):
    """A model's answer for the word."""

    question: str  # the text read, with a gap
    words: tuple[str, ...]  # the most probable, best first
    probabilities: tuple[float, ...]  # over the whole vocabulary
    word: str  # the word in the text, or the word written
    probability: float  # of `word`


class _Row(NamedTuple):
    """The texts of a kind."""

    kind: str
    model: str
    like: str
    trained: str
    good_for: str


@dataclass(frozen=True)
class KindsContent(PageContent[KindsSettings]):
    """The content of the page; each look is computed when it is drawn."""

    models: Mapping[str, str]  # by kind, those that can read the sentence
    refused: Mapping[str, UserError] = field(default_factory=dict)  # why the others cannot, by kind

    def trace(self, kind: str) -> Trace:
        return self.runner.trace(Request(self.models[kind], self.settings.sentence))

    @property
    def rows(self) -> list[_Row]:
        return [
            _Row(
                t(_TITLES[kind]),
                model_title(name),
                _LIKE[kind],
                t(_TRAINED[kind]),
                t(_GOOD_FOR[kind]),
            )
            for kind, name in self.models.items()
        ]

    @property
    def missing(self) -> str:
        """The kinds without a model here, or ""."""
        named = {*self.models, *self.refused}
        kinds = [t(title) for kind, title in _TITLES.items() if kind not in named]
        if not kinds:
            return ""
        return t("No model of this kind is available here: {kinds}.", kinds=", ".join(kinds))

    @property
    def left_out(self) -> str:
        """Which kinds cannot read a sentence that others read, and why, or ""."""
        return " ".join(
            f"{t(_TITLES[kind])}: {explain(error)}" for kind, error in self.refused.items()
        )

    @property
    def menu(self) -> ExportMenu:
        if self.settings.look == "sees":
            return ExportMenu("kinds", (Export(t("The three masks"), self.draw_masks),))
        return ExportMenu(
            "answers",
            tuple(
                Export(t(_TITLES[kind]), partial(self.chart, kind), kind) for kind in self.answers
            ),
            alert="" if self.answers else self.without_words,
        )

    # --- masks -----------------------------------------------------------------------------------

    @cached_property
    def matrices(self) -> list[Matrix]:
        """The mask of each kind, with the row that predicts the word highlighted."""
        draw = {"encoder": self._encoder, "decoder": self._decoder, "both": self._both}
        return [draw[kind](kind) for kind in self.models]

    def draw_masks(self) -> Picture:
        return picture_of(
            self.matrices,
            f"{self.settings.sentence.strip()}\n"
            + t("Filled: the row's word may attend to the column's. Hatched: it may not."),
        )

    def _panel(
        self, kind: str, labels: Sequence[str], allowed: np.ndarray, row: int | None, ahead: int
    ) -> Matrix:
        """Draw a mask; the row that is framed must give the word so many places `ahead`."""
        caption = t(_SEES[kind])
        if row is not None:
            word = labels[row + ahead] if row + ahead < len(labels) else self.word
            caption += " " + t("Framed: the row that must give “{word}”.", word=word)
        return Matrix(
            t(_TITLES[kind]),
            tuple(labels),
            tuple(labels),
            allowed.astype(float),
            allowed,
            most=3.0,
            kind="mask",
            note=f"{model_title(self.models[kind])} · {_LIKE[kind]}",
            lit=() if row is None else ((row, None),),
            caption=caption,
        )

    def _encoder(self, kind: str) -> Matrix:
        heads = heads_of(self.trace(kind), "encoder", self.settings.merged)
        row = self._source_row(self.trace(kind))
        return self._panel(kind, heads.rows, heads.allowed, row, ahead=0)

    def _decoder(self, kind: str) -> Matrix:
        """Return the mask over the words of the sentence, without the continuation."""
        trace = self.trace(kind)
        heads = heads_of(trace, "decoder", self.settings.merged)
        given = self._row(trace.decoder_words, trace.prompt_length) + 1
        place = self._written_place(trace)
        row = None if place is None else self._row(trace.decoder_words, place)
        return self._panel(kind, heads.rows[:given], heads.allowed[:given, :given], row, ahead=1)

    def _both(self, kind: str) -> Matrix:
        """Return the masks of all three mechanisms as one: English, then French."""
        trace, merged = self.trace(kind), self.settings.merged
        encoder, decoder, cross = (
            heads_of(trace, stack, merged) for stack in ("encoder", "decoder", "cross")
        )
        nothing = np.zeros((len(encoder.rows), len(decoder.rows)), dtype=bool)
        # Cross-attention names rows by words written, here by words read; all see the same English.
        english = cross.allowed[:1].repeat(len(decoder.rows), axis=0)
        allowed = np.block([[encoder.allowed, nothing], [english, decoder.allowed]])
        place, row = self._french_place(trace), None
        if place is not None:
            row = len(encoder.rows) + self._row(trace.decoder_words, place)
        return self._panel(kind, (*encoder.rows, *decoder.rows), allowed, row, ahead=1)

    def _row(self, words: Sequence[int], place: int) -> int:
        """Return the row of a token, in a picture of tokens or of whole words."""
        return list(dict.fromkeys(words)).index(words[place]) if self.settings.merged else place

    def _source_row(self, trace: Trace) -> int | None:
        places = self._source_places(trace)
        return self._row(trace.source_words, places[0]) if places else None

    # --- answers ---------------------------------------------------------------------------------

    @property
    def without_words(self) -> str:
        return t("There is no word in this sentence. Type one.")

    @property
    def word(self) -> str:
        return self.settings.sentence[slice(*self._span_in(self.settings.sentence))]

    def _span_in(self, text: str) -> tuple[int, int]:
        """Return the span of the word in the text as the model read it; empty if left out.

        A model reads text without invisible characters.
        """
        spans, place = word_spans(text), self.settings.place
        return spans[place - 1] if place and place <= len(spans) else (0, 0)

    def _source_places(self, trace: Trace) -> list[int]:
        """Return the tokens of the word in an encoder's input."""
        return _places_in(source_axis(trace).spans, self._span_in(trace.sentence))

    def _written_place(self, trace: Trace) -> int | None:
        """Return the place where a decoder predicts the word's first token."""
        places = _places_in(written_axis(trace).spans, self._span_in(trace.written_text))
        return places[0] if places else None

    def _french_place(self, trace: Trace) -> int | None:
        """Return the first token of the French word that the lexicon links with the word, or None.

        No head is asked, so that what the page says of a word does not rest on one.
        """
        places = self._source_places(trace)
        if not places:
            return None
        word = list(dict.fromkeys(source_axis(trace).words)).index(trace.source_words[places[0]])
        written = dict.fromkeys(written_axis(trace).words)
        for french, english in zip(written, word_links(trace), strict=True):
            if english == word:
                return trace.predicted_words.index(french)
        return None

    @cached_property
    def answers(self) -> dict[str, _Answer]:
        """The answer of each model by kind, except models without the word."""
        ask = {"encoder": self._guess, "decoder": self._go_on, "both": self._translate}
        answers = {kind: ask[kind](kind) for kind in self.models}
        return {kind: answer for kind, answer in answers.items() if answer}

    def _guess(self, kind: str) -> _Answer | None:
        """Predict the hidden word from both sides."""
        trace, name = self.trace(kind), self.models[kind]
        places = tuple(self._source_places(trace))
        if not places:
            return None
        request = Request(name, self.settings.sentence)
        guesses = self.runner.compute_once(
            f"kinds {request!r} {places}",
            t("The model guesses the word"),
            lambda progress: self.runner.model(name).guess(request, places, _BEST, "both")[0],
        )
        start, end = self._span_in(trace.sentence)
        mask = self.runner.model(name).capabilities.mask_token or ""
        return _Answer(
            f"{trace.sentence[:start]}{mask * len(places)}{trace.sentence[end:]}".strip(),
            guesses.words,
            tuple(map(float, guesses.probabilities)),
            guesses.true_word or "",
            float(guesses.true_probability or 0.0),
        )

    def _go_on(self, kind: str) -> _Answer | None:
        """Predict the word from the words before it."""
        trace = self.trace(kind)
        place = self._written_place(trace)
        before = trace.written_text[: self._span_in(trace.written_text)[0]].strip()
        return None if place is None else _answer_at(trace, place, f"{before} …".strip())

    def _translate(self, kind: str) -> _Answer | None:
        """Return the distribution where the word is translated."""
        trace = self.trace(kind)
        place = self._french_place(trace)
        if place is None:
            return None
        before = trace.written_text[: trace.predicted_spans[place][0]].strip()
        return _answer_at(trace, place, f"{trace.sentence.strip()} → {before} …")

    def chart(self, kind: str) -> Chart:
        answer = self.answers[kind]
        caption = t("{model}: {what}", model=self.models[kind], what=answer.question)
        return answers_chart(answer).with_caption(caption)

    @property
    def finding(self) -> str:
        """The probability of the word by each model."""
        parts = {
            "encoder": translatable("{model}, which reads both sides, gives it {share}."),
            "decoder": translatable("{model}, which reads the left side only, gives it {share}."),
            "both": translatable("{model} has read it, and writes “{word}” with {share}."),
        }
        sentences = [
            t(
                parts[kind],
                model=self.models[kind],
                share=percent(answer.probability),
                word=answer.word,
            )
            for kind, answer in self.answers.items()
        ]
        if "both" in self.models and "both" not in self.answers:
            sentences.append(t("The lexicon finds no French word for it."))
        return " ".join([t("The word is “{word}”.", word=self.word), *sentences])


def _places_in(spans: Sequence[tuple[int, int]], word: tuple[int, int]) -> list[int]:
    """Return the tokens that have characters of a word."""
    return [
        place
        for place, (start, end) in enumerate(spans)
        if start < word[1] and end > word[0] and start < end
    ]


def _answer_at(trace: Trace, place: int, question: str) -> _Answer:
    """Return a decoder's answer at one place of its output."""
    choice = trace.choices[place]
    words, probabilities = zip(*choice.best, strict=True)
    return _Answer(question, words, probabilities, trace.predicted[place], choice.probability)


def _compute(settings: KindsSettings, runner: Runner) -> KindsContent:
    """Read the sentence with our transformers of each kind.

    Raises NotApplicable where there is none, UserError for a sentence that none of them reads.
    """
    models = models_of(settings, runner)
    if not models:
        raise NotApplicable(
            translatable(
                "There is no transformer of ours here. Restore the folder models/checkpoints."
            )
        )
    refused = {}
    for kind, name in models.items():
        try:
            runner.trace(Request(name, settings.sentence))
        except UserError as error:
            refused[kind] = error
    if len(refused) == len(models):
        raise next(iter(refused.values()))
    readers = {kind: name for kind, name in models.items() if kind not in refused}
    return KindsContent(settings, runner, readers, refused)


COMPUTATION = Computation("kinds", KindsSettings, _compute, EXAMPLE)
