"""The dependence of the last state on each word, against slow versions."""

import copy
from concurrent.futures import CancelledError, ThreadPoolExecutor

import numpy as np
import pytest
import torch

import models
from models import Gradients, Request, UserError
from models.answers.gradients import _Rows, state_gradients
from models.networks.bilstm import BiLSTM, BiLSTMConfig
from models.networks.recorder import Recording
from models.networks.transformer import Transformer, TransformerConfig

pytestmark = pytest.mark.thorough

SENTENCE = "The big red dog is sleeping on the bed."
SOURCE, TARGET = torch.tensor([[7, 12, 3, 7, 2]]), torch.tensor([[1, 9, 4, 15]])
KINDS = {
    "lstm": lambda: BiLSTM(BiLSTMConfig(20, d_model=8, score=None)),
    "lstm-additive": lambda: BiLSTM(BiLSTMConfig(20, d_model=8, score="additive")),
    "lstm-bilinear": lambda: BiLSTM(BiLSTMConfig(20, d_model=8, score="bilinear")),
    "rnn": lambda: BiLSTM(BiLSTMConfig(20, d_model=8, score=None, cell="rnn")),
    "rnn-dot": lambda: BiLSTM(BiLSTMConfig(20, d_model=8, score="dot", cell="rnn")),
    "transformer": lambda: Transformer(
        TransformerConfig(20, d_model=8, d_ff=16, n_heads=2, n_layers=2, max_length=20)
    ),
}


@pytest.fixture(params=KINDS)
def small(request):
    """A network of each kind with random weights."""
    torch.manual_seed(7)
    return KINDS[request.param]().eval()


@pytest.fixture
def tiny_rnn():
    """A plain recurrent network with one unit in each direction of reading."""
    torch.manual_seed(8)
    return BiLSTM(BiLSTMConfig(20, d_model=2, score=None, cell="rnn")).eval()


