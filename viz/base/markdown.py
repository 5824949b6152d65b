"""Text for a place where Streamlit reads Markdown."""

import re


def escape_markdown(text: str) -> str:
    """Escape a text, so that it shows as written."""
    return re.sub(r"([\\`*_{}\[\]()#+!|$:~<>-])", r"\\\1", text)
