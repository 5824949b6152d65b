"""A small classifier on vectors that stay as they are: logistic regression, with a mix of layers.

The mix is that of ELMo (Peters et al. 2018, equation 1): γ Σ s_j h_j, where s is the softmax of a
learnt weight for each layer. Before it, each unit of each layer is scaled to mean 0 and variance 1
on the training examples, so that no layer counts more because its states are larger.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch.nn.functional import cross_entropy

STEPS = 60  # of L-BFGS, at most
SHARES_DECAY = 0.001  # towards equal shares (Peters et al. 2018, section 3.3)
EPSILON = 1e-6  # least standard deviation


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

    def predict(self, features: np.ndarray) -> np.ndarray:
        """Return the number of the best label of each target, `[target]`."""
        scores = self.mix(features) @ self.weights[:, :-1].T + self.weights[:, -1]
        return scores.argmax(-1)


def train_probe(features: np.ndarray, labels: np.ndarray, count: int, decay: float) -> Probe:
    """Train on `features [target, layer, d]` and `labels [target]`, numbers below `count`.

    Minimises the mean cross-entropy plus `decay` times the sum of squares of the weights and γ,
    plus `SHARES_DECAY` times that of the layers' weights before the softmax.
    """
    mean = features.mean(0)
    deviation = features.std(0) + EPSILON
    scaled = torch.tensor((features - mean) / deviation, dtype=torch.float32)
    right = torch.tensor(labels)
    layers, size = features.shape[1:]
    weights = torch.zeros(count, size + 1, requires_grad=True)
    before_softmax = torch.zeros(layers, requires_grad=True)
    gamma = torch.ones((), requires_grad=True)
    parameters = [weights, before_softmax, gamma] if layers > 1 else [weights]
    optimizer = torch.optim.LBFGS(parameters, max_iter=STEPS, line_search_fn="strong_wolfe")

    def step() -> torch.Tensor:
        optimizer.zero_grad()
        mixed = scaled[:, 0]
        if layers > 1:
            mixed = gamma * torch.einsum("l,nld->nd", before_softmax.softmax(0), scaled)
        scores = mixed @ weights[:, :-1].T + weights[:, -1]
        squares = weights[:, :-1].square().sum() + gamma.square()
        loss = cross_entropy(scores, right) + decay * squares
        loss = loss + SHARES_DECAY * before_softmax.square().sum()
        loss.backward()
        return loss

    optimizer.step(step)
    return Probe(
        mean,
        deviation,
        before_softmax.softmax(0).detach().numpy(),
        gamma.item(),
        weights.detach().numpy(),
    )
