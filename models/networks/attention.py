"""The equations of attention (Vaswani et al. 2017, section 3.2) and of older score functions.

Shapes are given in words: the dimensions `query` and `key` are the positions that attend and the
positions attended to. `allowed` is a boolean mask, True = may be attended to.
"""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor, nn

from ..errors import UserError


class AttentionRecord(NamedTuple):
    """Everything one attention step computed."""

    query: Tensor  # [batch, head, query, d_head]
    key: Tensor  # [batch, head, key, d_head]
    value: Tensor  # [batch, head, key, d_head]
    scores: Tensor  # [batch, head, query, key], with scale and temperature, before the mask
    weights: Tensor  # [batch, head, query, key], after interventions, before dropout
    head_output: Tensor  # [batch, head, query, d_head]
    allowed: Tensor | None  # broadcasts to [batch, 1, query, key]; None = every key


def _keep(kind: str, x: Tensor) -> Tensor:
    """Return a part of a run as it is; see `NetworkChanges.put_in`."""
    return x


class LayerChanges(NamedTuple):
    """The interventions in one attention step; see `request.WhatIf`."""

    # Scaled dot products are divided by d_head to this power.
    scale_exponent: float = 0.5
    # All scores are divided by it.
    temperature: float = 1.0
    # Whether rows may attend to a key with score 0 and value 0 too.
    null_key: bool = False
    # (head, query, key, weight)
    forced: tuple[tuple[int, int, int, float], ...] = ()
    # Heads for each sentence of the batch, or once for all sentences.
    silenced: tuple[tuple[int, ...], ...] = ()
    # Maps (weights, allowed) to new weights.
    reweighted: Callable[[Tensor, Tensor | None], Tensor] | None = None
    # Maps (kind of `request.PATCH_KINDS`, part of this layer) to that part with others put in.
    put_in: Callable[[str, Tensor], Tensor] = _keep


def scaled_dot_product_scores(
    query: Tensor, key: Tensor, scale_exponent: float = 0.5, temperature: float = 1.0
) -> Tensor:
    """Q Kᵀ / sqrt(d_head) (eq. 1).

    `[..., query, d_head]` and `[..., key, d_head]` to `[..., query, key]`. The paper has a
    `scale_exponent` of 1/2 and no `temperature`.
    """
    return query @ key.transpose(-2, -1) / (query.shape[-1] ** scale_exponent * temperature)


class Score(nn.Module):
    """Compares queries with keys, and turns a row of scores into weights."""

    def forward(self, query: Tensor, key: Tensor) -> Tensor:
        """`[..., query, d_query]` and `[..., key, d_key]` to scores `[..., query, key]`."""
        raise NotImplementedError

    def under(self, change: LayerChanges, query: Tensor, key: Tensor) -> Tensor:
        """Compute the scores under a what-if: divided by its temperature.

        Only the scaled dot product has a scale to change.
        """
        return self(query, key) / change.temperature

    def weights(self, scores: Tensor, allowed: Tensor | None = None) -> Tensor:
        """Normalise each row of scores over the allowed keys; `[..., query, key]`."""
        return attention_weights(scores, allowed)


class ScaledDotScore(Score):
    """score(q, k) = qᵀ k / sqrt(d) (Vaswani et al. 2017, eq. 1)."""

    def forward(self, query: Tensor, key: Tensor) -> Tensor:
        return scaled_dot_product_scores(query, key)

    def under(self, change: LayerChanges, query: Tensor, key: Tensor) -> Tensor:
        return scaled_dot_product_scores(query, key, change.scale_exponent, change.temperature)


class _DotScore(Score):
    """score(q, k) = qᵀ k (Luong et al. 2015, eq. 8, "dot"), without the scale."""

    def forward(self, query: Tensor, key: Tensor) -> Tensor:
        return query @ key.transpose(-2, -1)


