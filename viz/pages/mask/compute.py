"""The content of the page on the mask: a head's scores, mask and weights.

Its sections show the effects of looking ahead, of another word, and of padding.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from models import Request, Trace, WhatIf

from ...analysis.measures import are_softmax, hidden_share, largest_change
from ...analysis.views import exchanged, heads_of, maps_of, mean_word_probability
from ...base.language import explain, t, translatable
from ...base.theme import HEADS
from ...draw.chart import Chart
from ...draw.head_matrices import mask_matrices
from ...draw.head_pictures import mask_caption, trace_caption
from ...draw.matrix import Matrix
from ...draw.picture import picture_of
from ...draw.probabilities import whole_percent
from ...view.computation import (
    Computation,
    Export,
    ExportMenu,
    HeadAddress,
    NotApplicable,
    PageContent,
    trace_files,
)
from ...view.runner import Runner
from ..head_controls import caption_and_refute
from .charts import next_word_chart
from .settings import NO_MASK, MaskSettings, title_longer, trained_trace

_EXAMPLE = "The big red dog"  # "Le gros chien rouge"
_MASKS = translatable({"causal": "causal mask", "none": "no mask", "window": "only the last words"})
_AS_TRAINED = WhatIf()


@dataclass(frozen=True)
class _Exchange:
    """The change of each row's states when a word of the French is exchanged."""

    word: str
    other: str
    words: tuple[str, ...]  # words the decoder reads, one for each row
    place: int  # of the row that reads the exchanged word
    changes: Mapping[str, np.ndarray]  # by mask: the largest change of each row

    @property
    def before(self) -> list[float]:
        """The largest change in the rows before the exchanged word, for each mask."""
        return [float(values[: self.place].max()) for values in self.changes.values()]

    @property
    def finding(self) -> str:
        """What the exchange shows of the words before it."""
        masked, unmasked = self.before
        return t("mask#earlier words", masked=masked, unmasked=unmasked)


