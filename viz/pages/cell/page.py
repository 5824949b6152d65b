"""Draw the page on the inside of an _LSTM cell."""

from html import escape

import streamlit as st

from models.corpus.cells import BOOKS, CODE, texts

from ...app import frame
from ...app.alerts import escape_markdown
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...app.state import is_lecture
from ...base.language import t, translatable
from ...components.matrices import show_matrices
from .. import panels
from ..adapters.inside import show_derivation
from .compute import COMPUTATION, CellContent
from .find import PARAGRAPHS, FindContent
from .linear import LinearContent
from .settings import CellSettings

# In the notation of Olah 2015; the GRU of Cho et al. 2014 with z as in Chung et al. 2014.
_LSTM = r"""\begin{aligned} f_t &= \sigma(W_f \cdot [h_{t-1}, x_t] + b_f) \\
i_t &= \sigma(W_i \cdot [h_{t-1}, x_t] + b_i) \\
\tilde C_t &= \tanh(W_C \cdot [h_{t-1}, x_t] + b_C) \\
C_t &= f_t \circ C_{t-1} + i_t \circ \tilde C_t \\
o_t &= \sigma(W_o \cdot [h_{t-1}, x_t] + b_o) \\
h_t &= o_t \circ \tanh(C_t) \end{aligned}"""
_GRU = r"""\begin{aligned} z_t &= \sigma(W_z \cdot [h_{t-1}, x_t] + b_z) \\
r_t &= \sigma(W_r \cdot [h_{t-1}, x_t] + b_r) \\
\tilde h_t &= \tanh(W_h \cdot [r_t \circ h_{t-1}, x_t] + b_h) \\
h_t &= (1 - z_t) \circ h_{t-1} + z_t \circ \tilde h_t \end{aligned}"""
_LINEAR = r"""S_t = S_{t-1} + \varphi(k_t)\, v_t^\top \qquad z_t = z_{t-1} + \varphi(k_t) \qquad
\mathrm{out}_t = \frac{\varphi(q_t)^\top S_t}{\varphi(q_t)^\top z_t} \qquad
\varphi(x) = \mathrm{elu}(x) + 1"""
_RNN = r"h_t = \tanh(W_h \cdot [h_{t-1}, x_t] + b_h)"


_Content = CellContent | FindContent | LinearContent


def _render(content: _Content, settings: CellSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="folded"):
        controls.pick("look", translatable("Look at"))
        if isinstance(content, FindContent):
            controls.pick("concept", translatable("Concept"), width=280)
        elif isinstance(content, LinearContent):
            controls.pick("linear_head", translatable("Head"), width=180)
            controls.slide("linear_row", translatable("Tokens read"), width=260)
            controls.bind_key("step", "linear_row")
        else:
            _pick_step(controls)
    if isinstance(content, FindContent):
        _render_find(content, settings, controls)
        return
    if isinstance(content, LinearContent):
        _render_linear(content, settings)
        return
    if content.changes:
        st.text(t("This is not the model as trained. {changes}", changes=content.changes))
        if content.trace.translation:
            st.text(t("It writes: {written}", written=content.trace.translation))
    _RENDER[settings.look](content, settings, controls)
    frame.draw_device_line(settings.lstm)


def _render_linear(content: LinearContent, settings: CellSettings) -> None:
    """Draw the same head with and without softmax, and the state that replaces the weights."""
    st.html(f"<p>{escape(content.finding)}</p>")
    left, right = st.columns((3, 2), gap="medium")
    with left:
        show_matrices(content.matrices, t("shared#hover"), key="cell-linear")
        panels.show_page_menu(COMPUTATION, settings, content)
    with right:
        st.html(f"<p>{escape(content.state_chart.caption)}</p>")
        panels.show_chart(content.state_chart, "state")
    st.html(f"<p>{escape(content.measured)}</p>")
    if not is_lecture():
        st.latex(_LINEAR)
        st.markdown(content.method)


def _pick_step(controls: Controls) -> None:
    """Draw the choices of a step: network, layer, token, unit and forced gate."""
    controls.pick("lstm", translatable("Model"), width=220)
    controls.pick("layer", translatable("Layer"), width=248)
    controls.pick("cell_row", translatable("Word"), width=120)
    controls.pick("unit", translatable("Unit"), width=96)
    controls.pick("gate", translatable("Force a gate"), width=190)


def _render_find(content: FindContent, settings: CellSettings, controls: Controls) -> None:
    """Draw texts coloured by the unit that tells a concept best, and the ranking."""
    controls.edit_text("own_words", translatable("Words of your own, with commas"))
    controls.edit_area("program", translatable("Code in Python"), 190, 720)
    st.markdown(f"**{escape_markdown(content.finding)}**")
    if content.ranking is None:
        return
    theme = "dark" if st.context.theme.type == "dark" else "light"
    if content.trace is None:
        st.info(t("There is no code here. Paste a function in Python."))
    else:
        st.markdown(t("Your text, coloured by {unit}", unit=content.unit_title))
        st.html(content.html(content.trace, theme))
    st.markdown(t("A held-out text"))
    st.html(content.html(content.held_out, theme))
    panels.show_page_menu(COMPUTATION, settings, content)
    if is_lecture():
        return
    panels.plot_chart(content.chart, "cell ranking")
    read = (
        t("cell#an LSTM that read code") if content.is_code else t("cell#an LSTM that read books")
    )
    measured = t(
        "cell#how a unit is judged",
        count=(
            PARAGRAPHS
            if settings.concept == "own-words"
            else len(texts(CODE if content.is_code else BOOKS))
        ),
    )
    st.markdown(f"{read} {measured}")