class BilinearScore(Score):
    """score(q, k) = qᵀ W k (Luong et al. 2015, eq. 8, "general").

    W starts as the identity, so the score starts as the dot product. From a random W our network
    found no alignment in the number of updates that suffices for dot.
    """

    def __init__(self, d_query: int, d_key: int):
        super().__init__()
        self.weight = nn.Parameter(torch.eye(d_query, d_key))

    def forward(self, query: Tensor, key: Tensor) -> Tensor:
        return query @ self.weight @ key.transpose(-2, -1)


class AdditiveScore(Score):
    """score(q, k) = vᵀ tanh(W q + U k): a small network (Bahdanau et al. 2015, appendix A.1.2)."""

    def __init__(self, d_query: int, d_key: int, d_score: int):
        super().__init__()
        self.of_query = nn.Linear(d_query, d_score, bias=False)
        self.of_key = nn.Linear(d_key, d_score, bias=False)
        self.to_score = nn.Linear(d_score, 1, bias=False)

    def forward(self, query: Tensor, key: Tensor) -> Tensor:
        return self.compare(self.of_query(query), self.of_key(key))

    def compare(self, queries: Tensor, keys: Tensor) -> Tensor:
        """Score projected queries and keys, `[..., position, d_score]`."""
        return self.to_score((queries.unsqueeze(-2) + keys.unsqueeze(-3)).tanh()).squeeze(-1)


def _feature_map(x: Tensor) -> Tensor:
    """φ(x) = elu(x) + 1, above 0 (Katharopoulos et al. 2020, eq. 7)."""
    return nn.functional.elu(x) + 1


