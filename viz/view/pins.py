"""Pins: a head pinned for comparison, as the text of an address parameter."""

from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

from models import UserError

from ..analysis.views import HeadChoice
from ..analysis.what_if import NAMES
from .address import View

WORD_PARAMETERS = NAMES["swap"], NAMES["forced"], NAMES["blocked"]  # refer to words by number
PARAMETERS = ("model", "sentence", "attention", "layer", "head", "french-is", *NAMES.values())
MOST_PARAMETERS = 40  # in one pin


def write_pin(view: View, choice: HeadChoice) -> str:
    """Return the pin of a head in this view."""
    address = replace(view, choice=choice).address()
    return urlencode({name: address[name] for name in PARAMETERS if name in address})


def with_sentence(pin: str, sentence: str) -> str:
    """Return the pin with another sentence, without the what-ifs on words of the old one."""
    parameters = dict(parse_pin(pin))
    kept = {name: text for name, text in parameters.items() if name not in WORD_PARAMETERS}
    return urlencode({**kept, "sentence": sentence})


def parse_pin(pin: str) -> list[tuple[str, str]]:
    """Return the parameters of a pin. Raises UserError for a text that is not a pin."""
    try:
        parameters = parse_qsl(pin, strict_parsing=True, max_num_fields=MOST_PARAMETERS)
    except ValueError:
        parameters = []
    if "model" not in dict(parameters):
        raise UserError("The pinned picture of this link cannot be read.")
    return parameters


def read_head(name: str) -> HeadChoice:
    """Parse a name like "cross-4-1"; layer and head count from 1."""
    stack, layer, head = name.split("-")
    return HeadChoice(stack, int(layer) - 1, int(head) - 1)
