"""Every number shown of a head equals what the model computed."""

from xml.etree import ElementTree

import numpy as np
import pytest

import models
from models import Request, UserError, WhatIf
from viz.analysis.derivation import _OPERATIONS, Board, _role_of
from viz.analysis.measures import rollout
from viz.analysis.walkthrough import LARGEST_SENT, add_softmax_steps, contributions, derive

pytestmark = pytest.mark.thorough

SENTENCES = (
    "I am tired.",
    "The big red dog is sleeping on the bed.",
    "An accordionist photographs two flamingos.",
)
TRANSLATORS = models.shipped_for("translation")
ATTENTIVE = [name for name in TRANSLATORS if not name.startswith("seq2seq")]
TRANSFORMER = [
    "The word",
    "Query",
    "Keys",
    "Values",
    "Dot products",
    "Scale",
    "Mask",
    "Exponentials",
    "Weights",
    "Weighted values",
    "Head output",
    "All heads",
    "Output projection",
    "Residual and norm",
]
RECURRENT = [
    "Query",
    "Keys and values",
    "Dot products",
    "Exponentials",
    "Weights",
    "Weighted states",
    "Context",
    "Combine",
]


def watched(model, request):
    """The trace, and for every module of the network what went into it and came out in the last,
    teacher-forced pass, at the places of the sentence: behind them there may be padding.
    """
    seen, hooks = {}, []
    for name, module in model.network.named_modules():

        def see(module, into, out, name=name):
            if into and all(hasattr(part, "shape") for part in (into[0], out)):
                seen[name] = into[0][0].numpy(), out[0].numpy()  # without the batch

        hooks.append(module.register_forward_hook(see))
    try:
        trace = model.trace(request)
        lengths = {
            name: len(trace.source if name.startswith("encoder") else trace.predicted)
            for name in seen
        }
        return trace, {
            name: (into[: lengths[name]], out[: lengths[name]])
            for name, (into, out) in seen.items()
        }
    finally:
        for hook in hooks:
            hook.remove()


@pytest.fixture(
    scope="module",
    params=[(name, sentence) for name in ATTENTIVE for sentence in SENTENCES],
    ids="-".join,
)
def run(request):
    name, sentence = request.param
    model = models.load(name, device="cpu")
    return (model, *watched(model, Request(name, sentence)))


