"""Weights in 8 bits: what is stored, what is read, and that the browser's engine reads the same."""

import json
import shutil
import subprocess

import numpy as np
import pytest
import safetensors.torch
import torch

from models import Request, load
from models.files import SHIPPED
from models.pairs.comparison import _read_network as read_infersent
from models.store import checkpoint
from models.store.weights import _LARGEST, _SCALE, _quantise, pack_weights, read_weights
from models.training.save_positions import _save_table
from tests.engine_runs import ROOT
from tests.programs import find_program

CPU = torch.device("cpu")
SENTENCE = "The nurse gave the two tired soldiers a cup of tea."
SCRIPT = """
import { readFileSync } from "node:fs";
const [folder, Engine, sentence] = process.argv.slice(1);
const part = (name) => import(`./engine/networks/${name}.js`);
const { Kernel } = await part("kernel");
const { [Engine]: Model } = await part(Engine.toLowerCase());
const json = (file) => JSON.parse(readFileSync(`${folder}/${file}`, "utf-8"));
const answers = [readFileSync("components/bundles/kernel.wasm"), null].map((wasm) => {
  const kernel = Kernel.of(readFileSync(`${folder}/weights.safetensors`), wasm);
  const files = { config: json("config.json"), tokenizer: json("tokenizer.json"), kernel };
  const { translation, weights } = new Model(files).trace(sentence);
  const all = Object.entries(weights).map(([stack, numbers]) => [stack, [...numbers]]);
  return { translation, weights: Object.fromEntries(all) };
});
console.log(JSON.stringify(answers));
"""


@pytest.fixture
def rows():
    """A matrix with usual rows, small ones, one of zeros, and one with a single large number."""
    torch.manual_seed(7)
    sizes = torch.tensor([1.0, 0.05, 2e-3, 1e-4, 3e-6, 1e-9, 0.0, 900.0])
    matrix = torch.randn(8, 40) * sizes[:, None]
    matrix[0, 3] = 25.0
    return matrix


def test_a_matrix_is_nearest_integers_times_a_scale_a_row(rows):
    integers, scale = _quantise(rows)
    assert integers.dtype == torch.int8
    assert scale.dtype == torch.float16
    assert scale.shape == (8,)
    weights = read_weights(pack_weights({"a": rows}, bits=8))["a"]
    assert torch.equal(weights, integers.float() * scale.float()[:, None])
    usual = [0, 1, 2, 7]
    step = rows.abs().amax(1) / _LARGEST
    assert ((weights - rows).abs() <= 0.51 * step[:, None])[usual].all()
    assert integers.abs().amax(1)[:4].eq(_LARGEST).all()
    assert (weights - rows)[4:7].abs().max() < 8e-6  # less than 127 of the smallest scale
    assert torch.isfinite(weights).all()


def test_stored_twice_it_is_the_same(rows):
    once = pack_weights({"a": rows, "b": rows[0], "c": rows[:1]}, bits=8)
    assert pack_weights(read_weights(once), bits=8) == once


def test_vectors_stay_in_16_bits_and_a_file_of_16_bits_is_read_as_it_is(rows):
    stored = safetensors.torch.load(pack_weights({"a": rows, "b": rows[0]}, bits=8))
    kinds = {name: tensor.dtype for name, tensor in stored.items()}
    assert kinds == {"a": torch.int8, f"a{_SCALE}": torch.float16, "b": torch.float16}
    halves = pack_weights({"a": rows, "b": rows[0]})
    assert halves == safetensors.torch.save({"a": rows.half(), "b": rows[0].half()})
    assert torch.equal(read_weights(halves)["a"], rows.half())


def test_a_scale_without_a_matrix_of_8_bits_is_a_weight_of_its_own():
    weights = {"a": torch.ones(2, 2), "a.scale": torch.ones(2)}
    assert {*read_weights(pack_weights(weights))} == {*weights}


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param("transformer", marks=pytest.mark.slow), "bilstm-dot"]
)
def test_a_converted_checkpoint_has_half_the_size_and_loads(name, checkpoints):
    folder = checkpoints / name
    before = (folder / "weights.safetensors").read_bytes()
    checkpoint.main([str(folder), "--bits", "8"])
    content = (folder / "weights.safetensors").read_bytes()
    if name != "transformer":
        assert len(content) < 0.51 * len(before)
    else:  # it has 8 bits already
        assert content == before
        assert 9.4e6 < len(content) < 9.6e6
    assert load(name).translate(["I am tired."]) == ["Je suis fatigué."]
    checkpoint.main([str(folder), "--bits", "8"])
    assert (folder / "weights.safetensors").read_bytes() == content
    network, tokenizer, card = checkpoint.load_checkpoint(folder, CPU)
    checkpoint.save(folder, network, tokenizer, card, bits=8)
    assert (folder / "weights.safetensors").read_bytes() == content


@pytest.mark.slow
def test_other_readers_take_8_bits_too(tmp_path):
    shutil.copytree(SHIPPED.parent / "pairs" / "infersent", tmp_path / "infersent")
    file = tmp_path / "infersent" / "weights.safetensors"
    before, _ = read_infersent(tmp_path / "infersent")
    file.write_bytes(pack_weights(read_weights(file.read_bytes()), bits=8))
    after, _ = read_infersent(tmp_path / "infersent")
    for parameter, other in zip(before.parameters(), after.parameters(), strict=True):
        assert torch.allclose(parameter, other, atol=0.51 * parameter.abs().max().item() / _LARGEST)
    folder = tmp_path / "learned"
    folder.mkdir()
    positions = torch.randn(5, 8)
    (folder / "weights.safetensors").write_bytes(pack_weights({"positions": positions}, bits=8))
    (folder / "card.json").write_text("{}")
    _save_table(folder, tmp_path / "table.safetensors")
    table = safetensors.torch.load_file(tmp_path / "table.safetensors")["positions"]
    assert table.dtype == torch.float32
    assert torch.equal(
        table, read_weights((folder / "weights.safetensors").read_bytes())["positions"]
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, engine",
    [
        ("transformer", "Translator"),
        ("bilstm-additive", "Translator"),
        ("gpt", "Continuer"),
        ("bert", "Filler"),
    ],
)
def test_the_engine_computes_with_the_same_numbers(name, engine, checkpoints):
    folder = checkpoints / name
    if not folder.exists():
        shutil.copytree(SHIPPED / name, folder)
    checkpoint.main([str(folder), "--bits", "8"])
    trace = load(name, "cpu").trace(Request(name, SENTENCE))
    node = find_program("node", package="nodejs")
    command = [node, "--input-type=module", "-e", SCRIPT, str(folder), engine, SENTENCE]
    answers = subprocess.run(command, cwd=ROOT / "viz", check=True, capture_output=True).stdout
    for answer in json.loads(answers):
        if engine == "Translator":
            assert answer["translation"] == trace.translation
        for stack, numbers in answer["weights"].items():
            expected = trace.attention[stack].weights
            written = np.reshape(numbers, expected.shape)
            # Both sum in 32 bits, in an order that depends on the processor: up to 3.4e-6 apart.
            np.testing.assert_allclose(written, expected, rtol=0, atol=5e-6)
