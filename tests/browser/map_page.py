"""The map of a model of 48 layers of 64 heads, on a page with our frame."""

import streamlit as st

import viz.app.internals  # noqa: F401, serves the scripts of components
from models.protocols import Capabilities, Stack
from viz.analysis.views import HeadChoice
from viz.components.map import draw_map, pack

st.set_page_config(layout="wide")
LARGE = Capabilities("causal-lm", {"decoder": Stack(48, 64)})
draw_map(pack(LARGE, HeadChoice("decoder", 47, 63), ("decoder",)))