@pytest.fixture(scope="module")
def heads(run):
    """Of each head of each layer the grids of all queries, matrices apart, `[query, row, column]`
    by name, and one whole derivation.
    """
    model, trace, _ = run
    grids_of_heads = {}
    for stack, (layers, count) in model.attention_sizes.items():
        for layer in range(layers):
            parameters = model.parameters(stack, layer)
            for head in range(count):
                queries = range(len(trace.attention[stack].query_tokens))
                rows = [
                    derive(trace, parameters, stack, layer, head, row, count) for row in queries
                ]
                names = [name for name, grid in rows[0].grids.items() if grid.role != "matrix"]
                grids = {name: np.stack([row.grids[name].values for row in rows]) for name in names}
                grids_of_heads[stack, layer, head] = grids, rows[len(rows) // 2]
    return grids_of_heads


def close(actual, expected):
    np.testing.assert_allclose(actual, expected, atol=1e-5, rtol=1e-6)


def test_one_of_the_sentences_has_a_word_of_several_sub_words():
    trace = models.load("transformer", device="cpu").trace(Request("transformer", SENTENCES[2]))
    assert len(set(trace.source_words)) < len(trace.source_words)


def test_the_numbers_of_every_head_are_those_of_the_model(run, heads):
    model, trace, _ = run
    assert {
        stack: (layer + 1, head + 1) for stack, layer, head in heads
    } == model.attention_sizes  # the last of each
    for (stack, layer, head), (grids, _) in heads.items():
        maps = trace.attention[stack]
        for name in ("query", "scores", "weights", "head_output"):
            close(grids[name][:, 0], getattr(maps, name)[layer, head])
        for keys, values in zip(grids["keys"], grids.get("values", grids["keys"])):
            close(keys, maps.key[layer, head])
            close(values, maps.value[layer, head])


def test_what_happens_after_the_heads_is_what_the_network_does(run, heads):
    model, trace, seen = run
    for (stack, layer, _), (grids, _) in heads.items():

        def same(name, expected):
            return close(grids[name][:, 0], expected)

        if model.name != "transformer":
            same("joined", seen["combine"][0])
            same("leaves", np.tanh(seen["combine"][1]))
            continue
        place = f"{'encoder' if stack == 'encoder' else 'decoder'}.{layer}"
        attention = f"{place}.{'cross' if stack == 'cross' else 'self'}_attention"
        same("joined", seen[f"{attention}.to_output"][0])
        same("projected", seen[f"{attention}.to_output"][1])
        same("residual", seen[f"{attention}_norm"][0])
        same("attended", seen[f"{attention}_norm"][1])
        if stack == "cross":
            same("self_output", seen[f"{place}.self_attention.to_output"][1])
            same("word", seen[f"{place}.self_attention_norm"][1])
        if stack != "decoder":
            same("hidden", seen[f"{place}.feed_forward.1"][1])
            same("fed", seen[f"{place}.feed_forward.2"][1])
            same("leaves", trace.hidden["encoder" if stack == "encoder" else "decoder"][layer + 1])


def test_what_a_word_is_written_from_gives_its_probability(run, heads):
    model, trace, _ = run
    grids, _ = heads["cross", model.attention_sizes["cross"][0] - 1, 0]
    logits = grids["leaves"][:, 0] @ model.network.embedding.weight.detach().numpy().T.astype(
        np.float64
    )
    powers = np.exp(logits - logits.max(1, keepdims=True))
    close(
        (powers / powers.sum(1, keepdims=True)).max(1),
        [choice.probability for choice in trace.choices],
    )


def test_every_made_grid_is_its_operation_applied_to_what_it_is_made_of(heads):
    for _, derivation in heads.values():
        for grid in derivation.grids.values():
            assert grid.role == _role_of(grid.symbol), grid.symbol
            assert grid.sent == (grid.values.size <= LARGEST_SENT)
            if grid.operation:
                operands = [derivation.grids[name].values for name in grid.of]
                np.testing.assert_array_equal(
                    _OPERATIONS[grid.operation](grid.number, *operands), grid.values
                )
        for step in derivation.steps:
            assert step.shows
            assert all(sign not in step.says for sign in ("\n", "{", "“”"))
            ElementTree.fromstring(f"<math>{step.formula}</math>")


def test_weights_sum_to_1_and_what_is_masked_weighs_nothing(run, heads):
    for (stack, _, _), (grids, _) in heads.items():
        weights = grids["weights"][:, 0]
        np.testing.assert_allclose(weights.sum(1), 1, atol=1e-12)
        if "masked" in grids:
            allowed = run[1].attention[stack].allowed
            np.testing.assert_array_equal(np.isnan(grids["masked"][:, 0]), ~allowed)
            assert not weights[~allowed].any()


def test_a_head_of_the_transformer_goes_through_these_steps(model):
    trace = model.trace(Request("transformer", SENTENCES[1]))

    def steps(stack, layer):
        return [
            step.name
            for step in derive(trace, model.parameters(stack, layer), stack, layer, 1, 3, 4).steps
        ]

    whole = [*TRANSFORMER, "Feed-forward", "Layer output"]
    assert steps("encoder", 0) == steps("encoder", 3) == whole
    assert steps("cross", 2) == [*whole, "Where it came from"]
    assert steps("decoder", 0) == TRANSFORMER


@pytest.mark.parametrize(
    "name, more",
    [
        ("bilstm-dot", []),
        ("bilstm-bilinear", ["Query, projected"]),
        ("bilstm-additive", ["Query, projected", "Keys, projected", "Sum and tanh"]),
    ],
)
def test_a_bilstms_attention_goes_through_the_steps_of_its_score(name, more):
    model = models.load(name, device="cpu")
    derivation = derive(
        model.trace(Request(name, SENTENCES[1])), model.parameters("cross"), "cross", 0, 0, 3, 1
    )
    assert [step.name for step in derivation.steps] == RECURRENT[:2] + more + RECURRENT[2:]


def test_the_first_layer_adds_embedding_and_position(model):
    trace = model.trace(Request("transformer", SENTENCES[1]))
    derivation = derive(trace, model.parameters("encoder"), "encoder", 0, 0, 3, 4)
    identity = model.tokenizer.encode(SENTENCES[1])[3]
    close(
        derivation.grids["embedding"].values[0],
        model.network.embedding.weight[identity].detach().numpy() * 256**0.5,
    )
    close(derivation.grids["position"].values[0], model.network.positions[3].numpy())
    assert derivation.title == "Encoder self-attention, layer 1, head 1: “dog”"


def test_the_mask_says_what_it_hides(model):
    trace = model.trace(Request("transformer", SENTENCES[1]))

    def says(stack, row):
        return derive(trace, model.parameters(stack), stack, 0, 0, row, 4).steps[6].says

    assert says("encoder", 3) == "Nothing is masked here: “dog” may attend to every word."
    word, count = trace.decoder_input[3], len(trace.decoder_input)
    assert says("decoder", 3).startswith(
        f"The words after “{word}” ({count - 4} of {count}) are masked"
    )
    assert says("decoder", count - 1).startswith("Nothing is masked here")


@pytest.mark.parametrize(
    "scores",
    [
        [81.0, 3.0, np.nan],
        [700.0, 900.0, -900.0],
        [-2000.0, -2001.0, np.nan],
        [80.0, -4000.0, 79.0],
    ],
)
def test_scores_too_far_for_an_exponential_give_the_same_weights(scores):
    board = Board()
    board.give("scores", [scores], "", "s_j", "score", rows=("a",), columns=("a", "b", "c"))
    add_softmax_steps(board, "scores")
    powers = np.exp(np.nan_to_num(np.array(scores) - np.nanmax(scores), nan=-np.inf))
    np.testing.assert_allclose(board.grids["weights"].values[0], powers / powers.sum(), atol=1e-12)
    assert ("shifted" in board.grids) == (abs(np.nanmax(scores)) > 80)
    assert ("beyond ±80" in board.steps[0].says) == ("shifted" in board.grids)


def test_a_changed_model_is_refused_but_a_swapped_word_is_not(model):
    def traced(what_if):
        return model.trace(Request("transformer", "I am tired.", what_if=what_if))

    parameters = model.parameters("encoder")
    trace = traced(WhatIf(swap=((2, "happy"),)))
    with pytest.raises(UserError, match="Undo your changes"):
        derive(traced(WhatIf(mask="none")), parameters, "encoder", 0, 0, 0, 4)
    derivation = derive(trace, parameters, "encoder", 0, 1, 2, 4)
    assert derivation.grids["query"].rows == ("happy",)
    close(
        derivation.grids["head_output"].values[0], trace.attention["encoder"].head_output[0, 1, 2]
    )


@pytest.mark.parametrize(
    "stack, layer, head, row, n_heads",
    [
        ("encoder", 4, 0, 0, 4),
        ("encoder", 0, 4, 0, 4),
        ("encoder", 0, 0, 5, 4),
        ("encoder", 0, 0, -1, 4),
        ("encoder", 0, 0, 0, 2),
    ],
)
def test_a_head_that_is_not_there_is_refused(model, stack, layer, head, row, n_heads):
    trace = model.trace(Request("transformer", "I am tired."))
    with pytest.raises(ValueError, match="layers, heads and queries"):
        derive(trace, model.parameters("encoder"), stack, layer, head, row, n_heads)


def test_a_stack_that_is_not_there_is_refused():
    model = models.load("bilstm-dot", device="cpu")
    trace, parameters = model.trace(Request("bilstm-dot", "I am tired.")), model.parameters("cross")
    with pytest.raises(ValueError, match="layers, heads and queries"):
        derive(trace, parameters, "encoder", 0, 0, 0, 1)
    with pytest.raises(ValueError, match="has no layer 0 of 1 heads in 'decoder'"):
        contributions(trace, parameters, "decoder", 0, 1)


def test_all_contributions_and_the_bias_are_what_the_attention_gives(run):
    model, trace, seen = run
    for stack, layer in [
        (stack, layer)
        for stack, (layers, _) in model.attention_sizes.items()
        for layer in range(layers)
    ]:
        p = model.parameters(stack, layer)
        heads = trace.attention[stack].n_heads
        shares = contributions(trace, p, stack, layer, heads)
        maps = trace.attention[stack]
        assert shares.error <= 1e-5
        assert shares.norms.shape == maps.weights[layer].shape
        assert shares.together.shape == maps.allowed.shape
        states = trace.hidden["encoder"][-1] if stack == "cross" else trace.hidden[stack][layer]
        parts = np.zeros((heads, *maps.allowed.shape, states.shape[1]))
        for head in range(heads):
            columns = slice(head * maps.value.shape[-1], (head + 1) * maps.value.shape[-1])
            for query, key in np.ndindex(*maps.allowed.shape):
                f = (
                    states[key]
                    if heads == 1
                    else (states[key] @ p["to_value"][:, columns] + p["to_value_bias"][columns])
                    @ p["to_output"][columns]
                )
                parts[head, query, key] = maps.weights[layer, head, query, key] * f
        close(shares.norms, np.linalg.norm(parts, axis=-1))
        close(shares.together, np.linalg.norm(parts.sum(0), axis=-1))
        if heads == 1:
            output = seen["combine"][0][:, : states.shape[1]]
        else:
            place = (
                f"encoder.{layer}.self"
                if stack == "encoder"
                else f"decoder.{layer}.{'cross' if stack == 'cross' else 'self'}"
            )
            output = seen[f"{place}_attention.to_output"][1]
        close(parts.sum((0, 2)) + p.get("to_output_bias", 0.0), output)


@pytest.mark.parametrize(
    "what_if",
    [
        WhatIf(silenced=(("decoder", 1, 2),)),
        WhatIf(mask="none"),
        WhatIf(temperature=3),
        WhatIf(forced=(("decoder", 1, 2, 3, 0, 0.9),)),
    ],
    ids=lambda what_if: what_if.applied[0],
)
def test_contributions_add_up_in_a_changed_model_too(model, what_if):
    trace = model.trace(Request("transformer", SENTENCES[1], what_if=what_if))
    shares = contributions(trace, model.parameters("decoder", 1), "decoder", 1, 4)
    assert shares.error <= 1e-5
    assert shares.norms[2].any() == (not what_if.silenced)


def test_rollouts_rows_sum_to_1_and_stay_lower_triangular_under_the_causal_mask(model):
    trace = model.trace(Request("transformer", SENTENCES[2]))
    for stack in ("encoder", "decoder"):
        weights = trace.attention[stack].weights
        rolled, slow = rollout(weights), np.eye(weights.shape[-1])
        assert rolled.shape == (weights.shape[0], *weights.shape[2:])
        np.testing.assert_allclose(rolled.sum(-1), 1, atol=1e-5)
        assert stack == "encoder" or not np.triu(rolled, 1).any()
        for layer, heads in enumerate(weights):
            slow = np.array(
                [
                    [
                        sum(
                            (heads[:, i, k].mean() + (i == k)) / 2 * slow[k, j]
                            for k in range(len(slow))
                        )
                        for j in range(len(slow))
                    ]
                    for i in range(len(slow))
                ]
            )
            np.testing.assert_allclose(rolled[layer], slow, atol=1e-6)
        np.testing.assert_allclose(
            rolled[0], 0.5 * weights[0].mean(0) + 0.5 * np.eye(len(slow)), atol=1e-6
        )


def test_heads_that_look_at_themselves_roll_out_to_themselves():
    themselves = np.broadcast_to(np.eye(4, dtype=np.float32), (3, 2, 4, 4))
    np.testing.assert_array_equal(rollout(themselves), themselves[:, 0])