def _render_unit(content: CellContent, settings: CellSettings, controls: Controls) -> None:
    """Draw the diagram with the numbers of one unit, and its equations."""
    controls.pick("cell_step", translatable("Step"))
    controls.bind_key("step", "cell_step")
    left, right = st.columns((3, 2), gap="medium", vertical_alignment="center")
    with left:
        panels.plot_chart(content.diagram, "cell diagram")
    with right:
        st.markdown(escape_markdown(content.derivation.steps[content.step].says))
        _write_equations(content)
    panels.show_page_menu(COMPUTATION, settings, content)
    if not is_lecture():
        _render_equations()


def _write_equations(content: CellContent) -> None:
    """Write the equations of one unit with its numbers."""
    st.markdown("\n".join(f"- {line}" for line in content.lines))


def _write_findings(content: CellContent) -> None:
    """Write the gradients as products, and what became of them."""
    for finding in content.findings:
        st.markdown(escape_markdown(finding))


def _render_equations() -> None:
    """Draw the equations of the _LSTM, the GRU and the plain network beside each other."""
    st.markdown(t("#### An LSTM, a GRU and a plain RNN"))
    lstm, gru, plain = st.columns(3, gap="medium")
    with lstm:
        st.markdown(t("**LSTM** (Hochreiter & Schmidhuber 1997, forget gate of Gers et al. 2000)"))
        st.latex(_LSTM)
    with gru:
        st.markdown(t("**GRU** (Cho et al. 2014, z as in Chung et al. 2014)"))
        st.latex(_GRU)
    with plain:
        st.markdown(t("**Plain RNN** (Elman 1990)"))
        st.latex(_RNN)
    st.markdown(f"{t('cell#notation')} {t('cell#a GRU')}")


def _render_units(content: CellContent, settings: CellSettings, controls: Controls) -> None:
    """Draw the steps for all units."""
    steps = [str(place) for place in range(1, len(content.derivation.steps) + 1)]
    controls.bind_key("step", "cell_step", steps)
    show_derivation(
        "cell",
        content.derivation,
        content.step,
        bool(settings.cell_all),
        content.place,
        content.run.tokens,
    )
    panels.show_page_menu(COMPUTATION, settings, content)
    st.markdown(t("cell#strips of numbers", count=content.run.hidden.shape[1], unit=settings.unit))


def _render_gradient(content: CellContent, settings: CellSettings, controls: Controls) -> None:
    """Draw the gradients back to each word, as products of factors."""
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.pick("paths", translatable("By which paths"), width=250)
        if content.states is not None:
            controls.pick("scale", translatable("Recurrent matrix of the plain RNN"), width=160)
            controls.switch("linear", translatable("tanh′ = 1, as for a state near 0"))
        controls.pick("cut", translatable("How far back"), width=220)
    panels.plot_chart(content.chart, "cell gradient")
    _write_findings(content)
    panels.show_page_menu(COMPUTATION, settings, content)
    if content.loss is not None:
        st.html(f"<p>{escape(content.loss.finding)}</p>")
        panels.plot_chart(content.loss.chart, "cell loss")
    st.markdown(t("cell#how gradients vanish"))


_RENDER = {"unit": _render_unit, "units": _render_units, "gradient": _render_gradient}


def _render_part(content: _Content, settings: CellSettings, controls: Controls) -> None:
    """Draw the picture of the look by itself, for a lesson."""
    if isinstance(content, LinearContent):
        _render_linear(content, settings)
        return
    if isinstance(content, FindContent):
        _render_find(content, settings, controls)
        return
    if settings.look == "units":
        _render_units(content, settings, controls)
        return
    is_unit = settings.look == "unit"
    panels.show_chart(content.diagram if is_unit else content.chart, "cell")
    if not is_lecture():  # which has no room for it
        write = _write_equations if is_unit else _write_findings
        write(content)


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("What happens inside an LSTM cell?"),
    lead=translatable("cell#lead"),
    group=translatable("LSTM and attention"),
    terms=translatable(
        (
            "LSTM cell",
            "GRU",
            "input gate",
            "output gate",
            "truncated backpropagation",
            "exploding gradient",
            "Karpathy's quote cell",
            "find a cell",
            "linear attention",
        )
    ),
    has_sentence=lambda settings: settings.program is None,
    has_pieces=False,  # a network reads pieces
    has_model_box=False,  # not every model has cells: it has a box of its own
    parts={"picture": Part(COMPUTATION, _render_part)},
)
