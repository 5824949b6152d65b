"""Where does each head look? Every head of the three mechanisms, one of them large, on the sentence typed."""

import streamlit as st

from .. import session
from ..components.explorer import explorer
from ..figures.numbers import head_table
from ..views import heads_of

TITLE = "Where does each head look?"


def draw() -> None:
    view, trace = session.view(), session.current_trace()
    if trace.attention["cross"] is None:
        session.no_such_thing(
            f"{view.model} has no attention: its decoder knows the sentence only by the state in which the encoder ended. "
            "That is the bottleneck which attention was made to open; choose another model to see it.")
        return
    explorer(trace, view.merged, view.choice, on_choose=session.choose_head)
    st.markdown(
        "A row is a word that looks, a column a word that is looked at; each row adds up to 1. "
        "Under each French word stands the probability the model gave it. "
        "Where a head looks is not yet why the model writes what it writes: attention is not explanation.")
    with st.expander("The numbers of this head", on_change="rerun", key="numbers") as numbers:
        if numbers.open:
            heads = heads_of(trace, view.choice.stack, view.merged)
            st.dataframe(head_table(heads, view.choice), height="content" if len(heads.rows) < 16 else 600)
    session.device_line()
