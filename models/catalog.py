"""Deprecated name of `models.registry`, `models.device` and `models.translation`.

Importable for one release.
"""

from .device import pick_device
from .registry import load
from .translation import TranslationModel

__all__ = ["TranslationModel", "load", "pick_device"]
