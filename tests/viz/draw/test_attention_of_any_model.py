"""Attention weights of one's own become the pictures of a trace."""

import base64
import csv
import io
import time
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
import torch
from PIL import Image

from models import Record, Request
from models.request import WEIGHTS_ONLY
from viz import attention
from viz.analysis.views import HeadChoice
from viz.draw.head_pictures import head_picture, lines_picture, overview_picture

WORDS = ["[CLS]", "the", "dog", "[SEP]"]


def rows(*shape: int) -> np.ndarray:
    """Return random rows that sum to 1."""
    weights = np.random.default_rng(0).random(shape)
    return weights / weights.sum(-1, keepdims=True)


@pytest.mark.parametrize(
    "given",
    [
        lambda weights: weights,
        lambda weights: weights.astype(np.float16),
        lambda weights: weights.tolist(),
        lambda weights: torch.tensor(weights),
        lambda weights: torch.tensor(weights).bfloat16(),
        lambda weights: tuple(torch.tensor(layer)[None] for layer in weights),
        lambda weights: list(weights),
        lambda weights: SimpleNamespace(attentions=tuple(weights[:, None])),
    ],
    ids=["numpy", "16 bits", "lists", "torch", "bfloat16", "transformers", "layers", "output"],
)
def test_weights_of_every_library_are_read(given):
    weights = rows(2, 3, 4, 4)
    heads = attention(given(weights), WORDS).heads()
    assert (heads.stack, heads.rows, heads.columns) == ("encoder", tuple(WORDS), tuple(WORDS))
    np.testing.assert_allclose(heads.weights, weights, atol=5e-3)
    assert heads.allowed.all()


def test_weights_stay_as_they_are_and_one_layer_needs_no_axis():
    weights = rows(3, 4, 4).astype(np.float32)
    np.testing.assert_array_equal(attention(weights, WORDS).heads().weights, weights[None])


@pytest.mark.parametrize("given", [np.asarray, np.ndarray.tolist, pd.DataFrame])
def test_one_matrix_is_one_head(given):
    matrix = rows(3, 4).astype(np.float32)
    picture = attention(
        cross_attention=given(matrix), encoder_tokens=WORDS, decoder_tokens=["le", "chien", "."]
    )
    np.testing.assert_array_equal(picture.heads().weights, matrix[None, None])
    square = rows(4, 4).astype(np.float32)
    np.testing.assert_array_equal(
        attention(given(square), WORDS).heads().weights, square[None, None]
    )


@pytest.mark.parametrize(("keys", "digits"), [(3, 2), (30, 2), (30, 3), (200, 3)])
def test_rounded_weights_are_shown_as_they_are(keys, digits):
    weights = rows(1, 1, 2, keys).round(digits)
    assert abs(weights.sum(-1) - 1).max() < 0.1
    sides = {"encoder_tokens": ["a"] * keys, "decoder_tokens": ["b"] * 2}
    drawn = attention(cross_attention=weights.tolist(), **sides).heads().weights
    np.testing.assert_array_equal(drawn, weights.astype(np.float32))
    with pytest.raises(ValueError, match="sums to"):
        attention(cross_attention=(weights * 0.8).round(digits), **sides)


def test_a_number_just_below_zero_is_zero_and_one_that_is_not_is_refused():
    weights = rows(1, 1, 4, 4)
    weights[0, 0, 0] = [1, -2e-7, 0, 0]
    assert attention(weights, WORDS).heads().weights[0, 0, 0].tolist() == [1, 0, 0, 0]
    weights[0, 0, 0] = [1.01, -0.01, 0, 0]
    with pytest.raises(ValueError, match="−0.01; a weight is a number from 0 to 1"):
        attention(weights, WORDS)


def test_the_pictures_are_those_of_a_trace(model):
    trace = model.trace(Request("transformer", "The dog.", record=WEIGHTS_ONLY))
    maps = trace.attention["encoder"]
    picture = attention(maps.weights, trace.source)
    choice = HeadChoice("encoder", 1, 2)
    [[expected]] = [head_picture(trace, choice, False).matrices]
    [[drawn]] = [picture.head(1, 2).matrices]
    assert (drawn.title, drawn.rows, drawn.columns) == (
        expected.title,
        expected.rows,
        expected.columns,
    )
    np.testing.assert_array_equal(drawn.values, expected.values)
    lines, expected_lines = picture.lines(1, 2).lines, lines_picture(trace, choice, False).lines
    assert (lines.title, lines.colour) == (expected_lines.title, expected_lines.colour)
    titles = [matrix.title for matrix in overview_picture(trace, "encoder", False).matrices]
    assert [matrix.title for matrix in picture.overview().matrices] == titles