def attend_by_state(query: Tensor, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
    """Linear attention to itself and earlier positions, from a state instead of weights.

    φ(q_t)ᵀ S_t / φ(q_t)ᵀ z_t with S_t = S_{t-1} + φ(k_t) v_tᵀ and z_t = z_{t-1} + φ(k_t)
    (Katharopoulos et al. 2020, eq. 18 to 20): the weights of `_LinearScore` with the brackets
    moved. A state is as large after a thousand words as after one.

    `[..., position, d_head]` to head outputs of the same shape and the states S,
    `[..., position, d_head of the key, d_head of the value]`.
    """
    query, key = _feature_map(query), _feature_map(key)
    states = (key.unsqueeze(-1) * value.unsqueeze(-2)).cumsum(-3)
    sums = key.cumsum(-2)  # z
    output = (query.unsqueeze(-2) @ states).squeeze(-2)
    return output / (query * sums).sum(-1, keepdim=True), states


class _LinearScore(Score):
    """score(q, k) = φ(q)ᵀ φ(k); each row is divided by its sum, without softmax.

    Linear attention (Katharopoulos et al. 2020, eq. 4). Computes every weight explicitly, in
    quadratic time, so that it can be shown; `attend_by_state` takes linear time.
    """

    def forward(self, query: Tensor, key: Tensor) -> Tensor:
        return _feature_map(query) @ _feature_map(key).transpose(-2, -1)

    def weights(self, scores: Tensor, allowed: Tensor | None = None) -> Tensor:
        scores = scores if allowed is None else scores.masked_fill(~allowed, 0.0)
        return scores / scores.sum(-1, keepdim=True).clamp(min=torch.finfo(scores.dtype).tiny)


# Score functions by their name in a configuration; each takes the width of queries and keys.
SCORES: dict[str, Callable[[int], Score]] = {
    "scaled dot": lambda d: ScaledDotScore(),
    "dot": lambda d: _DotScore(),
    "bilinear": lambda d: BilinearScore(d, d),
    "additive": lambda d: AdditiveScore(d, d, d),
    "linear": lambda d: _LinearScore(),
}


def make_score(name: str, d: int) -> Score:
    """Make the score function of this name for queries and keys of width `d`.

    Raises ValueError for a name that is not in `SCORES`.
    """
    if name not in SCORES:
        raise ValueError(f"unknown score {name!r}; choose one of {', '.join(SCORES)}")
    return SCORES[name](d)


def attention_weights(scores: Tensor, allowed: Tensor | None = None) -> Tensor:
    """Softmax over the allowed keys; `[..., query, key]`.

    A masked key gets a weight of exactly 0. A query whose keys are all masked gets a row of zeros;
    the usual -1e9 would make that row uniform.
    """
    if allowed is None:
        return scores.softmax(dim=-1)
    weights = scores.masked_fill(~allowed, float("-inf")).softmax(dim=-1)
    return weights.masked_fill(~allowed, 0.0)


def padding_mask(ids: Tensor, padding_id: int) -> Tensor:
    """Allow all keys but padding; `[batch, key]` ids to `[batch, 1, 1, key]`."""
    return (ids != padding_id)[:, None, None, :]


def _causal_mask(length: int, device: torch.device | str = "cpu") -> Tensor:
    """Allow position t to see positions up to t (section 3.2.3); `[query, key]`."""
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()


def target_mask(length: int, mask: str, window: int, device: torch.device | str = "cpu") -> Tensor:
    """Return the decoder's `allowed`, `[query, key]`; `mask` is "causal" or "none".

    A position sees only positions less than `window` away; 0 means any distance.
    """
    if mask == "causal":
        allowed = _causal_mask(length, device)
    else:
        allowed = torch.ones(length, length, dtype=torch.bool, device=device)
    reach = min(window, length) - 1
    return allowed.triu(-reach).tril(reach) if window else allowed


def attend(
    scores: Tensor,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    allowed: Tensor | None,
    record: list[AttentionRecord] | None = None,
    change: LayerChanges = LayerChanges(),
    normalise: Callable[[Tensor, Tensor | None], Tensor] = attention_weights,
    dropout: nn.Module | None = None,
) -> Tensor:
    """Attention = normalise(scores) V, by softmax unless told otherwise (eq. 1).

    Applies what `change` forces and reweights to the weights, what it silences to the outputs, and
    puts in parts of other runs. Its scale and temperature are already in the scores.

    `scores [batch, head, query, key]` and `value [batch, head, key, d_head]` to the head outputs
    `[batch, head, query, d_head]`. `record`, when given, receives one `AttentionRecord`; `query`
    and `key` are only needed for it.
    """
    weights = _weigh(scores, allowed, change, normalise)
    if change.reweighted is not None:
        weights = change.reweighted(weights, allowed)
    weights, value = change.put_in("weights", weights), change.put_in("values", value)
    dropped = weights if dropout is None else dropout(weights)
    head_output = change.put_in("output", _ablate_heads(dropped @ value, change.silenced))
    if record is not None:
        record.append(AttentionRecord(query, key, value, scores, weights, head_output, allowed))
    return head_output


class MultiHeadAttention(nn.Module):
    """MultiHead(Q, K, V) = Concat(head_1, ..., head_h) W_O (Vaswani et al. 2017, section 3.2.2).

    Each projection is one matrix with all heads side by side. Unlike in the paper, projections have
    biases, as in `torch.nn.MultiheadAttention`. `score` is a name in `SCORES`; the paper uses the
    scaled dot product.
    """

    def __init__(self, d_model: int, n_heads: int, dropout: float = 0.0, score: str = "scaled dot"):
        super().__init__()
        if d_model % n_heads:
            raise ValueError(f"d_model {d_model} is not a multiple of n_heads {n_heads}")
        self.n_heads = n_heads
        self.score = make_score(score, d_model // n_heads)
        self.to_query = nn.Linear(d_model, d_model)
        self.to_key = nn.Linear(d_model, d_model)
        self.to_value = nn.Linear(d_model, d_model)
        self.to_output = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)

    def split_heads(self, x: Tensor) -> Tensor:
        """`[batch, position, d_model]` to `[batch, head, position, d_head]`."""
        return x.unflatten(-1, (self.n_heads, -1)).transpose(1, 2)

    def keys_and_values(self, context: Tensor) -> tuple[Tensor, Tensor]:
        """Project `[batch, key, d_model]` to key and value, `[batch, head, key, d_head]`."""
        return self.split_heads(self.to_key(context)), self.split_heads(self.to_value(context))

    def forward(
        self,
        x: Tensor,
        key: Tensor,
        value: Tensor,
        allowed: Tensor | None,
        record: list[AttentionRecord] | None = None,
        change: LayerChanges = LayerChanges(),
    ) -> Tensor:
        """Attend from `x [batch, query, d_model]` to `key` and `value`; `[batch, query, d_model]`.

        `key` and `value` are those of `keys_and_values`; `x` is projected here. `record`, when
        given, receives one `AttentionRecord`.
        """
        query = self.split_heads(self.to_query(x))  # [batch, head, query, d_head]
        scores = self.score.under(change, query, key)  # [batch, head, query, key]
        head_output = attend(
            scores, query, key, value, allowed, record, change, self.score.weights, self.dropout
        )
        return self.to_output(head_output.transpose(1, 2).flatten(-2))  # [batch, query, d_model]


def _weigh(
    scores: Tensor,
    allowed: Tensor | None,
    change: LayerChanges,
    normalise: Callable[[Tensor, Tensor | None], Tensor],
) -> Tensor:
    """Return the weights `[batch, head, query, key]`, some of them forced.

    Those of the null key are left out, as its value is 0: rows sum to 1 without it.
    """
    if not change.null_key:
        return _override_weights(normalise(scores, allowed), allowed, change.forced)
    keys = scores.shape[-1]
    scores = nn.functional.pad(scores, (0, 1))
    if allowed is not None:
        allowed = nn.functional.pad(allowed, (0, 1), value=True)
    forced = tuple(cell for cell in change.forced if cell[2] < keys)  # not of a key to come
    return _override_weights(normalise(scores, allowed), allowed, forced)[..., :keys]


def _ablate_heads(head_output: Tensor, silenced: tuple[tuple[int, ...], ...]) -> Tensor:
    """Zero the output of some heads in `head_output [batch, head, query, d_head]`.

    `silenced` lists heads for each sentence of the batch, or once for all sentences.
    """
    if not any(silenced):
        return head_output
    gains = [
        [float(head not in heads) for head in range(head_output.shape[1])] for heads in silenced
    ]
    return head_output * head_output.new_tensor(gains)[:, :, None, None]


def _override_weights(
    weights: Tensor, allowed: Tensor | None, forced: tuple[tuple[int, int, int, float], ...]
) -> Tensor:
    """Set cells of `weights [batch, head, query, key]` to given weights.

    `forced` holds (head, query, key, weight).

    The other allowed cells of a row share the rest of 1 in proportion to their weights, or equally
    if all of these are 0. If every allowed cell is forced, the forced cells are scaled to sum to 1,
    or equal if all were forced to 0. Skips cells beyond the weights. Raises UserError for a masked
    cell.
    """
    if not forced:
        return weights
    if allowed is None:
        allowed = torch.ones_like(weights, dtype=torch.bool)
    allowed = allowed.expand_as(weights)
    given = torch.full_like(weights, float("nan"))
    for head, query, key, weight in forced:
        # A cell beyond the weights belongs to a word that is not written yet, or to none.
        if 0 <= query < weights.shape[2] and 0 <= key < weights.shape[3]:
            if not allowed[:, head, query, key].all():
                raise UserError(
                    "The cell in row {row}, column {column} is masked. A masked cell cannot "
                    "be given a weight.",
                    row=query + 1,
                    column=key + 1,
                )
            given[:, head, query, key] = weight
    free = allowed & given.isnan()  # [batch, head, query, key]
    given = given.nan_to_num()
    rest = (1 - given.sum(-1, keepdim=True)).clamp(min=0)
    shared = torch.where(
        free.any(-1, keepdim=True),
        given + rest * _normalise_over(weights, free),
        _normalise_over(given, allowed),
    )
    has_forced = (allowed & ~free).any(-1, keepdim=True)
    return torch.where(has_forced, shared, weights)


def _normalise_over(weights: Tensor, cells: Tensor) -> Tensor:
    """Normalise the weights of `cells` (a mask) to sum to 1 over the last axis; zero all others.

    A row whose weights are all 0 becomes uniform over its cells.
    """
    weights = weights * cells
    weights = torch.where(weights.sum(-1, keepdim=True) > 0, weights, cells.to(weights.dtype))
    return weights / weights.sum(-1, keepdim=True)
