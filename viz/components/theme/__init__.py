"""The switch between the light and the dark theme, which the browser remembers."""

from collections.abc import Sequence

from ...base.language import current_locale, script_language
from .. import canvas

_component = canvas.component("theme", html='<div class="theme"></div>')


def switch_theme(theme: str | None, paths: Sequence[str], clicks: int = 0, key: str = "theme"):
    """Draw a button that switches the theme of all pages, at these `paths`.

    `theme` is "light", "dark", or None while the browser has not reported it. A click reruns the
    page, which then knows the new theme. A higher number of `clicks` is a click too.
    """
    return _component(
        key=key,
        data={
            "theme": theme,
            "paths": list(paths),
            "clicks": clicks,
            "language": script_language(current_locale()),
        },
        width="content",
        height="content",
        on_theme_change=lambda: None,
    )