def test_encoder_decoder_and_cross_attention_have_the_words_of_their_axes():
    picture = attention(
        encoder_attention=rows(1, 2, 4, 4),
        decoder_attention=np.tril(rows(1, 2, 3, 3)) / np.tril(rows(1, 2, 3, 3)).sum(-1)[..., None],
        cross_attention=rows(1, 2, 3, 4),
        encoder_tokens=WORDS,
        decoder_tokens=["▁le", "▁chien", "▁."],
    )
    assert [mechanism.stack for mechanism in picture.mechanisms] == ["encoder", "decoder", "cross"]
    cross = picture.heads()
    assert (cross.rows, cross.columns) == (("␣le", "␣chien", "␣."), tuple(WORDS))
    assert (picture.heads("decoder").allowed == np.tri(3, dtype=bool)).all()
    with pytest.raises(ValueError, match="no 'self' attention here, only encoder, decoder, cross"):
        picture.heads("self")


class Foreign:
    """An array whose dtype has no itemsize, as TensorFlow's."""

    dtype = "bfloat16"

    def __init__(self, weights: np.ndarray):
        self.weights, self.shape = weights, weights.shape

    def __array__(self, dtype=None, copy=None):
        return self.weights.astype(dtype)


def test_an_array_of_any_dtype_is_read():
    assert attention(Foreign(rows(1, 2, 4, 4) * 1.01), WORDS).heads().weights.shape == (1, 2, 4, 4)


def hidden(character: str) -> str:
    """Return the bytes of a character, as the notation for tokens has them."""
    return "".join(f"<0x{byte:02X}>" for byte in character.encode())


@pytest.mark.parametrize(
    ("tokens", "shown"),
    [
        (["Ã©tÃ©", "Ġ", "ĠdÃ", "<s>"], ["été", "␣", "␣d<0xC3>", "<s>"]),
        (["Ã©", "tÃ", "©", "."], ["é", "t<0xC3>", "<0xA9>", "."]),
        (["été", "##s", "ça", "."], ["été", "##s", "ça", "."]),
        (["▁été", "Ã", "ça", "."], ["␣été", "Ã", "ça", "."]),
        (["▁▁▁▁", "\n", "\n\n", "\t"], ["␣␣␣␣", "<0x0A>", "<0x0A><0x0A>", "<0x09>"]),
        (["", "\u200b", "\u2028", "\xa0"], ["<empty>", *map(hidden, "\u200b\u2028\xa0")]),
        (["Ċ", "ĊĊ", "ĉ", "ĠĠ"], ["<0x0A>", "<0x0A><0x0A>", "<0x09>", "␣␣"]),
        ([" the", "New York", " ", "a "], ["␣the", "New York", "␣", "a␣"]),
        (
            ["\u200d", "\u3164", "❤\ufe0f", "\ufe0f"],
            [*map(hidden, "\u200d\u3164"), "❤\ufe0f", hidden("\ufe0f")],
        ),
        (
            ["<｜begin▁of▁sentence｜>", "The", "ĠcafÃ©", "ĊĊ"],
            ["<｜begin▁of▁sentence｜>", "The", "␣café", "<0x0A><0x0A>"],
        ),
        (["<｜x｜>", "caf", "Ã©", "\ud83d"], ["<｜x｜>", "caf", "é", "<0xED><0xA0><0xBD>"]),
    ],
)
def test_tokens_of_bytes_are_decoded_and_others_are_not(tokens, shown):
    assert attention(rows(1, 1, 4, 4), tokens).heads().rows == tuple(shown)


def test_self_attention_without_later_words_is_a_decoders():
    weights = np.tril(rows(1, 2, 4, 4))
    heads = attention(weights / weights.sum(-1, keepdims=True), WORDS).heads()
    assert heads.stack == "decoder"
    assert (heads.allowed == np.tri(4, dtype=bool)).all()


def test_of_two_sentences_each_pair_is_drawn():
    weights = rows(1, 1, 4, 4)
    picture = attention(weights, WORDS, 3)
    [matrix] = picture.head(0, 0, between="ba").matrices
    assert (matrix.rows, matrix.columns) == (("[SEP]",), ("[CLS]", "the", "dog"))
    np.testing.assert_allclose(matrix.values, weights[0, 0, 3:, :3], atol=1e-7)
    with pytest.raises(ValueError, match="give sentence_b_start"):
        attention(weights, WORDS).head(0, 0, between="ba")


