"""Attention in files, in a cache of TransformerLens, and by the calls of BertViz."""

import json
import struct
import tracemalloc
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType, SimpleNamespace

import numpy as np
import pytest
import torch
from safetensors.numpy import save_file

from models import Request, UserError
from tests.explorer_data import unpack
from tests.hostile_weights import HOSTILE, npy, npz, shared
from viz import attention, head_view, model_view, show
from viz.analysis.views import HeadChoice
from viz.analysis.weight_files import read_file
from viz.components.notebook import Shown
from viz.draw.files.archive import trace_json, trace_npz

WORDS = ["[CLS]", "the", "dog", "[SEP]"]


def rows(*shape: int) -> np.ndarray:
    weights = np.random.default_rng(0).random(shape)
    return weights / weights.sum(-1, keepdims=True)


WEIGHTS = rows(3, 2, 4, 4).astype(np.float32)
LAYERS = tuple(torch.tensor(layer)[None] for layer in WEIGHTS)


def write_npz(file):
    np.savez(file, attention=WEIGHTS, tokens=np.array(WORDS), caption="mine")


def write_json(file):
    values = {"attention": WEIGHTS.tolist(), "tokens": WORDS, "caption": "mine"}
    file.write_text(json.dumps(values))


def write_safetensors(file):
    texts = {"tokens": json.dumps(WORDS), "caption": "mine"}
    save_file({"attention": WEIGHTS, "ids": np.arange(4)}, file, texts)


@pytest.mark.parametrize("write", [write_npz, write_json, write_safetensors])
def test_a_file_holds_the_arguments(write, tmp_path):
    file = tmp_path / f"own.{write.__name__.removeprefix('write_')}"
    write(file)
    picture = attention(file)
    np.testing.assert_array_equal(picture.heads().weights, WEIGHTS)
    assert (picture.heads().rows, picture.caption) == (tuple(WORDS), "mine")
    assert attention(str(file), ["a", "b", "c", "d"]).heads().rows == ("a", "b", "c", "d")


def test_a_file_of_numpy_holds_one_array(tmp_path):
    np.save(tmp_path / "own.npy", WEIGHTS)
    picture = attention(tmp_path / "own.npy", np.array(WORDS))
    np.testing.assert_array_equal(picture.heads().weights, WEIGHTS)
    assert picture.heads().rows == tuple(WORDS)
    with pytest.raises(ValueError, match="There are no words. Give tokens"):
        attention(tmp_path / "own.npy")


@pytest.mark.parametrize("names", [str, str.upper, str.title])
@pytest.mark.parametrize("dtype", [str, bytes])
def test_capitals_and_texts_in_bytes_are_read_of_a_file_and_of_an_open_one(names, dtype, tmp_path):
    values = {"attention": WEIGHTS, "tokens": np.array(WORDS, dtype), "caption": "mine"}
    np.savez(tmp_path / "own.npz", **{names(key): value for key, value in values.items()})
    for given in (tmp_path / "own.npz", np.load(tmp_path / "own.npz")):
        picture = attention(given)
        np.testing.assert_array_equal(picture.heads().weights, WEIGHTS)
        assert (picture.heads().rows, picture.caption) == (tuple(WORDS), "mine")
    assert attention({"Attention": torch.tensor(WEIGHTS), "tokens": WORDS}).heads().rows[1] == "the"


def test_null_in_json_is_a_layer_without_attention_whose_weights_are_counted(tmp_path):
    file, layer = tmp_path / "own.json", WEIGHTS[0].tolist()
    file.write_text(json.dumps({"attention": [None, layer], "tokens": WORDS}))
    assert attention(file).heads().attending == (1,)
    file.write_text(json.dumps({"attention": [*[None] * 10**6, layer], "tokens": WORDS}))
    with pytest.raises(UserError, match="holds more than 67,108,864 bytes"):
        read_file(file.name, file.read_bytes(), 2**26)


def test_texts_as_python_objects_are_never_unpickled(tmp_path, monkeypatch):
    np.savez(tmp_path / "own.npz", attention=WEIGHTS, tokens=np.array(WORDS, object))
    monkeypatch.setattr("pickle.load", None)
    for given in (tmp_path / "own.npz", np.load(tmp_path / "own.npz")):
        with pytest.raises((UserError, ValueError), match=r"np.array\(tokens, dtype=str\)"):
            attention(given)


