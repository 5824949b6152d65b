import numpy as np
import pytest

from models import Request, load
from tests.browser.heads_page import trace_of
from tests.explorer_data import unpack
from viz.analysis.views import HeadChoice, all_heads
from viz.components.canvas import _MASKED, PACKED_STEPS
from viz.components.explorer import pack
from viz.components.explorer.notes import Notes
from viz.components.matrices import pack as pack_matrices
from viz.draw.head_matrices import head_matrix
from viz.draw.matrix import pool

HOSTILE = "<script>alert(1)</script> $x$ **b** :red[x] &amp; \x00 \u200b \"'\\"


@pytest.mark.slow
@pytest.mark.parametrize("merged", [False, True])
@pytest.mark.parametrize("sentence", ["The big red dog is sleeping on the bed.", HOSTILE])
def test_the_browser_gets_every_weight_to_5_digits_and_every_word_as_it_is(sentence, merged):
    trace = load("transformer", "cpu").trace(Request("transformer", sentence))
    head, numbers = unpack(pack(trace, merged, HeadChoice("encoder", 1, 0)))
    assert head["choice"] == ["encoder", 1, 0]
    for block, heads in zip(head["blocks"], all_heads(trace, merged), strict=True):
        assert tuple(block["rows"]) == heads.rows
        assert tuple(block["columns"]) == heads.columns
        sent = numbers[block["offset"] :][: heads.weights.size].reshape(heads.weights.shape)
        assert (sent[..., ~heads.allowed] == _MASKED).all()
        assert (sent / PACKED_STEPS)[..., heads.allowed] == pytest.approx(
            heads.weights[..., heads.allowed], abs=1e-5
        )
        assert (sent[..., heads.allowed] <= PACKED_STEPS).all()
        matrix = head_matrix(heads, HeadChoice(heads.stack, 1, 1))
        _, as_matrix = unpack(pack_matrices([matrix], ""))
        assert (as_matrix == sent[1, 1].ravel()).all()
    assert [word["text"] for word in head["words"]]


def test_the_same_trace_packs_to_the_same_bytes():
    model = load("transformer", "cpu")
    first, second = (
        pack(model.trace(Request("transformer", "I am tired.")), False, HeadChoice())
        for _ in range(2)
    )
    assert first == second


@pytest.mark.slow
def test_of_many_heads_of_a_long_text_the_browser_gets_each_coarsely_and_the_chosen_one_in_full():
    trace, choice = trace_of(150, 6, 8), HeadChoice("encoder", 4, 7)
    data = pack(trace, False, choice)
    head, numbers = unpack(data)
    (block,), maps = head["blocks"], trace.attention["encoder"]
    assert block["coarse"] == [50, 50]
    assert (block["full"]["layer"], block["full"]["head"]) == (4, 7)
    coarse, full = (
        numbers[: 6 * 8 * 50 * 50].reshape(6, 8, 50, 50),
        numbers[block["full"]["offset"] :].reshape(150, 150),
    )
    for row in range(50):
        for column in range(50):
            cells = ..., slice(3 * row, 3 * row + 3), slice(3 * column, 3 * column + 3)
            if maps.allowed[cells].any():
                assert coarse[..., row, column] / PACKED_STEPS == pytest.approx(
                    maps.weights[cells].max((-2, -1)), abs=1e-5
                )
            else:
                assert (coarse[..., row, column] == _MASKED).all()
    assert (full[:, ~maps.allowed[0]] == _MASKED).all()
    assert (coarse == _MASKED).any()
    assert full[maps.allowed] / PACKED_STEPS == pytest.approx(
        maps.weights[4, 7][maps.allowed], abs=1e-5
    )


@pytest.mark.parametrize(
    "shape, most", [((65, 64), 64), ((130, 7), 64), ((9, 10), 4), ((512, 100), 64), ((3, 3), 64)]
)
def test_pooling_keeps_the_largest_of_each_block(shape, most):
    values = np.random.default_rng(0).random((2, 3, *shape), dtype=np.float32)
    high, wide = (-(-side // most) for side in shape)
    expected = np.array(
        [
            [
                [
                    [
                        head[row : row + high, column : column + wide].max()
                        for column in range(0, shape[1], wide)
                    ]
                    for row in range(0, shape[0], high)
                ]
                for head in layer
            ]
            for layer in values
        ]
    )
    assert (pool(values, most) == expected).all()
    assert max(expected.shape[-2:]) <= most


def test_a_few_heads_and_a_short_text_are_sent_in_full():
    for trace in (trace_of(127, 4, 4), trace_of(64, 12, 12)):
        head, numbers = unpack(pack(trace, False, HeadChoice("encoder", 0, 0)))
        assert head["blocks"][0].keys().isdisjoint({"coarse", "full"})
        assert numbers.size == trace.attention["encoder"].weights.size


@pytest.mark.slow
def test_large_models_stay_small():
    assert len(pack(trace_of(512, 12, 12), False, HeadChoice("encoder", 11, 11))) < 2e6


def test_the_browser_gets_the_pieces_of_whole_words_and_the_words_perhaps_misread():
    model = load("transformer")
    trace = model.trace(Request("transformer", "The dog saw Zzyzxq."))
    place = next(p for p, number in enumerate(trace.source_words) if number == 3)
    notes = Notes(misread=frozenset([3]))
    for merged in (True, False):
        head, _ = unpack(pack(trace, merged, HeadChoice("cross", 0, 0), notes=notes))
        for block in head["blocks"]:
            if block["stack"] == "decoder":
                assert "pieces" not in block
            elif merged:
                assert block["columns"][3] == "Zzyzxq" == "".join(block["pieces"][3])
                assert block["misread"] == [3]
            else:
                assert block["pieces"] == []
                assert {block["columns"][column] for column in block["misread"]} == {
                    *trace.source[place : place + len(block["misread"])]
                }
                assert len(block["misread"]) > 1
