"""Optimisation: the learning rate, the optimizers, and the hardware."""

import platform

import torch
from torch import nn

from .recipes import Recipe

# Matrices left to Adam: tables of which a text uses few rows, and the classifier of two classes.
_OF_ADAM = ("embedding.weight", "positions", "segments", "follows.weight")


def learning_rate(update: int, recipe: Recipe, updates: int, cooldown: int) -> float:
    """Return the factor of the learning rate at one update, 0 to 1.

    Rises linearly over `recipe.warm_up` updates, stays constant, and falls linearly to 0 over the
    last `cooldown` of `updates` (Hägele et al. 2024).
    """
    share = min(1.0, update / recipe.warm_up)
    return min(share, (updates - update + 1) / cooldown) if cooldown else share


def make_optimizers(network, recipe: Recipe) -> dict[str, torch.optim.Optimizer]:
    """Make Muon for the hidden matrices and Adam for the rest (Jordan et al. 2024).

    The rest is embeddings, biases and norms. Muon's steps are scaled to the size of Adam's
    (`match_rms_adamw`), so that both use the same rate.
    """
    matrices = [
        parameter
        for name, parameter in network.named_parameters()
        if parameter.dim() == 2 and min(parameter.shape) > 1 and name not in _OF_ADAM
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


def has_fast_bfloat16(device: torch.device, network: nn.Module) -> bool:
    """Whether a network trains faster in bfloat16 than in float32 on this device.

    Not a recurrent one on a GPU: under autocast cuDNN computes its layers in float16, in which
    small gradients vanish.
    """
    if device.type == "cuda":
        is_recurrent = any(isinstance(module, nn.RNNBase) for module in network.modules())
        return torch.cuda.is_bf16_supported() and not is_recurrent
    return device.type == "cpu" and (
        torch.cpu._is_amx_tile_supported() or torch.cpu._is_avx512_bf16_supported()
    )


def hardware(device: torch.device) -> str:
    """Describe the hardware for the card."""
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    count = torch.get_num_threads()
    threads = "1 thread" if count == 1 else f"{count} threads"
    return f"{device.type}, {threads}, {platform.machine()}"