@pytest.mark.parametrize("ending, write", [("npz", trace_npz), ("json", trace_json)])
def test_what_the_app_exports_is_opened(model, tmp_path, ending, write):
    trace = model.trace(Request("transformer", "The dog."))
    (tmp_path / f"run.{ending}").write_bytes(write(trace))
    own = show(tmp_path / f"run.{ending}")
    assert [mechanism.stack for mechanism in own.run.mechanisms] == ["encoder", "decoder", "cross"]
    for mechanism in own.run.mechanisms:
        expected = trace.attention[mechanism.stack].weights
        np.testing.assert_allclose(mechanism.weights, expected, atol=1e-6)
    assert own.caption == "The dog."


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        (
            "own.txt",
            b"",
            "“.*own.txt” is none of the files that can be opened: .npz, .npy, .json, ",
        ),
        ("own.pt", b"", "“.*own.pt” is a pickle, which can run code .*weights_only=True"),
        ("own.PKL", b"", "“.*own.PKL” is a pickle"),
        ("own", b"", "“.*own” is none of the files that can be opened"),
        ("own.npz", b"PK", "“own.npz” cannot be read as .npz: it is no zip archive, or a dam"),
        ("own.json", b"[1]", "cannot be read as .json: it is no object with names."),
        ("own.json", b"\xff", "cannot be read as .json: it is damaged, or written in"),
        ("own.json", b'{"weights": []}', "holds no weights. It needs an array “attention” .*; it "),
        ("own.safetensors", b"\x00", "cannot be read as .safetensors"),
        ("own.safetensors", b"\x08" + 15 * b"\0", "cannot be read as .safetensors"),
    ],
)
def test_a_file_that_cannot_be_read_is_a_sentence(name, content, sentence, tmp_path):
    (tmp_path / name).write_bytes(content)
    for path in (tmp_path / name, str(tmp_path / name)):
        with pytest.raises(UserError, match=sentence):
            attention(path)
    with pytest.raises(UserError, match="cannot be read: No such file"):
        attention(tmp_path / "none.npz")


