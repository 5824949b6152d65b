"""Every number of one head, from the word's vector to the layer's output.

Numpy only, neither torch nor Streamlit. The numbers are computed anew in float64 from the states
that enter the layer and the model's weights, so that tests can compare them with the model. The
model's capabilities choose the module that explains a head.
"""

from models import LayerParameters, Trace, UserError

from ...base.language import t
from ..derivation import Board, Derivation
from ..views import STACK_TITLES
from .contributions import Contributions, contributions
from .engine import LARGEST_SENT, add_softmax_steps, add_weighted_sum_steps, in_float64
from .pretrained import add_pretrained_steps
from .recurrent import add_recurrent_steps
from .transformer import add_transformer_steps

__all__ = [
    "LARGEST_SENT",
    "Contributions",
    "add_softmax_steps",
    "add_weighted_sum_steps",
    "contributions",
    "derive",
]


def derive(
    trace: Trace,
    parameters: LayerParameters,
    stack: str,
    layer: int,
    head: int,
    row: int,
    n_heads: int,
) -> Derivation:
    """Derive one head for the query at `row`, a token.

    `parameters` are those of `TextModel.parameters(stack, layer)`. Raises UserError for a trace
    with any intervention other than a swapped word, ValueError for a head or a row that does not
    exist.
    """
    if {*trace.request.what_if.applied} - {"swap"}:
        raise UserError(
            "The numbers of a head are shown for the model as it was trained. Take back "
            "what is changed in it first."
        )
    maps = trace.attention[stack]
    sizes = (0, 0, 0) if maps is None else (maps.n_layers, maps.n_heads, len(maps.query_tokens))
    places = zip((layer, head, row), sizes, strict=True)
    if maps is None or n_heads != sizes[1] or not all(0 <= at < size for at, size in places):
        raise ValueError(
            f"{stack!r} has {sizes} layers, heads and queries; asked for "
            f"{(layer, head, row)} of {n_heads} heads"
        )
    board, weights, capabilities = Board(), in_float64(parameters), parameters.capabilities
    who = maps.query_tokens[row]
    if stack == "cross":
        who += f" ▸ {trace.predicted[row]}"  # the word read ▸ the word written
    attention = t(STACK_TITLES[stack])
    if capabilities.block == "recurrent":
        add_recurrent_steps(board, trace, weights, capabilities, row, who)
        return board.derivation(t("{attention}: “{who}”", attention=attention, who=who))
    if capabilities.score != "scaled dot":
        raise UserError(
            "The steps of a head are shown for scaled dot products. This model compares queries "
            "with keys in another way, which is not shown here."
        )
    if capabilities.block == "transformer":
        add_transformer_steps(board, trace, weights, capabilities, stack, layer, head, row, who)
    else:
        add_pretrained_steps(board, trace, weights, stack, layer, head, row, who)
    return board.derivation(
        t(
            "{attention}, layer {layer}, head {head}: “{who}”",
            attention=attention,
            layer=layer + 1,
            head=head + 1,
            who=who,
        )
    )
