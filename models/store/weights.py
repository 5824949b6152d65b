"""The numbers of a checkpoint: matrices in 8 bits with a scale a row, or all in 16 bits.

In 8 bits a matrix is integers from -127 to 127 (I8), and the float16 scale of each of its rows is
the tensor of the same name with ".scale" after it. The largest number of a row is 127 times its
scale. The weights are the float32 products, which are exact: so Python and the browser's engine
compute with the same numbers, and what is stored again stays as it is. Vectors are in 16 bits.
"""

from collections.abc import Mapping

import safetensors.torch
import torch
from torch import Tensor

_SCALE = ".scale"
_LARGEST = 127


def pack_weights(weights: Mapping[str, Tensor], bits: int = 16) -> bytes:
    """Return the content of a safetensors file; `bits`, 8, 16 or 32, are those of a matrix."""
    stored = {}
    for name, weight in weights.items():
        weight = weight.detach().cpu().contiguous()
        if bits == 8 and weight.dim() == 2:
            stored[name], stored[name + _SCALE] = _quantise(weight.float())
        else:
            stored[name] = weight.float() if bits == 32 else weight.half()
    return safetensors.torch.save(stored)


def read_weights(content: bytes) -> dict[str, Tensor]:
    """Return the weights of a file of `pack_weights`; matrices of 8 bits become float32."""
    stored = safetensors.torch.load(content)
    matrices = [name for name, tensor in stored.items() if tensor.dtype == torch.int8]
    for name in matrices:
        scale = stored.pop(name + _SCALE).float()
        stored[name] = stored[name].float() * scale[:, None]
    return stored


def _quantise(matrix: Tensor) -> tuple[Tensor, Tensor]:
    """Return integers `[row, column]` and the float16 scales `[row]` of a float32 matrix."""
    largest = matrix.abs().amax(1)
    scale = (largest / _LARGEST).half()
    # A scale below 6e-5 has few digits. Where it was rounded up, the row would not reach 127, and
    # would get another scale the next time.
    reached = (largest / scale.float()).round()
    smaller = (scale.view(torch.int16) - 1).clamp(min=0).view(torch.float16)
    scale = torch.where(reached < _LARGEST, smaller, scale)
    rows = scale.float()[:, None]
    integers = torch.where(rows > 0, matrix / rows, 0.0).round().clamp(-_LARGEST, _LARGEST)
    return integers.to(torch.int8), scale
