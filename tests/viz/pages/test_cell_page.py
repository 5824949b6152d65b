"""The page on the inside of an LSTM cell: its words, its sentences and what it leaves out."""

import numpy as np
import pytest

from models import Request, UserError, load
from models.corpus.cells import CODE, labels_of
from models.normalisation import with_signs
from tests.contents import content_at
from tests.marks import slow_after
from tests.pages import alerts, visit
from viz.base.examples import EXAMPLES
from viz.pages.cell.compute import COMPUTATION, _verdict
from viz.pages.cell.settings import _LONGEST_PROGRAM, _PROGRAM, _check_program

SENTENCE = "The dog is sleeping on the bed."
WORDS = ["The", "dog", "is", "sleeping", "on", "the", "bed", ".", "</s>"]
FRENCH = ["<s>", "Le", "chien", "dort", "sur", "le"]
LEFT_OUT = "No plain RNN is drawn: it does not read these words. It reads: {}."


def gradient_of(model: str, layer: str, **address: str):
    content = content_at(
        COMPUTATION,
        {
            "cell-look": "gradient",
            "sentence": SENTENCE,
            "cell-model": model,
            "cell-layer": layer,
            **address,
        },
    )
    return content, content.chart.marks, content.findings


@pytest.mark.parametrize(
    "model, layer, row, words",
    slow_after(
        2,
        [
            ("seq2seq", "encoder-forward", "9", WORDS),
            ("seq2seq", "encoder-backward", "1", WORDS[::-1]),
            ("seq2seq", "decoder", "6", FRENCH),
            ("elmo", "encoder-backward-layer-2", "2", WORDS[::-1]),
        ],
    ),
)
def test_a_plain_rnn_beside_an_lstm_reads_the_words_of_the_axis(model, layer, row, words):
    content, lines, findings = gradient_of(model, layer, **{"cell-row": row})
    assert len(lines) == 4
    assert all(line.labels == words for line in lines)
    assert content.plain_words == words
    steps = len(words) - 1
    lstm = f"unit {content.unit + 1}, {steps} steps back: "
    assert findings[0].startswith(f"LSTM, cell of {lstm}‖∏ J‖ = ")
    alone, _, of_units = gradient_of(model, layer, **{"cell-row": row, "cell-paths": "alone"})
    assert of_units[0].startswith(f"LSTM, {lstm}∏ f = ")
    assert "∏ |w · tanh′|" in of_units[1]
    assert (alone.cells[:-1] < content.cells[:-1]).mean() > 0.9
    best = int(content.states[0].argmax())
    assert content.plain_unit == best
    assert findings[1].startswith(f"Plain RNN, unit {best + 1}, {steps} steps back: ")


@pytest.mark.parametrize(
    "model, layer, words, read",
    slow_after(
        1,
        [
            ("lstm-lm", "decoder-layer-1", ["<s>", *WORDS[:-1]], " ".join(WORDS)),
            ("elmo", "encoder-forward-layer-1", ["<s>", *WORDS], " ".join(WORDS)),
            ("elmo", "encoder-backward-layer-2", [*WORDS[::-1], "<s>"], " ".join(WORDS[::-1])),
            ("seq2seq", "decoder", [*FRENCH, "lit", "."], " ".join([*FRENCH, "canapé", "."])),
        ],
    ),
)
def test_a_plain_rnn_that_reads_other_words_is_left_out(model, layer, words, read):
    content, lines, findings = gradient_of(model, layer)
    assert content.states is None
    assert [line.labels for line in lines] == [words] * 2
    assert findings[1:] == [LEFT_OUT.format(read)]


@pytest.mark.slow
def test_a_page_without_a_plain_rnn_does_not_offer_to_scale_its_matrix():
    address = {"cell-look": "gradient", "sentence": SENTENCE, "cell-model": "elmo"}
    shown = visit("cell", address)
    labels = [box.label for box in shown.selectbox]
    assert "How far back" in labels
    assert "Recurrent matrix of the plain RNN" not in labels
    assert any(one.value.startswith("No plain RNN is drawn") for one in shown.markdown)


@pytest.mark.slow
def test_a_plain_gradient_explodes_where_tanh_does_not_saturate():
    for address, fate in (({}, "vanishes"), ({"rnn-linear": "on"}, "explodes")):
        _, lines, findings = gradient_of("seq2seq-rnn", "encoder-forward", **address)
        assert findings[0].endswith(f"it {fate}.")
        assert lines[0].name.endswith("(tanh′ = 1)") == bool(address)


