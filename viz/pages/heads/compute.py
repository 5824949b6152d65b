"""The content of the page on all heads: a run as trained or with what-ifs, and its sections."""

from collections.abc import Callable
from dataclasses import astuple, dataclass, replace
from functools import cached_property, partial
from typing import TypeVar

from models import Ablation, NextWords, Request, Trace, UserError, WhatIf
from models.answers.limits import Limits
from models.results import HeadAblation, SelfRepair

from ...analysis.head_captions import Links, caption_heads, caption_norms
from ...analysis.norms import norm_formula, with_norms
from ...analysis.overlay import Overlaid, read_held_word, read_overlay
from ...analysis.views import (
    STACK_TITLES,
    Heads,
    heads_of,
    maps_of,
    mean_word_probability,
    model_head_title,
)
from ...base.language import explain, t
from ...base.language_names import name_source_word, name_target_word
from ...draw.chart import Chart
from ...draw.head_pictures import (
    comparison_picture,
    head_picture,
    lines_picture,
    overview_picture,
    slide_picture,
    trace_caption,
    words_picture,
    writing_animation,
)
from ...draw.picture import Picture
from ...draw.probabilities import whole_percent
from ...view.computation import (
    Computation,
    Export,
    ExportMenu,
    HeadAddress,
    PageContent,
    trace_files,
)
from ...view.runner import Runner, teacher_forced_trace
from ...view.settings import plain_trace
from ..head_controls import is_doubtful, limits_in, links_in
from .charts import distribution_chart, ranking_chart
from .pinned_heads import (
    Comparison,
    Pinned,
    compare_heads,
    one_head,
    read_pinned,
    why_no_difference,
)
from .settings import HeadsSettings
from .switched_off import (
    describe_probabilities,
    describe_repair,
    judge_repair,
    losses_chart,
    repair_chart,
)

_T = TypeVar("_T")
_MOST_WORDS = 15  # of a distribution


