"""How does it know word order? The same words in another order, with the positions and without."""

import numpy as np
import streamlit as st

from models import Request, Trace, WhatIf

from .. import session
from ..components.matrices import Panel, matrices
from ..figures.translations import translations_html
from ..measures import distances
from ..theme import HEADS
from ..views import source_axis

TITLE = "How does it know word order?"
EXAMPLE = "I'm going to study math instead of English."
OTHER = "I'm going to study English instead of math."
SETTINGS = {"as trained": WhatIf(), "no positions": WhatIf(positions="off"), "shuffled positions": WhatIf(positions="shuffled")}


def draw() -> None:
    view = session.view()
    model = session.model(view.model)
    if "positions" not in model.what_ifs:
        session.no_such_thing(model.why_not("positions"))
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        how = session.pick("Positions", "order", {name: name.capitalize() for name in SETTINGS}, "no positions")
        other = session.text("The same words in another order", "other", OTHER if view.sentence == EXAMPLE else reordered(view.sentence))
    first, second = view.sentence, other
    runs = {name: (session.trace(Request(view.model, first, None, what_if)), session.trace(Request(view.model, second, None, what_if)))
            for name, what_if in SETTINGS.items() if name in ("as trained", how)}
    found = {name: distances(*(trace.hidden["encoder"][-1] for trace in pair)) for name, pair in runs.items()}
    most = max(float(values.max()) for values in found.values())
    matrices([panel(name, runs[name], values, most) for name, values in found.items()],
             "Pale: the same vector. A row is a word of the first sentence, a column one of the second.")
    st.html(translations_html({f"{name}, {which}": trace.translation for name, pair in runs.items() for which, trace in zip(("first", "second"), pair)}))
    st.markdown(said(how, *runs[how], found[how]))
    session.device_line()


def reordered(sentence: str) -> str:
    """The words of a sentence from the last to the first, its final mark where it was."""
    words = sentence.split()
    mark = words[-1][-1] if words and words[-1][-1] in ".?!" else ""
    return " ".join([*words[:-1], words[-1].removesuffix(mark)][::-1]) + mark if words else ""


def panel(name: str, pair: tuple[Trace, Trace], values: np.ndarray, most: float) -> Panel:
    rows, columns = (source_axis(trace).tokens for trace in pair)
    return Panel(name.capitalize(), "distance between the encoder's last states", HEADS[0], rows, columns, values, most=most, kind="distance")


def said(how: str, first: Trace, second: Trace, values: np.ndarray) -> str:
    """What came out, whichever way."""
    if sorted(first.source) != sorted(second.source):
        return "The two sentences are not made of the same words (or of the same sub-words): type the same words in another order."
    off = float(values.min(1).max())
    same = "the same French" if first.translation == second.translation else "different French"
    if how == "no positions":
        return (f"Without positions every word has the same state in both sentences, to {off:.0e}: the encoder sees a bag of words, a new order only "
                f"reorders its states (self-attention is equivariant to permutation), and both get {same}.")
    return f"Here the nearest states of the two sentences lie up to {off:.2g} apart, and they get {same}."