def last_states(network, recording: Recording, source=SOURCE, target=TARGET) -> list[torch.Tensor]:
    """Return the last state written and, in a recurrent network, the last state read.

    The forward half of it, from an ordinary pass.
    """
    states = [network(source, target, recording)[0, -1]]
    if isinstance(network, BiLSTM):
        states.append(recording.hidden["encoder"][-1][0, -1, : network.config.d_model // 2])
    return states


def precision(network) -> float:
    """Return the relative precision of a gradient, computed in single precision."""
    return 2e-6 if isinstance(network, BiLSTM) else 1e-5


def measured(network, source=SOURCE, target=TARGET) -> list[np.ndarray]:
    """Return the gradients in the same order: writing and, if any, reading."""
    reading, writing = state_gradients(network, source, target)
    return [writing] if reading is None else [writing, reading]


def test_a_gradient_is_what_a_small_push_at_a_word_does_to_the_state(small):
    gradients = measured(small)
    doubled = copy.deepcopy(small).double()
    push = 1e-6
    embed = doubled.embed
    x = embed(SOURCE).detach()

    def pushed(position, unit, by):
        moved = x.clone()
        moved[0, position, unit] += by
        doubled.embed = lambda ids, **how: moved if ids is SOURCE else embed(ids, **how)
        with torch.no_grad():
            return last_states(doubled, Recording())

    squares = np.zeros((len(gradients), SOURCE.shape[1]))
    for position in range(SOURCE.shape[1]):
        for unit in range(small.config.d_model):
            for row, (up, down) in enumerate(
                zip(pushed(position, unit, push), pushed(position, unit, -push), strict=True)
            ):
                squares[row, position] += ((up - down) / (2 * push)).square().sum().item()
    np.testing.assert_allclose(
        gradients, np.sqrt(squares), rtol=max(1e-6, precision(small)), atol=1e-9
    )


@torch.enable_grad()
def norms_one_by_one(network, source, target=TARGET) -> list[np.ndarray]:
    """Return the norms by a plain run in double precision, one unit after the other."""
    doubled, recording = copy.deepcopy(network).double(), Recording()
    states = last_states(doubled, recording, source, target)
    x = recording.hidden["encoder"][0]
    return [
        torch.stack([torch.autograd.grad(unit, x, retain_graph=True)[0][0] for unit in state])
        .norm(dim=(0, 2))
        .numpy()
        for state in states
    ]


def test_a_gradient_is_that_of_a_plain_loop_over_units(small):
    np.testing.assert_allclose(
        measured(small), norms_one_by_one(small, SOURCE), rtol=precision(small)
    )


def test_units_that_are_followed_in_groups_give_the_same_norms(small, monkeypatch):
    together = measured(small)
    monkeypatch.setattr("models.answers.gradients._HELD", 3 * SOURCE.shape[1] * 8)  # three units
    np.testing.assert_allclose(measured(small), together, rtol=1e-6)


@pytest.mark.parametrize("score, cell", [(None, "lstm"), (None, "rnn"), ("additive", "lstm")])
def test_rows_that_are_left_out_of_a_long_sentence_change_no_norm(score, cell, monkeypatch):
    torch.manual_seed(10)
    network = BiLSTM(BiLSTMConfig(20, d_model=24, score=score, cell=cell)).eval()
    source, target = torch.randint(3, 20, (1, 60)), torch.randint(3, 20, (1, 12))
    merge, kept = _Rows.merge, []
    monkeypatch.setattr(_Rows, "merge", lambda rows: (merge(rows), kept.append(len(rows.parts[0]))))
    np.testing.assert_allclose(
        measured(network, source, target), norms_one_by_one(network, source, target), rtol=2e-6
    )
    assert min(kept) < max(kept) / 2


def test_a_plain_network_of_one_unit_multiplies_one_factor_for_each_word(tiny_rnn):
    doubled = copy.deepcopy(tiny_rnn).double().requires_grad_(False)
    x, encoder = doubled.embed(SOURCE)[0].numpy(), doubled.encoder
    w, u, b = (
        encoder.weight_ih_l0[0].numpy(),
        encoder.weight_hh_l0.item(),
        (encoder.bias_ih_l0 + encoder.bias_hh_l0).item(),
    )
    hidden = [0.0]
    for word in x:
        hidden.append(np.tanh(w @ word + u * hidden[-1] + b))
    slopes = 1 - np.square(hidden[1:])
    expected = [
        abs(np.prod(u * slopes[t + 1 :])) * slopes[t] * np.linalg.norm(w) for t in range(len(x))
    ]
    reading, _ = state_gradients(tiny_rnn, SOURCE, TARGET)
    np.testing.assert_allclose(reading, expected, rtol=1e-6)


def test_an_encoder_without_memory_depends_on_the_last_word_only(tiny_rnn):
    torch.nn.init.zeros_(tiny_rnn.encoder.weight_hh_l0)
    reading, writing = state_gradients(tiny_rnn, SOURCE, TARGET)
    assert (reading[:-1] == 0).all()
    assert reading[-1] > 0
    assert writing[0] > 0  # the backward half still reads the first word last


def test_a_gradient_of_a_long_sentence_fades_but_does_not_become_nothing():
    torch.manual_seed(9)
    rnn = BiLSTM(BiLSTMConfig(20, d_model=8, score=None, cell="rnn")).eval()
    torch.nn.init.eye_(rnn.encoder.weight_hh_l0).data.mul_(0.1)
    source = torch.randint(3, 20, (1, 100))
    reading, _ = state_gradients(rnn, source, TARGET)
    assert 0 < reading[0] < 1e-90 < 1e-3 < reading[-1]


def test_a_network_is_left_as_it_was(small):
    small.requires_grad_(False)
    small.embedding.weight.requires_grad_()
    before, names = copy.deepcopy(small.state_dict()), set(small.__dict__)
    needs = [weights.requires_grad for weights in small.parameters()]
    with torch.no_grad():
        first = measured(small)
        assert not torch.is_grad_enabled()
    for one, other in zip(first, measured(small), strict=True):
        np.testing.assert_array_equal(one, other)
    assert not any(module.training for module in small.modules())
    assert [weights.requires_grad for weights in small.parameters()] == needs
    assert set(small.__dict__) == names
    for name, weights in small.named_parameters():
        assert weights.grad is None
        assert weights.dtype == torch.float32
        assert torch.equal(weights, before[name])


def test_threads_that_share_a_network_do_not_mix_their_sentences(small):
    sentences = [torch.randint(3, 20, (1, length)) for length in (1, 4, 9, 6)] * 3
    one_after_the_other = [measured(small, source) for source in sentences]
    with ThreadPoolExecutor(4) as threads:
        for expected, gradients in zip(
            one_after_the_other,
            threads.map(lambda source: measured(small, source), sentences),
            strict=True,
        ):
            np.testing.assert_allclose(gradients, expected, rtol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("name", models.shipped_for("translation"))
@pytest.mark.parametrize(
    "target", [None, "Le chat n'est pas là.", ""], ids=["free", "forced", "forced-empty"]
)
def test_a_shipped_model_gives_a_norm_for_each_token_of_its_trace(name, target):
    model = models.load(name, device="cpu")
    request = Request(name, SENTENCE, target=target)
    gradients, trace = model.gradients(request), model.trace(request)
    for field in ("source", "source_spans", "source_words"):
        assert getattr(gradients, field) == getattr(trace, field)
    assert (gradients.reading is None) == (trace.attention["encoder"] is not None)
    for norms in filter(lambda norms: norms is not None, (gradients.reading, gradients.writing)):
        assert norms.shape == (len(trace.source),)
        assert np.isfinite(norms).all()
        assert (norms >= 0).all()
        assert norms.any()


@pytest.mark.parametrize("name", models.shipped_for("translation"))
def test_a_request_is_refused_as_by_trace(name):
    model = models.load(name, device="cpu")
    for request in (
        Request(name, " "),
        Request(name, "no " * 2000),
        Request(name, SENTENCE, target="non " * 600),
    ):
        with pytest.raises(UserError) as refused:
            model.gradients(request)
        with pytest.raises(UserError) as also:
            model.trace(request)
        assert str(refused.value) == str(also.value)
    with pytest.raises(ValueError, match="a request to 'other' reached"):
        model.gradients(Request("other", SENTENCE))


def values(**changes) -> Gradients:
    """Gradients of two tokens."""
    fields = {"source": ("a", "</s>"), "source_spans": ((0, 1), (1, 1)), "source_words": (0, 1)}
    return Gradients(
        **(fields | {"reading": np.array([0.5, 1.0]), "writing": np.zeros(2)} | changes)
    )


def test_gradients_that_fit_are_accepted_and_cannot_be_changed():
    assert values(reading=None).reading is None
    for norms in (values().reading, values().writing):
        with pytest.raises(ValueError, match="read-only"):
            norms[0] = 1


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"reading": np.zeros(3)}, r"reading has shape \(3,\) for 2 tokens"),
        ({"writing": np.zeros((2, 1))}, r"writing has shape \(2, 1\) for 2 tokens"),
        ({"writing": np.array([0, -1e-9])}, "a norm in writing is negative"),
        ({"reading": np.array([0, np.nan])}, "a norm in reading is negative or not finite"),
        ({"writing": np.array([0, np.inf])}, "a norm in writing is negative or not finite"),
        ({"source_words": (0,)}, "source_words has 1 entries for 2 tokens"),
        ({"source_spans": ()}, "source_spans has 0 entries for 2 tokens"),
    ],
)
def test_gradients_that_do_not_fit_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        values(**changes)


