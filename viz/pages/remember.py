"""How does an LSTM remember? Its gates and its cell word by word, one unit as coloured text, and how gradients vanish."""

import numpy as np
import streamlit as st

from models import Request, shipped

from .. import panels
from ..app import cache, controls, frame, state, url
from ..components.memory import Panel
from ..components.memory.adapter import show_memory
from ..export import charts
from ..language import mark, t
from ..views import LSTMS, QUANTITIES, SIGNED, Axis, french_words, gradient_of_words, lstm_words, quantity_of, unit_order

TITLE = mark("How does an LSTM remember?")
OWN_MODELS = True  # not every model has an LSTM: the page has its own box
UNIT_ORDERS = mark({"kept": "Units by the mean forget gate, longest memory on top",
                    "strongest": "Units by the word where the cell is farthest from 0", "number": "Units as numbered"})
CHAINS = mark({"seq2seq-rnn": "plain RNN", "seq2seq": "LSTM", "bilstm-additive": "LSTM with attention"})


def draw() -> None:
    view = state.current_view()
    lstms = {name: name for name in shipped() if cache.model(name).lstms}
    with st.container(horizontal=True, vertical_alignment="center"):
        name = controls.pick(
            mark("Model"), "lstm", lstms, view.model if view.model in lstms else None, width=180
        )
        side = controls.pick(
            mark("Which LSTM"),
            "side",
            mark({"encoder": "Encoder, both ways", "decoder": "Decoder"}),
        )
        quantity = controls.pick(mark("What to show"), "show", QUANTITIES, width=180)
        order = controls.pick(mark("Order of the units"), "unit-order", UNIT_ORDERS, width=400)
    trace, shown = cache.trace(Request(name, view.sentence)), []
    for lstm in (lstm for lstm in cache.model(name).lstms if lstm.startswith(side)):
        gates, (words, places), setting = trace.gates[lstm], lstm_words(trace, lstm, view.merged), lstm.split()[-1]
        cells = np.tanh(gates.cell)
        unit = (
            state.read_number(
                setting, 1 + int(np.argmax(cells.max(0) - cells.min(0))), cells.shape[1]
            )
            - 1
        )
        shown.append(Panel(setting, t(LSTMS[lstm]), words, quantity_of(gates, quantity)[places], cells[places], unit_order(gates, order), unit))
    show_memory(shown, t(QUANTITIES[quantity]), quantity in SIGNED)
    panels.export_menu({title: lambda title=title: charts.memory(trace, shown, quantity, order)[title]
                        for title in (*(panel.title for panel in shown), charts.COLOURED)}, "memory", panels.of_trace(trace), f"{name}-{side}-{quantity}")
    st.markdown(t(
        "A column is a word, a thin row one unit of the LSTM; the words above are coloured by the cell of one unit, blue towards +1, red "
        "towards −1 (as in Karpathy et al. 2015). A forget gate near 1 keeps what is in the cell, an input gate near 1 takes the candidate in."))
    st.markdown(t("#### How far back does it reach?"))
    vanishing(view)
    frame.draw_device_line(*dict.fromkeys((name, *chains())))


def chains() -> dict[str, str]:
    return {name: title for name, title in CHAINS.items() if name in shipped()}


def vanishing(view: url.View) -> None:
    """The gradient, with respect to each word, of the last state read and of the state that writes a French word."""
    attentive = cache.teacher_forced_trace(Request("bilstm-additive", view.sentence))
    written = french_words(attentive, view.merged)
    french = {str(place + 1): t("writes “{word}”", word=word) for place, word in written.items()}
    left, right = st.columns(2, gap="medium")
    with left, st.container(height=56, border=False, vertical_alignment="center"):
        st.markdown(t("**The state that has read the whole sentence**, left to right"))
    with right, st.container(height=56, border=False, horizontal=True, vertical_alignment="center"):
        st.markdown(t("**The state that**"), width="content")
        place = (
            int(
                controls.pick(
                    mark("French word"),
                    "writes",
                    french,
                    list(french)[(len(french) - 1) // 2],
                    width=220,
                )
            )
            - 1
        )
    below, found = st.empty(), {}
    for count, (name, title) in enumerate(chains().items()):
        below.progress(count / len(chains()), t("Following the gradients back through the {model} …", model=t(title)))
        found[name] = cache.gradients(Request(name, view.sentence, attentive.translation), place)
    below.caption(t(
        "The norm of the gradient of that state with respect to each word's vector, as a share of the model's largest, on a logarithmic "
        "axis. In a plain RNN it shrinks or grows with every word in between (Bengio et al. 1994); the cell of an LSTM lets more of it "
        "pass. With attention, a word that is looked at is one step away, and the encoder need not carry every word to the end. "
        "All follow the French that bilstm-additive writes."))
    first = next(iter(found.values()))
    words = Axis(view.sentence, first.source, first.source_spans, first.source_words).labels(view.merged)
    for side, column in (("reading", left), ("writing", right)):
        shares = {name: gradient_of_words(getattr(gradients, side), first.source_words, view.merged) for name, gradients in found.items()}
        said = (t("The state that has read the whole sentence") if side == "reading" else
                t("The state that writes “{word}”", word=written[place]))
        titles = {name: t(title) for name, title in CHAINS.items()}
        with column:
            panels.chart(charts.gradients(shares, words, titles, f"{view.sentence.strip()}\n{said}"), side)


PARTS = {"gradients": lambda: vanishing(state.current_view())}  # for lessons
