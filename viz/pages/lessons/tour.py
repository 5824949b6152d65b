"""A step of a tour: its text beside a part of a page, in the state that the step sets."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from urllib.parse import urlencode

import streamlit as st

from models import UserError

from ...app import address_bar, alerts, state
from ...app.page import Opened, Page, Part
from ...app.page_controls import Controls
from ...base.language import current_locale, t
from ...base.theme import style_sheet
from ...view.address import VIEW_PARAMETERS
from ...view.computation import Computation
from ...view.lessons import Step
from ...view.runner import Runner
from ...view.settings import Settings
from ...view.settings import parameters_of as settings_parameters
from .compute import TourContent

Pages = Mapping[str, Page]  # the pages that steps may show, by path
_WIDTHS = 5, 8  # of the text and the picture
# The text stays in place while the picture beside it scrolls, with room for the longest text, so
# that the buttons do not move. It has the size of a book's text, in a lecture slightly more than
# the smallest type. A phone hides the keys and the tabs. There the text and the buttons are fixed
# to the lower edge, over the scrolling page: texts differ in length, but the picture does not move.
_STYLE = style_sheet(__file__, "tour.css")


def open_step(
    computation: Computation, pages: Pages, settings: Settings, runner: Runner
) -> Opened | None:
    """Open the page of the current step, before the sentence bar is drawn.

    On first entry it gets the step's state. None if there is no step: drawing it says why.
    """
    try:
        content = computation.compute(settings, runner)
        if not isinstance(content, TourContent):
            return None
        page = _find_page(content.step, pages)
    except UserError:
        return None
    names = settings_parameters(page.computation.settings) | VIEW_PARAMETERS
    address_bar.apply_tour_step(_parameters_of(page, content.step), content.address, names)
    bare = replace(page, has_model_box=False, more=None)  # the step chooses the model
    step = content.step
    return Opened(bare, _find_part(page, step), step.title, step.highlights)


def _find_page(step: Step, pages: Pages) -> Page:
    """Return the page of a step. Raises UserError if there is none."""
    if step.page not in pages or pages[step.page].open_step:
        raise UserError(
            f"The step “{step.title}” shows the page “{step.page}”, which there is not."
        )
    return pages[step.page]


def _find_part(page: Page, step: Step) -> Part:
    """Return the part of the page that a step shows."""
    return page.parts[step.part] if step.part else page


def _parameters_of(page: Page, step: Step) -> dict[str, str]:
    """Return the address parameters that a step sets."""
    return {state.SENTENCE: page.example} | dict(step.parameters)


def render_step(
    content: TourContent,
    pages: Pages,
    controls: Controls,
    above: Callable[[], None] = lambda: None,
) -> None:
    """Draw the page of the step, its text beside it, and the links of `above` over the text."""
    step = content.step
    page = _find_page(step, pages)
    st.html(_STYLE)
    words, picture = st.columns(_WIDTHS, gap="large")
    with words, st.container(key="tour"):
        above()
        count = len(content.steps)
        text = t("Step {step} of {steps}", step=content.place + 1, steps=count)
        st.progress((content.place + 1) / count, text)
        # A key for each step, so that the browser does not count a longer text as a layout shift.
        with st.container(key="tour-text"), st.container(key=f"tour-step-{content.place}"):
            # One element, so that title and text change at once.
            st.markdown(f"## {step.title}\n\n{_with_language(step.text)}")
            # On a phone, where the text lies over the picture.
            st.checkbox(t("Pull the text down"), key="sheet")
        _render_buttons(content)
        if content.ending and not state.is_lecture():  # a lecture has no room for it
            with st.container(key="tour-ending"):
                st.markdown(_with_language(content.ending))
        if step.more:
            with st.expander(t("Read more")):
                st.markdown(_with_language(step.more))
        _render_way_out(content, page)
    with picture, alerts.errors_as_alerts():
        controls.draw_step()


def _with_language(text: str) -> str:
    """Return Markdown whose links to pages open them in the reader's language."""
    language = current_locale()
    if language == state.browser_locale():
        return text

    def link(match: re.Match) -> str:
        return f"]({match[1]}{'&' if match[2] else '?'}language={language})"

    return re.sub(r"\]\(([a-z]+(\?[^)]*)?)\)", link, text)


def _render_buttons(content: TourContent) -> None:
    """Draw the buttons to the next and the previous step, and name their keys."""
    with st.container(horizontal=True, vertical_alignment="center", key="tour-buttons"):
        st.button(
            t("Back"),
            key="step back",
            disabled=content.back_address is None,
            on_click=state.set_settings,
            args=(content.back_address or {},),
        )
        st.button(
            content.next_title,
            key="step on",
            type="primary",
            disabled=content.next_address is None,
            on_click=state.set_settings,
            args=(content.next_address or {},),
        )
    keys = t("lessons#keys")
    with st.container(key="tour-keys"):
        st.markdown(f":small[{keys}]")


def _render_way_out(content: TourContent, page: Page) -> None:
    """Draw the button that resets changes, and the link that opens the page of the step."""
    if state.is_lecture():
        return
    parameters = _parameters_of(page, content.step)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            t("Undo my changes"),
            key="again",
            type="tertiary",
            help=t("Show the picture of this step as it was"),
            on_click=address_bar.apply_tour_step,
            args=(parameters, content.address),
            kwargs={"again": True},
        )
        link = f"{page.path}?{urlencode(parameters)}"
        st.markdown(f"[{t('Open the whole page')}]({link})")