@pytest.mark.parametrize(
    "median, sentence",
    [
        (0.001, "The median unit has 1 × 10⁻³, below 0.01: it vanishes."),
        (0.5, "The median unit has 0.50, between 0.01 and 10: it still arrives."),
        (12, "The median unit has 12.00, above 10: it explodes."),
    ],
)
def test_the_verdict_is_that_of_the_median_unit_with_its_limits(median, sentence):
    assert _verdict(np.array([[0.0, median, 1e6], [1.0, 1.0, 1.0]])) == sentence


def test_a_token_in_the_explanation_of_a_step_is_no_markdown():
    address = {"sentence": "The *dog* sleeps.", "cell-row": "3", "cell-step": "1"}
    content = content_at(COMPUTATION, address)
    assert content.who == "*"
    wording = [one.value for one in visit("cell", address).markdown]
    assert any("The layer reads “\\*”" in one for one in wording)


@pytest.mark.slow
def test_a_unit_colours_the_longest_example_too():
    longest = max(EXAMPLES, key=len)
    content = content_at(COMPUTATION, {"cell-look": "find", "sentence": longest})
    assert len(content.values(content.trace)) == len(longest) > 600


def test_code_of_ones_own_is_coloured_by_the_unit_of_a_concept():
    content = content_at(COMPUTATION, {"cell-look": "find", "cell-concept": "comments"})
    assert content.trace.sentence == with_signs(_PROGRAM)
    assert "↵→" in content.trace.sentence
    assert content.ranking.found
    values, labels = content.values(content.trace), labels_of("comments", content.trace.sentence)
    assert values[labels].mean() > values[~labels].mean()
    assert "↵\n" in content.html(content.trace, "light")
    longest = "x" * _LONGEST_PROGRAM
    address = {"cell-look": "find", "cell-concept": "strings", "cell-code": longest}
    assert len(content_at(COMPUTATION, address).trace.sentence) == _LONGEST_PROGRAM
    assert not _check_program(longest)
    assert f"{_LONGEST_PROGRAM + 1} characters" in _check_program(f"{longest}x")


@pytest.mark.parametrize("line", slow_after(1, ["    x = 1\n", "é", "x"]))
def test_code_is_refused_where_the_model_would_read_too_many_tokens(line):
    def refusal(count):
        return _check_program("y\n" + line * count)

    fits = next(count for count in range(600, 0, -1) if not refusal(count))
    model = load(CODE, device="cpu")
    model.trace(Request(CODE, with_signs("y\n" + line * fits), ""))
    with pytest.raises(UserError, match="reads at most"):
        model.trace(Request(CODE, with_signs("y\n" + line * (fits + 1)), ""))


@pytest.mark.slow
def test_without_code_the_page_asks_for_some_and_code_that_is_too_long_is_kept():
    address = {"cell-look": "find", "cell-concept": "comments"}
    test = visit("cell", {**address, "cell-code": " "})
    assert [one.value for one in test.info] == [
        "There is no code here. Paste a function in Python."
    ]
    assert not test.exception
    test = visit("cell", {**address, "cell-code": "x = 1\n" * 120})
    assert any("the model reads at most 510" in alert for alert in alerts(test))
    assert not test.exception


def test_the_state_is_that_of_the_tokens_read_so_far():
    address = {"cell-look": "linear", "sentence": SENTENCE, "linear-head": "2-3", "linear-row": "4"}
    content = content_at(COMPUTATION, address)
    assert content.tokens == ("<s>", *WORDS[:-1])
    maps = content.comparison.linear
    keys, values = maps.key[1, 2, :4], maps.value[1, 2, :4]
    features = np.where(keys > 0, keys + 1, np.exp(keys))
    heatmap = content.state_chart.heatmap
    np.testing.assert_allclose(heatmap.values, features.T @ values, atol=1e-4)
    assert heatmap.most == pytest.approx(np.abs(content.states).max())
    softmax, linear = content.matrices
    np.testing.assert_allclose(linear.values, maps.weights[1, 2])
    assert softmax.lit == linear.lit == ((3, None),)
    most = content.tokens[int(linear.values[3].argmax())]
    assert f"the head without softmax at “{most}”" in content.finding
    assert content.difference < 1e-6
    del address["linear-row"]
    assert content_at(COMPUTATION, address).place == 8  # the last token


def test_a_loss_is_followed_back_in_a_plain_language_model_alone():
    content, _, _ = gradient_of("rnn-lm", "decoder-layer-2", **{"cell-row": "5"})
    loss = content.loss
    assert loss.chart.marks[0].values == pytest.approx(loss.values.tolist())
    assert len(loss.values) == 5
    assert f"costs L = −ln P = {-np.log(content.trace.choices[4].probability):.2f}" in loss.finding
    assert len(content.menu.exports) == 2
    assert gradient_of("seq2seq-rnn", "encoder-forward")[0].loss is None
    assert gradient_of("lstm-lm", "decoder-layer-1")[0].loss is None