def test_the_state_asked_for_depends_on_no_later_word():
    model, request = (
        models.load("bilstm-additive", "cpu"),
        Request("bilstm-additive", "The big red dog", "Le gros chien rouge"),
    )
    first, last = model.gradients(request, 0), model.gradients(request)
    assert last.writing == pytest.approx(model.gradients(request, 4).writing)
    assert first.writing == pytest.approx(
        model.gradients(Request("bilstm-additive", "The big red dog", "Le petit"), 0).writing
    )
    assert not np.allclose(first.writing, last.writing)
    assert first.reading == pytest.approx(last.reading)
    with pytest.raises(IndexError):
        model.gradients(request, 5)


def test_who_waits_is_told_how_far_it_is_and_ends_it_by_an_exception(small):
    reports = []
    state_gradients(small, SOURCE, TARGET, lambda done, total: reports.append((done, total)))
    done, totals = zip(*reports, strict=True)
    assert {*totals} == {done[-1]}
    assert [*done] == sorted(done)

    def leave(done, total):
        raise CancelledError

    with pytest.raises(CancelledError):
        state_gradients(small, SOURCE, TARGET, leave)


@pytest.mark.parametrize("name", ["seq2seq", "seq2seq-rnn"])
def test_the_state_at_a_word_has_the_gradients_of_automatic_differentiation(name):
    model, place = models.load(name, device="cpu"), 2
    found = model.reading_gradients(Request(name, "The big red dog"), place)
    network = copy.deepcopy(model.network).double()
    ids = torch.tensor([[*model.source_ids("The big red dog"), model.tokenizer.end_id]])
    with torch.enable_grad():
        half = network.encoder.hidden_size
        jacobian = torch.autograd.functional.jacobian(
            lambda x: network.encoder(x)[0][0, place, :half], network.embed(ids)
        )  # [unit, 1, source, d_model]
    np.testing.assert_allclose(found, jacobian[:, 0].square().sum((0, 2)).sqrt(), rtol=1e-6)
    assert not found[place + 1 :].any()
    assert found[: place + 1].all()
    whole = model.gradients(Request(name, "The big red dog", "Le chien")).reading
    last = model.reading_gradients(Request(name, "The big red dog"), -1)
    np.testing.assert_allclose(last, whole, rtol=1e-9)


def test_a_transformer_has_no_state_that_has_read_a_part():
    request = Request("transformer", "The big red dog")
    with pytest.raises(UserError, match="does not read word after word"):
        models.load("transformer", device="cpu").reading_gradients(request, 2)