@dataclass(frozen=True)
class MaskContent(PageContent[MaskSettings]):
    """The content of the page; each section is computed when it is drawn."""

    trained: Trace  # all runs except those on padding are forced to its French
    changed: Trace  # with the chosen mask

    def follow(self, target: str | None, what_if: WhatIf = _AS_TRAINED) -> Trace:
        """Return the run forced to this French; None: the model's own."""
        return self.runner.trace(
            Request(self.settings.model, self.settings.sentence, target, what_if)
        )

    @cached_property
    def matrices(self) -> list[Matrix]:
        """The scores before the mask, the mask, the weights after it."""
        choice = self.settings.decoder_head
        scores, allowed, weights = mask_matrices(
            self.changed, choice.layer, choice.head, self.settings.merged, self.trained
        )
        note = t("{mask}: 1 = visible, hatched = masked", mask=t(_MASKS[self.settings.sees]))
        return [scores, replace(allowed, note=note), replace(weights, caption=self.finding)]

    @property
    def finding(self) -> str:
        """The effect of the mask on the current head; "" for a window."""
        choice = self.settings.decoder_head
        place = choice.layer, choice.head
        if self.settings.sees == "causal":
            maps = maps_of(self.trained, "decoder")
            allowed = maps.allowed_in(choice.layer)
            if not are_softmax(maps.weights[place], maps.scores[place], allowed):
                return t("mask#without scores")
            # Of a sliding window the mask hides earlier words too.
            earlier = np.tri(*allowed.shape, dtype=np.bool_)
            return t(
                "mask#weight without the mask",
                share=hidden_share(maps.scores, earlier)[place],
            )
        if self.settings.sees == "none" and len(self.changed.decoder_input) > 1:
            weights = maps_of(self.changed, "decoder").weights[place]
            words = self.changed.decoder_input
            ahead = np.diagonal(weights, 1)  # on the very word that each row must predict
            row = int(ahead.argmax())
            return t(
                "mask#weight on later words",
                share=float(np.triu(weights, 1)[:-1].sum(-1).mean()),
                read=words[row],
                weight=float(ahead[row]),
                written=words[row + 1],
            )
        return ""

    @property
    def refutation(self) -> list[str]:
        """The caption of the head, what the controls of caption and label give, and the rule."""
        settings = self.settings
        head = settings.decoder_head
        return caption_and_refute(self.changed, head, settings.merged, self.model, self.runner)

    @property
    def menu(self) -> ExportMenu:
        choice = self.settings.decoder_head

        def draw_picture():
            caption = mask_caption(self.changed, choice.layer, choice.head)
            return picture_of(self.matrices, caption)

        numbers = trace_files(self.changed)
        return ExportMenu("mask", (Export(t("Scores, mask and weights"), draw_picture),), numbers)

    # --- looking ahead ---------------------------------------------------------------------------

    @cached_property
    def probabilities(self) -> dict[str, list[float]]:
        """The probability of each true next word by mask: causal, none, and the chosen one."""
        runs = {"causal": self.trained, "none": self.unmasked, self.settings.sees: self.changed}
        return {
            t(_MASKS[name]): [choice.probability for choice in trace.choices]
            for name, trace in runs.items()
        }

    @property
    def unmasked(self) -> Trace:
        """The run without the mask, on the same French."""
        return self.follow(self.trained.translation, NO_MASK)

    @cached_property
    def next_words(self) -> Chart:
        """The chart of the probability of each true next word."""
        first, *others = self.probabilities
        colours = dict(zip(self.probabilities, HEADS, strict=False))
        what = (
            t("mask#probabilities with two masks", first=first, second=others[0])
            if others
            else t("probability of each true next word with {first}", first=first)
        )
        chart = next_word_chart(self.trained.predicted, self.probabilities, colours)
        return chart.with_caption(trace_caption(self.trained, what))

    @property
    def finding_ahead(self) -> str:
        """The effect of looking ahead, in Markdown."""
        with_mask, without = (
            mean_word_probability(trace) for trace in (self.trained, self.unmasked)
        )
        effect = t(
            "mask#looking ahead does not help"
            if without <= with_mask
            else "mask#looking ahead helps a little"
        )
        return t(
            "mask#looking ahead",
            before=whole_percent(with_mask),
            after=whole_percent(without),
            effect=effect,
        )

    @cached_property
    def own_translations(self) -> dict[str, str]:
        """The model's own translations: with the causal mask, without, and with the chosen one."""
        changes = {
            "causal": _AS_TRAINED,
            "none": NO_MASK,
            self.settings.sees: self.settings.what_if,
        }
        runs = {name: self.follow(None, what_if) for name, what_if in changes.items()}
        return {
            t("{mask}, what it writes itself", mask=t(_MASKS[name])): trace.translation
            for name, trace in runs.items()
        }

    # --- a later word ----------------------------------------------------------------------------

    @cached_property
    def exchange(self) -> _Exchange | str:
        """The exchange of one word of the French, or a sentence why there is none."""
        if self.settings.exchange is None:
            return t("mask#no word to exchange")
        place = self.settings.exchange - 1
        for word, target in exchanged(self.trained, place):
            if _differs_only_at(place, self.follow(target).predicted, self.trained.predicted):
                return self.compare(place, word, target)
        return t("mask#no word of as many pieces")

    def compare(self, place: int, word: str, target: str) -> _Exchange:
        """Compare the runs on two translations that differ in one word."""
        masks = {t("with the causal mask"): _AS_TRAINED, t("without the mask"): NO_MASK}
        changes = {}
        for name, what_if in masks.items():
            before, after = (
                self.follow(french, what_if).hidden["decoder"]
                for french in (self.trained.translation, target)
            )
            assert before is not None and after is not None  # there is a decoder, with a mask
            changes[name] = largest_change(before, after)
        exchanged_word = self.trained.predicted[place]
        return _Exchange(exchanged_word, word, self.trained.decoder_input, place + 1, changes)

    # --- padding ---------------------------------------------------------------------------------

    @cached_property
    def padded(self) -> dict[str, Trace]:
        """The runs in a batch with a longer sentence, with and without the padding mask."""
        masked = {t("with the padding mask"): True, t("without it"): False}
        return {
            name: self.follow(None, WhatIf(padding=self.settings.longer or 0, padding_mask=mask))
            for name, mask in masked.items()
        }

    @property
    def without_padding(self) -> str:
        """Why padding is not shown, or ""."""
        if self.settings.longer is not None:
            return ""
        model = self.model
        if "padding" not in model.what_ifs or "encoder" not in model.attention_sizes:
            return explain(model.capabilities.refusal("padding", model.name))
        return t("mask#no room for padding")

    def on_padding(self, trace: Trace) -> np.ndarray:
        """Return the share of the words' weight on the padding, `[layer, head]` of the encoder."""
        weights = maps_of(trace, "encoder").weights
        words = weights.shape[-1] - (self.settings.longer or 0)
        return weights[:, :, :words, words:].sum(-1).mean(-1)

    @cached_property
    def padded_head(self) -> tuple[int, int]:
        """Layer and head of the encoder, from 0, that attend most to the padding if they may."""
        shares = self.on_padding([*self.padded.values()][-1])
        layer, head = np.unravel_index(int(shares.argmax()), shares.shape)
        return int(layer), int(head)

    @cached_property
    def padding_matrices(self) -> list[Matrix]:
        """The head that attends most to the padding, with and without the padding mask."""
        matrices = []
        layer, head = self.padded_head
        for name, trace in self.padded.items():
            heads = heads_of(trace, "encoder", self.settings.merged)
            matrices.append(
                Matrix(
                    t("Encoder, {how}", how=name),
                    heads.rows,
                    heads.columns,
                    heads.weights[layer, head],
                    heads.allowed_in(layer),
                    note=t("layer {layer}, head {head}", layer=layer + 1, head=head + 1),
                    caption=t(
                        "mask#weight on padding",
                        share=float(self.on_padding(trace)[layer, head]),
                    ),
                )
            )
        return matrices

    @property
    def padding_menu(self) -> ExportMenu:
        """The menu of the padding."""
        layer, head = self.padded_head
        caption = t(
            "mask#caption of padding",
            layer=layer + 1,
            head=head + 1,
            longer=title_longer(self.settings.longer or 0),
        )

        def draw_picture():
            return picture_of(self.padding_matrices, trace_caption(self.trained, caption))

        return ExportMenu(
            "padding", (Export(t("With and without the padding mask"), draw_picture),)
        )

    @cached_property
    def padding_translations(self) -> dict[str, str]:
        """The translation by itself and in the batch."""
        runs = {t("by itself"): self.follow(None), **self.padded}
        return {name: trace.translation for name, trace in runs.items()}


def _differs_only_at(place: int, words: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Return whether two translations differ only in the word at this place."""
    if len(words) != len(others):
        return False
    return [
        at for at, pair in enumerate(zip(words, others, strict=True)) if pair[0] != pair[1]
    ] == [place]


def _compute(settings: MaskSettings, runner: Runner) -> MaskContent:
    """Run the model as trained and with the chosen mask, on the same French.

    Raises NotApplicable for a model without a causal mask, UserError for a sentence that cannot be
    read.
    """
    model = runner.model(settings.model)
    if "mask" not in model.what_ifs:
        error = model.capabilities.refusal("mask", model.name)
        raise NotApplicable(error.text, **error.values)
    trained = trained_trace(settings, runner)
    changed = runner.trace(
        Request(settings.model, settings.sentence, trained.translation, settings.what_if)
    )
    return MaskContent(settings, runner, trained, changed)


_HEAD_ADDRESS = HeadAddress("decoder-head", "mask")
COMPUTATION = Computation("mask", MaskSettings, _compute, _EXAMPLE, _HEAD_ADDRESS)
