import itertools

import pytest
import torch
from torch import nn

from models.networks.attention import (
    AdditiveScore,
    BilinearScore,
    _DotScore,
    scaled_dot_product_scores,
)
from models.networks.bilstm import BiLSTM, BiLSTMConfig, lstm_gates
from models.networks.recorder import Recording
from models.store import checkpoint

KINDS = {
    "additive": ("additive", "lstm"),
    "dot": ("dot", "lstm"),
    "bilinear": ("bilinear", "lstm"),
    "seq2seq": (None, "lstm"),
    "additive-rnn": ("additive", "rnn"),
    "seq2seq-rnn": (None, "rnn"),
}  # the score function and the cell
QUERY, KEY = (
    torch.randn(2, 3, 8, generator=torch.Generator().manual_seed(1)),
    torch.randn(2, 5, 8, generator=torch.Generator().manual_seed(2)),
)


@pytest.fixture(scope="module", params=KINDS)
def recurrent(request):
    torch.manual_seed(0)
    score, cell = KINDS[request.param]
    return BiLSTM(BiLSTMConfig(50, d_model=16, score=score, cell=cell)).eval()


@pytest.fixture(scope="module")
def batch():
    """Three sources of 7, 3 and 5 tokens, padded with 0, and three targets of 6."""
    generator = torch.Generator().manual_seed(4)
    source = torch.randint(3, 50, (3, 7), generator=generator)
    source[1, 3:], source[2, 5:] = 0, 0
    return source, torch.randint(3, 50, (3, 6), generator=generator)


def slow_scores(score, one: torch.Tensor, other: torch.Tensor) -> float:
    """Score one query and one key, straight from the papers."""
    if isinstance(score, AdditiveScore):
        inner = [
            torch.tanh(score.of_query.weight[i] @ one + score.of_key.weight[i] @ other)
            for i in range(len(score.of_query.weight))
        ]
        return sum(v * x for v, x in zip(score.to_score.weight[0], inner))
    if isinstance(score, BilinearScore):
        return sum(
            one[i] * score.weight[i, j] * other[j]
            for i, j in itertools.product(range(len(one)), range(len(other)))
        )
    return sum(a * b for a, b in zip(one, other))


@pytest.mark.parametrize(
    "score",
    [AdditiveScore(8, 8, 6), BilinearScore(8, 8), _DotScore()],
    ids=lambda score: type(score).__name__,
)
def test_every_score_function_equals_a_slow_loop(score):
    with torch.no_grad():
        for weights in score.parameters():
            nn.init.normal_(weights)
        scores = score(QUERY, KEY)
        assert scores.shape == (2, 3, 5)
        for b, q, k in itertools.product(range(2), range(3), range(5)):
            assert scores[b, q, k].item() == pytest.approx(
                float(slow_scores(score, QUERY[b, q], KEY[b, k])), abs=1e-5
            )


def test_bilinear_with_the_identity_is_dot_and_scaled_dot_product_is_dot_over_the_root_of_d():
    bilinear = BilinearScore(8, 8)
    assert torch.equal(bilinear.weight, torch.eye(8))  # the initial value
    dot = _DotScore()(QUERY, KEY)
    torch.testing.assert_close(bilinear(QUERY, KEY), dot)
    torch.testing.assert_close(scaled_dot_product_scores(QUERY, KEY), dot / 8**0.5)


@pytest.mark.parametrize("backward", [False, True])
def test_the_written_out_cell_equals_torchs_lstm(backward):
    torch.manual_seed(5)
    lstm = nn.LSTM(6, 4, batch_first=True, bidirectional=True)
    x, first = torch.randn(3, 9, 6), torch.randn(2, 2, 3, 4)
    with torch.no_grad():
        theirs, (hidden, cell) = lstm(x, (first[0], first[1]))
        gates = lstm_gates(lstm, x, (first[0, int(backward)], first[1, int(backward)]), backward)
    torch.testing.assert_close(
        gates["hidden"], theirs[..., 4:] if backward else theirs[..., :4], atol=1e-6, rtol=0
    )
    torch.testing.assert_close(
        gates["hidden"][:, 0 if backward else -1], hidden[int(backward)], atol=1e-6, rtol=0
    )
    torch.testing.assert_close(
        gates["cell"][:, 0 if backward else -1], cell[int(backward)], atol=1e-6, rtol=0
    )


def test_the_recorded_gates_are_those_of_the_pass_even_beside_padding(recurrent, batch):
    source, target = batch
    for row in range(3):
        recording = Recording()
        with torch.no_grad():
            recurrent(source[row : row + 1], target[row : row + 1], recording)
        length = int((source[row] != 0).sum())
        memory, hidden = (
            recording.hidden["encoder"][1][0, :length],
            recording.hidden["decoder"][1][0],
        )
        if recurrent.config.cell == "rnn":
            assert recording.gates == {}
            continue
        both = torch.cat(
            [recording.gates[f"encoder {way}"]["hidden"] for way in ("forward", "backward")], dim=-1
        )
        torch.testing.assert_close(both, memory, atol=1e-6, rtol=0)
        torch.testing.assert_close(recording.gates["decoder"]["hidden"], hidden, atol=1e-6, rtol=0)


