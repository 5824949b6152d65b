"""Draw the look at kernel regression, the first attention."""

import streamlit as st

from ...app.page_controls import Controls
from ...app.state import is_lecture
from ...base.language import t, translatable
from ...components.matrices import show_matrices
from .. import panels
from .compute import COMPUTATION
from .kernel import COUNT, NOISE, KernelContent
from .settings import LARGEST_KEY, InsideSettings

_FORMULA = r"""\begin{aligned} f(x) &= \sum_i \alpha_i\, y_i \\
\alpha_i &= \frac{K\left(\frac{x - x_i}{h}\right)}{\sum_j K\left(\frac{x - x_j}{h}\right)} \\
&= \mathrm{softmax}_i\left(-\frac{(x - x_i)^2}{2h^2}\right) \end{aligned}"""


def render_kernel(content: KernelContent, settings: InsideSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.slide("query", translatable("Query x"), 260)
        controls.slide("bandwidth", translatable("Bandwidth h"), 220)
        controls.pick("points", translatable("Points"))
        controls.pick("seed", translatable("Seed"), width=80, labelled=True)
    controls.edit_area("pairs", translatable("x and y of a point, a point a line"), 136, 320)
    controls.bind_key("step", "query")
    panels.plot_chart(content.chart, "kernel chart")
    panels.show_page_menu(COMPUTATION, settings, content)
    show_matrices([content.matrix], t("Hover over a cell to read its weight."), key="kernel matrix")
    panels.show_menu(content.row_menu)
    st.markdown(content.finding)
    if is_lecture():
        return
    st.latex(_FORMULA)
    st.markdown(t("inside#a kernel as attention"))
    if controls.has("seed"):
        st.caption(t("inside#points of the kernel", count=COUNT, most=LARGEST_KEY, noise=NOISE))
