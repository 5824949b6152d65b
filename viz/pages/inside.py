"""What happens inside one head? Every number from the word's vector to the layer's output; contributions; guess first; the blackboard."""

from functools import partial

import numpy as np
import streamlit as st

from models import Trace, shipped

from .. import blackboard, panels
from ..app import alerts, cache, controls, frame, presenter, state
from ..components.inside.adapter import read_derivation_settings, show_derivation
from ..components.matrices import Panel, matrices
from ..derivation import Derivation
from ..export import figures
from ..inside import contributions, derive
from ..language import holding, mark, t
from ..measures import rollout
from ..theme import HEADS
from ..views import STACK_TITLES, HeadChoice

TITLE = mark("What happens inside one head?")
LOOKS = mark({"steps": "Step by step", "contribution": "Contribution", "guess": "Guess first", "lecture": "The lecture",
              "board": "Blackboard"})
OF_A_HEAD = "steps", "contribution", "guess"
KINDS = mark({"norm": "Norm of what is added", "together": "All heads together", "rollout": "Rollout over the layers"})
QUESTIONS = 5


def draw() -> None:
    model = cache.model(state.current_view().model)
    with st.container(horizontal=True, vertical_alignment="center"):
        look = controls.pick(mark("Look at"), "inside-look", LOOKS)
        choice = controls.pick_head() if look in OF_A_HEAD and model.attention_sizes else None
    if look in OF_A_HEAD:
        if choice is None:
            frame.show_not_applicable(
                t(
                    "{model} has no attention, and so no head to look into. Choose another model.",
                    model=model.name,
                )
            )
            return
        {"steps": steps, "contribution": contribution, "guess": guess}[look](model, choice)
    else:
        {"lecture": lecture, "board": board}[look]()
    frame.draw_device_line()


def parameters(model, choice: HeadChoice) -> dict[str, np.ndarray]:
    return model.parameters(choice.stack, choice.layer)


def named(choice: HeadChoice, model) -> str:
    return t("{attention} · layer {layer}, head {head} of {model}", attention=t(STACK_TITLES[choice.stack]), layer=choice.layer + 1, head=choice.head + 1,
             model=model.name)


def steps(model, choice: HeadChoice) -> None:
    trace = state.current_trace()
    maps = trace.attention[choice.stack]
    row, step, everything = read_derivation_settings(
        "inside", len(maps.query_tokens), min(4, len(maps.query_tokens))
    )
    words = queries(trace, choice.stack)
    found = derive(trace, parameters(model, choice), choice.stack, choice.layer, choice.head, row, maps.n_heads)
    bind_step_keys("inside", found)
    show_derivation("inside", found, step, everything, row, words)
    export_step("inside", found, step, figures.caption(trace, t("one head step by step")), panels.of_trace(trace))
    told = [
        t(
            "Click a step above to go there; ↑ and ↓ choose the word that looks. Point at a number to see what it is made of."
            if state.is_tour()
            else "Space or → goes on, ← back; ↑ and ↓ choose the word that looks. Point at a number to see what it is made of."
        )
    ]
    if model.name in shipped():
        told.append(t("Nothing is simplified: all numbers are computed here from the model's weights, and are what the model itself computes but for "
                      "rounding (5e-6; scores of a BiLSTM 2e-5)."))
    else:
        told.append(
            t(
                "Query, keys and values are those that {model} made; all that follows is computed here from them and from what the model learnt, "
                "and is what the model itself computes but for rounding (5e-6 of the largest number of a picture). Its norms and feed-forward "
                "layers are not shown.",
                model=alerts.escape_markdown(model.name),
            )
        )
        if model.card["bits"] < 32:
            told.append(t("It runs in {bits} bits here, so that what its attention adds is rounded (1% of the largest).", bits=model.card["bits"]))
    st.markdown(" ".join(told))


def bind_step_keys(name: str, found: Derivation) -> None:
    presenter.bind_key(
        "step", f"{name}-step", [str(place + 1) for place in range(len(found.steps))]
    )


def queries(trace: Trace, stack: str) -> tuple[str, ...]:
    """The words that look; in cross-attention each with the word about to be written."""
    tokens = trace.attention[stack].query_tokens
    return tuple(f"{read} ▸ {written}" for read, written in zip(tokens, trace.predicted)) if stack == "cross" else tokens


