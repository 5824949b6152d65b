"""The theme in the message with which each run begins, made once.

Streamlit makes it anew in every run, by six searches of all its options: 4 of the 18 ms of
processor time of a run that finds its traces computed.
"""

from functools import cache, wraps

from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session


def keep_theme_message() -> None:
    """Let Streamlit make each section of the theme once: it is the same in all runs.

    Streamlit has no hook for this; the function that makes a section is replaced by one that copies
    it. Has no effect the second time.
    """
    fill = app_session._populate_theme_msg
    if hasattr(fill, "__wrapped__"):
        return

    @cache
    def section(name: str) -> CustomThemeConfig:
        message = CustomThemeConfig()
        fill(message, name)
        return message

    @wraps(fill)
    def copy_section(message: CustomThemeConfig, name: str = "theme") -> None:
        if section(name).ListFields():  # else the section does not exist, and is not to
            message.CopyFrom(section(name))

    setattr(app_session, "_populate_theme_msg", copy_section)  # noqa: B010
