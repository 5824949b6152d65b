"""A small classifier on vectors that stay as they are: logistic regression, with a mix of layers.

The mix is that of ELMo (Peters et al. 2018, equation 1): γ Σ s_j h_j, where s is the softmax of a
learnt weight for each layer. Before it, each unit of each layer is scaled to mean 0 and variance 1
on the training examples, so that no layer counts more because its states are larger. The objective
has a local minimum at more than one layer: training starts at equal shares and once at each layer.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch.nn.functional import cross_entropy

_STEPS = 60  # of L-BFGS from each start, at most
_TOLERANCE = 1e-6  # change of the objective at which it stops
_START = 3.0  # weight before the softmax of the layer at which training starts
_SHARES_DECAY = 0.001  # towards equal shares (Peters et al. 2018, section 3.3)
_EPSILON = 1e-6  # least standard deviation


@dataclass(frozen=True)
class Probe:
    """A trained classifier."""

    mean: np.ndarray  # [layer, d]
    deviation: np.ndarray  # [layer, d]
    shares: np.ndarray  # [layer] the learnt s, with sum 1
    gamma: float
    weights: np.ndarray  # [label, d + 1]: the last column is the bias

    def mix(self, features: np.ndarray) -> np.ndarray:
        """Return γ Σ s_j h_j of `features [target, layer, d]`, `[target, d]`."""
        scaled = (features - self.mean) / self.deviation
        mixed: np.ndarray = self.gamma * np.einsum("l,nld->nd", self.shares, scaled)
        return mixed

    def score(self, features: np.ndarray) -> np.ndarray:
        """Return the score of each label before the softmax, `[target, label]`."""
        scores: np.ndarray = self.mix(features) @ self.weights[:, :-1].T + self.weights[:, -1]
        return scores

    def predict(self, features: np.ndarray) -> np.ndarray:
        """Return the number of the best label of each target, `[target]`."""
        return self.score(features).argmax(-1)

    def losses(self, features: np.ndarray, labels: np.ndarray) -> np.ndarray:
        """Return the cross-entropy of each target in nats, `[target]`."""
        scores = torch.tensor(self.score(features))
        losses: np.ndarray = cross_entropy(scores, torch.tensor(labels), reduction="none").numpy()
        return losses


def train_probe(
    features: np.ndarray, labels: np.ndarray, count: int, decay: float, has_gamma: bool = True
) -> Probe:
    """Train on `features [target, layer, d]` and `labels [target]`, numbers below `count`.

    Minimises the mean cross-entropy plus `decay` times the sum of squares of the weights and γ,
    plus `_SHARES_DECAY` times that of the layers' weights before the softmax. Of all starts the one
    with the lowest objective is kept. Without γ it is 1: decay acts on a mix as on one layer.
    """
    mean = features.mean(0)
    deviation = features.std(0) + _EPSILON
    scaled = torch.tensor(((features - mean) / deviation).swapaxes(0, 1), dtype=torch.float32)
    scaled = scaled.contiguous()  # [layer, target, d]
    right = torch.tensor(labels)
    layers = features.shape[1]
    starts = [torch.zeros(layers), *(_START * torch.eye(layers) if layers > 1 else ())]
    fits = [_minimise(scaled, right, count, decay, start, has_gamma) for start in starts]
    _, weights, before_softmax, gamma = min(fits, key=lambda fit: fit[0])
    if gamma < 0:  # with the other sign of both it is the same
        gamma, weights[:, :-1] = -gamma, -weights[:, :-1]
    return Probe(mean, deviation, before_softmax.softmax(0).numpy(), gamma.item(), weights.numpy())


def _minimise(
    scaled: torch.Tensor,
    right: torch.Tensor,
    count: int,
    decay: float,
    start: torch.Tensor,
    has_gamma: bool = True,
) -> tuple[float, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the objective, weights, weights before the softmax and γ that a start leads to.

    `scaled` is `[layer, target, d]`.
    """
    layers, _, size = scaled.shape
    weights = torch.zeros(count, size + 1, requires_grad=True)
    before_softmax = start.clone().requires_grad_()
    gamma = torch.ones((), requires_grad=has_gamma)
    parameters = [weights, before_softmax] if layers > 1 else [weights]
    parameters += [gamma] if layers > 1 and has_gamma else []
    optimizer = torch.optim.LBFGS(
        parameters, max_iter=_STEPS, tolerance_change=_TOLERANCE, line_search_fn="strong_wolfe"
    )

    def objective() -> torch.Tensor:
        mixed = scaled[0]
        if layers > 1:
            mixed = gamma * (before_softmax.softmax(0) @ scaled.flatten(1)).view_as(mixed)
        scores = mixed @ weights[:, :-1].T + weights[:, -1]
        squares = weights[:, :-1].square().sum() + gamma.square()
        loss = cross_entropy(scores, right) + decay * squares
        return loss + _SHARES_DECAY * before_softmax.square().sum()

    def step() -> torch.Tensor:
        optimizer.zero_grad()
        loss = objective()
        loss.backward()
        return loss

    optimizer.step(step)
    with torch.no_grad():
        return objective().item(), weights.detach(), before_softmax.detach(), gamma.detach()
