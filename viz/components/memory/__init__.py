"""Every unit of an LSTM at every word, and the sentence coloured by the cell of one unit."""

from ...base.theme import DIVERGING, INK
from ...draw.picture import LSTMState
from .. import canvas

_component = canvas.component("memory")


def _pack(panels: list[LSTMState], quantity: str, signed: bool) -> bytes:
    """Pack all pictures; `signed` values are -1 to 1, others 0 to 1."""
    blocks, numbers, offset = [], [], 0
    for panel in panels:
        numbers += [
            canvas.quantize_uint16(panel.values, -1.0 if signed else 0.0),
            canvas.quantize_uint16(panel.cells, -1.0),
        ]
        blocks.append(
            {
                "name": panel.name,
                "title": panel.title,
                "words": panel.words,
                "units": panel.values.shape[1],
                "order": panel.order.tolist(),
                "unit": panel.unit,
                "offset": offset,
            }
        )
        offset += 2 * panel.values.size
    return canvas.pack(
        {
            "panels": blocks,
            "quantity": quantity,
            "signed": signed,
            "ink": INK,
            "diverging": DIVERGING,
        },
        numbers,
    )


def memory(
    panels: list[LSTMState],
    quantity: str,
    signed: bool,
    key: str = "memory",
    on_choose=lambda: None,
):
    """Draw the pictures.

    The state "setting" of `key` is the unit clicked, from 1, and the name of its LSTM: {"name":
    "forward", "unit": 5}.
    """
    return _component(key=key, data=_pack(panels, quantity, signed), on_setting_change=on_choose)
