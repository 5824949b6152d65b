"""The loss, the rate and the optimizers of training."""

import json
from dataclasses import replace

import pytest
import torch
import torch.nn.functional as F

from models.store import checkpoint
from models.training.loss import SmoothedCrossEntropy
from models.training.optimisation import learning_rate, make_optimizers
from models.training.recipes import RECIPES
from models.training.train import _train
from tests.models.training.runs import CPU


@pytest.mark.parametrize(
    "positions", [7, 256, 600], ids=["fewer than a piece", "one piece", "more than a piece"]
)
@pytest.mark.parametrize(
    "device",
    [
        "cpu",
        pytest.param(
            "cuda", marks=pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA")
        ),
    ],
)
def test_our_loss_and_its_gradients_are_those_of_cross_entropy_with_label_smoothing(
    positions, device
):
    torch.manual_seed(0)
    x = torch.randn(positions, 16, device=device)
    weight = torch.randn(50, 16, device=device)
    y = torch.randint(50, (positions,), device=device)

    def value_and_gradients(loss):
        leaves = x.clone().requires_grad_(), weight.clone().requires_grad_()
        value = loss(*leaves)
        (2.5 * value).backward()  # the incoming gradient is not always 1
        return value.detach(), leaves[0].grad, leaves[1].grad

    ours = value_and_gradients(lambda x, weight: SmoothedCrossEntropy.apply(x, weight, y, 0.1))
    plain = value_and_gradients(
        lambda x, weight: F.cross_entropy(x @ weight.T, y, label_smoothing=0.1)
    )
    for mine, expected in zip(ours, plain):
        torch.testing.assert_close(mine, expected, rtol=1e-4, atol=1e-6)


def test_the_rate_climbs_stays_and_falls_in_straight_lines():
    recipe = replace(RECIPES["transformer"], warm_up=500)

    def share(update, cooldown=0):
        return learning_rate(update, recipe, 20_000, cooldown)

    assert share(250) == pytest.approx(0.5)
    assert share(500) == share(8000) == share(20_000) == 1.0
    assert share(18_000, cooldown=2000) == 1.0
    assert share(19_001, cooldown=2000) == pytest.approx(0.5)
    assert share(20_000, cooldown=2000) == pytest.approx(1 / 2000)


@pytest.mark.parametrize("name", RECIPES)
def test_muon_moves_the_matrices_between_layers_and_adam_all_other_weights(name):
    recipe = RECIPES[name].tiny()
    network = checkpoint.build(
        {"architecture": recipe.architecture, "padding_id": 0, **recipe.sizes}
    )
    names = {
        id(parameter): parameter_name for parameter_name, parameter in network.named_parameters()
    }
    moved = {
        kind: [
            names[id(parameter)]
            for group in optimizer.param_groups
            for parameter in group["params"]
        ]
        for kind, optimizer in make_optimizers(network, recipe).items()
    }
    assert sorted(moved["muon"] + moved["adam"]) == sorted(names.values())
    assert "embedding.weight" in moved["adam"]
    assert not any("bias" in one for one in moved["muon"])
    assert all(min(network.get_parameter(one).shape) > 1 for one in moved["muon"])
    a_matrix = {
        "transformer": "encoder.0.feed_forward.0.weight",
        "bilstm": "encoder.weight_hh_l0",
        "gpt": "layers.0.feed_forward.0.weight",
        "bert": "to_word.0.weight",
        "lstm-lm": "layers.0.lstm.weight_hh_l0",
        "window-lm": "hidden.weight",
        "elmo": "backwards.0.lstm.weight_hh_l0",
    }
    assert a_matrix[recipe.architecture] in moved["muon"]
    tables = {"positions", "segments", "follows.weight"} & {*names.values()}
    assert tables <= {*moved["adam"]}


def test_in_bfloat16_the_loss_is_close_to_float32_and_its_sums_are_still_float32():
    torch.manual_seed(0)
    x, weight, y = (
        torch.randn(64, 32, requires_grad=True),
        torch.randn(50, 32, requires_grad=True),
        torch.randint(50, (64,)),
    )
    exact = SmoothedCrossEntropy.apply(x, weight, y, 0.1)
    with torch.autocast("cpu", torch.bfloat16):
        mixed = SmoothedCrossEntropy.apply(x, weight, y, 0.1)
    assert mixed.dtype == torch.float32
    assert 0 < abs(mixed - exact) < 0.02
    mixed.backward()
    assert x.grad.dtype == weight.grad.dtype == torch.float32


@pytest.mark.slow
def test_bfloat16_learns_like_float32(data, recipe, tmp_path):
    for precision in ("float32", "bfloat16"):
        _train(
            "transformer",
            replace(recipe, precision=precision),
            data,
            tmp_path / precision,
            CPU,
            updates=40,
            every=40,
        )
    loss = {
        precision: json.loads((tmp_path / precision / "log.jsonl").read_text())["loss"]
        for precision in ("float32", "bfloat16")
    }
    assert loss["bfloat16"] == pytest.approx(loss["float32"], rel=0.1)
    card = json.loads((tmp_path / "bfloat16" / "checkpoint" / "card.json").read_text())
    assert card["training"]["precision"] == "bfloat16"
