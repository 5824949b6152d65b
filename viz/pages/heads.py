"""Where does each head look? Every head of the three mechanisms, one of them large, and what happens without it."""

from functools import partial

import streamlit as st

from models import Trace

from .. import guesses, panels
from ..app import cache, controls, frame, presenter, state, url
from ..components.explorer.adapter import show_explorer
from ..export import Chart, figures
from ..figures.numbers import head_table
from ..figures.ranking import ranking_figure
from ..language import mark, t
from ..views import BETWEEN, STACK_TITLES, heads_of

TITLE = mark("Where does each head look?")
PAIR = "The cat sat on the mat.", "The cat lay on the rug."  # two sentences of BertViz
more = panels.what_if_menu  # beside the sentence


def draw() -> None:
    view, trace = state.current_view(), state.current_trace()
    model = cache.model(view.model)
    trained, asked = trace, panels.what_if()
    trace, what_if = panels.changed(trained, asked)
    if not model.attention_sizes:
        frame.show_not_applicable(
            t(
                "{model} has no attention: its decoder knows the sentence only by the state in which the encoder ended. "
                "That is the bottleneck which attention was made to open; choose another model to see it.",
                model=view.model,
            )
        )
        return
    presenter.bind_head_keys(model.attention_sizes[view.choice.stack])
    between = "all"
    if trace.second:
        between = controls.pick(mark("Between the two sentences"), "between", BETWEEN)
        presenter.bind_key("step", "between", list(BETWEEN))
    show_explorer(trace, view, model.what_ifs, between)
    panels.say(what_if, trace)
    panels.word_by_word(trained, what_if)
    st.markdown(t(
        "A row is a word that looks, a column a word that is looked at; each row adds up to 1. "
        "Under each word of the translation stands the probability the model gave it. "
        "Where a head looks is not yet why the model writes what it writes: attention is not explanation. Switch a head off and see."
        if model.kind == "encoder-decoder" else
        "A row is a word that looks, a column a word that is looked at; each row adds up to 1. Above stands how the model goes on, each piece with its "
        "probability. It reads from left to right: no word sees a later one." if model.kind == "decoder-only" else
        "A row is a word that looks, a column a word that is looked at; each row adds up to 1. This model reads and writes nothing, so it has no "
        "cross-attention: every word may look at every other, before and behind."))
    separator = getattr(model, "separator", None)
    if trace.second:
        st.markdown(shares(trace, view, between))
    elif separator:
        st.button(
            t("Read two sentences"),
            help=t(
                "Type {separator} between two sentences, and they are read as a pair.",
                separator=separator,
            ),
            on_click=state.set_sentence,
            args=(f" {separator} ".join(PAIR),),
            key="pair",
        )
    export(trace, view, between)
    guesses.beneath(model, trace)
    if "silenced" in model.what_ifs and trace.predicted:
        panels.draw_when_open(t("Which head matters most for this sentence?"), "ranking", partial(rank, trace))
    panels.draw_when_open(t("The numbers of this head"), "numbers", partial(list_numbers, trace, view, between))
    frame.draw_device_line()


def shares(trace: Trace, view: url.View, between: str) -> str:
    """How much of what each of two sentences looks at lies in the other, in the head on show."""
    heads = heads_of(trace, view.choice.stack, False)
    weights = heads.weights[view.choice.layer, view.choice.head]
    said = t("Of what the words of the first sentence look at, {first:.0%} lies in the second; of what those of the second look at, {second:.0%} lies in the "
             "first. A separator counts with the sentence before it.", first=weights[:trace.second, trace.second:].sum(1).mean(),
             second=weights[trace.second:, :trace.second].sum(1).mean())
    return said if between == "all" else said + " " + t("Only a part of each row is shown, with its weights as they are: a row adds up to less than 1.")


def export(trace: Trace, view: url.View, between: str) -> None:
    choice, merged = view.choice, view.merged
    panels.export_menu(
        {t("This head"): partial(figures.head, trace, choice, merged, between), t("This head as lines"): partial(figures.lines, trace, choice, merged, between),
         t("All heads, {mechanism}", mechanism=t(STACK_TITLES[choice.stack]).lower()): partial(figures.overview, trace, choice.stack, merged, between)},
        "heads", panels.of_trace(trace), f"{view.model}-{choice.stack}-{choice.layer + 1}-{choice.head + 1}")


def list_numbers(trace: Trace, view: url.View, between: str) -> None:
    heads = heads_of(trace, view.choice.stack, view.merged, between)
    st.dataframe(head_table(heads, view.choice), height="content" if len(heads.rows) < 16 else 600)


def rank(trace: Trace) -> None:
    """Every head switched off in turn, the translation held fixed."""
    request = cache.teacher_forced_trace(trace.request).request
    ablation = cache.compute_once(
        f"ablation {request!r}",
        t("Switching off one head after the other"),
        lambda progress: cache.model(request.model).silence_each(request, progress),
    )
    said = t("log-probability (nats) that this translation loses when one head is off")
    panels.chart(Chart(ranking_figure(ablation), figures.caption(trace, said)), "rank")
    st.markdown(t("By how much the log-probability of this translation falls when one head is switched off and all others stay: "
                  "the heads that matter most for this sentence, and those without which it is more probable."))
