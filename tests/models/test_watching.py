"""What `watch` records, and that the run it watches is the same to the last bit."""

import copy
import io
from contextlib import nullcontext

import pytest
import torch
from torch import nn
from torch.nn.utils.parametrizations import spectral_norm
from torch.utils.checkpoint import checkpoint

from models import UserError, watching
from tests.marks import slow_after
from viz import watch

# What PyTorch says of its own layers, and of a network that is compiled in the block.
pytestmark = pytest.mark.filterwarnings(
    "ignore:enable_nested_tensor",
    "ignore:The PyTorch API of nested",
    "ignore:Using .torch.compile",
    "ignore:Support for mismatched",
    "ignore:.torch.jit.trace",
    "ignore::torch.jit.TracerWarning",
)
D, HEADS, LENGTH, BATCH = 16, 4, 5, 3
CAUSAL = nn.Transformer.generate_square_subsequent_mask(LENGTH)
PADDING = torch.arange(LENGTH).expand(BATCH, -1) >= torch.tensor([5, 3, 4])[:, None]
RANDOM = torch.rand(BATCH * HEADS, LENGTH, LENGTH, generator=torch.Generator().manual_seed(0))
# Arguments of the module, and of its call.
CASES = {
    "plain": ({}, {}),
    "padding": ({}, {"key_padding_mask": PADDING}),
    "bool mask": ({}, {"attn_mask": CAUSAL.isinf()}),
    "float mask": ({}, {"attn_mask": CAUSAL, "key_padding_mask": PADDING.float()}),
    "mask of each head": ({}, {"attn_mask": RANDOM}),
    "hint": ({}, {"attn_mask": CAUSAL, "is_causal": True, "need_weights": False}),
    "bias_kv": ({"add_bias_kv": True}, {"key_padding_mask": PADDING}),
    "zero": ({"add_zero_attn": True, "add_bias_kv": True}, {}),
    "kdim": ({"kdim": 8, "vdim": 12}, {}),
    "without weights": ({}, {"need_weights": False}),
    "weights of each head": ({}, {"average_attn_weights": False}),
}


class Student(nn.Module):
    def __init__(self, **more):
        super().__init__()
        self.attention = nn.MultiheadAttention(D, HEADS, dropout=0.3, **more)

    def forward(self, query, key, value, **more):
        return self.attention(query, key, value, **more)[0]


def run(network, inputs, watched, more=None, context=nullcontext):
    """Return the output, the gradients of all weights and the random state after a run."""
    network.zero_grad()
    torch.manual_seed(1)
    with watched, context():
        output = network(*inputs, **(more or {}))
    if output.requires_grad:
        output.float().square().sum().backward()
    gradients = [part.grad for part in network.parameters() if part.grad is not None]
    return output.detach(), *gradients, torch.random.get_rng_state()


def assert_same(one, other):
    assert len(one) == len(other)
    assert all(map(torch.equal, one, other))


@pytest.mark.parametrize("is_training", [True, False])
@pytest.mark.parametrize("batch_first", [True, False])
@pytest.mark.parametrize("case", CASES)
def test_a_run_is_the_same_and_the_weights_are_those_the_module_returns(
    case, batch_first, is_training
):
    of_module, of_call = CASES[case]
    network = Student(batch_first=batch_first, **of_module).train(is_training)
    shape = (BATCH, LENGTH) if batch_first else (LENGTH, BATCH)
    x = torch.randn(*shape, D)
    inputs = [x, x, x]
    if case == "kdim":
        inputs = [x, torch.randn(*shape, 8), torch.randn(*shape, 12)]
    watched = watch(network)
    assert_same(
        run(network, inputs, nullcontext(), of_call), run(network, inputs, watched, of_call)
    )
    (call,) = watched.calls
    asked = of_call | {"need_weights": True, "average_attn_weights": False}
    expected = network.eval().attention(*inputs, **asked)[1]
    assert torch.equal(call.weights, expected)
    assert call.role == ("cross" if case == "kdim" else "self")
    assert network.attention.training == network.training


def test_one_sentence_without_a_batch_is_a_batch_of_one():
    network, x = Student().eval(), torch.randn(LENGTH, D)
    with watch(network) as watched:
        network(x, x, x)
    assert watched.calls[0].weights.shape == (1, HEADS, LENGTH, LENGTH)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_half_precision_and_autocast_are_the_same(dtype):
    x = torch.randn(BATCH, LENGTH, D)
    network = Student(batch_first=True)
    kinds = [
        (network, x, lambda: torch.autocast("cpu", dtype)),
        (copy.deepcopy(network).to(dtype), x.to(dtype), nullcontext),
    ]
    for network, inputs, context in kinds:
        inputs, watched = [inputs] * 3, watch(network)
        plain = run(network, inputs, nullcontext(), context=context)
        assert len(plain) == 6
        assert_same(plain, run(network, inputs, watched, context=context))
        watched.show(["a"] * LENGTH)


LAYERS = {
    "after": {"batch_first": True},
    "before": {"batch_first": True, "norm_first": True},
    "second": {},
}


@pytest.mark.parametrize("kind", slow_after(1, LAYERS))
def test_a_training_of_nn_transformer_has_the_same_losses(kind):
    losses = []
    for watches in (False, True):
        torch.manual_seed(0)
        network = nn.Transformer(D, HEADS, 2, 3, 32, **LAYERS[kind])
        optimiser = torch.optim.Adam(network.parameters())
        watched = watch(network, keep=2)
        with watched if watches else nullcontext():
            for _ in range(4):
                source, target = torch.randn(2, LENGTH, LENGTH, D)
                loss = network(source, target, tgt_mask=CAUSAL, tgt_is_causal=True).square().mean()
                optimiser.zero_grad()
                loss.backward()
                optimiser.step()
                losses.append(loss.item())
    assert losses[:4] == losses[4:]
    assert len(watched.calls) == 2 * 8


