"""Draw the panel of what-ifs, and their effect."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

import numpy as np
import streamlit as st

from models import Ablation, Encoding, TextModel, Trace, UserError, WhatIf
from models.answers.limits import repeated_text
from models.request import EVERY, NO_HEAD, PATCH_KINDS

from ...analysis.views import STACK_TITLES, all_maps, mean_word_probability, source_words
from ...analysis.what_if_text import (
    BY_FIELD,
    NAMES,
    WHAT_IFS,
    head_name,
    read_what_if,
    sentence,
)
from ...app import alerts, cache, controls, notice
from ...app.page_controls import Controls
from ...app.side_panel import draw_panel_button
from ...app.state import MAX_WORD, clear_setting, is_lecture, set_setting, setting_value
from ...base.language import explain, t, translatable
from ...base.theme import style_sheet
from ...draw.changes import before_after_html
from ...draw.probabilities import whole_percent
from .. import panels
from .compute import HeadsContent, read_head_ablation
from .experiments import (
    EXPERIMENTS,
    Experiment,
    Head,
    hidden_words,
    hide_words,
    is_active,
    most_important_head,
    without_or_with,
)
from .settings import TAKEN, HeadsSettings
from .switched_off import describe_probabilities

_TEMPERATURE = BY_FIELD["temperature"]  # has a slider
# Chosen from a list under "More".
BOXES = [entry for entry in WHAT_IFS if entry.label and entry is not _TEMPERATURE]
# The panel says why a model lacks these.
_EXPLAINED = "silenced", "mask", "patched", _TEMPERATURE.field, *(entry.field for entry in BOXES)
# Other what-ifs of the panel, and their effects.
HEAD_LESS = translatable(("One head less", "Turns off the head that this translation needs most."))
HIDE = translatable(("Hide a word", "The decoder can no longer attend to it."))
PATCH = translatable(
    (
        "Take the state of a word from another sentence",
        "The other words stay as they are. Does the translation follow?",
    )
)
SWAP, BLOCK = translatable(("Swap a word", "The decoder may not attend to"))
_PEEKING = translatable("heads#no mask")
# Streamlit writes white on the primary colour, which is a light one in the dark.
_STYLE = style_sheet(__file__, "what_ifs.css")
_ACTIVE = """<style>.st-key-experiment-{name} button {{
  font-weight: 700; border-color: #d55e00; box-shadow: inset 4px 0 #d55e00;
}}</style>"""


def render_button(settings: HeadsSettings, widgets: Controls) -> None:
    """Draw the button that opens and closes the panel."""
    draw_panel_button(translatable("What if …?"), widgets, "panel")


# --- the panel -----------------------------------------------------------------------------------


def render_panel(content: HeadsContent, widgets: Controls) -> None:
    """Draw the experiments, and under "More" all other what-ifs.

    A lecture, where the panel must not scroll, has the buttons without a text, and folds the rest.
    """
    st.html(_STYLE)
    if not is_lecture():
        st.markdown(f"**{t('Change the model and see what happens')}**")
    for experiment in EXPERIMENTS:
        if widgets.has(experiment.field):
            _render_experiment(experiment, is_active(experiment, content.settings))
    if content.can_rank:
        _render_head_experiment(content)
    with _folded_in_lecture(t("Hide or swap a word")):
        _render_words(content, widgets)
    with _folded_in_lecture(t("More")):
        if widgets.has(_TEMPERATURE.field):
            widgets.slide(_TEMPERATURE.field, width="stretch", order=float)
        if widgets.has("french_is"):
            widgets.pick("french_is", labelled=True)
        if widgets.has("patched"):
            _render_patch(content)
    panels.draw_when_open(t("More"), "more what-ifs", lambda: _render_more(content, widgets))
    st.button(t("Reset all"), on_click=controls.reset_what_ifs, key="reset")


def _folded_in_lecture(label: str) -> AbstractContextManager:
    """Return where controls stand: in the panel, or in a lecture in a box that a button opens."""
    return st.popover(label, width="stretch") if is_lecture() else nullcontext()


def _render_experiment(experiment: Experiment, active: bool) -> None:
    """Draw the button that starts and ends an experiment."""
    name, effect = NAMES[experiment.field], t(experiment.sentence)
    on_click, args = (clear_setting, [name]) if active else (set_setting, [name, experiment.value])
    _draw_experiment_button(experiment.title, effect, experiment.field, active, on_click, args)


def _draw_experiment_button(
    title: str, effect: str, name: str, active: bool, on_click, args: list
) -> None:
    """Draw a button as wide as the panel that shows whether its experiment is on.

    The `effect` stands below it, in a lecture in its tooltip.
    """
    if active:
        st.html(_ACTIVE.format(name=name))
    st.button(
        t("{experiment}: on", experiment=t(title)) if active else t(title),
        key=f"experiment-{name}",
        on_click=on_click,
        args=args,
        width="stretch",
        help=effect if is_lecture() else None,
    )
    if not is_lecture():
        st.caption(effect)


def _render_head_experiment(content: HeadsContent) -> None:
    """Draw the button that silences the most important head, and name the head.

    The first click in a sentence measures all heads, with a progress bar.
    """
    key = content.trained_ablation_key
    ablation: Ablation | None = cache.computed(key)
    title, effect = HEAD_LESS[0], t(HEAD_LESS[1])
    if controls.take_wanted(key):
        head, _ = most_important_head(content.trained_ablation)
        _toggle_head(head)
        st.rerun()
    if ablation is None:
        _draw_experiment_button(title, effect, "head", False, controls.want_value, [key])
        return
    head, log_probability = most_important_head(ablation)
    active = head in content.settings.what_if.silenced
    effect = t(
        "This translation needs {head} most. Mean word probability without it: {before} → {now}.",
        head=head_name(*head),
        before=whole_percent(mean_word_probability(content.baseline)),
        now=whole_percent(mean_word_probability(content.baseline, log_probability)),
    )
    replaced = read_head_ablation(content.runner, content.trained_request, head)
    effect += " " + t(
        "heads#the head off in other ways", **describe_probabilities(replaced, content.baseline)
    )
    _draw_experiment_button(title, effect, "head", active, _toggle_head, [head])


def _toggle_head(head: Head) -> None:
    """Silence a head, or switch it on again."""
    name = NAMES["silenced"]
    set_setting(name, without_or_with(setting_value(name, ""), head))


# --- words ---------------------------------------------------------------------------------------


def _render_words(content: HeadsContent, widgets: Controls) -> None:
    """Draw the words of the sentence, to hide and to swap."""
    settings, trained = content.settings, content.trained
    if widgets.has("blocked"):
        trace, blocked = _with_swaps(trained, settings.swap or ""), settings.blocked or ""
        controls.pick_chips(
            HIDE[0],
            "hide",
            {str(word): text for word, text in source_words(trace).items()},
            [str(word) for word in hidden_words(trace, blocked)],
            lambda words: set_setting(
                NAMES["blocked"], hide_words(trace, blocked, list(map(int, words)))
            ),
            several=True,
        )
        st.caption(t(HIDE[1]))
    words = source_words(trained)
    if not widgets.has("swap") or not words:
        return
    swaps = dict(settings.what_if.swap)
    controls.pick_chips(
        SWAP,
        "swap",
        {
            str(place + 1): f"{word} ▸ {swaps[place]}" if place in swaps else word
            for place, word in words.items()
        },
        [settings.swap_word] if settings.swap_word else [],
        lambda places: set_setting("swap-word", "".join(places)),
    )
    place = int(settings.swap_word or 0) - 1
    if place in words:
        _render_swap(settings.model, place, words[place], place in swaps)


def _render_swap(model: str, place: int, word: str, is_swapped: bool) -> None:
    """Draw the alternatives for the word at a place, from 0."""
    number = str(place + 1)
    st.pills(
        t(
            "Replace “{word}” with a similar one (English or French)"
            if cache.model(model).capabilities.translates_between("en", "fr")
            else "Replace “{word}” with a similar one",
            word=alerts.escape_markdown(word),
        ),
        [similar for similar, _ in cache.model(model).similar_words(word)],
        key="neighbour",
        on_change=controls.add_swap,
        args=(number, "neighbour"),
    )
    st.text_input(
        t("or with"),
        key="other word",
        placeholder=t("type another word, press Enter"),
        max_chars=MAX_WORD,
        on_change=controls.add_swap,
        args=(number, "other word"),
    )
    if is_swapped:
        st.button(
            t("Back to “{word}”", word=alerts.escape_markdown(word)),
            key="swap back",
            type="tertiary",
            on_click=controls.remove_swap,
            args=(number,),
        )


def _render_patch(content: HeadsContent) -> None:
    """Draw the box for another sentence and, once there is one, what is taken from it."""
    settings, model = content.settings, content.model
    read = _with_swaps(content.trained, settings.swap or "").sentence
    patched = settings.what_if.patched
    other = patched[0][0] if patched else ""
    controls.type_text(
        PATCH[0],
        "other sentence",
        other,
        lambda text: _take_state(model, read, text),
        translatable("type one of as many words, press Enter"),
    )
    st.caption(t(PATCH[1]))
    if not patched:
        return
    _, stack, kind, layer, head, *_ = patched[0]
    controls.pick_chips(
        t("What is taken"),
        "patch kind",
        {
            name: t(title)
            for name, title in TAKEN.items()
            if name != "feed_forward" or model.capabilities.known_layers
        },
        [kind],
        lambda chosen: _take_part(model, read, other, chosen[0]) if chosen else None,
    )
    if kind != "state":
        _render_part(model, other, stack, kind, layer, head)
        return
    states = [(layer, here) for _, stack, _, layer, _, _, here in patched if not stack]
    if not states:
        return
    try:
        encoding = model.encode(other)
    except UserError:  # the alert above the picture says why
        return
    places = [place for _, place in states]
    words = _words_of(encoding)

    def take(chosen: Sequence[str], after: int = layer) -> None:
        tokens = [place for word in chosen for place in words[word][1]]
        _write_patch(other, after, tokens)

    controls.pick_chips(
        t("States of these words"),
        "patch",
        {word: text for word, (text, _) in words.items()},
        [word for word, (_, tokens) in words.items() if {*tokens} <= {*places}],
        take,
        several=True,
    )
    controls.pick_chips(
        t("After layer"),
        "patch layer",
        {"0": t("before layer 1")}
        | {str(number): str(number) for number in range(1, _layers_that_read(model) + 1)},
        [str(layer)],
        lambda chosen: _write_patch(other, int(chosen[0]) if chosen else layer, places),
    )


def _render_part(
    model: TextModel, other: str, stack: str, kind: str, layer: int, head: int
) -> None:
    """Draw the stack, the layer and the head whose part is taken for all tokens."""
    sizes = model.attention_sizes
    is_of_head = PATCH_KINDS[kind]
    stacks = {name: t(STACK_TITLES[name]) for name in sizes if is_of_head or name != "cross"}
    layers, heads = sizes[stack]
    controls.pick_chips(
        t("Mechanism"),
        "patch stack",
        stacks,
        [stack],
        lambda chosen: _write_part(model, other, (chosen or [stack])[0], kind, layer, head),
    )
    controls.pick_chips(
        t("Layer"),
        "patch part layer",
        {str(number): str(number + 1) for number in range(layers)},
        [str(layer)],
        lambda chosen: _write_part(
            model, other, stack, kind, int(chosen[0]) if chosen else layer, head
        ),
    )
    if is_of_head:
        controls.pick_chips(
            t("Head"),
            "patch head",
            {str(number): str(number + 1) for number in range(heads)},
            [str(head)],
            lambda chosen: _write_part(
                model, other, stack, kind, layer, int(chosen[0]) if chosen else head
            ),
        )


def _take_part(model: TextModel, sentence: str, other: str, kind: str) -> None:
    """Take a state of words, or of all tokens another part, of a head first of the last layer."""
    if kind == "state":
        _take_state(model, sentence, other)
        return
    sizes = model.attention_sizes
    stack = [*sizes][-1 if PATCH_KINDS[kind] else 0]
    _write_part(model, other, stack, kind, sizes[stack][0] - 1, 0)


def _write_part(model: TextModel, other: str, stack: str, kind: str, layer: int, head: int) -> None:
    """Take a part of all tokens, of a layer and a head that the stack has."""
    layers, heads = model.attention_sizes[stack]
    number = min(max(head, 0), heads - 1) if PATCH_KINDS[kind] else NO_HEAD
    entry = other, stack, kind, min(layer, layers - 1), number, EVERY, EVERY
    set_setting(NAMES["patched"], BY_FIELD["patched"].write([entry]))


def _take_state(model: TextModel, sentence: str, other: str) -> None:
    """Take the state of the first word in which the `other` sentence differs from `sentence`."""
    if not other:
        clear_setting(NAMES["patched"])
        return
    here, there = model.encode(sentence), model.encode(other)
    here.check_as_long(there)
    pairs = zip(here.source, there.source, strict=True)
    first = next((place for place, (own, others) in enumerate(pairs) if own != others), 0)
    [tokens] = [tokens for _, tokens in _words_of(there).values() if first in tokens]
    _write_patch(other, _layers_that_read(model) // 2, tokens)


def _write_patch(other: str, layer: int, places: Sequence[int]) -> None:
    """Take the states of these tokens of another sentence after a layer; of none as trained."""
    entries = [(other, "", "state", layer, NO_HEAD, place, place) for place in places]
    set_setting(NAMES["patched"], BY_FIELD["patched"].write(entries))


def _words_of(encoding: Encoding) -> dict[str, tuple[str, list[int]]]:
    """Return each word of a sentence, and the places of its tokens; signs without a word too."""
    words: dict[str, tuple[str, list[int]]] = {}
    for place, (word, span) in enumerate(
        zip(encoding.source_words, encoding.source_spans, strict=True)
    ):
        text, places = words.get(str(word), ("", []))
        text += encoding.sentence[slice(*span)].strip() or encoding.source[place]
        words[str(word)] = text, [*places, place]
    return words


def _layers_that_read(model: TextModel) -> int:
    [layers, _] = next(iter(model.attention_sizes.values()))
    return layers


def _with_swaps(trace: Trace, swap: str) -> Trace:
    """Return the run with only the swaps, whose tokens the other what-ifs index.

    If the swaps are refused, return the run as trained.
    """
    what_if, _ = read_what_if({NAMES["swap"]: swap} if swap else {})
    try:
        return cache.trace(replace(trace.request, what_if=what_if))
    except UserError:
        return trace


# --- more ----------------------------------------------------------------------------------------


def _render_more(content: HeadsContent, widgets: Controls) -> None:
    """Draw the what-ifs without an experiment, and why the model lacks others."""
    for entry in BOXES:
        if widgets.has(entry.field):
            widgets.pick(entry.field, width=280, labelled=True)
    if widgets.has("blocked"):
        trace = _with_swaps(content.trained, content.settings.swap or "")
        names = {str(place): token for place, token in enumerate(trace.source, start=1)}
        widgets.pick_several("blocked", BLOCK, names)
    reasons = [
        explain(content.model.capabilities.refusal(field, content.model.name))
        for field in _EXPLAINED
        if field not in content.model.what_ifs
    ]
    for reason in dict.fromkeys(reasons):
        st.caption(reason)


# --- the effect ----------------------------------------------------------------------------------


def render_change(content: HeadsContent) -> None:
    """Draw above the picture how the French changes, or why the what-ifs are refused."""
    if content.what_if == WhatIf() and not content.alert:
        return
    with notice.result_place(), st.container(horizontal=True, vertical_alignment="top"):
        if content.alert:
            alerts.show_alert(content.alert)
        else:
            note = sentence(content.what_if, content.trace)
            if repeated := not content.trace.finished and repeated_text(content.trace):
                note += " " + t(
                    "The output repeats itself: “{words}”. The rest is cut.",
                    words=repeated,
                )
            if content.what_if.null_key:
                note += " " + _describe_null_key(content.trace)
            if content.teacher_forced is not None:
                note += " " + _describe_probability(content.teacher_forced, content.trace)
            translations = content.trained.translation, content.trace.translation
            remark = t(_PEEKING) if content.what_if.mask == "none" else ""
            kept = _describe_kept(content)
            st.html(before_after_html(note, *translations, remark, kept))
        st.button(
            t("Reset all"),
            key="reset-result",
            type="tertiary",
            on_click=controls.reset_what_ifs,
            help=t("Undo every change"),
            width="content",
        )


def _describe_null_key(trace: Trace) -> str:
    """Say how much of the weight the null key takes, the mean of all rows of all heads."""
    missing = np.concatenate([maps.null_weights.ravel() for maps in all_maps(trace)])
    return t(
        "The null key takes {share} of all weight.", share=whole_percent(float(missing.mean()))
    )


def _describe_kept(content: HeadsContent) -> str:
    """Say what a translator would write whose French is kept, by patches of decoders; or ""."""
    stacks = {stack for _, stack, *_ in content.what_if.patched}
    if not content.model.capabilities.translates or not stacks & {"decoder", "cross"}:
        return ""
    for word, choice in zip(content.trace.predicted, content.trace.choices, strict=True):
        best, share = choice.best[0]
        if best != word:
            return t(
                "heads#another word than the kept one",
                word=word,
                other=best,
                share=whole_percent(share),
            )
    return t("The French is kept, and each of its words stays the likeliest.")


def _describe_probability(on_original: tuple[Trace, Trace], trace: Trace) -> str:
    """Say how probable the words are before the change and now, and which words they are.

    `on_original` are the runs on the translation as trained, before and now; `trace` is on show.
    """
    before, now = (whole_percent(mean_word_probability(run)) for run in on_original)
    if trace.translation == on_original[0].translation:
        return t("Mean word probability: {before} → {now}.", before=before, now=now)
    return t(
        "heads#word probability before and after",
        before=before,
        new=whole_percent(mean_word_probability(trace)),
        now=now,
    )
