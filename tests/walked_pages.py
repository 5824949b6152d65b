"""Three small pages for a playlist."""

from dataclasses import dataclass

import streamlit as st

from viz.app.page import Page
from viz.app.page_controls import Controls
from viz.view.computation import Computation
from viz.view.settings import Settings, choice

SIGHTS = {"none": "Nothing", "causal": "The past", "window": "A window", "all": "All"}


@dataclass(frozen=True)
class SightSettings(Settings):
    """One choice, which the keys of a lecture change."""

    sees: str = choice(SIGHTS)


def compute(settings: SightSettings, runner) -> SightSettings:
    return settings


def render(content: SightSettings, settings: SightSettings, controls: Controls) -> None:
    controls.bind_key("step", "sees")
    controls.pick("sees", "Sees")
    st.text(f"{content.sentence} {content.sees}")


PAGES = {
    path: Page(
        Computation(path, SightSettings, compute),
        render,
        title=path,
        lead="A page.",
        group="Pages",
        has_model_box=False,
    )
    for path in ("heads", "mask", "inside")
}