def contribution(model, choice: HeadChoice) -> None:
    trace = state.current_trace()
    maps = trace.attention[choice.stack]
    options = {kind: title for kind, title in KINDS.items() if kind != "rollout" or (choice.stack != "cross" and maps.n_layers > 1)}
    kind = controls.pick(mark("Beside the weights"), "beside", options)
    found = contributions(trace, parameters(model, choice), choice.stack, choice.layer, maps.n_heads)
    rows, columns, colour = queries(trace, choice.stack), maps.key_tokens, HEADS[choice.head % len(HEADS)]
    weights = maps.weights[choice.layer, choice.head]
    other = {"norm": found.norms[choice.head], "together": found.together}.get(kind)
    if other is None:
        other, most = rollout(maps.weights)[choice.layer], 1.0
        note = t("0.5 · mean of the heads + 0.5 · itself, layers 1 to {layer} multiplied", layer=choice.layer + 1)
    else:
        most = float(other.max())
        note = t("‖α f(x)‖, the length of what each word adds" if kind == "norm" else "‖Σ α f(x)‖ over all heads of the layer")
    allowed = None if maps.allowed.all() else maps.allowed
    shown = [Panel(t("Weight α"), named(choice, model), colour, rows, columns, weights, allowed),
             Panel(t(KINDS[kind]), note, colour, rows, columns, other, allowed, most=most, kind="weight" if kind == "rollout" else "norm")]
    matrices(shown, t("Point at a word: its row stands out in both."), key="inside matrices")
    said = t("{attention}, {place}; second {note}", attention=t(STACK_TITLES[choice.stack]).lower(), place=figures.place(choice), note=note)
    panels.export_menu({t("Weights and contributions"): lambda: figures.panels(shown, figures.caption(trace, said))}, "contribution", panels.of_trace(trace))
    if kind == "rollout":
        st.markdown(t(
            "Rollout (Abnar & Zuidema 2020) follows the weights down through the layers: in each one half of a word stays itself, for the residual "
            "connection, and half comes from what its heads look at. Rows add up to 1. It knows nothing of values, norms and feed-forward layers."))
        return
    spans = trace.decoder_spans if choice.stack == "decoder" else trace.source_spans
    ends = [place for place, (token, (start, end)) in enumerate(zip(columns, spans)) if start == end or token == "."]  # of no characters: [SEP]
    told = [t("A weight says how much is taken, not how much there is to take: a word with a large weight and a short vector adds little. "
              "f(x) = (x W_V + b_V) W_O is what the head makes of a word (Kobayashi et al. 2020, section 3)." if model.name in shipped() else
              "A weight says how much is taken, not how much there is to take: a word with a large weight and a short vector adds little. "
              "f(x) = v W_O, a word's value times the rows of W_O that are this head's, is what the head makes of it (Kobayashi et al. 2020, section 3).")]
    if ends:
        told.append(
            t(
                "The marks {marks} get {weight:.0%} of the weight here and {length:.0%} of the lengths.",
                marks=", ".join(
                    alerts.escape_markdown(token)
                    for token in dict.fromkeys(columns[place] for place in ends)
                ),
                weight=weights[:, ends].sum() / weights.sum(),
                length=other[:, ends].sum() / other.sum(),
            )
        )
    told.append(t("All parts of all heads and b_O add up to what the layer's attention gives, to {error:.0e}.", error=found.error))
    st.markdown(" ".join(told))


