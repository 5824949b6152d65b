"""The mean of two checkpoints, weight by weight."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from models import UserError
from models.networks.transformer import Transformer, TransformerConfig
from models.store import checkpoint
from models.training.mean import _write_mean, main
from tests.marks import slow_after

CPU = torch.device("cpu")
CONFIG = TransformerConfig(0, d_model=8, d_ff=8, n_heads=2, n_layers=1, max_length=20)
CARD = {"name": "small", "training": {"date": "2026-01-02"}, "licences": {}, "bleu": {"dev": 50}}


@pytest.fixture
def made(tmp_path, model):
    """Return a function that writes checkpoints of small networks with random weights."""

    def write(name: str, seed: int, **sizes) -> Path:
        torch.manual_seed(seed)
        config = replace(CONFIG, vocabulary_size=len(model.tokenizer), **sizes)
        checkpoint.save(tmp_path / name, Transformer(config), model.tokenizer, CARD)
        return tmp_path / name

    return write


def weights(folder) -> dict[str, torch.Tensor]:
    network, _, _ = checkpoint.load_checkpoint(folder, CPU)
    return network.state_dict()


@pytest.mark.parametrize("share", slow_after(1, [0.0, 0.35, 1.0]))
def test_each_weight_is_the_mean_of_both(made, tmp_path, share):
    first, second = made("first", 1), made("second", 2)
    out = _write_mean(first, second, share, tmp_path / "mean")
    one, other = weights(first), weights(second)
    for name, values in weights(out).items():
        expected = (1 - share) * one[name] + share * other[name]
        torch.testing.assert_close(values, expected, atol=1e-3, rtol=1e-3)  # stored in 16 bits
    card = json.loads((out / "card.json").read_text(encoding="utf-8"))
    assert "bleu" not in card  # it was measured with other weights
    assert f"{share:.0%}" in card["training"]["note"]
    assert "2026-01-02" in card["training"]["note"]


def test_networks_that_do_not_fit_are_refused(made, tmp_path):
    first, wider = made("first", 1), made("wider", 1, d_ff=16)
    with pytest.raises(UserError, match="other sizes or other tokens"):
        _write_mean(first, wider, 0.5, tmp_path / "mean")
    with pytest.raises(UserError, match="from 0 to 1"):
        _write_mean(first, first, 1.5, tmp_path / "mean")
    with pytest.raises(SystemExit, match="other sizes"):
        main([str(first), str(wider), "--out", str(tmp_path / "mean")])
    assert not (tmp_path / "mean").exists()