def test_the_fast_path_is_off_inside_and_back_afterwards():
    network = nn.TransformerEncoder(nn.TransformerEncoderLayer(D, HEADS, 32, batch_first=True), 2)
    network, x = network.eval(), torch.randn(BATCH, LENGTH, D)
    with torch.no_grad(), pytest.raises(ZeroDivisionError):
        fast = network(x, src_key_padding_mask=PADDING)
        with watch(network) as watched:
            slow = network(x, src_key_padding_mask=PADDING)
            raise ZeroDivisionError
    assert len(watched.calls) == 2
    assert torch.allclose(fast[~PADDING], slow[~PADDING], atol=1e-6)
    assert torch.backends.mha.get_fastpath_enabled()
    of_all = torch.nn.modules.module
    assert not of_all._global_forward_hooks
    assert not of_all._global_forward_pre_hooks
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        with torch.no_grad():
            assert torch.equal(network(x, src_key_padding_mask=PADDING), slow)
    finally:
        torch.backends.mha.set_fastpath_enabled(True)
    network(x)
    assert len(watched.calls) == 2


def test_nested_tensors_run_as_without_and_are_named():
    layer = nn.TransformerEncoderLayer(D, HEADS, 32, batch_first=True).eval()
    nested = torch.nested.nested_tensor([torch.randn(3, D), torch.randn(5, D)])
    with torch.no_grad():
        plain = layer(nested)
        with watch(layer) as watched:
            output = layer(nested)
            layer(torch.randn(BATCH, LENGTH, D))
    assert all(map(torch.equal, plain.unbind(), output.unbind()))
    assert len(watched.calls) == 1
    assert "was not recorded: it reads a nested tensor" in watched.attention().text
    with torch.no_grad(), watch(layer) as watched:
        layer(nested)
    with pytest.raises(UserError, match="recorded: TransformerEncoderLayer: it reads a nested"):
        watched.show()


class Checkpointed(Student):
    reentrant = False

    def forward(self, *inputs):
        return checkpoint(super().forward, *inputs, use_reentrant=self.reentrant)


@pytest.mark.parametrize("reentrant", [True, False])
def test_what_checkpointing_computes_again_is_no_call(reentrant):
    network = Checkpointed()
    network.reentrant, watched = reentrant, watch(network, keep=5)
    x = torch.randn(LENGTH, BATCH, D, requires_grad=True)
    plain = run(network, [x] * 3, nullcontext())
    with watched:
        assert_same(plain, run(network, [x] * 3, nullcontext()))
    assert len(watched.calls) == 1


def test_copies_and_files_made_in_the_block_hold_nothing_of_it():
    network, x = Student(), torch.randn(LENGTH, BATCH, D)
    file = io.BytesIO()
    with watch(network, keep=9) as watched:
        twin = copy.deepcopy(network)
        torch.save(network, file)
        twin(x, x, x)
        nn.DataParallel(network)(x, x, x)
    assert len(watched.calls) == (0 if torch.cuda.is_available() else 1)
    file.seek(0)
    again = torch.load(file, weights_only=False)
    assert not again.attention._forward_hooks
    assert not twin.attention._forward_hooks


@pytest.mark.slow
def test_a_network_that_is_compiled_in_the_block_is_left_alone():
    network, x = Student().eval(), torch.randn(LENGTH, BATCH, D)
    compiled = torch.compile(network, backend="eager", fullgraph=True)
    with watch(network) as watched, torch.no_grad():
        assert torch.allclose(compiled(x, x, x), network(x, x, x))
        torch.jit.trace(network, (x, x, x))
    assert len(watched.calls) == 1


def test_a_norm_that_changes_with_each_training_step_is_not_stepped_twice():
    states = []
    other = watch(Student())  # so that the fast path is off in both runs: it reads weights too
    for watches in (False, True):
        torch.manual_seed(0)
        network, x = Student(), torch.randn(LENGTH, BATCH, D)
        spectral_norm(network.attention, "in_proj_weight")
        with watch(network) if watches else other:
            network(x, x, x)
        states.append(network.state_dict())
    assert all(torch.equal(states[0][name], states[1][name]) for name in states[0])


def test_memory_is_bounded_by_calls_and_by_sentences(monkeypatch):
    network, x = Student(), torch.randn(LENGTH, BATCH, D)
    with watch(network, keep=2) as watched:
        for _ in range(9):
            network(x, x, x, attn_mask=RANDOM, key_padding_mask=PADDING)
    assert [call.number for call in watched.calls] == [7, 8]
    whole = watched.calls[-1].weights
    monkeypatch.setattr(watching, "_MOST", 2 * 4 * HEADS * LENGTH * (LENGTH + 2))
    with watched:
        network(x, x, x, attn_mask=RANDOM, key_padding_mask=PADDING)
    call = watched.calls[-1]
    assert (call.batch, len(call.weights)) == (BATCH, 2)
    assert torch.allclose(call.weights, whole[:2])
    with pytest.raises(UserError, match="the batch has 3, of which 0 to 1 are kept"):
        watched.show(sentence=2)


class Odd(nn.MultiheadAttention):
    def forward(self, query):
        return super().forward(query, query, query)


def test_a_module_that_cannot_be_asked_again_runs_on():
    network, x = nn.Sequential(Odd(D, HEADS)), torch.randn(LENGTH, BATCH, D)
    with watch(network) as watched:
        network(x)
    with pytest.raises(UserError, match="Nothing was recorded: 0: "):
        watched.show()
