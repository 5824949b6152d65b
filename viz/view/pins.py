"""Pins: a head pinned for comparison, as the text of an address parameter."""

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from models import UserError

from ..analysis.views import HeadChoice
from ..analysis.what_if_text import NAMES, WHAT_IFS

_OF_SENTENCE = tuple(entry.parameter for entry in WHAT_IFS if entry.of_sentence)
PARAMETERS = ("model", "sentence", "attention", "layer", "head", "french-is", *NAMES.values())
_MOST_PARAMETERS = 40  # in one pin


def write_pin(address: Mapping[str, str], choice: HeadChoice) -> str:
    """Return the pin of a head in the view of this address."""
    layer, head = str(choice.layer + 1), str(choice.head + 1)
    pinned = {**address, "attention": choice.stack, "layer": layer, "head": head}
    return urlencode({name: pinned[name] for name in PARAMETERS if name in pinned})


def with_sentence(pin: str, sentence: str) -> str:
    """Return the pin with another sentence, without the what-ifs on words of the old one."""
    parameters = dict(parse_pin(pin))
    kept = {name: text for name, text in parameters.items() if name not in _OF_SENTENCE}
    return urlencode({**kept, "sentence": sentence})


def parse_pin(pin: str) -> list[tuple[str, str]]:
    """Return the parameters of a pin. Raises UserError for a text that is not a pin."""
    try:
        parameters = parse_qsl(pin, strict_parsing=True, max_num_fields=_MOST_PARAMETERS)
    except ValueError:
        parameters = []
    if "model" not in dict(parameters):
        raise UserError("The pinned picture of this link cannot be read.")
    return parameters


def read_head(name: str) -> HeadChoice:
    """Parse a name like "cross-4-1"; layer and head count from 1."""
    stack, layer, head = name.split("-")
    return HeadChoice(stack, int(layer) - 1, int(head) - 1)
