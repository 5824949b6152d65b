"""Settings of the page on the mask."""

from dataclasses import dataclass

import numpy as np

from models import Request, Trace, WhatIf

from ...analysis.measures import are_softmax, hidden_share
from ...analysis.views import HeadChoice, exchanged, french_words, maps_of
from ...base.language import t, translatable
from ...base.language_names import reference_of
from ...view.runner import Runner, teacher_forced_trace
from ...view.settings import (
    FRENCH_TO_FOLLOW,
    Known,
    Options,
    Settings,
    choice,
    head,
    switch,
    text,
)

_SEES = translatable(
    {"causal": "Causal mask (as trained)", "none": "No mask", "window": "Only the last words"}
)
NO_MASK = WhatIf(mask="none")
_LONGER = 1, 2, 4, 8, 16  # extra words of the other sentence in the batch


def _has_mask(known: Known, runner: Runner) -> bool:
    return "mask" in runner.model(known.model).what_ifs


def _follows_french(known: Known, runner: Runner) -> bool:
    model = runner.model(known.model)
    return "mask" in model.what_ifs and model.capabilities.translates


def _windows(known: Known, runner: Runner) -> Options:
    titles = {"1": t("the last 1")}
    for count in range(2, 7):
        titles[str(count)] = t("the last {count}", count=count)
    return titles


def trained_trace(known: Known, runner: Runner) -> Trace:
    """Return the run as trained, on the chosen French."""
    french = known.french if known.french and known.french.strip() else None
    return teacher_forced_trace(runner, Request(known.model, known.sentence, french))


def _telling_head(known: Known, runner: Runner) -> str:
    """Return the head whose mask matters most: it would attend to later words, and does not rest.

    A resting head has most of its weight on the first word, with the mask and without.
    """
    maps = maps_of(trained_trace(known, runner), "decoder")
    resting = maps.weights[:, :, 1:, 0].mean(-1) if len(maps.allowed) > 1 else 0.0
    matters = 1 - resting + np.zeros(maps.weights.shape[:2])
    layers = maps.attending  # one at a time: 512 tokens take gigabytes
    if all(are_softmax(maps.weights[at], maps.scores[at], maps.allowed_in(at)) for at in layers):
        matters = matters * hidden_share(maps.scores, np.tri(*maps.allowed.shape, dtype=bool))
    matters[[at for at in range(maps.n_layers) if at not in layers]] = -1
    layer, place = np.unravel_index(int(matters.argmax()), matters.shape)
    return f"{layer + 1}-{place + 1}"


def _words_to_exchange(known: Known, runner: Runner) -> Options:
    """List the words of the French that have alternatives, by place from 1."""
    trace = trained_trace(known, runner)
    return {
        str(place + 1): word
        for place, word in french_words(trace, False).items()
        if exchanged(trace, place)
    }


def _last_word_to_exchange(known: Known, runner: Runner) -> str:
    return list(_words_to_exchange(known, runner))[-1]


def _has_padding(known: Known, runner: Runner) -> bool:
    model = runner.model(known.model)
    what_ifs = model.what_ifs
    return "mask" in what_ifs and "padding" in what_ifs and "encoder" in model.attention_sizes


def _words_longer(known: Known, runner: Runner) -> Options:
    """List the extra words of the other sentence in the batch, as far as the model reads."""
    room = runner.model(known.model).longest - len(trained_trace(known, runner).source)
    return {str(count): title_longer(count) for count in _LONGER if count <= room}


def title_longer(count: int) -> str:
    return t("1 word longer" if count == 1 else "{count} words longer", count=count)


def _reference(known: Known, runner: Runner) -> str:
    """The French of an example."""
    return reference_of(known.sentence, runner.model(known.model).capabilities)


@dataclass(frozen=True)
class MaskSettings(Settings):
    """The mask, the head, and the settings of the sections."""

    sees: str = choice(_SEES, label=translatable("What the decoder may see"), applies=_has_mask)
    last: int = choice(  # words, where it sees a window
        _windows, "2", label=translatable("How many words"), parse=int, applies=_has_mask
    )
    # "": what the model writes
    french: str | None = text(
        _reference, label=FRENCH_TO_FOLLOW, applies=_follows_french, of_sentence=True
    )
    decoder_head: HeadChoice = head(  # noqa: RUF009
        "decoder",
        _telling_head,
        label=translatable("Head"),
        parameter="decoder-head",
        applies=_has_mask,
    )
    refute: bool | None = switch(
        False, label=translatable("Refute this"), applies=_has_mask, omitted_when_default=True
    )
    exchange: int | None = choice(
        _words_to_exchange,
        _last_word_to_exchange,
        label=translatable("Exchange a word"),
        parse=int,
        applies=_has_mask,
        of_sentence=True,
    )
    longer: int | None = choice(
        _words_longer,
        "4",
        label=translatable("The other sentence of the batch is"),
        parse=int,
        applies=_has_padding,
    )

    @property
    def what_if(self) -> WhatIf:
        """The mask as chosen."""
        if self.sees == "none":
            return NO_MASK
        return WhatIf(window=self.last if self.sees == "window" else 0)
