"""Each what-if against a slow obvious version of it, and what the whole keeps to."""

import copy
import itertools
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, fields, replace

import numpy as np
import pytest
import torch

import models
from models import Ablation, Request, UserError, WhatIf
from models.attention import target_mask, with_forced
from models.bilstm import BiLSTM, BiLSTMConfig
from models.catalog import TranslationModel
from models.changes import AS_TRAINED, Changes
from models.decoding import greedy, longest_translation
from models.positions import arranged, sinusoids
from models.recorder import Recording
from models.request import SCALES
from models.trace import STACKS
from tests.reference import torch_transformer

SENTENCE = "The big red dog is sleeping on the bed."
TARGET = "Le gros chien rouge dort sur le lit."
SENTENCES = [SENTENCE, "I am tired.", "Two men are playing football in a park.", "the cat sees the cat", "Don't touch Tom's 🎈!"]
FIELDS = [field.name for field in fields(WhatIf)]
ATTENTIVE = {"swap", "temperature", "forced", "blocked"}  # what applies to a BiLSTM with attention
ONE_OF_EACH = {  # a change that each field can make, in every model that has it
    "swap": ((1, "small"),), "positions": "off", "mask": "none", "window": 2, "scale": "1", "temperature": 2.0,
    "silenced": (("encoder", 1, 2), ("cross", 0, 0)), "forced": (("cross", 0, 0, 0, 1, 0.75),), "blocked": (2, 3), "padding": 3,
}
CHANGES = [WhatIf(**{name: value}) for name, value in ONE_OF_EACH.items()] + [
    WhatIf(positions="shuffled"), WhatIf(mask="none", window=3), WhatIf(scale="1/d_head"), WhatIf(temperature=0.3),
    WhatIf(padding=2, padding_mask=False), WhatIf(silenced=(("decoder", 3, 1),), temperature=1.5, forced=(("decoder", 1, 2, 0, 0, 1.0),))]


@pytest.fixture(scope="module", params=[*models.available(), "untrained dot", "untrained seq2seq"])
def any_model(request, model):
    """Every shipped model and two recurrent ones with random weights."""
    if not request.param.startswith("untrained"):
        return models.load(request.param, device="cpu")
    torch.manual_seed(3)
    score = "dot" if request.param.endswith("dot") else None
    network = BiLSTM(BiLSTMConfig(len(model.tokenizer), d_model=32, score=score)).eval()
    return TranslationModel(request.param, network, model.tokenizer, {}, torch.device("cpu"))


@pytest.fixture(params=["random", "shipped"])
def any_network(request):
    return request.getfixturevalue("network") if request.param == "random" else request.getfixturevalue("model").network


@pytest.fixture(autouse=True)
def without_gradients():
    with torch.no_grad():
        yield


def run(model, what_if=WhatIf(), target=TARGET, sentence=SENTENCE):
    return model.trace(Request(model.name, sentence, target, what_if))


ARRAYS = ("weights", "allowed", "scores", "query", "key", "value", "head_output")


def arrays(trace) -> dict:
    """Everything a trace recorded, by where it stands."""
    found = {("hidden", stack): states for stack, states in trace.hidden.items() if states is not None}
    for stack, maps in trace.attention.items():
        if maps is not None:
            found |= {(stack, name): getattr(maps, name) for name in ARRAYS}
    for lstm, gates in trace.gates.items():
        found |= {(lstm, name): getattr(gates, name) for name in gates.__dataclass_fields__}
    found["probabilities"] = np.array([[choice.probability, *(value for _, value in choice.best)] for choice in trace.choices])
    return found


def same(first, second, atol=0.0, rtol=0.0):
    """Two runs with the same tokens and numbers, to the last bit unless there is a tolerance."""
    for name in ("translation", "source", "source_spans", "source_words", "predicted", "finished"):
        assert getattr(first, name) == getattr(second, name), name
    first, second = arrays(first), arrays(second)
    assert first.keys() == second.keys()
    for name, values in first.items():
        np.testing.assert_allclose(values, second[name], atol=atol, rtol=rtol, err_msg=str(name))


def differ(first, second) -> bool:
    return first.translation != second.translation or any(
        not np.array_equal(values, other) for values, other in zip(arrays(first).values(), arrays(second).values(), strict=True))


def altered(model, alter) -> TranslationModel:
    """The model with a copy of its network that `alter` has changed."""
    network = copy.deepcopy(model.network)
    alter(network)
    return TranslationModel(model.name, network, model.tokenizer, {}, model.device)


def attentions(network):
    """Every attention of a transformer with its stack and layer."""
    for number, layer in enumerate(network.encoder):
        yield "encoder", number, layer.self_attention
    for number, layer in enumerate(network.decoder):
        yield "decoder", number, layer.self_attention
        yield "cross", number, layer.cross_attention