def test_recording_changes_nothing(recurrent, batch):
    with torch.no_grad():
        assert torch.equal(recurrent(*batch), recurrent(*batch, Recording()))


def test_a_sentence_alone_and_in_a_padded_batch_gives_the_same(recurrent, batch):
    source, target = batch
    with torch.no_grad():
        together = recurrent(source, target)
        for row in range(3):
            alone = recurrent(
                source[row : row + 1, : int((source[row] != 0).sum())], target[row : row + 1]
            )
            torch.testing.assert_close(together[row], alone[0], atol=1e-6, rtol=0)


def test_word_by_word_equals_all_at_once(recurrent, batch):
    source, target = batch
    with torch.no_grad():
        state, logits = recurrent.start(source), []
        for position in range(target.shape[1]):
            step, state = recurrent.step(target[:, position], state)
            logits.append(step)
        torch.testing.assert_close(
            torch.stack(logits, dim=1),
            recurrent.logits(recurrent(source, target)),
            atol=1e-5,
            rtol=0,
        )


def test_a_later_word_changes_nothing_before_it(recurrent, batch):
    source, target = batch
    other = target.clone()
    other[:, -1] = 3 + (other[:, -1] - 2) % 47
    with torch.no_grad():
        assert torch.equal(recurrent(source, target)[:, :-1], recurrent(source, other)[:, :-1])


@pytest.mark.parametrize("cell", ["lstm", "rnn"])
def test_without_attention_only_the_last_states_of_the_encoder_reach_the_decoder(batch, cell):
    torch.manual_seed(0)
    seq2seq = BiLSTM(BiLSTMConfig(50, d_model=16, score=None, cell=cell)).eval()
    source, target = batch
    with torch.no_grad():
        state = seq2seq.start(source)
        plain = seq2seq.decode(target, state)
        state.memory.fill_(7.0)
        assert torch.equal(seq2seq.decode(target, state), plain)
        state.hidden.zero_()
        assert not torch.equal(seq2seq.decode(target, state), plain)


def test_the_state_of_some_rows_goes_on_like_those_rows(recurrent, batch):
    source, target = batch
    rows = torch.tensor([2, 0, 2])
    with torch.no_grad():
        _, state = recurrent.step(target[:, 0], recurrent.start(source))
        whole, _ = recurrent.step(target[:, 1], state)
        picked, _ = recurrent.step(target[rows, 1], state.select(rows))
    torch.testing.assert_close(picked, whole[rows], atol=1e-6, rtol=0)


def test_a_plain_network_is_a_tanh_of_word_and_state_one_word_after_the_other(batch):
    torch.manual_seed(6)
    plain = BiLSTM(BiLSTMConfig(50, d_model=16, score=None, cell="rnn")).eval()
    source, target = batch
    recording = Recording()
    with torch.no_grad():
        plain(source[:1], target[:1], recording)
    (x, memory), (y, written) = (
        [states[0] for states in recording.hidden[stack]] for stack in ("encoder", "decoder")
    )
    forward, backward = memory[:, :8], memory[:, 8:]
    runs = [
        (plain.encoder, "_l0", x, torch.zeros(8), forward),
        (plain.encoder, "_l0_reverse", x.flip(0), torch.zeros(8), backward.flip(0)),
        (plain.decoder, "_l0", y, torch.cat([forward[-1], backward[0]]), written),
    ]
    for layer, suffix, words, hidden, expected in runs:
        w, u, b, c = (
            getattr(layer, name + suffix)
            for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
        )
        for word, state in zip(words, expected, strict=True):
            with torch.no_grad():
                hidden = torch.tanh(w @ word + b + u @ hidden + c)
            torch.testing.assert_close(hidden, state, atol=1e-6, rtol=0)


def test_a_config_from_before_there_was_a_choice_of_cell_is_an_lstms():
    network = checkpoint.build(
        {"architecture": "bilstm", "vocabulary_size": 50, "d_model": 16, "score": None}
    )
    assert isinstance(network.encoder, nn.LSTM)
    assert isinstance(network.decoder, nn.LSTM)
    again = checkpoint.build(
        checkpoint.describe_layers(BiLSTM(BiLSTMConfig(50, d_model=16, cell="rnn")))
    )
    assert isinstance(again.encoder, nn.RNN)
    assert isinstance(again.decoder, nn.RNN)


def test_a_wrong_score_cell_or_width_is_refused():
    with pytest.raises(ValueError, match="'cosine'"):
        BiLSTM(BiLSTMConfig(50, score="cosine"))
    with pytest.raises(ValueError, match="unknown cell 'gru'; choose one of lstm, rnn"):
        BiLSTM(BiLSTMConfig(50, cell="gru"))
    with pytest.raises(ValueError, match="even"):
        BiLSTM(BiLSTMConfig(50, d_model=15))
