"""Gates that a what-if forces."""

import numpy as np
import pytest
import torch

from models import Request, UserError, WhatIf, load
from models.networks.changes import NetworkChanges

SENTENCE = "The dog is sleeping on the bed."


@pytest.mark.slow
@pytest.mark.parametrize("name", ["seq2seq", "bilstm-additive", "lstm-lm", "elmo"])
@pytest.mark.parametrize("gate", ["input", "forget", "output"])
def test_a_forced_gate_has_its_value_and_the_real_network_runs_with_it(name, gate):
    model = load(name, "cpu")
    plain = model.trace(Request(name, SENTENCE))
    for lstm in model.lstms:
        what_if = WhatIf(gates=((lstm, gate, 0.0),))
        trace = model.trace(Request(name, SENTENCE, plain.translation, what_if))
        gates = trace.gates[lstm]
        assert (getattr(gates, gate) == 0).all()
        np.testing.assert_allclose(gates.hidden, gates.output * np.tanh(gates.cell), atol=1e-6)
        stack = lstm.split()[0]
        assert not np.allclose(trace.hidden[stack][-1], plain.hidden[stack][-1], atol=1e-3)


@pytest.mark.parametrize("name", ["seq2seq", "bilstm-dot", "lstm-lm"])
def test_gates_forced_in_one_lstm_leave_those_before_it_as_they_were(name):
    model = load(name, "cpu")
    last = model.lstms[-1]
    plain, forced = (
        model.trace(Request(name, SENTENCE, " Le chien dort.", what_if))
        for what_if in (WhatIf(), WhatIf(gates=((last, "forget", 0.0),)))
    )
    for lstm in model.lstms[:-1]:
        np.testing.assert_allclose(forced.gates[lstm].cell, plain.gates[lstm].cell, atol=1e-6)


def test_a_batch_gives_each_sentence_its_own_forced_run():
    model, what_if = load("seq2seq", "cpu"), WhatIf(gates=(("encoder backward", "input", 1.0),))
    requests = [
        Request("seq2seq", text, what_if=what_if) for text in ("I am tired.", SENTENCE, "Hello.")
    ]
    for request, trace in zip(requests, model.trace_many(requests), strict=True):
        alone = model.trace(request)
        assert trace.translation == alone.translation
        np.testing.assert_array_equal(trace.hidden["encoder"], alone.hidden["encoder"])


@pytest.mark.parametrize(
    "gates, message",
    [
        ((("decoder", "keep", 1.0),), "gate cannot be “keep”"),
        ((("decoder", "forget", 1.5),), "between 0 and 1; it cannot be 1.5"),
        ((("decoder", "forget", 1.0), ("decoder", "forget", 0.0)), "2 values at once"),
        ((("third", "forget", 1.0),), "There is no LSTM “third” in seq2seq"),
    ],
)
def test_a_gate_that_cannot_be_is_refused(gates, message):
    with pytest.raises(UserError) as refused:
        load("seq2seq", "cpu").trace(Request("seq2seq", "Hi.", what_if=WhatIf(gates=gates)))
    assert message in str(refused.value).replace("Seq2seq without attention", "seq2seq")


@pytest.mark.slow
@torch.inference_mode()
@pytest.mark.parametrize("name", ["seq2seq", "bilstm-additive"])
@pytest.mark.parametrize("lstm", ["encoder forward", "decoder"])
def test_word_by_word_a_forced_gate_gives_what_reading_all_words_gives(name, lstm):
    model = load(name, "cpu")
    source = torch.tensor([[*model.tokenizer.encode(SENTENCE), model.tokenizer.end_id]])
    read = torch.tensor([[model.tokenizer.begin_id, *model.tokenizer.encode("Le chien dort.")]])
    changes = NetworkChanges(WhatIf(gates=((lstm, "forget", 0.5), (lstm, "output", 1.0))))
    assert not changes.rereads
    state = model.network.start(source, changes=changes)
    expected = model.network.logits(model.network.decode(read, state, changes=changes))[0]
    for token, row in zip(read[0], expected, strict=True):
        logits, state = model.network.step(token[None], state.select(torch.tensor([0])))
        # Logits reach 20; the rounding of their last bit is 1e-6 of that.
        torch.testing.assert_close(logits[0], row, atol=1e-5, rtol=0)
        # A logit moves a probability by at most half as much.
        torch.testing.assert_close(logits.softmax(-1)[0], row.softmax(-1), atol=5e-6, rtol=0)


@pytest.mark.parametrize(
    "name, what_if",
    [("transformer", WhatIf(mask="none")), ("bilstm-additive", WhatIf(temperature=2.0))],
)
def test_a_change_that_reads_all_words_again_at_each_word_reads_no_long_text(name, what_if):
    model, long = load(name, "cpu"), "a" + " a" * 127
    with pytest.raises(UserError, match="at most 127 tokens; this sentence has 128"):
        model.trace(Request(name, long, what_if=what_if))
    trace = model.trace(Request(name, long, " Le chien dort.", what_if))  # one pass
    assert len(trace.source) == 129
