"""A picture of all heads that is pinned, as a text in an address."""

from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

from models import UserError

from ..analysis.views import HeadChoice
from ..analysis.what_if import NAMES
from .address import View

WORD_PARAMETERS = NAMES["swap"], NAMES["forced"], NAMES["blocked"]  # of words of one sentence
PARAMETERS = ("model", "sentence", "attention", "layer", "head", "french-is", *NAMES.values())
MOST_PARAMETERS = 40  # of the address in a pin


def write_pin(view: View, choice: HeadChoice) -> str:
    """The pin of a head of what a tab shows, as it stands in an address."""
    address = replace(view, choice=choice).address()
    return urlencode({name: address[name] for name in PARAMETERS if name in address})


def with_sentence(pin: str, sentence: str) -> str:
    """The same pin of another sentence."""
    parameters = dict(parse_pin(pin))
    kept = {name: text for name, text in parameters.items() if name not in WORD_PARAMETERS}
    return urlencode({**kept, "sentence": sentence})


def parse_pin(pin: str) -> list[tuple[str, str]]:
    """The parameters of a pin. Raises UserError for what is none."""
    try:
        parameters = parse_qsl(pin, strict_parsing=True, max_num_fields=MOST_PARAMETERS)
    except ValueError:
        parameters = []
    if "model" not in dict(parameters):
        raise UserError("The pinned picture of this link cannot be read.")
    return parameters


def read_head(name: str) -> HeadChoice:
    """The head of a name like "cross-4-1"."""
    stack, layer, head = name.split("-")
    return HeadChoice(stack, int(layer) - 1, int(head) - 1)