SIDES = {"encoder_tokens": WORDS, "decoder_tokens": WORDS}
BAD = [
    (lambda w: {"attention": w * 0.5, "tokens": WORDS}, r"attention\[0, 0, 0\].* sums to 0.5.* 24"),
    (lambda w: {"attention": np.log(w), "tokens": WORDS}, "after the softmax, not the scores"),
    (lambda w: {"attention": w, "tokens": WORDS[1:]}, "4 queries and 4 keys for 3 and 3 tokens"),
    (lambda w: {"attention": w[0, 0, 0], "tokens": WORDS}, r"has the shape \[4\]; it needs"),
    (lambda w: {"attention": [None, None], "tokens": WORDS}, "The model returned no attention"),
    (lambda w: {"attention": w * 0, "tokens": WORDS}, "sums to 0, not to 1; so do 24 of 24"),
    (lambda w: {"attention": [None, w[:1] * 0.5], "tokens": WORDS}, r"attention\[1, 0, 0\], a row"),
    (lambda w: {"attention": [(w, w), (w[..., :1, :],) * 2]}, "attention is what generate"),
    (lambda w: {"attention": [(None, w), (None, w)]}, "attention is what generate"),
    (lambda w: {"attention": SimpleNamespace(sequences=w)}, "attention is what generate"),
    (lambda w: {"cross_attention": ((w, w),), **SIDES}, "cross_attention is what generate"),
    (lambda w: {"attention": SimpleNamespace(get_seq_length=len)}, "The model returned no attent"),
    (lambda w: {"attention": pd.DataFrame({"a": ["x"]}), "tokens": ["x"]}, "no array of numbers"),
    (lambda w: {"attention": [w, w], "tokens": WORDS}, "It holds 2 texts; choose one"),
    (lambda w: {"attention": [w[0], w[0, :2]], "tokens": WORDS}, "different shapes: "),
    (lambda w: {"attention": w}, "There are no words. Give tokens"),
    (lambda w: {"attention": w, "tokens": "the dog"}, "tokens is no list of texts"),
    (lambda w: {"attention": [], "tokens": WORDS}, "attention is empty"),
    (lambda w: {"attention": ["abc"], "tokens": WORDS}, "attention is no array of numbers"),
    (lambda w: {"attention": 5, "tokens": WORDS}, "attention is 5, no array"),
    (lambda w: {"attention": w * np.nan, "tokens": WORDS}, "is nan, no number. The softmax of a"),
    (lambda w: {"tokens": WORDS}, "Give either attention with tokens, or encoder_attention"),
    (lambda w: {"attention": w, "cross_attention": w}, "Give either attention with tokens, or"),
    (lambda w: {"attention": SimpleNamespace(attentions=None)}, "output_attentions=True"),
    (lambda w: {"cross_attention": w, "encoder_tokens": WORDS}, "Give decoder_tokens"),
    (lambda w: {"attention": w, "tokens": WORDS, "sentence_b_start": 4}, "is 4 for 4 tokens"),
    (
        lambda w: {"cross_attention": w, **SIDES, "sentence_b_start": 2},
        "of one self-attention, and here cross attention is given. Leave it out",
    ),
    (
        lambda w: {"encoder_attention": w, "decoder_attention": w, **SIDES, "sentence_b_start": 2},
        "here encoder \\+ decoder attention is given. Leave it out, or give encoder_attention",
    ),
]


