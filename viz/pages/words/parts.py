"""What lessons show of the page of words as points."""

from ...app import alerts
from ...app.page import Part
from ...app.page_controls import Controls
from .. import panels
from ..adapters.space import show_space
from .compute import COMPUTATION, CURVE
from .compute_meanings import MeaningsContent
from .settings import WordsSettings


def render_map(content: MeaningsContent, settings: WordsSettings, controls: Controls) -> None:
    """Draw a word in many sentences, with the slider of the layers."""
    if content.alert:
        alerts.show_alert(content.alert)
    else:
        show_space("meanings", content.points, content.step, content.point)


def render_curve(content: MeaningsContent, settings: WordsSettings, controls: Controls) -> None:
    """Draw how far the meanings lie apart after each layer."""
    if content.alert:
        alerts.show_alert(content.alert)
    else:
        panels.chart(content.separation, "separation")


PARTS = {"map": Part(COMPUTATION, render_map), "curve": Part(CURVE, render_curve)}