@dataclass(frozen=True)
class HeadsContent(PageContent[HeadsSettings]):
    """The content of the page; each section is computed when it is drawn."""

    trained: Trace
    trace: Trace  # with the what-ifs
    what_if: WhatIf  # as far as the model allows
    alert: str = ""  # why some what-ifs are refused
    pinned: Pinned | None = None
    pin_alert: str = ""  # why the pinned head is refused

    @property
    def between(self) -> str:
        """The part of the attention between two sentences, one of BETWEEN."""
        return self.settings.between or "all"

    @property
    def menu(self) -> ExportMenu:
        settings, between = self.settings, self.between
        choice, merged = settings.choice, settings.merged
        trace = self.shown
        numbers = trace_files(trace)
        if not self.model.attention_sizes:
            return ExportMenu("heads", (), numbers, alert=self.alert)
        mechanism = t(STACK_TITLES[choice.stack]).lower()
        head = partial(head_picture, trace, choice, merged, between)
        lines = partial(lines_picture, trace, choice, merged, between, self.overlaid)
        held = read_held_word(settings.held or "")
        words = partial(words_picture, trace, choice, merged, between, held)
        slide = partial(self.draw_with_finding, slide_picture)
        overview = partial(overview_picture, trace, choice.stack, merged, between)
        exports = [
            Export(t("This head"), head, "head"),
            Export(t("This head as lines"), lines, "lines"),
            Export(t("The sentence, shaded"), words, "words"),
            Export(t("Matrix, lines and translation"), slide, "slide"),
            Export(t("All heads, {mechanism}", mechanism=mechanism), overview, "overview"),
        ]
        if settings.pictures == "words" or held:
            exports.insert(0, exports.pop(2))
        elif settings.pictures == "lines" or any(overlay.is_on for overlay in self.overlaid):
            exports.insert(0, exports.pop(1))
        if self.comparison:
            exports.insert(0, Export(t("Both heads and their difference"), self.draw, "compared"))
        file = f"{settings.model}-{choice.stack}-{choice.layer + 1}-{choice.head + 1}"
        writing = partial(self.draw_with_finding, writing_animation)
        animation = writing if self.trace.predicted else None
        alert = self.alert or self.pin_alert
        return ExportMenu("heads", tuple(exports), numbers, file, alert, animation)

    def draw_with_finding(self, draw: Callable[..., _T]) -> _T:
        """Draw a slide or an animation of the current head with its finding."""
        settings = self.settings
        return draw(self.shown, settings.choice, settings.merged, self.between, self.finding)

    @property
    def overlaid(self) -> list[Overlaid]:
        """The heads of the same mechanism whose lines are drawn over the current head's."""
        choice = self.settings.choice
        layers = self.model.capabilities.attending(choice.stack)
        across = self.model.attention_sizes[choice.stack][1]
        return [
            overlay
            for overlay in read_overlay(self.settings.overlay or "")
            if overlay.choice.stack == choice.stack
            and overlay.choice != choice
            and overlay.choice.layer in layers
            and overlay.choice.head < across
        ]

    @cached_property
    def comparison(self) -> Comparison | None:
        """The pinned head and the current head; None if none is pinned."""
        settings = self.settings
        if self.pinned is None or not self.model.attention_sizes:
            return None
        first = self.pinned.heads(settings.merged)
        second = one_head(self.shown, settings.choice, settings.merged, self.between)
        return compare_heads(first, second) if first and second else None

    def draw(self) -> Picture:
        """The pinned head, the one on show, and their difference."""
        assert self.pinned is not None and self.comparison is not None
        first, second, difference = self.comparison
        return comparison_picture(
            (self.pinned.trace, self.pinned.settings.choice, first),
            (self.shown, self.settings.choice, second),
            difference,
            why_no_difference(self.pinned, self.trace, self.comparison),
        )

    @cached_property
    def finding(self) -> str:
        """What the current head does in this sentence."""
        choice = self.settings.choice
        heads = self.heads_to_caption(choice.stack)
        if heads.weights.shape[0] <= choice.layer or heads.weights.shape[1] <= choice.head:
            return ""
        captions = caption_heads(heads.only(choice.layer, choice.head), self.links)
        if self.settings.shows_norms:
            drawn = heads_of(self.shown, choice.stack, self.settings.merged, self.between)
            captions = caption_norms(drawn.only(choice.layer, choice.head), captions)
        ((caption,),) = captions
        return caption

    @cached_property
    def shown(self) -> Trace:
        """The run as its pictures show it: with norms in place of the weights if these are asked.

        Raises UserError for norms that cannot be measured.
        """
        return with_norms(self.trace, self.model) if self.settings.shows_norms else self.trace

    def heads_to_caption(self, stack: str) -> Heads:
        """The heads of a mechanism; of cross-attention over words, which `links` link."""
        merged = self.settings.merged or stack == "cross"
        return heads_of(self.trace, stack, merged, self.between)

    @cached_property
    def links(self) -> Links | None:
        """The English word of each French word, as far as the lexicon knows it.

        None for a model of other languages; no link in a sentence beyond the model.
        """
        return links_in(self.trace, self.model)

    @property
    def is_doubtful(self) -> bool:
        """Whether the whole sentence is beyond the model, so that its translation may be wrong."""
        return is_doubtful(self.limits)

    @property
    def writes_french(self) -> bool:
        return self.model.capabilities.translates_between("en", "fr")

    @property
    def misread(self) -> frozenset[int]:
        """The numbers of the English words that the model has perhaps misread."""
        if not self.writes_french:
            return frozenset()
        return frozenset(word.number for word in self.limits.misread)

    @cached_property
    def limits(self) -> Limits:
        """The limits of the model that the sentence touches."""
        return limits_in(self.trace, self.model)

    @property
    def not_applicable(self) -> str:
        """Why there are no heads to show, or ""."""
        if self.model.attention_sizes:
            return ""
        if not self.model.capabilities.translates:
            return t(
                "heads#no attention, a window"
                if self.model.capabilities.block == "feed-forward"
                else "heads#no attention, word by word",
                model=self.settings.model,
            )
        return t("heads#a decoder without attention", model=self.settings.model)

    @property
    def explanation(self) -> str:
        """How to read the picture, in Markdown."""
        if self.settings.shows_norms:
            is_recurrent = self.model.capabilities.block == "recurrent"
            formula = norm_formula(self.model.capabilities)
            return t("heads#norms of states" if is_recurrent else "heads#norms", formula=formula)
        if self.model.capabilities.translates:
            reading = t(
                "heads#rows of a translation",
                target=name_target_word(self.model.capabilities),
                source=name_source_word(self.model.capabilities),
                mean=whole_percent(mean_word_probability(self.trace)),
                sums=self._sums_of_rows,
            )
            caution = t("heads#no explanation")
            if self.model.card.get("training", {}).get("label_smoothing"):
                reading += " " + t("heads#label smoothing")
            return f"{reading} {caution}"
        if not self.model.capabilities.reads_ahead:
            return t("heads#rows of a decoder's layers", sums=self._sums_of_rows)
        if self.model.capabilities.writes:
            return t("heads#rows of a decoder", sums=self._sums_of_rows)
        return t("heads#rows of an encoder", sums=self._sums_of_rows)

    @property
    def _sums_of_rows(self) -> str:
        """What the weights of a row add up to."""
        choice = self.settings.choice
        maps = maps_of(self.trace, choice.stack)
        if not maps.has_null_key:
            return t("Rows add up to 1.")
        share = float(maps.null_weights[choice.layer, choice.head].mean())
        return t("heads#share of the null key", share=whole_percent(share))

    @property
    def shares(self) -> str:
        """How much each of two sentences attends to the other in the current head."""
        choice, second = self.settings.choice, self.trace.second
        weights = heads_of(self.trace, choice.stack, False).weights[choice.layer, choice.head]
        text = t(
            "heads#from sentence to sentence",
            first=weights[:second, second:].sum(1).mean(),
            second=weights[second:, :second].sum(1).mean(),
        )
        if self.settings.shows_norms:
            text = t("By weight: {caption}", caption=text)
        if self.between == "all":
            return text
        return f"{text} " + t(
            "Only part of each row is shown, unscaled: a row adds up to less than 1."
        )

    # --- word by word ----------------------------------------------------------------------------

    @cached_property
    def baseline(self) -> Trace:
        """The run as trained that follows what it writes."""
        return teacher_forced_trace(self.runner, self.trained.request)

    @cached_property
    def teacher_forced(self) -> tuple[Trace, Trace] | None:
        """The runs on the translation as trained, without and with the what-ifs.

        None without what-ifs, or for a model that writes nothing.
        """
        if self.what_if == WhatIf() or not self.trained.predicted:
            return None
        # The run with what-ifs wrote the same words, so it is already the run on them.
        if self.trace.decoder_input == self.baseline.decoder_input:
            return self.baseline, self.trace
        changed = self.runner.trace(replace(self.baseline.request, what_if=self.what_if))
        return self.baseline, changed

    # --- which head matters ----------------------------------------------------------------------

    @property
    def can_rank(self) -> bool:
        return "silenced" in self.model.what_ifs and bool(self.trace.predicted)

    @cached_property
    def ablation(self) -> Ablation:
        """The ablation of each head, with the translation fixed."""
        return self.silence_each(teacher_forced_trace(self.runner, self.trace.request).request)

    @cached_property
    def trained_ablation(self) -> Ablation:
        """The same without the what-ifs."""
        return self.silence_each(self.trained_request)

    @property
    def trained_ablation_key(self) -> str:
        """The key under which the runner keeps `trained_ablation`."""
        return _ablation_key(self.trained_request)

    @property
    def trained_request(self) -> Request:
        """The request of the run as trained, forced to its own translation."""
        return replace(self.trained.request, target=self.trained.translation)

    def silence_each(self, request: Request) -> Ablation:
        """Run the ablation of each head, with a progress bar."""
        return self.runner.compute_once(
            _ablation_key(request),
            t("Switching off one head at a time"),
            lambda progress: self.model.silence_each(request, progress=progress),
        )

    @cached_property
    def ranking(self) -> Chart:
        """The chart of what the translation loses without each head."""
        caption = t("drop in log-probability (nats) of this translation with one head off")
        return ranking_chart(self.ablation).with_caption(trace_caption(self.trace, caption))

    # --- this head off ---------------------------------------------------------------------------

    @property
    def head(self) -> tuple[str, int, int]:
        """The current head: mechanism, layer and head."""
        return astuple(self.settings.choice)

    @cached_property
    def with_this_head(self) -> Trace:
        """The run on show with the current head on, forced to the text on show."""
        silenced = {*self.what_if.silenced} - {self.head}
        what_if = replace(self.what_if, silenced=tuple(silenced))
        return teacher_forced_trace(
            self.runner,
            replace(self.trace.request, target=self.trace.translation, what_if=what_if),
        )

    @cached_property
    def head_ablation(self) -> HeadAblation:
        """The text on show with the current head's output replaced in three ways."""
        return read_head_ablation(self.runner, self.with_this_head.request, self.head)

    @cached_property
    def losses(self) -> Chart:
        """The chart of what the text loses in each of the three ways."""
        head = model_head_title(self.settings.choice, self.settings.model)
        caption = t("heads#nats lost without a head", head=head)
        return losses_chart(self.head_ablation).with_caption(trace_caption(self.trace, caption))

    @property
    def probabilities(self) -> str:
        """The mean word probability with the current head as it is and in the three ways."""
        numbers = describe_probabilities(self.head_ablation, self.with_this_head)
        count = len(self.head_ablation.resampled)
        return t("heads#this head off in three ways", count=count, **numbers)

    @cached_property
    def _self_repair(self) -> SelfRepair:
        """What the text on show loses without the current head and each other one."""
        request, head = self.with_this_head.request, self.head
        return self.runner.compute_once(
            f"repair {request!r} {head!r}",
            t("heads#each head off with this one"),
            lambda progress: self.model.find_repair(request, head, progress=progress),
        )

    @property
    def repair(self) -> str:
        """Whether another head makes up for the current one."""
        return describe_repair(self._self_repair)

    @property
    def repair_chart(self) -> Chart:
        """The losses without the current head, without the strongest other one, and both."""
        head = model_head_title(self.settings.choice, self.settings.model)
        return repair_chart(self._self_repair).with_caption(trace_caption(self.trace, head))

    @property
    def repair_verdict(self) -> str:
        """The same as `repair` in one sentence."""
        return judge_repair(self._self_repair)

    # --- what a pretrained model predicts --------------------------------------------------------

    @property
    def next_place(self) -> int:
        """The place of the text whose next word to predict."""
        return (self.settings.next_after or 1) - 1

    @cached_property
    def next_words(self) -> NextWords:
        """The distribution over the whole vocabulary after a place of the text."""
        settings, model = self.settings, self.model
        temperature = settings.next_temperature
        top_k, top_p = settings.next_k, settings.next_p
        assert temperature is not None and top_k is not None and top_p is not None
        # Not its translation as a target: written as text and read again, the same words may be
        # fewer tokens, and the places would be others.
        request = self.trace.request
        return self.runner.compute_once(
            f"next {request!r} {self.next_place} {temperature} {top_k} {top_p}",
            t("The model continues"),
            lambda progress: model.next_words(request, self.next_place, temperature, top_k, top_p),
        )

    @cached_property
    def next_chart(self) -> Chart:
        """The most probable next words."""
        settings, predictions = self.settings, self.next_words
        caption = t(
            "heads#next words",
            model=settings.model,
            word=self.trace.decoder_input[self.next_place],
            temperature=settings.next_temperature,
            k=settings.next_k or t("all words"),
            p=settings.next_p,
        )
        chart = distribution_chart(
            predictions.words[:_MOST_WORDS],
            predictions.sampled[:_MOST_WORDS],
            predictions.candidates[:_MOST_WORDS],
        )
        return chart.with_caption(f"{self.trace.written_text}\n{caption}")

    @property
    def next_finding(self) -> str:
        """The share of probability in the chart, and what top-k and top-p leave."""
        predictions = self.next_words
        return t(
            "heads#kept by top-k and top-p",
            shown=_MOST_WORDS,
            all=len(predictions.words),
            share=float(predictions.sampled[:_MOST_WORDS].sum()),
            kept=int(predictions.candidates.sum()),
            rest=float(predictions.sampled[predictions.candidates].sum()),
        )

    @property
    def predicts_masks(self) -> bool:
        return self.model.capabilities.mask_token is not None

    @cached_property
    def hidden_words(self) -> dict[int, Chart]:
        """The predictions for each mask, by the mask's number from 0."""
        model, request = self.model, self.trace.request
        predictions = self.runner.compute_once(
            f"masks {request!r}",
            t("The model guesses the word"),
            lambda progress: model.fill(request, _MOST_WORDS),
        )
        drawn = {}
        for place, best in predictions.items():
            words, probabilities = zip(*best, strict=True)
            caption = t(
                "{model}: which word is behind {mask} number {place}?",
                model=model.name,
                mask=model.capabilities.mask_token,
                place=place + 1,
            )
            chart = distribution_chart(words, probabilities, [True] * len(words))
            drawn[place] = chart.with_caption(trace_caption(self.trace, caption))
        return drawn


