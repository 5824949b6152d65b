"""The switch between a light and a dark page, which the browser keeps."""

from collections.abc import Sequence

from ...base.language import script_texts
from .. import canvas

component = canvas.component("theme", html='<div class="theme"></div>')


def switch_theme(theme: str | None, paths: Sequence[str], key: str = "theme"):
    """A button that gives all pages, at these `paths`, the other theme than the one on show.

    That is "light", "dark" or, where the browser has not said it yet, None. A click runs the page
    again, which then knows the new one.
    """
    return component(
        key=key,
        data={"theme": theme, "paths": list(paths), "french": script_texts()},
        width="content",
        height="content",
        on_theme_change=lambda: None,
    )
