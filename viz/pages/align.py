"""How does it line up the two languages? The attention of two models, or of the four score functions, as word alignments."""

import streamlit as st

from models import Request, Trace, available

from .. import panels
from ..app import cache, controls, frame, presenter, state
from ..components.matrices import Panel, matrices
from ..export import figures
from ..language import mark, t
from ..theme import model_colour
from ..views import SCORES, Aligner, align, aligners

TITLE = mark("How does it line up the two languages?")
WAYS = mark({"two": "Two models", "scores": "The four score functions"})
WHOSE = mark({"same": "The same translation", "own": "Each its own translation"})
OWN_MODELS = True  # the page has its own boxes to choose models


def draw() -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        way = controls.pick(mark("What to compare"), "compare", WAYS)
        presenter.bind_key("step", "compare", list(WAYS))
        whose = controls.pick(mark("Whose translation"), "whose", WHOSE)
        french = controls.edit_french_to_follow() if whose == "same" else None
    if way == "two":
        left, right = st.columns(2, gap="medium")
        with left, st.container(horizontal=True):
            chosen = [choose(controls.pick_model(mark("First model")), "aligner")]
        with right, st.container(horizontal=True):
            default = "bilstm-additive" if chosen[0][0] != "bilstm-additive" else "transformer"
            chosen += [
                choose(
                    controls.pick(
                        mark("Second model"),
                        "second",
                        {name: name for name in available()},
                        default,
                        width=180,
                    ),
                    "second-aligner",
                )
            ]
    else:
        chosen = [choose(name, "aligner") for name in SCORES if name in available()]

    sentence = state.current_view().sentence
    if whose == "same" and french is None:
        translators = [name for name, _ in chosen if cache.model(name).kind == "encoder-decoder"]
        french = cache.trace(Request(translators[0], sentence)).translation if translators else None
    traces = [
        cache.trace(
            Request(name, sentence, french if cache.model(name).kind == "encoder-decoder" else None)
        )
        for name, _ in chosen
    ]
    merged = state.current_view().merged
    shown = [panel(name, aligner, trace, way == "scores", merged) for (name, aligner), trace in zip(chosen, traces)]
    matrices(shown,
             t("Point at a word of the translation: its source words light up in every picture. A click holds it, Esc lets go."))
    st.markdown(" ".join((
        t("A row is a word of the translation, a column one of the sentence, as in figure 3 of Bahdanau et al. 2015; each row adds up to 1."),
        t("Every model reads the same translation, so that cells compare." if whose == "same" else "Every model follows its own translation."),
        t("AER is the alignment error rate, in per cent, on 70 sentences aligned by hand."))))
    if any(aligner for _, aligner in chosen):
        drawn = [(t(SCORES[name][0]) if way == "scores" else name, aligner, trace) for (name, aligner), trace in zip(chosen, traces)]
        panels.export_menu({"": lambda: figures.alignments(drawn, sentence, french, merged)}, "alignments")
    frame.draw_device_line(*dict.fromkeys(name for name, _ in chosen))


def choose(name: str, setting: str) -> tuple[str, Aligner | None]:
    """A model with one of its attention maps; the reader picks where there are several, and there is none without attention."""
    model = cache.model(name)
    if "cross" not in model.attention_sizes:
        return name, None
    options = aligners(model.attention_sizes["cross"], model.card)
    if len(options) == 1:
        return name, next(iter(options.values()))
    presenter.bind_key(
        "head",
        setting,
        sorted(
            options,
            key=lambda name: [int(part) if part.isdigit() else part for part in name.split("-")],
        ),
    )
    best = next(iter(options))
    titles = {key: t("aligns best: {aligner}", aligner=aligner.title) if key == best else aligner.title for key, aligner in options.items()}
    return name, options[controls.pick(mark("Head"), setting, titles, width=280)]


def panel(name: str, aligner: Aligner | None, trace: Trace, by_score: bool, merged: bool) -> Panel:
    if aligner is None:
        return Panel(
            name,
            t(
                "No attention: its decoder knows the sentence only by the state in which the encoder ended, so that there is "
                "nothing to line up."
                if cache.model(name).kind == "encoder-decoder"
                else "No cross-attention: it has one text and not two, so that there is nothing to line up."
            ),
            model_colour(name),
        )
    note = t("{aligner} · a row is where its word is read" if aligner.reads else "{aligner} · a row is where its word is written", aligner=aligner.title)
    title, score = SCORES[name] if by_score else (name, None)
    found = align(trace, aligner, merged)
    return Panel(t(title), f"{score} · {name}\n{note}" if by_score else note, model_colour(name), found.rows, found.columns, found.weights)
