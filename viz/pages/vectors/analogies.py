"""The look at analogies: a is to b as c is to what?"""

from functools import partial

import streamlit as st

from ...app import alerts
from ...app.controls import pick_preset
from ...app.page_controls import Controls
from ...base.language import format_number, t, translatable
from .. import panels
from ..space.draw import control_row
from .compute import AnalogyContent
from .near import render_comparison, render_cosines
from .settings import PLACES, VectorsSettings

_LABELS = translatable({"a": "This", "b": "is to this", "c": "as this"})


def render_analogies(
    content: AnalogyContent, settings: VectorsSettings, controls: Controls
) -> None:
    with control_row():
        for name, label in _LABELS.items():
            controls.edit_text(f"{settings.kind}_{name}", label, 150, labelled=True)
        _pick_example(content, settings.kind)
        controls.switch(
            "exclude",
            translatable("Leave the three words out"),
            translatable(
                "This is the usual rule. Without it, one of the three words usually wins."
            ),
        )
    with alerts.errors_as_alerts():  # another table may have the words
        answers = content.answers
        left, right = st.columns([1, 2], gap="medium")
        with left:
            words = map(alerts.escape_markdown, (*settings.analogy, answers[0][0]))
            sentence = dict(zip("abcd", words, strict=True))
            st.markdown(t("**{a}** is to **{b}** as **{c}** is to **{d}**", **sentence))
            render_cosines(t("word"), answers)
        with right:
            panels.show_chart(content.chart, content.menu.key)
        st.markdown(content.explanation)
    render_comparison(content.in_each_table)
    title = t("How often is that right?")
    panels.draw_when_open(title, "how often", partial(render_accuracy, content))


def _pick_example(content: AnalogyContent, kind: str) -> None:
    """Draw the examples whose words the table has; a chosen one fills the three fields."""
    presets = {}
    for words in content.examples:
        lines = {f"{kind}-{name}": word for name, word in zip(PLACES, words, strict=True)}
        presets["{} : {}, {}".format(*words)] = lines
    if presets:
        pick_preset(translatable("Examples"), "analogy", presets)


def render_accuracy(content: AnalogyContent) -> None:
    """Draw the stored accuracies on the standard list of analogies."""
    if content.accuracy is None:
        st.info(t("This was not measured for {model}.", model=content.vectors.name))
        return
    rows = []
    for kind, figures in content.accuracy.items():
        accuracy = figures["accuracy"]
        rows.append(
            {
                t("kind"): kind,
                t("right"): "" if accuracy is None else format_number(accuracy, ".1%"),
                t("questions"): format_number(figures["questions"], ","),
                t("left out"): format_number(figures["skipped"], ","),
            }
        )
    st.table(rows, border="horizontal", hide_index=True)
    st.caption(t("vectors#questions of analogies"))