def read_head_ablation(
    runner: Runner, request: Request, head: tuple[str, int, int]
) -> HeadAblation:
    """Ask the model what the text of a request loses without a head in three ways."""
    return runner.compute_once(
        f"ablation of {head!r} {request!r}",
        t("Switching off this head"),
        lambda progress: runner.model(request.model).ablate(request, head),
    )


def _ablation_key(request: Request) -> str:
    """Return the key of the ablation of a request in the runner's cache."""
    return f"ablation {request!r}"


def _compute(settings: HeadsSettings, runner: Runner) -> HeadsContent:
    """Run the model as trained and with the what-ifs, or only as trained if these are refused.

    Raises UserError for an unreadable sentence.
    """
    pinned, pin_alert = None, ""
    try:
        pinned = read_pinned(settings, runner)
        if pinned and settings.shows_norms:
            model = runner.model(pinned.settings.model)
            pinned = replace(pinned, trace=with_norms(pinned.trace, model))
    except UserError as error:
        pin_alert = explain(error)
    french = pinned.trace.translation if pinned and settings.follows_pinned else None
    return replace(_run(settings, runner, french), pinned=pinned, pin_alert=pin_alert)


def _run(settings: HeadsSettings, runner: Runner, french: str | None) -> HeadsContent:
    """Run the model as trained and with the what-ifs, forced to `french` if given."""
    trained = plain_trace(settings, runner)
    what_if = settings.what_if
    if what_if == WhatIf():
        on_french = Request(settings.model, settings.sentence, french)
        trace = trained if french is None else runner.trace(on_french)
        return HeadsContent(settings, runner, trained, trace, what_if)

    def follow(target: str | None) -> Trace:
        draft = trained.translation if trained.predicted else None
        return runner.trace(
            Request(settings.model, settings.sentence, target, what_if, draft=draft)
        )

    try:
        kept = settings.keeps_french and trained.predicted
        trace = follow(french or (trained.translation if kept else None))
        if trained.predicted and trace.translation != trained.translation:
            follow(trained.translation)  # raises here what `teacher_forced` would raise later
    except UserError as error:
        alert = t("{why} So the model is shown as trained.", why=explain(error))
        return HeadsContent(settings, runner, trained, trained, WhatIf(), alert)
    return HeadsContent(settings, runner, trained, trace, what_if)


COMPUTATION = Computation("heads", HeadsSettings, _compute, head_address=HeadAddress())