@pytest.mark.parametrize(("make", "sentence"), BAD, ids=[sentence for _, sentence in BAD])
def test_what_does_not_fit_is_one_sentence(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        attention(**make(rows(2, 3, 4, 4)))


@pytest.mark.parametrize(
    "given",
    [
        lambda layers: layers,
        lambda layers: [None if one is None else one[0].tolist() for one in layers],
        lambda layers: SimpleNamespace(attentions=tuple(layers)),
        lambda layers: np.stack([np.zeros((1, 2, 4, 4)) if one is None else one for one in layers]),
        lambda layers: {"attention": layers, "tokens": WORDS},
    ],
    ids=["layers", "lists", "output", "zeros, as exported", "mapping"],
)
def test_layers_without_attention_keep_their_numbers(given):
    third, fourth = rows(2, 2, 4, 4)
    picture = attention(given([None, None, third[None], fourth[None]]), WORDS, caption="A hybrid")
    heads = picture.heads()
    assert (heads.attending, heads.without) == ((2, 3), (0, 1))
    np.testing.assert_allclose(heads.weights[2:], [third, fourth], atol=1e-6)
    assert not heads.weights[:2].any()
    [matrix] = picture.head(3, 1).matrices
    assert matrix.title == "Encoder self-attention, layer 4, head 2"
    overview = picture.overview()
    assert [matrix.title for matrix in overview.matrices][::2] == [
        "layer 3, head 1",
        "layer 4, head 1",
    ]
    assert overview.caption == "A hybrid\nNo attention in layers 1–2 of 4."
    assert picture.lines(2, 0).caption == overview.caption
    with pytest.raises(ValueError, match="no head 0 in layer 0: layers are 2, 3, heads 0 to 1"):
        picture.head(0, 0)


def test_a_decoders_first_sentence_has_its_layers_though_no_word_of_the_second_is_seen():
    causal = np.tril(rows(2, 2, 4, 4))
    picture = attention(causal / causal.sum(-1, keepdims=True), WORDS, 2)
    assert picture.heads(between="ab").attending == (0, 1)
    assert len(picture.overview(between="ab").matrices) == 4


def test_a_head_that_is_not_there_is_a_sentence():
    with pytest.raises(ValueError, match="no head 3 in layer 0: layers are 0 to 1, heads 0 to 2"):
        attention(rows(2, 3, 4, 4), WORDS).head(0, 3)


@pytest.mark.slow
def test_a_picture_is_saved_and_shown_by_itself(tmp_path):
    own = attention(rows(2, 3, 4, 4), WORDS, caption="my model")
    picture = own.head(1, 0)
    for ending, begin in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
        picture.save(tmp_path / f"a.{ending}", preset="paper")
        assert (tmp_path / f"a.{ending}").read_bytes().startswith(begin)
    picture.save(tmp_path / "a.csv")
    with (tmp_path / "a.csv").open(encoding="utf-8") as file:
        assert [row[0] for row in csv.reader(file)][1:3] == ["1. [CLS]", "2. the"]
    with pytest.raises(ValueError, match="no format 'bmp'"):
        picture.save(tmp_path / "a.bmp")
    for shown in (picture, own):
        bundle = shown._repr_mimebundle_()
        assert "my model" in bundle["image/svg+xml"]
        assert "layer 2, head 1" in bundle["image/svg+xml"]
        assert len(repr(shown)) < 1000
    assert picture._repr_mimebundle_()["text/plain"] == "my model"


@pytest.mark.slow
def test_a_notebook_gets_a_small_png_of_many_heads():
    weights, words = rows(12, 12, 128, 128), [f"word {place}" for place in range(128)]
    weights[3, 5, 70] = np.eye(128)[40]
    own = attention(weights, words, caption="my model")
    begin = time.process_time()
    bundle = own._repr_mimebundle_()
    assert time.process_time() - begin < 8
    assert list(bundle) == ["image/png", "text/plain"]
    assert len(bundle["image/png"]) < 1e6  # 229 MB as SVG
    picture = Image.open(io.BytesIO(base64.b64decode(bundle["image/png"])))
    assert picture.size == (1920, 1080)
    reduced = own.overview().reduced()
    assert reduced.cells <= 150_000
    assert reduced.caption == "my model\nReduced: each cell is the largest of several weights."
    head = reduced.matrices[3 * 12 + 5]
    assert head.values[70 // 4, 40 // 4] == 1
    assert (head.rows[17], head.columns[10]) == ("word 68", "word 40")
    assert own.head(0, 0).reduced().cells == 128 * 128  # words are named: as it is


@pytest.mark.slow
@pytest.mark.parametrize("record", [Record(), WEIGHTS_ONLY, Record(weights=())])
def test_a_trace_shows_itself_and_prints_a_line(model, record):
    trace = model.trace(Request("transformer", "The dog.", record=record))
    bundle = trace._repr_mimebundle_()
    assert ("image/svg+xml" in bundle) == bool(record.weights)
    assert bundle["text/plain"] == repr(trace)
    assert repr(trace).startswith("Trace(transformer: 'The dog.' → ")
    assert len(repr(trace)) < 300
    assert len(repr(trace.attention)) + len(repr(trace.hidden)) < 4000
    if record.weights:
        assert f"cross {list(trace.attention['cross'].weights.shape)}" in repr(trace)