def guess(model, choice: HeadChoice) -> None:
    reveal = controls.switch(mark("Reveal"), "reveal", on=False)
    trace = state.current_trace()
    maps = trace.attention[choice.stack]
    weights, rows, keys = maps.weights[choice.layer, choice.head], queries(trace, choice.stack), maps.key_tokens
    open_rows = [row for row in range(len(rows)) if maps.allowed[row].sum() > 1]
    asked = [open_rows[place * len(open_rows) // QUESTIONS] for place in range(QUESTIONS)] if len(open_rows) > QUESTIONS else open_rows
    if not asked:
        alerts.show_alert(
            t(
                "This sentence is too short to guess at: every word can look at one word only. Type a longer one."
            )
        )
        return
    st.markdown(
        t(
            "**{head}.** At which word does each of these look most?",
            head=alerts.escape_markdown(named(choice, model)),
        )
    )
    guesses = {}
    for row in asked:
        may = [place for place in range(len(keys)) if maps.allowed[row, place]]
        picked = st.pills(
            t("“{word}” looks most at", word=alerts.escape_markdown(rows[row])),
            may,
            format_func=lambda place: alerts.escape_markdown(keys[place]),
            key=f"guess {trace.sentence} {choice} {model.name} {row}",
        )
        if picked is not None:
            guesses[row] = picked
    right = [row for row, place in guesses.items() if weights[row, place] >= weights[row].max() - 1e-6]
    chance = sum(1 / maps.allowed[row].sum() for row in asked)
    if not reveal:
        st.markdown(t("{count} of {all} guessed. The link in the address carries this exercise; “Reveal” shows the weights.", count=len(guesses),
                      all=len(asked)))
        return
    st.markdown(t("**{count} of {all} right**; blind guesses find {chance:.1f}. The weight on the words you chose: {weight:.2f} on average.",
                  count=len(right), all=len(asked), chance=chance,
                  weight=sum(weights[row, place] for row, place in guesses.items()) / max(len(guesses), 1)))
    outlined = np.zeros(weights.shape, bool)
    for row, place in guesses.items():
        outlined[row, place] = True
    shown = [Panel(named(choice, model), t("Outlined: your guesses"), HEADS[choice.head % len(HEADS)], rows, keys, weights,
                   None if maps.allowed.all() else maps.allowed, outlined)]
    matrices(shown, t("Point at a word to read its weights."), key="guess matrices")
    said = t("{attention}, {place}; outlined: what was guessed", attention=t(STACK_TITLES[choice.stack]).lower(), place=figures.place(choice))
    panels.export_menu({t("Guesses"): lambda: figures.panels(shown, figures.caption(trace, said))}, "guess", panels.of_trace(trace))


def lecture() -> None:
    found = blackboard.lecture()
    show("lecture", found)
    downloads("lecture", found)


def show(name: str, found: Derivation) -> None:
    _, step, everything = read_derivation_settings(name)
    bind_step_keys(name, found)
    show_derivation(name, found, step, everything)
    export_step(name, found, step)


def export_step(name: str, found: Derivation, step: int, about: str = "", numbers={}) -> None:
    """The menu of the step on show, of which the browser tells when the reader pauses."""
    step = min(step, len(found.steps) - 1)
    panels.export_menu({"": lambda: figures.step(found, step, about)}, f"step {name}", numbers, f"{name}-step-{step + 1}")


def downloads(name: str, found: Derivation) -> None:
    with st.container(horizontal=True):
        for title, kind in ((t("Exercise sheet"), "exercise"), (t("Solution"), "solution")):
            st.download_button(title, holding(partial(blackboard.sheet, found, kind == "solution")), on_click="ignore", mime="text/html",
                               file_name=f"attention-{name}-{kind}.html", icon=":material/download:")


def board() -> None:
    default = blackboard.SMALL
    with st.container(horizontal=True, vertical_alignment="center"):
        words = controls.edit_text(
            mark("Words"), "board-words", " ".join(default["words"]), 320
        ).split()
        causal = controls.switch(mark("Causal mask"), "board-mask", on=default["causal"])
    with st.container(horizontal=True, gap="small"):
        capital = lambda title: title[:1].upper() + title[1:]
        typed = [
            controls.edit_area(
                t("{matrix}, a row a line", matrix=capital(t(title))),
                f"board-{name.replace('_', '-')}",
                "\n".join(" ".join(map(str, row)) for row in default[name]),
                136,
                142,
            )
            for name, title in blackboard.MATRICES.items()
        ]
    found = blackboard.small(*typed, words, causal)
    show("board", found)
    st.markdown(t("Two heads over vectors of four numbers, small enough to do by hand: change any number and see what follows from it. The sheet has "
                  "empty boxes for everything that is computed."))
    downloads("board", found)
