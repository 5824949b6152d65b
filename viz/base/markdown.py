"""Escaping for texts that Streamlit reads as Markdown."""

import re


def escape_markdown(text: str) -> str:
    """Escape Markdown characters, so that the text shows as written."""
    return re.sub(r"([\\`*_{}\[\]()#+!|$:~<>-])", r"\\\1", text)
