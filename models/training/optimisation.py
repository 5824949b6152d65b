"""How weights are changed: the rate of learning, the optimizers, and on what machine."""

import platform

import torch

from .recipes import Recipe

# Tables of which a text takes a few rows, and the last layer of a choice between two.
OF_ADAM = ("embedding.weight", "positions", "segments", "follows.weight")


def learning_rate(update: int, recipe: Recipe, updates: int, cooldown: int) -> float:
    """The share of the full learning rate that one update takes, 0 to 1.

    It climbs in a straight line over `recipe.warm_up` updates, stays, and falls in a straight line
    to 0 over the last `cooldown` of `updates` (Hägele et al. 2024).
    """
    share = min(1.0, update / recipe.warm_up)
    return min(share, (updates - update + 1) / cooldown) if cooldown else share


def make_optimizers(network, recipe: Recipe) -> dict[str, torch.optim.Optimizer]:
    """Muon for the matrices between layers, Adam for the rest (Jordan et al. 2024).

    The rest is the embedding, biases and norms.

    Muon's step is as long as Adam's would be (`match_rms_adamw`), so that one rate serves both.
    """
    matrices = [
        parameter
        for name, parameter in network.named_parameters()
        if parameter.dim() == 2 and min(parameter.shape) > 1 and name not in OF_ADAM
    ]
    chosen = {id(parameter) for parameter in matrices}
    rest = [parameter for parameter in network.parameters() if id(parameter) not in chosen]
    return {
        "muon": torch.optim.Muon(
            matrices,
            lr=0.0,
            momentum=0.95,
            weight_decay=recipe.weight_decay,
            adjust_lr_fn="match_rms_adamw",
        ),
        "adam": torch.optim.Adam(rest, lr=0.0, betas=(0.9, 0.98), eps=1e-9, fused=True),
    }


def has_fast_bfloat16(device: torch.device) -> bool:
    """Whether products of matrices in bfloat16 are faster than in float32 there."""
    if device.type == "cuda":
        return torch.cuda.is_bf16_supported()
    return device.type == "cpu" and (
        torch.cpu._is_amx_tile_supported() or torch.cpu._is_avx512_bf16_supported()
    )


def hardware(device: torch.device) -> str:
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    count = torch.get_num_threads()
    threads = "1 thread" if count == 1 else f"{count} threads"
    return f"{device.type}, {threads}, {platform.machine()}"
