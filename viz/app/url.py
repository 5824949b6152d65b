"""The view that an address opens, of the models that this server can load."""

from collections.abc import Mapping

import models
from models import UserError

from ..view.address import (
    MAX_ADDRESS,
    MAX_OPTIONS_LISTED,
    MAX_QUOTED,
    OPENING,
    VERSION,
    WORDS,
    Refusal,
    View,
    describe_options,
    nearest,
    read_view,
    shorten,
)
from . import cache

__all__ = [
    "MAX_ADDRESS",
    "MAX_OPTIONS_LISTED",
    "MAX_QUOTED",
    "OPENING",
    "VERSION",
    "WORDS",
    "Refusal",
    "View",
    "describe_options",
    "first_loadable_model",
    "nearest",
    "parse",
    "shorten",
]


def parse(parameters: Mapping[str, str]) -> tuple[View, list[str]]:
    """Give the view that an address asks for, and a sentence for each thing that there is not."""
    view, refusals = read_view(parameters, cache.model, first_loadable_model)
    return view, [refusal.sentence for refusal in refusals]


def first_loadable_model() -> str:
    """The name of the first model that can be loaded.

    Raises the UserError of the first model when there is none.
    """
    errors = []
    for name in models.available() or ("transformer",):
        try:
            cache.model(name)
        except UserError as error:
            errors.append(error)
        else:
            return name
    raise errors[0]
