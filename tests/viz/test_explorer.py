import json
import struct

import numpy as np
import pytest

from models import Request, load
from viz.components.explorer import pack
from viz.components.canvas import MASKED, STEPS
from viz.views import HeadChoice, all_heads

HOSTILE = "<script>alert(1)</script> $x$ **b** :red[x] &amp; \x00 \u200b \"'\\"


def unpack(data: bytes):
    length, = struct.unpack_from("<I", data)
    return json.loads(data[4 : 4 + length]), np.frombuffer(data, "<u2", offset=4 + length)


@pytest.mark.parametrize("merged", [False, True])
@pytest.mark.parametrize("sentence", ["The big red dog is sleeping on the bed.", HOSTILE])
def test_the_browser_gets_every_weight_to_5_digits_and_every_word_as_it_is(sentence, merged):
    trace = load("transformer", "cpu").trace(Request("transformer", sentence))
    head, numbers = unpack(pack(trace, merged, HeadChoice("encoder", 1, 0)))
    assert head["choice"] == ["encoder", 1, 0]
    for block, heads in zip(head["blocks"], all_heads(trace, merged), strict=True):
        assert tuple(block["rows"]) == heads.rows and tuple(block["columns"]) == heads.columns
        sent = numbers[block["offset"] :][: heads.weights.size].reshape(heads.weights.shape)
        assert (sent[..., ~heads.allowed] == MASKED).all()
        assert (sent / STEPS)[..., heads.allowed] == pytest.approx(heads.weights[..., heads.allowed], abs=1e-5)
        assert (sent[..., heads.allowed] <= STEPS).all()
    assert [word["text"] for word in head["words"]]


def test_the_same_trace_packs_to_the_same_bytes():
    model = load("transformer", "cpu")
    first, second = (pack(model.trace(Request("transformer", "I am tired.")), False, HeadChoice()) for _ in range(2))
    assert first == second