@pytest.mark.parametrize(
    ("ending", "content"),
    [
        pytest.param(ending, content, id=f"{ending}: {what}")
        for ending, files in HOSTILE.items()
        for what, content in files.items()
    ],
)
def test_a_hostile_file_is_a_sentence(ending, content, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path(f"own.{ending}").write_bytes(content)
    with pytest.raises(UserError, match=f"“own.{ending}” (cannot be read|holds no weights)"):
        attention(f"own.{ending}")


def test_an_archive_that_states_too_few_bytes_takes_no_more_memory(tmp_path):
    packed = bytearray(npz(npy(np.zeros(20_000_000, np.int8))))
    struct.pack_into("<I", packed, packed.index(b"PK\x01\x02") + 24, 100)
    (tmp_path / "own.npz").write_bytes(packed)
    tracemalloc.start()
    with pytest.raises(UserError, match="cannot be read as .npz: it is no zip archive, or a dam"):
        attention(tmp_path / "own.npz")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1e6


def test_a_file_whose_layers_share_bytes_or_whose_others_are_large_takes_no_more_memory(tmp_path):
    """The first was 112 GB: 29,475 entries of one picture."""
    (tmp_path / "own.safetensors").write_bytes(shared(2000, bytes(1_900_000)))
    others = {"scores": np.zeros(2**24, np.int8), "attention": WEIGHTS, "tokens": np.array(WORDS)}
    np.savez_compressed(tmp_path / "own.npz", **others)
    save_file({"ids": np.zeros(2**20), "attention": WEIGHTS}, tmp_path / "ids.safetensors")
    (tmp_path / "words.npz").write_bytes(npz(npy(np.full(2 * 10**5, "Ā")), "tokens"))
    tracemalloc.start()
    with pytest.raises(UserError, match="two of its arrays have the same bytes, which the format"):
        attention(tmp_path / "own.safetensors")
    _, of_header = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    before, _ = tracemalloc.get_traced_memory()
    attention(tmp_path / "own.npz")
    read_file("ids.safetensors", (tmp_path / "ids.safetensors").read_bytes(), 10_000)
    with pytest.raises(UserError, match="holds more than 10,000,000 bytes"):
        read_file("words.npz", (tmp_path / "words.npz").read_bytes(), 10**7)
    _, of_others = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert of_header < 20e6
    assert of_others - before < 10e6


@pytest.mark.parametrize("ending", ["npz", "json", "safetensors"])
def test_what_a_reader_makes_is_counted_as_it_is_converted(ending, tmp_path):
    """16 bits become 32, and a number of JSON an object of Python."""
    file = tmp_path / f"own.{ending}"
    weights = rows(1, 2, 40, 40).astype(np.float16)
    if ending == "npz":
        np.savez(file, attention=weights)
    elif ending == "json":
        file.write_text(json.dumps({"attention": weights.round(3).tolist()}))
    else:
        save_file({"attention": weights}, file)
    content, most = file.read_bytes(), weights.size * (32 if ending == "json" else 4)
    assert len(content) < most / 1.5
    with pytest.raises(UserError, match="holds more than [0-9,]* bytes"):
        read_file(file.name, content, most - 1)
    assert read_file(file.name, content, 2 * most)["attention"].shape == (1, 2, 40, 40)


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        (WEIGHTS * 1j, "attention holds complex numbers"),
        ([WEIGHTS[0] * 1j], "attention holds complex numbers"),
        ([[*(WEIGHTS[0] * 1j)]], "attention holds complex numbers"),
        (torch.tensor(WEIGHTS * 1j), "attention holds complex numbers"),
        (np.ma.masked_less(WEIGHTS, 0.2), "attention has masked cells, which have no weight"),
        (torch.tensor(WEIGHTS, device="meta"), "attention is on the device “meta”, which keeps no"),
        # torch makes such a tensor with a warning
        (
            SimpleNamespace(is_quantized=True, shape=WEIGHTS.shape),
            "attention is a quantised tensor",
        ),
    ],
)
def test_arrays_without_numbers_of_their_own_are_a_sentence(weights, sentence):
    with pytest.raises(ValueError, match=sentence):
        attention(weights, WORDS)


def test_a_file_larger_than_what_is_read_of_one_is_not_opened(tmp_path):
    with open(tmp_path / "own.safetensors", "wb") as file:
        file.truncate(2**28 + 1)
    with pytest.raises(UserError, match="“.*own.safetensors” has more than 268,435,456 bytes"):
        attention(tmp_path / "own.safetensors")


def test_a_caption_in_the_metadata_is_a_text_whatever_it_says(tmp_path):
    texts = {"tokens": json.dumps(WORDS), "caption": "2024", "sentence_b_start": "2"}
    save_file({"attention": WEIGHTS}, tmp_path / "own.safetensors", texts)
    picture = attention(tmp_path / "own.safetensors")
    assert (picture.caption, picture.second) == ("2024", 2)


def test_a_cache_with_a_late_layer_alone_costs_nothing():
    tracemalloc.start()
    with pytest.raises(ValueError, match="no hook_pattern of layer 0"):
        attention({"blocks.100000.attn.hook_pattern": LAYERS[0]}, WORDS)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1e6


@pytest.mark.parametrize("batch", [True, False])
def test_a_cache_of_transformer_lens_is_read(batch):
    cache = {"hook_embed": torch.zeros(1), "blocks.0.hook_resid_pre": torch.zeros(1)}
    for number, layer in enumerate(LAYERS):
        cache[f"blocks.{number}.attn.hook_pattern"] = layer if batch else layer[0]
        cache[f"blocks.{number}.attn.hook_attn_scores"] = layer
    heads = attention(MappingProxyType(cache), WORDS).heads()
    np.testing.assert_array_equal(heads.weights, WEIGHTS)
    del cache["blocks.1.attn.hook_pattern"]
    with pytest.raises(ValueError, match="no hook_pattern of layer 1"):
        attention(cache, WORDS)


