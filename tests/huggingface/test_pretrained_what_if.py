"""Recording against transformers' own attention, and each what-if against a slow obvious version of it in a network of its own."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("transformers")

import torch  # noqa: E402

from models import Request, UserError, WhatIf  # noqa: E402
from models.attention import target_mask  # noqa: E402
from models.huggingface.attention import position_tables  # noqa: E402
from models.positions import arranged  # noqa: E402
from models.recorder import Recording  # noqa: E402
from tests.huggingface.tiny import BOTH, DECODERS, ENCODERS, FAMILIES  # noqa: E402
from tests.models.test_what_if import differ, same, slow_row, softmax  # noqa: E402

pytestmark = pytest.mark.slow

SENTENCE = "the big red dog is sleeping on the bed."
TARGET = " le gros chien dort."
OUTPUT = {"bert": "attention.output.dense", "roberta": "attention.output.dense", "distilbert": "out_lin", "gpt2": "c_proj", "llama": "o_proj",
          "qwen2": "o_proj", "mistral": "o_proj", "marian": "out_proj", "bart": "out_proj", "t5": "o"}  # what mixes the heads of a layer
STACKED = [family for family in FAMILIES if family not in ENCODERS]
ONE_OF_EACH = {"swap": ((1, "small"),), "positions": "off", "mask": "none", "window": 2, "scale": "1", "temperature": 2.0, "padding": 3,
               "silenced": (("encoder", 1, 2), ("decoder", 0, 1)), "blocked": (2, 3)}


@pytest.fixture(params=FAMILIES)
def any_model(request, pretrained):
    return pretrained(request.param)


@pytest.fixture(autouse=True)
def without_gradients():
    with torch.no_grad():
        yield


def ask(model, what_if=WhatIf(), target=TARGET, sentence=SENTENCE):
    """A request with the part of the changes that concerns this model."""
    kept = tuple(place for place in what_if.silenced if place[0] in model.attention_sizes)
    return Request(model.name, sentence, target, replace(what_if, silenced=kept))


def run(model, *args, **kwargs):
    return model.trace(ask(model, *args, **kwargs))


def inputs(model, *args, **kwargs) -> dict:
    """What the network reads for a request."""
    return model._inputs(model._run(ask(model, *args, **kwargs)))


def output(model, what_if=WhatIf(), recording=None, **kwargs) -> torch.Tensor:
    """Logits, or the last states of a network that has none."""
    found = model._run(ask(model, what_if, **kwargs))
    return model._forward(model._inputs(found), model._pass(found.changes, recording))[0]


def close(found, expected, atol=1e-5):
    torch.testing.assert_close(found, expected, atol=atol * max(1, expected.abs().max().item()), rtol=0)


def parts(model, network):
    """Every attention of the network with its stack and layer, by the names that they have in the model."""
    layers = {}
    names = {module: name for name, module in model.network.named_modules()}
    for module, stack in model._stacks.items():
        yield stack, layers.get(stack, 0), network.get_submodule(names[module]), names[module]
        layers[stack] = layers.get(stack, 0) + 1


# --- recording -------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [None, TARGET])
def test_recorded_weights_and_probabilities_are_those_of_transformers_own_attention(any_model, eager, target):
    trace = run(any_model, target=target)
    expected = eager(any_model.name)(**inputs(any_model, target=target), output_attentions=True, output_hidden_states=True)
    own = {"encoder": "encoder_attentions", "decoder": "decoder_attentions", "cross": "cross_attentions"}
    for stack in any_model.attention_sizes:
        weights = torch.cat(expected[own[stack] if any_model.name in BOTH else "attentions"])
        np.testing.assert_allclose(trace.attention[stack].weights, weights, atol=1e-5)
        assert trace.attention[stack].weights.std() > 0.01  # heads that prefer some words
    for stack, states in trace.hidden.items():
        name = f"{stack}_hidden_states" if any_model.name in BOTH else "hidden_states"
        np.testing.assert_allclose(states, torch.cat(expected[name]), atol=1e-4)
    if trace.predicted:
        probabilities = expected.logits[0].softmax(-1)
        for row, choice in zip(probabilities, trace.choices, strict=True):
            assert choice.best[0][1] == pytest.approx(row.max().item(), abs=1e-5)
            assert sum(value for _, value in choice.best) <= 1 + 1e-5


def test_logits_with_recording_are_those_without_to_the_last_bit(any_model):
    recording = Recording()
    assert torch.equal(output(any_model, recording=recording), output(any_model))
    assert sum(map(len, recording.attention.values())) == sum(layers for layers, _ in any_model.attention_sizes.values())


@pytest.mark.parametrize("family", STACKED)
def test_what_is_written_is_what_transformers_generates(family, pretrained, eager):
    model, network = pretrained(family), eager(family)
    for sentence in (SENTENCE, "un chat"):
        found = model._run(ask(model, target=None, sentence=sentence))
        begin = 1 if family in BOTH else found.given + 1
        given = dict(input_ids=found.source_ids) if family in BOTH else dict(input_ids=found.read[:, :begin])
        expected = network.generate(**given, attention_mask=torch.ones_like(given["input_ids"]), do_sample=False, num_beams=1,
                                    max_new_tokens=len(found.written) - found.given, use_cache=family != "t5")  # there its cache wants equal depths
        assert expected[0, begin:].tolist() == found.written[found.given:]


def test_the_network_and_its_weights_are_left_as_they_were(any_model, eager):
    run(any_model, WhatIf(temperature=3, silenced=(("encoder", 0, 0), ("decoder", 0, 0))))
    for (name, one), (_, other) in zip(any_model.network.named_parameters(), eager(any_model.name).named_parameters(), strict=True):
        assert torch.equal(one, other), name


def test_every_field_at_its_default_leaves_the_trace_as_it_was_and_every_change_changes_it(any_model):
    plain = run(any_model)
    same(plain, run(any_model))
    for name, value in ONE_OF_EACH.items():
        if name in any_model.what_ifs:
            assert differ(plain, run(any_model, WhatIf(**{name: value}))), name
        else:
            with pytest.raises(UserError) as refused:
                run(any_model, WhatIf(**{name: value}))
            assert str(refused.value) == any_model.why_not(name) and any_model.name in str(refused.value)


def test_the_changes_that_a_kind_of_model_does_not_have(pretrained):
    missing = {family: set(WhatIf.__dataclass_fields__) - pretrained(family).what_ifs for family in FAMILIES}
    assert missing["bert"] == {"mask", "window", "blocked"} and missing["gpt2"] == {"blocked", "padding", "padding_mask"}
    assert missing["llama"] == missing["gpt2"] | {"positions"} and missing["t5"] == {"positions", "scale"} and not missing["bart"]


# --- what may be looked at -------------------------------------------------------------------------


@pytest.mark.parametrize("mask, window", [*itertools.product(["causal", "none"], [0, 1, 3, 50])])
@pytest.mark.parametrize("family", STACKED)
def test_masks_and_windows_are_those_written_out(family, mask, window, pretrained, eager):
    model, what_if = pretrained(family), WhatIf(mask=mask, window=window)
    given = inputs(model)
    name = "decoder_attention_mask" if family in BOTH else "attention_mask"
    length = given[name].shape[1]
    allowed = torch.tensor([[(mask == "none" or column <= row) and (not window or abs(row - column) < window) for column in range(length)]
                            for row in range(length)])
    assert torch.equal(allowed, target_mask(length, mask, window))
    given[name] = torch.where(allowed, 0.0, torch.finfo(torch.float32).min)[None, None]
    close(output(model, what_if), eager(family)(**given)[0])
    np.testing.assert_array_equal(run(model, what_if).attention["decoder"].allowed, allowed)


@pytest.mark.parametrize("family", STACKED)
@pytest.mark.parametrize("what_if", [WhatIf(), WhatIf(temperature=2), WhatIf(window=3, silenced=(("decoder", 0, 0),))])
def test_with_the_causal_mask_no_row_depends_on_a_later_word_to_the_last_bit(family, what_if, pretrained):
    first, second = (run(pretrained(family), what_if, target) for target in (" le gros chien dort", " le gros chat. dort"))
    if len(first.predicted) != len(second.predicted):  # in another tokenizer's pieces
        first, second = (run(pretrained(family), what_if, target) for target in (" le dort sur", " le chat sur"))
    length = min(len(first.predicted), len(second.predicted))
    place = next(place for place in range(length) if first.predicted[place] != second.predicted[place])
    assert place < length - 1 and len(first.predicted) == len(second.predicted)
    for stack in {"decoder", "cross"} & set(first.attention):
        if one := first.attention[stack]:
            other = second.attention[stack]
            assert np.array_equal(one.weights[:, :, : place + 1], other.weights[:, :, : place + 1])
            assert not np.array_equal(one.weights[:, :, place + 1:], other.weights[:, :, place + 1:])
    assert np.array_equal(first.hidden["decoder"][:, : place + 1], second.hidden["decoder"][:, : place + 1])
    assert first.choices[:place] == second.choices[:place] and first.choices[place].best == second.choices[place].best
    peeking = [run(pretrained(family), replace(what_if, mask="none", window=0), trace.request.target) for trace in (first, second)]
    assert not np.array_equal(peeking[0].hidden["decoder"][:, :place], peeking[1].hidden["decoder"][:, :place])


@pytest.mark.parametrize("family", BOTH)
def test_blocked_source_words_get_no_weight_and_the_encoder_reads_them_still(family, pretrained, eager):
    model, network, what_if = pretrained(family), eager(family), WhatIf(blocked=(0, 3))
    trace, given = run(model, what_if), inputs(model)
    encoded = network.get_encoder()(given["input_ids"], attention_mask=given["attention_mask"])
    given["attention_mask"][:, [0, 3]] = 0
    close(output(model, what_if), network(**given, encoder_outputs=encoded)[0])
    maps = trace.attention["cross"]
    assert not maps.allowed[:, [0, 3]].any() and not maps.weights[..., [0, 3]].any()
    np.testing.assert_array_equal(trace.hidden["encoder"], run(model).hidden["encoder"])


@pytest.mark.parametrize("family", [*ENCODERS, *BOTH])
def test_padding_with_its_mask_changes_nothing_real_and_without_it_is_read_like_words(family, pretrained, eager):
    model = pretrained(family)
    plain, padded = run(model), run(model, WhatIf(padding=4))
    length, pad = len(plain.source), model.tokenizer.tokenizer.pad_token
    assert padded.source == (*plain.source, *[pad] * 4) and padded.source_spans[length:] == ((len(SENTENCE), len(SENTENCE)),) * 4
    assert padded.source_words[length:] == tuple(range(plain.source_words[-1] + 1, plain.source_words[-1] + 5))
    maps = padded.attention["encoder"]
    np.testing.assert_allclose(maps.weights[:, :, :length, :length], plain.attention["encoder"].weights, atol=1e-5)
    assert not maps.weights[..., length:].any() and not maps.allowed[:, length:].any()
    np.testing.assert_allclose(padded.hidden["encoder"][:, :length], plain.hidden["encoder"], atol=1e-4)
    blind = WhatIf(padding=4, padding_mask=False)
    given = inputs(model, blind)
    assert given["attention_mask"].all() and not inputs(model, WhatIf(padding=4))["attention_mask"].all()
    close(output(model, blind), eager(family)(**given)[0])
    assert run(model, blind).attention["encoder"].allowed.all()


# --- what a head computes ----------------------------------------------------------------------------


@pytest.mark.parametrize("what_if", [WhatIf(scale="1"), WhatIf(scale="1/d_head"), WhatIf(temperature=0.4), WhatIf(scale="1", temperature=7)])
def test_scale_and_temperature_multiply_the_scores_before_the_softmax(any_model, eager, what_if):
    if not set(what_if.applied) <= any_model.what_ifs:
        return
    network = eager(any_model.name)
    for _, _, module, _ in parts(any_model, network):
        d_head = 16 if getattr(module, "num_heads", 4) == 2 else 8
        usual = 1.0 if any_model.name == "t5" else d_head**-0.5
        module.scaling = {"1": 1.0, "1/sqrt(d_head)": usual, "1/d_head": 1 / d_head}[what_if.scale] / what_if.temperature
        if getattr(module, "has_relative_attention_bias", False):
            module.relative_attention_bias.weight.div_(what_if.temperature)
    close(output(any_model, what_if), network(**inputs(any_model))[0], 1e-4)
    for maps in run(any_model, what_if).attention.values():
        if maps is not None:
            np.testing.assert_allclose(maps.weights, softmax(maps.scores, maps.allowed), atol=1e-5)


def test_scores_are_scaled_dot_products_and_of_t5_the_relative_bias_besides(any_model):
    trace = run(any_model)
    for stack, maps in trace.attention.items():
        if maps is not None:
            products = maps.query @ maps.key.swapaxes(-2, -1)
            if any_model.name != "t5":
                np.testing.assert_allclose(maps.scores, products / np.sqrt(maps.query.shape[-1]), atol=1e-4, rtol=1e-4)
            else:
                bias = maps.scores - products  # the same in every layer, by distance alone, and none across
                np.testing.assert_allclose(bias, np.broadcast_to(bias[:1], bias.shape), atol=1e-4)
                assert (np.abs(bias).max() > 0.01) == (stack != "cross")
                if stack == "encoder":
                    np.testing.assert_allclose(bias[..., :-1, :-1], bias[..., 1:, 1:], atol=1e-4)


def test_grouped_heads_have_the_keys_and_values_of_their_group(pretrained):
    maps = run(pretrained("llama")).attention["decoder"]
    for values in (maps.key, maps.value):
        assert values.shape[1] == 4 and np.array_equal(values[:, 0], values[:, 1]) and np.array_equal(values[:, 2], values[:, 3])
        assert not np.array_equal(values[:, 1], values[:, 2])


@pytest.mark.parametrize("heads", [(("encoder", 0, 0), ("decoder", 0, 0)), (("encoder", 1, 2), ("encoder", 1, 3), ("decoder", 1, 1), ("cross", 2, 0))])
def test_a_silenced_head_is_a_slice_of_zeros_into_the_output_projection(any_model, eager, heads):
    network, heads = eager(any_model.name), [head for head in heads if head[0] in any_model.attention_sizes]
    for stack, layer, module, name in parts(any_model, network):
        path = OUTPUT[any_model.name.removesuffix("-bare")]
        mixed = network.get_submodule(name.replace("attention.self", path)) if "." in path else getattr(module, path)
        for head in (head for *place, head in heads if place == [stack, layer]):
            d_head = 32 // any_model.attention_sizes[stack][1]

            def zero(module, args, part=slice(d_head * head, d_head * (head + 1))):
                x = args[0].clone()
                x[..., part] = 0
                return (x,)
            mixed.register_forward_pre_hook(zero)
    close(output(any_model, WhatIf(silenced=heads)), network(**inputs(any_model))[0])
    trace = run(any_model, WhatIf(silenced=heads))
    assert all(not trace.attention[stack].head_output[layer, head].any() for stack, layer, head in heads)


def test_a_forced_weight_leaves_the_rest_of_the_row_to_the_others_in_proportion(any_model):
    stack = "encoder" if any_model.name in ENCODERS else "decoder"
    forced = [(stack, 0, 1, 3, 1, 0.7), (stack, 1, 0, 2, 0, 0.25), (stack, 1, 0, 2, 1, 0.5)]
    trace, plain = run(any_model, WhatIf(forced=forced)), run(any_model)
    maps = trace.attention[stack]
    expected = softmax(maps.scores, maps.allowed)
    for layer, head, query in {cell[1:4] for cell in forced}:
        given = {key: weight for *row, key, weight in forced if row == [stack, layer, head, query]}
        expected[layer, head, query] = slow_row(expected[layer, head, query].tolist(), maps.allowed[query].tolist(), given)
    np.testing.assert_allclose(maps.weights, expected, atol=1e-6)
    np.testing.assert_allclose(maps.head_output, maps.weights @ maps.value, atol=1e-5, rtol=1e-4)
    assert np.abs(trace.hidden[stack][1] - plain.hidden[stack][1]).max() > 1e-3
    if stack == "decoder":
        with pytest.raises(UserError, match="row 3, column 4 is masked"):
            run(any_model, WhatIf(forced=((stack, 0, 0, 2, 3, 0.5),)))


@pytest.mark.parametrize("how", ["off", "shuffled"])
def test_positions_are_the_rows_of_the_table_as_zeros_or_in_another_order(any_model, eager, how):
    if "positions" not in any_model.what_ifs:
        return
    network = eager(any_model.name)
    first = {"roberta": 2, "bart": 2}.get(any_model.name, 0)  # the rows of these tables begin there
    lengths = [len(run(any_model).source), len(run(any_model).decoder_input)]
    for table, length in zip(position_tables(network), lengths if any_model.name in BOTH else [max(lengths)], strict=True):
        rows = slice(first, first + length)
        table.weight[rows] = arranged(table.weight[rows].clone(), how)
    close(output(any_model, WhatIf(positions=how)), network(**inputs(any_model))[0])


# --- the text ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("new, sentence", [
    ({1: "small"}, "the small red dog is sleeping on the bed."), ({1: ""}, "the red dog is sleeping on the bed."),
    ({0: ""}, "big red dog is sleeping on the bed."), ({0: "un", 9: ","}, "un big red dog is sleeping on the bed,"),
    ({9: ""}, "the big red dog is sleeping on the bed"), ({9: "now"}, "the big red dog is sleeping on the bed now")])
def test_a_swapped_word_is_the_changed_sentence(any_model, new, sentence):
    swapped = run(any_model, WhatIf(swap=new.items()))
    same(swapped, run(any_model, sentence=sentence))
    assert swapped.sentence == sentence and swapped.request.sentence == SENTENCE


@pytest.mark.parametrize("what_if, message", [
    (WhatIf(swap=((99, "a"),)), "no word 100 to swap"), (WhatIf(silenced=(("encoder", 0, 9), ("decoder", 0, 9))), "no head 10"),
    (WhatIf(padding=10**9), "room for"), (WhatIf(forced=(("encoder", 0, 0, 0, 99, 0.5), ("decoder", 0, 0, 0, 99, 0.5))[1:]), "no (head|cell)")])
def test_what_a_run_does_not_have_is_refused_with_the_numbers(any_model, what_if, message):
    if set(what_if.applied) <= any_model.what_ifs:
        with pytest.raises(UserError, match=message):
            run(any_model, what_if)


@pytest.mark.parametrize("family", ["gpt2", "bart"])
def test_decoding_under_a_what_if_reads_everything_afresh(family, pretrained):
    model, what_if = pretrained(family), WhatIf(temperature=1.5, positions="shuffled", silenced=(("decoder", 0, 0),))
    found = model._run(ask(model, what_if, None))
    ids = found.read[0, : found.given + 1].tolist()
    written = []
    for _ in range(len(found.written) - found.given):
        read = replace(found, read=torch.tensor([[*ids, *written]]))
        written.append(model._forward(model._inputs(read), model._pass(found.changes)).logits[0, -1].argmax().item())
    assert written == found.written[found.given:]


def test_every_head_silenced_in_turn_equals_one_run_for_each(any_model):
    request = ask(any_model, WhatIf(temperature=1.3))
    if any_model.name in ENCODERS:
        with pytest.raises(UserError, match="writes nothing"):
            any_model.silence_each(request)
        return
    ablation, plain = any_model.silence_each(request, batch=5), any_model.trace(request)
    assert len(ablation.heads) == sum(layers * heads for layers, heads in any_model.attention_sizes.values())
    assert ablation.predicted == plain.predicted[plain.given:] and any_model.name not in DECODERS or plain.given

    def words(trace):
        return np.log([choice.probability for choice in trace.choices[trace.given:]])

    np.testing.assert_allclose(ablation.baseline_words, words(plain), atol=1e-4)
    for head, row in list(zip(ablation.heads, ablation.words, strict=True))[::3]:
        np.testing.assert_allclose(row, words(any_model.trace(ask(any_model, WhatIf(temperature=1.3, silenced=(head,))))), atol=1e-4)


def test_threads_with_different_what_ifs_on_one_model_get_what_they_get_alone(any_model):
    what_ifs = [WhatIf(), *(WhatIf(**{name: value}) for name, value in ONE_OF_EACH.items() if name in any_model.what_ifs)]
    requests = [ask(any_model, what_if, target) for what_if in what_ifs for target in (TARGET, None)][::3]
    alone = [any_model.trace(request) for request in requests]
    with ThreadPoolExecutor(8) as threads:
        for expected, found in zip(alone, threads.map(any_model.trace, requests), strict=True):
            assert found.request == expected.request
            same(expected, found)