def softmax(scores: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    powers = np.where(allowed, np.exp(scores.astype(np.float64) - scores.max(-1, keepdims=True)), 0)
    return powers / powers.sum(-1, keepdims=True)


# --- the defaults ----------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [None, TARGET])
def test_every_field_at_its_default_leaves_the_trace_bit_for_bit_as_it_was(any_model, target):
    plain = any_model.trace(Request(any_model.name, SENTENCE, target))
    for field in fields(WhatIf):
        again = run(any_model, WhatIf(**{field.name: field.default}), target)
        same(plain, again)
        assert again.request == plain.request and again.sentence == SENTENCE


def test_a_network_told_of_no_changes_gives_the_same_bits(any_model):
    source, target = torch.tensor([[5, 900, 44, 7, 2]]), torch.tensor([[1, 33, 1200, 9]])
    plain, told = Recording(), Recording()
    assert torch.equal(any_model.network(source, target, plain), any_model.network(source, target, told, Changes(WhatIf(), ((),))))
    for stack in STACKS:
        for layer, other in zip(plain.attention[stack], told.attention[stack], strict=True):
            assert all(one is two is None or torch.equal(one, two) for one, two in zip(layer, other, strict=True))


def test_what_reaches_beyond_the_sentence_changes_nothing(model):
    for what_if in (WhatIf(window=10**30), WhatIf(padding_mask=False), WhatIf(window=len(run(model).predicted))):
        same(run(model), run(model, what_if))


def test_every_change_changes_something(any_model):
    plain = run(any_model)
    for what_if in CHANGES:
        if set(what_if.applied) <= any_model.what_ifs:
            assert differ(plain, run(any_model, what_if)), what_if


# --- each what-if against a slow obvious version ---------------------------------------------------


@pytest.mark.parametrize("new, sentence", [
    ({1: "small"}, "The small red dog is sleeping on the bed."), ({1: ""}, "The red dog is sleeping on the bed."),
    ({0: ""}, "big red dog is sleeping on the bed."), ({0: "Our", 9: "!"}, "Our big red dog is sleeping on the bed!"),
    ({9: ""}, "The big red dog is sleeping on the bed"), ({2: " dark  blue "}, "The big dark  blue dog is sleeping on the bed."),
    ({9: "now"}, "The big red dog is sleeping on the bed now"), ({1: "", 2: "  "}, "The dog is sleeping on the bed."),
])
def test_a_swapped_word_is_the_changed_sentence(any_model, new, sentence):
    swapped = run(any_model, WhatIf(swap=new.items()), None)
    same(swapped, run(any_model, target=None, sentence=sentence))
    assert swapped.sentence == sentence and swapped.request.sentence == SENTENCE


@pytest.mark.parametrize("text, new, expected", [
    ("I'm here", {1: "am"}, "I am here"), ("I'm here", {0: "You"}, "You'm here"),
    ("Don't go", {1: ""}, "Do go"), ("Don't go", {1: "not"}, "Do not go"), ("d'Artagnan", {0: "the"}, "the Artagnan"),
    ("a  b", {1: "x"}, "a x b"), ("a  b", {1: ""}, "a b"), ("no.", {1: "?!"}, "no?!"), ("  a", {}, "  a"),
    ("2 dogs", {0: "3"}, "3 dogs"), ("🎈 up", {0: "👩‍👩‍👧"}, "👩‍👩‍👧 up"), ("a b c", {0: "", 1: "", 2: "x"}, "x"),
])
def test_a_new_word_never_runs_into_its_neighbour(model, text, new, expected):
    assert model.tokenizer.swap(text, new) == expected


def test_words_are_swapped_by_the_numbers_of_the_trace(model):
    for sentence in SENTENCES:
        trace = run(model, sentence=sentence)
        for word in range(trace.source_words[-1]):
            places = [place for place, number in enumerate(trace.source_words) if number == word]
            start, end = trace.source_spans[places[0]][0], trace.source_spans[places[-1]][1]
            expected = sentence[:start] + "XYZ" + sentence[end:]
            assert model.tokenizer.swap(sentence, {word: "XYZ"}).replace(" ", "") == expected.replace(" ", "")


def test_positions_off_is_a_network_whose_table_is_zero(model):
    for target in (TARGET, None):
        same(run(model, WhatIf(positions="off"), target), run(altered(model, lambda network: network.positions.zero_()), target=target))


def test_positions_shuffled_are_the_same_rows_in_an_order_that_depends_on_the_length_alone(model):
    def shuffle(network):
        def embed(ids, start=0, arrangement="as trained"):
            table = sinusoids(ids.shape[1], network.config.d_model)
            order = torch.randperm(ids.shape[1], generator=torch.Generator().manual_seed(5))
            return network.embedding(ids) * network.config.d_model**0.5 + torch.stack([table[row] for row in order.tolist()])
        network.embed = embed

    same(run(model, WhatIf(positions="shuffled")), run(altered(model, shuffle)))
    for length in (1, 2, 3, 10, 128):
        table = sinusoids(length, 8)
        rows = arranged(table, "shuffled").tolist()
        assert sorted(rows) == sorted(table.tolist()) and rows == arranged(table, "shuffled").tolist()
        assert length == 1 or rows != table.tolist()


def test_without_positions_reordering_the_words_reorders_the_encoders_output_and_nothing_else(model):
    sentences = "I'm going to study math instead of English.", "I'm going to study English instead of math."
    first, second = (run(model, WhatIf(positions="off"), TARGET, sentence) for sentence in sentences)
    order = [first.source.index(token) for token in second.source]
    assert sorted(order) == list(range(len(order))) != order
    np.testing.assert_allclose(second.hidden["encoder"], first.hidden["encoder"][:, order], atol=1e-5)
    np.testing.assert_allclose(second.attention["cross"].weights, first.attention["cross"].weights[..., order], atol=1e-5)
    np.testing.assert_allclose(second.hidden["decoder"], first.hidden["decoder"], atol=1e-5)
    first, second = (run(model, WhatIf(), TARGET, sentence) for sentence in sentences)
    assert np.abs(second.hidden["encoder"] - first.hidden["encoder"][:, order]).max() > 0.1


@pytest.mark.parametrize("mask", ["causal", "none"])
@pytest.mark.parametrize("window", [0, 1, 3, 50])
def test_masks_and_windows_equal_torchs_transformer_under_a_mask_written_out(any_network, mask, window):
    source, target = torch.randint(3, 50, (2, 1, 7), generator=torch.Generator().manual_seed(6))
    future = torch.zeros(7, 7, dtype=torch.bool)  # torch says True for what may not be looked at
    for row, column in itertools.product(range(7), range(7)):
        future[row, column] = (mask == "causal" and column > row) or (window and abs(row - column) >= window)
    assert torch.equal(target_mask(7, mask, window), ~future)
    theirs = torch_transformer(any_network)
    expected = theirs(any_network.embed(source), any_network.embed(target), tgt_mask=future if future.any() else None)
    found = any_network(source, target, changes=Changes(WhatIf(mask=mask, window=window)))
    torch.testing.assert_close(found, expected, atol=1e-5, rtol=0)


def test_the_mask_in_the_trace_is_the_one_asked_for(model):
    for mask, window in itertools.product(["causal", "none"], [0, 2]):
        allowed = run(model, WhatIf(mask=mask, window=window)).attention["decoder"].allowed
        rows, columns = np.indices(allowed.shape)
        np.testing.assert_array_equal(allowed, ((rows >= columns) | (mask == "none")) & ((abs(rows - columns) < window) | (window == 0)))


@pytest.mark.parametrize("what_if", [
    WhatIf(scale="1"), WhatIf(scale="1/d_head"), WhatIf(temperature=0.4), WhatIf(scale="1", temperature=7)])
def test_scale_and_temperature_multiply_the_dot_products_before_the_softmax(model, what_if):
    trace, d_head = run(model, what_if), model.network.config.d_model // model.network.config.n_heads
    factor = {"1": 1, "1/sqrt(d_head)": d_head**-0.5, "1/d_head": 1 / d_head}[what_if.scale] / what_if.temperature
    for maps in trace.attention.values():
        np.testing.assert_allclose(maps.scores, maps.query @ maps.key.swapaxes(-2, -1) * factor, atol=1e-4, rtol=1e-5)
        np.testing.assert_allclose(maps.weights, softmax(maps.scores, maps.allowed), atol=1e-5)

    def louder(network):
        for _, _, attention in attentions(network):
            attention.to_query.weight.mul_(factor * d_head**0.5)
            attention.to_query.bias.mul_(factor * d_head**0.5)

    expected = run(altered(model, louder))
    for stack in ("encoder", "decoder"):
        np.testing.assert_allclose(trace.hidden[stack], expected.hidden[stack], atol=2e-4)


def test_a_temperature_divides_the_scores_of_a_recurrent_decoder(any_model):
    if any_model.attention_sizes.keys() == {"cross"}:
        plain, warm = run(any_model).attention["cross"], run(any_model, WhatIf(temperature=3)).attention["cross"]
        np.testing.assert_allclose(warm.scores, plain.scores / 3, rtol=1e-6)
        np.testing.assert_allclose(warm.weights, softmax(plain.scores / 3, plain.allowed), atol=1e-6)


SOME_HEADS = [(("encoder", 0, 0),), (("decoder", 3, 1),), (("cross", 2, 3),), (("encoder", 1, 2), ("encoder", 1, 3), ("cross", 3, 0))]


@pytest.mark.parametrize("heads", SOME_HEADS)
def test_a_silenced_head_is_a_slice_of_zeros_into_the_output_projection(model, heads):
    d_head = model.network.config.d_model // model.network.config.n_heads

    def cut(network):
        for stack, number, attention in attentions(network):
            for _, _, head in (place for place in heads if place[:2] == (stack, number)):
                def zero(module, inputs, head=head):
                    x = inputs[0].clone()
                    x[..., d_head * head : d_head * (head + 1)] = 0
                    return (x,)
                attention.to_output.register_forward_pre_hook(zero)

    silenced, expected = run(model, WhatIf(silenced=heads)), run(altered(model, cut))
    for stack in ("encoder", "decoder"):
        np.testing.assert_allclose(silenced.hidden[stack], expected.hidden[stack], atol=1e-6)
    for stack, layer, head in heads:
        assert not silenced.attention[stack].head_output[layer, head].any() and expected.attention[stack].head_output[layer, head].any()
    np.testing.assert_allclose(arrays(silenced)["probabilities"], arrays(expected)["probabilities"], atol=1e-6)


def test_silencing_every_head_of_a_layer_leaves_its_attention_the_bias_alone(model):
    def mute(network):
        network.decoder[1].cross_attention.to_output.weight.zero_()

    expected = run(altered(model, mute))
    silenced = run(model, WhatIf(silenced=[("cross", 1, head) for head in range(4)]))
    np.testing.assert_allclose(silenced.hidden["decoder"], expected.hidden["decoder"], atol=1e-6)


def slow_row(weights: list[float], allowed: list[bool], given: dict[int, float]) -> list[float]:
    """A row of weights with some given, cell by cell."""
    others = {key: weights[key] for key in range(len(weights)) if allowed[key] and key not in given}
    left, shared = 1 - sum(given.values()), sum(others.values())
    if not others:
        total = sum(given.values())
        return [(given[key] / total if total else 1 / len(given)) if key in given else 0.0 for key in range(len(weights))]
    return [given[key] if key in given else 0.0 if key not in others else
            left * others[key] / shared if shared else left / len(others) for key in range(len(weights))]


FORCED = [
    {("cross", 2, 1, 3, 4): 0.9}, {("cross", 0, 0, 5, 0): 0.0}, {("decoder", 3, 2, 4, 1): 1.0}, {("encoder", 1, 3, 0, 7): 0.5},
    {("cross", 1, 1, 2, 2): 0.25, ("cross", 1, 1, 2, 6): 0.5, ("cross", 1, 1, 4, 6): 0.1, ("decoder", 0, 3, 0, 0): 0.2},
]


@pytest.mark.parametrize("cells", FORCED)
def test_a_forced_weight_leaves_the_rest_of_the_row_to_the_others_in_proportion(any_model, cells):
    forced = [(*place, weight) for place, weight in cells.items()]
    if any_model.attention_sizes.keys() == {"cross"}:
        forced = [("cross", 0, 0, *rest) for stack, _, _, *rest in forced if stack == "cross"]
    if not forced or not any_model.attention_sizes:
        return
    trace = run(any_model, WhatIf(forced=forced))
    for stack, maps in trace.attention.items():
        if maps is None:
            continue
        expected = softmax(maps.scores, maps.allowed)
        for layer, head, query in {tuple(cell[1:4]) for cell in forced if cell[0] == stack}:
            given = {key: weight for *row, key, weight in forced if row == [stack, layer, head, query]}
            expected[layer, head, query] = slow_row(expected[layer, head, query].tolist(), maps.allowed[query].tolist(), given)
        np.testing.assert_allclose(maps.weights, expected, atol=1e-6)
        np.testing.assert_allclose(maps.head_output, maps.weights @ maps.value, atol=1e-5, rtol=1e-4)


@pytest.mark.parametrize("weights, allowed, given, expected", [
    ([0.5, 0.25, 0.25], [1, 1, 1], {0: 0.8}, [0.8, 0.1, 0.1]),
    ([1.0, 0.0, 0.0], [1, 1, 1], {0: 0.4}, [0.4, 0.3, 0.3]),  # the others had nothing: equal parts
    ([1.0, 0.0, 0.0], [1, 1, 0], {0: 0.4}, [0.4, 0.6, 0.0]),
    ([1.0, 0.0, 0.0], [1, 0, 0], {0: 0.4}, [1.0, 0.0, 0.0]),  # there are no others
    ([1.0, 0.0, 0.0], [1, 0, 0], {0: 0.0}, [1.0, 0.0, 0.0]),
    ([0.5, 0.5, 0.0], [1, 1, 0], {0: 0.2, 1: 0.2}, [0.5, 0.5, 0.0]),
    ([0.5, 0.5, 0.0], [1, 1, 0], {0: 0.0, 1: 0.0}, [0.5, 0.5, 0.0]),
    ([0.2, 0.3, 0.5], [1, 1, 1], {0: 0.7, 1: 0.3}, [0.7, 0.3, 0.0]),
    ([0.2, 0.3, 0.5], [1, 1, 1], {7: 0.7}, [0.2, 0.3, 0.5]),  # a word that is not written yet
])
def test_a_row_with_given_weights_by_hand(weights, allowed, given, expected):
    forced = tuple((0, 0, *cell) for cell in given.items())
    found = with_forced(torch.tensor([[[weights]]]), torch.tensor(allowed, dtype=torch.bool), forced)[0, 0, 0].tolist()
    assert found == pytest.approx(expected, abs=1e-6)
    assert found == pytest.approx(slow_row(weights, allowed, {key: value for key, value in given.items() if key < 3}), abs=1e-6)


def test_blocked_source_words_get_no_weight_and_the_others_share_it(any_model):
    if not any_model.attention_sizes:
        return
    what_if = WhatIf(blocked=(0, 3))
    trace, plain = run(any_model, what_if), run(any_model)
    maps = trace.attention["cross"]
    assert not maps.allowed[:, [0, 3]].any() and maps.allowed[:, [1, 2, *range(4, len(trace.source))]].all()
    assert not maps.weights[..., [0, 3]].any()
    np.testing.assert_allclose(maps.weights, softmax(maps.scores, maps.allowed), atol=1e-6)
    np.testing.assert_array_equal(trace.hidden["encoder"], plain.hidden["encoder"])


def test_blocked_source_words_are_padding_to_torchs_cross_attention(any_network):
    source, target = torch.randint(3, 50, (2, 1, 7), generator=torch.Generator().manual_seed(6))
    blocked, future = torch.zeros(1, 7, dtype=torch.bool), ~torch.ones(7, 7, dtype=torch.bool).tril()
    blocked[0, [0, 3]] = True
    expected = torch_transformer(any_network)(
        any_network.embed(source), any_network.embed(target), tgt_mask=future, memory_key_padding_mask=blocked)
    torch.testing.assert_close(any_network(source, target, changes=Changes(WhatIf(blocked=(0, 3)))), expected, atol=1e-5, rtol=0)


@pytest.mark.parametrize("target", [None, TARGET])
def test_padding_with_its_mask_is_the_sentence_in_a_batch_and_changes_nothing_real(model, target):
    plain, padded = run(model, target=target), run(model, WhatIf(padding=4), target)
    length, tokenizer = len(plain.source), model.tokenizer
    assert padded.source == (*plain.source, *["<pad>"] * 4) and padded.translation == plain.translation
    assert padded.source_spans[length:] == ((len(SENTENCE), len(SENTENCE)),) * 4
    assert padded.source_words == (*plain.source_words, *range(plain.source_words[-1] + 1, plain.source_words[-1] + 5))
    for stack in ("encoder", "cross"):
        maps, expected, rows = padded.attention[stack], plain.attention[stack], slice(length if stack == "encoder" else None)
        np.testing.assert_allclose(maps.weights[:, :, rows, :length], expected.weights, atol=1e-5)
        np.testing.assert_allclose(maps.scores[:, :, rows, :length], expected.scores, atol=1e-5)
        assert not maps.weights[..., length:].any() and not maps.allowed[:, length:].any()
    np.testing.assert_allclose(padded.hidden["encoder"][:, :length], plain.hidden["encoder"], atol=1e-5)
    np.testing.assert_allclose(padded.hidden["decoder"], plain.hidden["decoder"], atol=1e-5)

    ids = tokenizer.encode(SENTENCE) + [tokenizer.end_id]
    source = torch.tensor([ids + [tokenizer.padding_id] * 4, [7] * (length + 4)])
    read = torch.tensor([[tokenizer.begin_id, *tokenizer.encode(plain.translation)]]).expand(2, -1)
    recording = Recording()
    model.network(source, read, recording)
    for stack in STACKS:
        for number, layer in enumerate(recording.attention[stack]):
            np.testing.assert_allclose(padded.attention[stack].weights[number], layer.weights[0], atol=1e-5)


def test_padding_without_its_mask_is_read_like_words(model):
    def blind(network):
        network.config = replace(network.config, padding_id=-1)

    found, plain = run(model, WhatIf(padding=4, padding_mask=False)), run(model)
    expected = run(altered(model, blind), WhatIf(padding=4))
    same(found, expected)
    for stack in ("encoder", "cross"):
        assert found.attention[stack].allowed.all() and found.attention[stack].weights[..., -4:].sum() > 0.1
    assert np.abs(found.hidden["encoder"][:, : len(plain.source)] - plain.hidden["encoder"]).max() > 0.1


# --- decoding ----------------------------------------------------------------------------------------


def slow_greedy(model, source, changes):
    """Everything afresh for every word, the encoder too."""
    begin, end, target = model.tokenizer.begin_id, model.tokenizer.end_id, []
    for _ in range(longest_translation(int((source != 0).sum()), model.network.config.max_length)):
        read = torch.tensor([[begin, *target]])
        target.append(model.network.logits(model.network(source, read, changes=changes))[0, -1].argmax().item())
        if target[-1] == end:
            return target[:-1], True
    return target, False


def test_decoding_under_a_what_if_equals_reading_everything_afresh(any_model):
    for what_if in CHANGES:
        if set(what_if.applied) <= any_model.what_ifs and not what_if.swap:
            source = torch.tensor([any_model.tokenizer.encode("I am tired.") + [2] + [0] * what_if.padding])
            expected, finished = slow_greedy(any_model, source, Changes(what_if))
            trace = run(any_model, what_if, None, "I am tired.")
            assert (trace.translation, trace.finished) == (any_model.tokenizer.decode(expected), finished)


def test_a_batch_under_a_what_if_is_decoded_like_each_sentence_alone(model):
    ids = [model.tokenizer.encode(sentence) + [2] for sentence in SENTENCES[:3]]
    batch = torch.tensor([row + [0] * (max(map(len, ids)) - len(row)) for row in ids])
    changes = Changes(WhatIf(temperature=1.5, silenced=(("encoder", 0, 0),)))
    assert greedy(model.network, batch, 1, 2, changes) == [greedy(model.network, torch.tensor([row]), 1, 2, changes)[0] for row in ids]


def test_only_what_changes_the_network_gives_up_the_cached_keys():
    assert not AS_TRAINED and not Changes(WhatIf(swap=((0, "a"),)))
    assert all(Changes(what_if) for what_if in CHANGES if not what_if.swap)
    assert Changes(silenced=((), (("encoder", 0, 0),)))


def test_without_a_target_the_model_translates_under_the_what_if_and_with_one_it_is_kept(model):
    what_if = WhatIf(positions="off")
    assert run(model, what_if, None).translation != run(model, target=None).translation
    assert run(model, what_if, TARGET).translation == TARGET


@pytest.mark.parametrize("what_if", [WhatIf(window=4), WhatIf(temperature=2, silenced=(("decoder", 0, 0),)), WhatIf(padding=2)])
def test_the_word_written_is_the_most_probable_under_the_what_if(model, what_if):
    trace = run(model, what_if, None)
    assert all(choice.best[0] == (word, choice.probability) for word, choice in zip(trace.predicted, trace.choices, strict=True))


TARGETS = "Le gros chien rouge dort.", "Le petit chien rouge dort."


def test_with_the_causal_mask_no_row_depends_on_a_later_word_to_the_last_bit(any_model):
    for what_if in (WhatIf(), WhatIf(temperature=2), WhatIf(window=3, scale="1", positions="off"), WhatIf(silenced=(("decoder", 0, 0),))):
        if not set(what_if.applied) <= any_model.what_ifs:
            continue
        first, second = (run(any_model, what_if, target) for target in TARGETS)
        [place] = [place for place, pair in enumerate(zip(first.predicted, second.predicted, strict=True)) if len(set(pair)) == 2]
        for stack in ("decoder", "cross"):
            if maps := first.attention[stack]:
                other = second.attention[stack]
                assert np.array_equal(maps.weights[:, :, : place + 1], other.weights[:, :, : place + 1])
                assert not np.array_equal(maps.weights[:, :, place + 1], other.weights[:, :, place + 1])
        assert np.array_equal(first.hidden["decoder"][:, : place + 1], second.hidden["decoder"][:, : place + 1])
        assert first.choices[:place] == second.choices[:place]
        assert first.choices[place].best == second.choices[place].best


def test_without_the_mask_every_row_depends_on_every_word(model):
    first, second = (run(model, WhatIf(mask="none"), target) for target in TARGETS)
    difference = np.abs(first.attention["decoder"].weights - second.attention["decoder"].weights).max(axis=(0, 1, 3))
    assert (difference > 1e-4).all()
    assert first.choices[0].probability != second.choices[0].probability


# --- all heads in turn ---------------------------------------------------------------------------


@pytest.mark.parametrize("what_if", [WhatIf(), WhatIf(temperature=1.3, silenced=(("cross", 3, 0),), blocked=(1,), mask="none", padding=1)])
def test_every_head_silenced_in_turn_equals_one_run_for_each(model, what_if):
    told, request = [], Request(model.name, SENTENCE, TARGET, what_if)
    ablation = model.silence_each(request, lambda done, total: told.append((done, total)))
    assert told == [(16, 48), (32, 48), (48, 48)]
    assert ablation.heads == tuple(itertools.product(STACKS, range(4), range(4))) and ablation.request == request

    def words(trace):
        return np.log([choice.probability for choice in trace.choices])

    plain = model.trace(request)
    assert ablation.predicted == plain.predicted
    np.testing.assert_allclose(ablation.baseline_words, words(plain), atol=1e-5)
    assert ablation.baseline == pytest.approx(words(plain).sum(), abs=1e-5)
    for head, row, total in zip(ablation.heads, ablation.words, ablation.log_probability, strict=True):
        alone = words(model.trace(replace(request, what_if=replace(what_if, silenced=(*what_if.silenced, head)))))
        np.testing.assert_allclose(row, alone, atol=1e-5)
        assert total == pytest.approx(alone.sum(), abs=1e-4)
    for head in what_if.silenced:  # silent already
        np.testing.assert_allclose(ablation.words[ablation.heads.index(head)], ablation.baseline_words, atol=1e-5)


def test_how_many_heads_share_a_batch_does_not_matter(model):
    request = Request(model.name, "I am tired.")
    expected = model.silence_each(request)
    assert expected.predicted == model.trace(request).predicted
    for batch in (1, 7, 100):
        np.testing.assert_allclose(model.silence_each(request, batch=batch).words, expected.words, atol=1e-5)


def test_a_head_that_is_silent_for_one_sentence_of_a_batch_speaks_for_the_others(network):
    source, target = torch.randint(3, 50, (2, 3, 6), generator=torch.Generator().manual_seed(8))
    silenced = ((), (("encoder", 0, 1), ("cross", 2, 3)), (("decoder", 1, 0),))
    together = network(source, target, changes=Changes(silenced=silenced))
    for row, heads in enumerate(silenced):
        alone = network(source[row : row + 1], target[row : row + 1], changes=Changes(WhatIf(silenced=heads)))
        torch.testing.assert_close(together[row], alone[0], atol=1e-5, rtol=0)


def test_a_model_without_heads_says_why_none_can_be_silenced(any_model):
    if "silenced" not in any_model.what_ifs:
        with pytest.raises(UserError) as refused:
            any_model.silence_each(Request(any_model.name, SENTENCE))
        assert str(refused.value) == any_model.why_not("silenced")


def test_an_ablation_that_does_not_fit_is_refused():
    good = dict(request=Request("transformer", "a"), predicted=("b", "</s>"), heads=(("cross", 0, 0),),
                words=np.full((1, 2), -1.0), baseline_words=np.full(2, -0.5))
    assert Ablation(**good).baseline == -1 and Ablation(**good).log_probability == -2
    with pytest.raises(ValueError, match="read-only"):
        Ablation(**good).words[0] = 0
    for spoilt, message in ((dict(words=np.zeros((2, 2))), r"words has shape \(2, 2\)"), (dict(baseline_words=np.zeros(3)), "has shape"),
                            (dict(words=np.array([[0.5, -1]])), "above 0"), (dict(baseline_words=np.array([np.nan, 0])), "not a number")):
        with pytest.raises(ValueError, match=message):
            Ablation(**good | spoilt)


# --- together --------------------------------------------------------------------------------------


def test_threads_with_different_what_ifs_on_one_model_get_what_they_get_alone(any_model):
    what_ifs = [WhatIf(), *(what_if for what_if in CHANGES if set(what_if.applied) <= any_model.what_ifs)]
    requests = [Request(any_model.name, sentence, target, what_if) for what_if in what_ifs
                for sentence, target in ((SENTENCES[0], TARGET), (SENTENCES[2], None))]
    alone = [any_model.trace(request) for request in requests]
    with ThreadPoolExecutor(8) as threads:
        for expected, found in zip(alone, threads.map(any_model.trace, requests), strict=True):
            assert found.request == expected.request
            same(expected, found)


def random_what_if(model, words: int, dice: random.Random) -> WhatIf:
    """Each field of a model changed or not, by the throw of a coin; heads and positions that every run has."""
    def head():
        stack = dice.choice(sorted(model.attention_sizes))
        return stack, *map(dice.randrange, model.attention_sizes[stack])

    values = {
        "swap": lambda: [(dice.randrange(words), dice.choice(["", "cat", "zzz"]))],
        "positions": lambda: dice.choice(["off", "shuffled"]), "mask": lambda: "none", "window": lambda: dice.randrange(1, 5),
        "scale": lambda: dice.choice([*SCALES]), "temperature": lambda: dice.choice([0.001, 0.5, 3, 1000]),
        "silenced": lambda: [head() for _ in range(dice.randrange(1, 20))], "forced": lambda: [(*head(), 0, 0, dice.random())],
        "blocked": lambda: [dice.choice([1, 2])], "padding": lambda: dice.randrange(1, 6), "padding_mask": lambda: False,
    }
    return WhatIf(**{name: values[name]() for name in FIELDS if name in model.what_ifs and dice.random() < 0.5})


@pytest.mark.parametrize("name", models.available())
def test_ten_random_combinations_on_five_sentences_keep_to_what_a_trace_keeps_to(name):
    model, dice = models.load(name, device="cpu"), random.Random(9)
    for sentence in SENTENCES:
        plain = run(model, target=None, sentence=sentence)
        what_ifs = [random_what_if(model, plain.source_words[-1], dice) for _ in range(10)]
        for number, what_if in enumerate(what_ifs):
            keeps_to_it(run(model, what_if, plain.translation if number % 2 else None, sentence))
        assert len(set(what_ifs)) > 5 or model.what_ifs == {"swap"}


def keeps_to_it(trace):
    for maps in filter(None, trace.attention.values()):
        np.testing.assert_allclose(maps.weights.sum(-1), 1, atol=1e-5)
        assert maps.weights.min() >= 0 and not maps.weights[..., ~maps.allowed].any()
    assert all(np.isfinite(values).all() for values in arrays(trace).values())


def test_a_reader_of_gradients_may_swap_words_and_no_more(any_model):
    changed = Request(any_model.name, SENTENCE, TARGET, WhatIf(swap=((1, "small"),)))
    found = any_model.gradients(changed)
    expected = any_model.gradients(Request(any_model.name, "The small red dog is sleeping on the bed.", TARGET))
    np.testing.assert_array_equal(found.writing, expected.writing)
    with pytest.raises(UserError, match="as it was trained"):
        any_model.gradients(replace(changed, what_if=WhatIf(temperature=2)))


# --- what is refused -----------------------------------------------------------------------------


def test_what_does_not_apply_is_refused_with_its_reason(any_model):
    expected = set(FIELDS) if "encoder" in any_model.attention_sizes else ATTENTIVE if any_model.attention_sizes else {"swap"}
    assert any_model.what_ifs == expected
    for name in FIELDS:
        reason = any_model.why_not(name)
        assert (reason == "") == (name in expected)
        if reason:
            assert reason.startswith(any_model.name) and reason.endswith(".") and "{" not in reason
            with pytest.raises(UserError) as refused:
                run(any_model, WhatIf(**{name: ({"padding_mask": False} | ONE_OF_EACH)[name]}))
            assert str(refused.value) == reason


@pytest.mark.parametrize("value, message", [
    (dict(temperature=0), "cannot be 0: give more than 0"), (dict(temperature=-1), "cannot be -1"),
    (dict(temperature=float("nan")), "cannot be nan"), (dict(temperature=float("inf")), "cannot be inf"),
    (dict(temperature=1e-9), "from 0.001 to 1000"), (dict(positions="on"), "positions cannot be “on”"),
    (dict(mask="None"), "Choose one of: causal, none"), (dict(scale="x" * 5000), "Choose one of: 1/sqrt"),
    (dict(window=-1), "window is -1"), (dict(padding=-3), "padding is -3"),
    (dict(swap=((2, "a"), (2, "b"))), "Word 3 is swapped for 2 others"),
    (dict(forced=(("cross", 0, 0, 0, 0, 1.5),)), "cannot be 1.5"), (dict(forced=(("cross", 0, 0, 0, 0, float("nan")),)), "cannot be nan"),
    (dict(forced=(("cross", 0, 0, 4, 1, 0.5), ("cross", 0, 0, 4, 1, 0.25))), "row 5, column 2 is given 2 weights"),
    (dict(forced=(("cross", 0, 0, 4, 1, 0.5), ("cross", 0, 0, 4, 2, 0.75))), "row 5 add up to 1.25"),
])
def test_values_that_no_model_has_are_refused_at_once(value, message):
    with pytest.raises(UserError, match=message) as refused:
        WhatIf(**value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("value", [
    dict(silenced=(("cross", 0),)), dict(forced=((0, 0, 0.5),)), dict(swap=(("a", 1),)), dict(blocked=("x",))])
def test_entries_of_another_shape_are_a_mistake_in_the_program(value):
    with pytest.raises(ValueError):
        WhatIf(**value)


@pytest.mark.parametrize("what_if, message", [
    (WhatIf(swap=((10, "a"),)), "no word 11 to swap: this sentence has 10 words"), (WhatIf(swap=((-1, "a"),)), "no word 0"),
    (WhatIf(swap=[(word, "") for word in range(10)]), "no word in this sentence"), (WhatIf(swap=((1, "no " * 130),)), "at most 127"),
    (WhatIf(silenced=(("cross", 0, 4),)), "no head 5 in layer 1 of “cross”"), (WhatIf(silenced=(("cross", 4, 0),)), "no head 1 in layer 5"),
    (WhatIf(silenced=(("cross", -1, 0),)), "no head 1 in layer 0"),
    (WhatIf(silenced=(("sideways", 0, 0),)), "“encoder” 4 × 4"),
    (WhatIf(forced=(("cross", 0, 0, 29, 0, 0.5),)), r"no cell in row 30, column 1: this matrix has \d+ rows and 11 columns"),
    (WhatIf(forced=(("cross", 0, 0, 0, 11, 0.5),)), "no cell in row 1, column 12"),
    (WhatIf(forced=(("encoder", 0, 0, 0, -1, 0.5),)), "no cell in row 1, column 0"),
    (WhatIf(forced=(("decoder", 0, 0, 2, 3, 0.5),)), "row 3, column 4 is masked"),
    (WhatIf(window=2, forced=(("decoder", 0, 0, 2, 0, 0.5),)), "row 3, column 1 is masked"),
    (WhatIf(blocked=(3,), forced=(("cross", 0, 0, 2, 3, 0.5),)), "row 3, column 4 is masked"),
    (WhatIf(padding=1, forced=(("encoder", 0, 0, 2, 11, 0.5),)), "row 3, column 12 is masked"),
    (WhatIf(blocked=(11,)), "no token 12 to hide: this sentence has 11 tokens"), (WhatIf(blocked=(-1,)), "no token 0"),
    (WhatIf(blocked=range(11)), "All 11 tokens"), (WhatIf(padding=2, blocked=range(11)), "All 11 tokens"),
    (WhatIf(padding=118), "room for 117 of padding, not for 118"), (WhatIf(padding=10**12), "not for 1000000000000"),
])
def test_what_a_run_does_not_have_is_refused_with_the_numbers(model, what_if, message):
    for target in (TARGET, None):
        with pytest.raises(UserError, match=message) as refused:
            run(model, what_if, target)
        assert len(str(refused.value)) < 200


def test_what_lies_at_the_edge_is_not_refused(model):
    assert len(run(model, WhatIf(padding=117)).source) == 128
    assert run(model, WhatIf(blocked=range(10))).attention["cross"].weights[..., 10].min() == 1
    run(model, WhatIf(padding=1, padding_mask=False, blocked=range(11)))
    last = len(run(model).predicted) - 1
    run(model, WhatIf(forced=(("cross", 3, 3, last, 10, 0.5), ("decoder", 0, 0, last, last, 0.5))))
    run(model, WhatIf(mask="none", forced=(("decoder", 0, 0, 2, 3, 0.5),)))


def test_a_cell_that_the_translation_is_too_short_for_is_refused_once_it_is_written(model):
    with pytest.raises(UserError, match=r"row 41, column 1: this matrix has \d rows"):
        run(model, WhatIf(forced=(("decoder", 0, 0, 40, 0, 0.5),)), None, "I am tired.")


# --- the value -------------------------------------------------------------------------------------


def test_a_what_if_is_a_value():
    full = WhatIf(swap=((1, "it's"),), positions="off", mask="none", window=3, scale="1", temperature=0.5, silenced=(("cross", 1, 2),),
                  forced=(("cross", 1, 2, 3, 4, 0.25),), blocked=(1, 2), padding=3, padding_mask=False)
    assert full.applied == tuple(FIELDS) and WhatIf().applied == ()
    for what_if in (WhatIf(), full, *CHANGES):
        again = eval(repr(what_if), {"WhatIf": WhatIf})
        assert again == what_if and hash(again) == hash(what_if) and replace(what_if) == what_if
        assert {Request("m", "s", what_if=what_if): 1}[Request("m", "s", what_if=again)] == 1
    assert replace(full, window=0).applied == tuple(name for name in FIELDS if name != "window")
    with pytest.raises(FrozenInstanceError):
        full.window = 2


def test_equal_changes_are_equal_values_whatever_they_were_made_of():
    made = WhatIf(silenced=[["cross", np.int64(1), 2], ("cross", 0, 3), ("cross", 0, 3)], blocked=np.array([4, 1]), temperature=2,
                  swap={3: "a", 1: "b"}.items(), window=np.int64(2), forced=[("cross", 0, 0, 1, 2, 1)], padding_mask=np.bool_(False))
    assert made == WhatIf(silenced=(("cross", 0, 3), ("cross", 1, 2)), blocked=(1, 4), temperature=2.0, swap=((1, "b"), (3, "a")), window=2,
                          forced=(("cross", 0, 0, 1, 2, 1.0),), padding_mask=False)
    assert "np." not in repr(made) and type(made.temperature) is float and type(made.padding_mask) is bool