def test_an_encoder_decoder_cache_is_read():
    cache = {
        "encoder.0.attn.hook_pattern": LAYERS[0],
        "decoder.0.attn.hook_pattern": torch.eye(2)[None, None],
        "decoder.0.cross_attn.hook_pattern": LAYERS[1][..., :2, :],
    }
    picture = attention(cache, encoder_tokens=WORDS, decoder_tokens=["le", "chien"])
    assert [mechanism.stack for mechanism in picture.mechanisms] == ["encoder", "decoder", "cross"]


def test_bertviz_head_view_has_its_layer_and_the_lines_of_its_heads():
    display = head_view(LAYERS, WORDS, layer=2, heads=[1, 0], include_layers=[0, 2])
    assert display.choice == HeadChoice("encoder", 2, 1)
    [heads] = display.run.mechanisms
    np.testing.assert_array_equal(heads.weights, WEIGHTS[[0, 2]])
    head, _ = unpack(display.pack())
    [block] = head["blocks"]
    assert block["numbers"] == {"layers": [0, 2], "heads": []}
    assert (head["choice"], head["overlay"]) == (["encoder", 1, 1], "encoder-2-1")
    assert "layer 3, head 2" in repr(display)
    [matrix] = display.picture().matrices
    np.testing.assert_array_equal(matrix.values, WEIGHTS[2, 1])
    with pytest.raises(ValueError, match="layers are 0, 2, heads 0 to 1"):
        head_view(LAYERS, WORDS, layer=1, include_layers=[0, 2])


def test_bertviz_calls_take_arrays_and_name_a_head_that_is_not_there():
    display = head_view(LAYERS, WORDS, heads=np.array([1, 0]), include_layers=np.array([0, 2]))
    head, _ = unpack(display.pack())
    assert (head["choice"], head["overlay"]) == (["encoder", 0, 1], "encoder-1-1")
    display = model_view(LAYERS, WORDS, include_layers=np.array([1]), include_heads=np.array([0]))
    assert unpack(display.pack())[0]["blocks"][0]["numbers"] == {"layers": [1], "heads": [0]}
    with pytest.raises(ValueError, match="no head 9 in layer 0: layers are 0 to 2, heads 0 to 1"):
        head_view(LAYERS, WORDS, heads=[0, 9])


def test_bertviz_calls_show_at_once_and_the_last_of_a_cell_not_twice(monkeypatch):
    shells = pytest.importorskip("IPython.core.interactiveshell")
    from IPython.utils.capture import capture_output
    from traitlets.config import Config

    monkeypatch.setattr(Shown, "_repr_mimebundle_", lambda *_, **__: {"text/plain": "a view"})
    calls = {"head_view": head_view, "model_view": model_view, "layers": LAYERS, "words": WORDS}
    config = Config({"HistoryManager": {"enabled": False}})
    shell = shells.InteractiveShell.instance(config=config, user_ns=calls)

    def shown_by(cell: str) -> int:
        with capture_output() as captured:
            shell.run_cell(cell, store_history=True).raise_error()
        return len(captured.outputs) + captured.stdout.count("a view")

    try:
        assert shown_by("head_view(layers, words)\nshown = model_view(layers, words)\nshown") == 2
        assert shown_by("shown") == 1
        assert shown_by("head_view(layers, words, html_action='return')\nshown") == 1
    finally:
        shells.InteractiveShell.clear_instance()


def test_bertviz_model_view_has_its_layers_and_heads():
    included = {"include_layers": [2, 1], "include_heads": [1]}
    display = model_view(LAYERS, WORDS, **included, html_action="return")
    [heads] = display.run.mechanisms
    np.testing.assert_array_equal(heads.weights, WEIGHTS[[2, 1]][:, [1]])
    assert display.choice == HeadChoice("encoder", 2, 1)
    assert display.data.startswith("<!doctype html>")
    same = replace(display.run, layers=[], heads=[])
    assert same.numbers == {}
    with pytest.raises(ValueError, match="no layer 3 to include: encoder attention has 3 layers"):
        model_view(LAYERS, WORDS, include_layers=[3])
    with pytest.raises(ValueError, match="html_action is 'print'"):
        model_view(LAYERS, WORDS, html_action="print")
