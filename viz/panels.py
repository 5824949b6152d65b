"""What several pages show: the what-ifs to choose from, and what they changed."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import numpy as np
import streamlit as st

from models import Request, Trace, UserError, WhatIf, shipped
from models.loops import ends_repeated

from .app import alerts, cache, controls, state
from .export import FORMATS, PRESETS, Chart, Picture, figures, render
from .export.tables import table
from .figures.alt import alt_text
from .figures.changes import before_after_html, probabilities_html
from .language import current_locale, holding, mark, t
from .theme import LEGIBLE, enlarged
from .views import source_words
from .what_if import NAMES, SCALES, read, sentence

POSITIONS = mark({"as trained": "Sinusoids, as trained", "off": "No positions", "shuffled": "Shuffled"})
SCALINGS = {"1/sqrt(d_head)": mark("1/√d_head, as trained"), **{name: title for name, title in SCALES.items() if name != "1/sqrt(d_head)"}}
MASKS = mark({"causal": "Causal, as trained", "none": "None"})
PADDING_MASK = mark({"on": "On, as trained", "off": "Off"})
TEMPERATURES = {text: text for text in ("1", "0.1", "0.25", "0.5", "2", "4", "10")}
# Streamlit writes white on the primary colour, which is a light one in the dark.
TAGS = "<style>[data-testid=stMultiSelect] [data-tag] { background: none; border: 1px solid } [data-testid=stMultiSelect] [data-tag], "\
       "[data-testid=stMultiSelect] [data-tag] * { color: inherit }</style>"
WRITES = mark({"own": "It writes anew", "kept": "Keep the translation"})
BUTTONS = mark(("Download plot as a PNG", "Zoom", "Pan", "Zoom in", "Zoom out", "Autoscale", "Reset axes", "Double-click to zoom back out"))
MADE_FOR = mark({"slide": "Slide", "paper": "Paper", "grey": "Grey"})  # titles of PRESETS


def what_if_menu() -> None:
    """The menu of everything that can be changed in the model of the sentence bar.

    It is drawn when it is open; what was chosen in it acts when it is closed, too.
    """
    model = cache.model(state.current_view().model)
    boxes = {field: box for field, box in what_if_boxes().items() if field in model.what_ifs}
    if model.kind == "encoder-decoder":
        state.read_choice("french-is", tuple(WRITES), omitted_when_default=True)
    for field, (_, options) in boxes.items():
        state.read_choice(NAMES[field], tuple(options), omitted_when_default=True)
    state.read_text("swap-word")
    with st.popover(t("What if …?"), on_change="rerun", key="what if") as menu:
        if menu.open:
            draw_what_ifs(model, boxes)


def what_if_boxes() -> dict[str, tuple[str, dict[str, str]]]:
    """The fields of `WhatIf` that are chosen from a list: label and options."""
    windows = {"0": t("All words before"), **{str(r): t("The last 1" if r == 1 else "The last {count}", count=r) for r in range(1, 7)}}
    paddings = {"0": t("0 tokens"), "1": t("1 token"), **{str(count): t("{count} tokens", count=count) for count in (2, 5, 10, 20)}}
    return {"positions": (mark("Positions"), POSITIONS), "scale": (mark("Scores are scaled by"), SCALINGS),
            "temperature": (mark("Temperature of the softmax"), TEMPERATURES), "mask": (mark("Mask of the decoder"), MASKS),
            "window": (mark("The decoder sees"), windows), "padding": (mark("Padding after the sentence"), paddings),
            "padding_mask": (mark("Padding mask"), PADDING_MASK)}


def draw_what_ifs(model, boxes: Mapping[str, tuple[str, Mapping[str, str]]]) -> None:
    """The content of the menu."""
    st.markdown(f"**{t('What if the model were otherwise than it was trained to be?')}**")
    if model.kind == "encoder-decoder":
        controls.pick(
            mark("What it writes"), "french-is", WRITES, labelled=True, omitted_when_default=True
        )
    left, right = st.columns(2)
    for place, (field, (label, options)) in enumerate(boxes.items()):
        with (left, right)[place % 2]:
            controls.pick(
                label, NAMES[field], options, width=200, labelled=True, omitted_when_default=True
            )
    of_words(model)
    missing = [
        alerts.explain_unsupported(model, field)
        for field in ("silenced", *what_if_boxes())
        if field not in model.what_ifs
    ]
    for reason in dict.fromkeys(missing):
        st.caption(reason)
    st.button(t("Everything as trained"), on_click=controls.reset_what_ifs, key="reset")


def of_words(model) -> None:
    """What can be changed about single words: hidden from the decoder, swapped for a word typed or for a neighbour in embedding space."""
    try:
        trace = state.current_trace()
    except UserError:  # the page says it
        return
    if "blocked" in model.what_ifs:
        st.html(TAGS)
        controls.pick_several(
            mark("The decoder may not look at"),
            NAMES["blocked"],
            {str(place + 1): token for place, token in enumerate(with_swaps(trace).source)},
        )
    words = source_words(trace)
    if "swap" not in model.what_ifs or not words:
        return
    names = {"": mark("Choose a word"), **{str(place + 1): word for place, word in words.items()}}
    place = controls.pick(
        mark("Swap the word"),
        "swap-word",
        names,
        width=200,
        labelled=True,
        omitted_when_default=True,
    )
    if not place:
        return
    take = {"on_change": controls.add_swap}
    st.pills(t("for a neighbour in the model's embedding space (English and French share it)" if model.name in shipped() else
               "for a neighbour in the model's embedding space"),
             [word for word, _ in model.similar_words(names[place])], key="neighbour", **take, args=(place, "neighbour"))
    st.text_input(
        t("or for"),
        key="other word",
        placeholder=t("another word, and Enter"),
        max_chars=state.MAX_WORD,
        **take,
        args=(place, "other word"),
    )


def draw_when_open(label: str, key: str, draw: Callable[[], object]) -> None:
    """An expander whose content is drawn when it is open."""
    with st.expander(label, on_change="rerun", key=key) as expander:
        if expander.open:
            draw()


def with_swaps(trace: Trace) -> Trace:
    """The run with the words swapped and nothing else, whose tokens the other what-ifs count; without them if they cannot be."""
    swap, _ = read({NAMES["swap"]: text} if (text := state.read_text(NAMES["swap"])) else {})
    try:
        return cache.trace(replace(trace.request, what_if=swap))
    except UserError:
        return trace


def what_if() -> WhatIf:
    """What the menu, the switches of the heads and the address ask to be changed."""
    fields = cache.model(state.current_view().model).what_ifs
    for field in ("swap", "silenced", "forced", "blocked"):
        if field in fields:
            state.read_text(NAMES[field])
    found, refused = read(
        {name: text for name, text in state.current_view().settings if name in NAMES.values()}
    )
    for name, why in refused.items():
        alerts.show_alert(t("{why} It is left as trained.", why=why))
        state.set_setting(name, "")
    return found


def changed(trained: Trace, what_if: WhatIf) -> tuple[Trace, WhatIf]:
    """The run with the what-ifs and what they are; above it stands how the French changes. As trained if they cannot be had."""
    if what_if == WhatIf():
        return trained, what_if
    request = trained.request
    try:
        kept = trained.predicted and state.setting_value("french-is", "own") == "kept"
        trace = cache.trace(
            Request(request.model, request.sentence, trained.translation if kept else None, what_if)
        )
        if trained.predicted:
            cache.trace(
                Request(request.model, request.sentence, trained.translation, what_if)
            )  # for `word_by_word`, if it can be had
    except UserError as error:
        alerts.show_alert(
            t("{why} So this is the model as trained.", why=t(error.text, **error.values))
        )
        return trained, WhatIf()
    with st.container(horizontal=True, vertical_alignment="top"):
        with st.container(width="stretch"):
            note = sentence(what_if, trace)
            if not trace.finished and ends_repeated(trace.predicted):
                note += " " + t("The model ran into a loop; the rest is cut.")
            st.html(before_after_html(note, trained.translation, trace.translation))
        st.button(
            t("As trained"),
            on_click=controls.reset_what_ifs,
            help=t("Take every change back"),
            width="content",
        )
    return trace, what_if


def word_by_word(trained: Trace, what_if: WhatIf) -> None:
    """The probability of every word of the French as trained, with the what-ifs and without."""
    if what_if == WhatIf() or not trained.predicted:
        return
    baseline = cache.teacher_forced_trace(trained.request)
    held = cache.trace(replace(baseline.request, what_if=what_if))
    probabilities = [[choice.probability for choice in run.choices] for run in (baseline, held)]
    means = [float(np.exp(np.mean(np.log(np.maximum(values, 1e-30))))) for values in probabilities]
    st.html(probabilities_html(baseline.predicted, *probabilities, *means))


def say(what_if: WhatIf, trace: Trace) -> None:
    """Under a picture of a changed model: that it is one, and how."""
    if what_if != WhatIf():
        st.text(t("This is not the model as trained. {changes}", changes=sentence(what_if, trace)))


def chart(drawn: Chart, key: str) -> None:
    """A Plotly figure with its Export menu under it."""
    alt = " ".join(filter(None, (drawn.caption, alt_text(drawn.figure))))
    st.html(LEGIBLE)
    st.plotly_chart(
        enlarged(drawn.figure) if state.is_lecture() else drawn.figure,
        key=key,
        config=modebar(),
        alt=alt,
    )
    export_menu({"": lambda: drawn}, key)


def modebar() -> dict:
    """Plotly's settings for the buttons above a chart, in the reader's language."""
    language = current_locale()
    return {"displaylogo": False, "locale": language, "locales": {language: {"dictionary": {title: t(title) for title in BUTTONS}}}}


@st.fragment  # opening a menu does not run the page again
@alerts.errors_as_alerts()
def export_menu(pictures: Mapping[str, Callable[[], Picture | Chart]], key: str, numbers: Mapping[str, Callable[[], bytes | str]] = {},
                file: str = "") -> None:
    """A menu to take a picture, or its numbers, away as a file; `pictures` by title and `numbers` by ending, drawn when asked for.

    `key` tells the menus of a page apart, and is the name of the file unless `file` is. The numbers of the picture chosen are there
    as CSV in any case.
    """
    if state.is_lecture():
        return
    with st.popover(t("Export"), type="tertiary", icon=":material/download:", key=f"export {key}", on_change="rerun") as menu:
        if not menu.open:
            st.space(340)  # the room that the menu will take, so that it opens where there is some
            return
        own = lambda part: f"export {key} {part}"
        which = st.selectbox(t("What"), list(pictures), format_func=t, key=own("what")) if len(pictures) > 1 else next(iter(pictures))
        preset = st.segmented_control(t("For"), list(PRESETS), format_func=lambda name: t(MADE_FOR[name]), default="slide", key=own("for"), required=True)
        caption = st.toggle(t("Caption in the picture"), True, key=own("caption"))
        transparent = st.toggle(t("Transparent background"), key=own("transparent"))
        draw = partial(render, preset=preset, caption=caption, transparent=transparent)
        files = {format: lambda format=format: draw(pictures[which](), format) for format in FORMATS}
        with st.container(horizontal=True):
            for ending, make in (files | {"csv": lambda: table(pictures[which]())} | dict(numbers)).items():
                st.download_button(ending.upper(), holding(make), f"{file or key.replace(' ', '-')}.{ending}", on_click="ignore", key=own(ending))
        if st.toggle(t("Preview"), key=own("preview")):
            st.image(draw(pictures[which](), "png"), width="stretch")
        st.caption(t("Text stays text in SVG and PDF; the same view gives the same file."))


def of_trace(trace: Trace) -> dict[str, Callable[[], bytes]]:
    """Everything a run left behind, for `export_menu`."""
    return {"npz": partial(figures.whole, trace), "json": partial(figures.whole_json, trace)}
