"""What lessons show of the page of alignments."""

from ...app.page import Part
from ...app.page_controls import Controls
from ...base.language import t
from ...components.matrices import show_matrices
from ...draw.matrix import with_lights
from .compute import COMPUTATION, AlignContent
from .settings import AlignSettings


def render_pictures(content: AlignContent, settings: AlignSettings, controls: Controls) -> None:
    """Draw the alignments side by side."""
    hint = t("Hover over a word or a cell. Click to pin it, Esc to release.")
    show_matrices(with_lights(content.matrices, controls.lights), hint)


PARTS = {"pictures": Part(COMPUTATION, render_pictures)}
