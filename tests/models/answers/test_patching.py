"""States of another sentence in a run: as a what-if, and each in turn."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from models import Request, UserError, WhatIf, load
from models.answers.causal_lm import CausalModel
from models.request import EVERY, NO_HEAD, PATCH_KINDS
from models.results import HeadPatching, Patching
from tests import planted, toy_network

PAIRS = {
    "transformer": ("He is tired.", "She is tired."),
    "gpt": ("He said that", "She said that"),
    "bert": ("The boy lost [MASK] mother.", "The girl lost [MASK] mother."),
}
HE, SHE = PAIRS["transformer"]


def patched(model, sentence: str, other: str, *states: tuple[int, int, int]):
    what_if = WhatIf(patched=tuple((other, *state) for state in states))
    return model.trace(Request(model.name, sentence, what_if=what_if))


def assert_equal(states: np.ndarray, others: np.ndarray) -> None:
    """Check that states are equal in 32 bits: GPT's are as large as 60."""
    np.testing.assert_allclose(states, others, rtol=0, atol=1e-6 * max(1, np.abs(others).max()))


@pytest.mark.parametrize("name", PAIRS)
def test_all_states_of_a_layer_give_the_run_of_the_other_sentence(name):
    model, (sentence, other) = load(name, "cpu"), PAIRS[name]
    tokens = range(len(model.encode(sentence).source))
    [stack, *_] = model.attention_sizes
    layers = model.attention_sizes[stack][0]
    target = model.trace(Request(name, other))
    for layer in range(layers + 1):
        trace = patched(model, sentence, other, *((layer, token, token) for token in tokens))
        given = replace(target.request, target=target.translation or None)
        states = model.trace(given).hidden[stack][layer:, list(tokens)]
        assert_equal(trace.hidden[stack][layer:, list(tokens)], states)
        # Of a language model the next word: later ones see this sentence in the layers before.
        words = slice(trace.prompt_length, trace.prompt_length + 1 if name == "gpt" else None)
        for one, two in zip(trace.choices[words], target.choices[words], strict=True):
            assert one.probability == pytest.approx(two.probability, abs=1e-6)


@pytest.mark.parametrize("name", PAIRS)
def test_states_of_the_same_sentence_change_nothing(name):
    model, (sentence, _) = load(name, "cpu"), PAIRS[name]
    tokens = range(len(model.encode(sentence).source))
    [stack, *_] = model.attention_sizes
    as_trained = model.trace(Request(name, sentence))
    trace = patched(model, sentence, sentence, *((1, token, token) for token in tokens))
    assert trace.translation == as_trained.translation
    assert_equal(trace.hidden[stack], as_trained.hidden[stack])


def test_the_state_of_she_makes_tired_feminine_and_that_of_tired_does_not():
    model = load("transformer", "cpu")
    for layer in range(5):
        assert patched(model, HE, SHE, (layer, 0, 0)).translation == "Elle est fatiguée."
        assert patched(model, HE, SHE, (layer, 2, 2)).translation == "Il est fatigué."


def test_one_state_equals_a_hook_in_the_network():
    model = load("transformer", "cpu")
    request = Request("transformer", HE, "Il est fatigué.")
    state = torch.from_numpy(model.encode(SHE).states[4, 1].copy())  # embedding, position, 1, 2, 3

    def replace_state(module, inputs, output):
        output = output.clone()
        output[:, 1] = state
        return output

    hook = model.network.encoder[2].register_forward_hook(replace_state)
    try:
        slow = model.trace(request)
    finally:
        hook.remove()
    trace = model.trace(replace(request, what_if=WhatIf(patched=((SHE, 3, 1, 1),))))
    for stack, states in trace.hidden.items():
        assert_equal(states[4:], slow.hidden[stack][4:])
    for one, two in zip(trace.choices, slow.choices, strict=True):
        assert one.probability == pytest.approx(two.probability, abs=1e-6)


def test_another_sentence_is_read_once_for_all_its_states(monkeypatch):
    model, texts = load("transformer", "cpu"), []
    read = model._beside
    monkeypatch.setattr(model, "_beside", lambda text, run: texts.append(text) or read(text, run))
    patched(model, HE, SHE, *((layer, token, token) for layer in range(5) for token in range(5)))
    assert texts == [SHE]


def test_sentences_decoded_together_get_their_own_states():
    model = load("transformer", "cpu")
    requests = [
        Request("transformer", sentence, what_if=WhatIf(patched=((SHE, 0, 0, 0),)))
        for sentence in (HE, "He is sleeping in the big house.", "He is tired of it.")
    ]
    together = model.trace_many(requests)
    assert [trace.translation for trace in together] == [
        model.trace(request).translation for request in requests
    ]


@pytest.mark.parametrize("name", ["transformer", "gpt"])
def test_each_state_in_turn_equals_one_run_each(name):
    model, (sentence, other) = load(name, "cpu"), PAIRS[name]
    request = Request(name, sentence)
    patching = model.patch(request, other)
    assert patching.own > 0 > patching.others
    run, there = model._run(request), model._run(Request(name, other))
    sizes = model._sizes(run)
    ids = [one.written[patching.place] for one in (run, there)]
    for layer, token in np.ndindex(patching.differences.shape):
        what_if = WhatIf(patched=((other, layer, token, token),))
        changes = model.network_changes(what_if, sentence, sizes)
        with torch.inference_mode():
            logits = model._logits(run._replace(changes=changes))
        own, others = logits[0, patching.place, ids].tolist()
        assert patching.differences[layer, token] == pytest.approx(own - others, abs=1e-4)


def test_in_a_language_model_the_state_moves_to_the_last_word():
    patching = load("gpt", "cpu").patch(Request("gpt", "He said that"), "She said that")
    assert patching.words == ("he", "she")
    first, last = patching.shares[0], patching.shares[-1]
    assert first[1] == pytest.approx(1, abs=1e-5)  # "He" becomes "She"
    assert last.tolist() == pytest.approx([0, 0, 0, 1], abs=1e-5)  # only the last state is read
    assert (np.diff(patching.shares[2:, 3]) > 0).all()


def test_an_encoder_chooses_at_its_mask():
    sentence, other = PAIRS["bert"]
    patching = load("bert", "cpu").patch(Request("bert", sentence), other)
    assert patching.words == ("his", "her")
    assert patching.tokens[patching.place] == "[MASK]"
    assert patching.shares[0].argmax() == patching.tokens.index("boy")


# --- kinds ----------------------------------------------------------------------------------------

STACKS = [
    ("transformer", "encoder"),
    ("transformer", "decoder"),
    ("transformer", "cross"),
    ("gpt", "decoder"),
    ("bert", "encoder"),
]


def whole(other: str, stack: str, kind: str, layer: int, head: int = NO_HEAD):
    """Return the entry that takes a part at every token."""
    return (other, stack, kind, layer, head, EVERY, EVERY)


def of_every_head(model, other: str, stack: str, kinds, layers=None):
    count, heads = model.attention_sizes[stack]
    return [
        whole(other, stack, kind, layer, head)
        for kind in kinds
        for layer in (range(count) if layers is None else layers)
        for head in range(heads)
    ]


def trace_with(model, sentence: str, entries, target: str | None = None):
    return model.trace(Request(model.name, sentence, target, WhatIf(patched=tuple(entries))))


@pytest.mark.parametrize("name, stack", STACKS)
@pytest.mark.parametrize("kind", PATCH_KINDS)
def test_parts_of_the_same_sentence_change_nothing(name, stack, kind):
    model, (sentence, _) = load(name, "cpu"), PAIRS[name]
    if not PATCH_KINDS[kind]:
        entries = [] if stack == "cross" else [whole(sentence, stack, kind, 1)]
    else:
        entries = of_every_head(model, sentence, stack, [kind], [1])
    trace, as_trained = (trace_with(model, sentence, some) for some in (entries, []))
    assert trace.translation == as_trained.translation
    for side in model.capabilities.directions:
        assert_equal(trace.hidden[side], as_trained.hidden[side])


@pytest.mark.parametrize("name, stack", STACKS)
def test_a_head_takes_output_weights_and_values_alone(name, stack):
    """Weights of the other run mix the values of this one, values are mixed by its weights."""
    model, (sentence, other) = load(name, "cpu"), PAIRS[name]
    as_trained = trace_with(model, sentence, [])
    french = as_trained.translation if name == "transformer" else None
    there = model.trace(Request(name, other, french))
    length = len(model.encode(sentence).source) if stack != "decoder" or name == "gpt" else None
    here, other_maps = (one.attention[stack] for one in (as_trained, there))
    rows = slice(None, None if stack == "cross" else length)
    keys = slice(None, length)
    first = {"weights": here.weights, "value": here.value}
    second = {"weights": other_maps.weights, "value": other_maps.value}
    expected = {
        "output": other_maps.head_output[0, 1, rows],
        "weights": second["weights"][0, 1, rows, keys] @ first["value"][0, 1, keys],
        "values": first["weights"][0, 1, rows, keys] @ second["value"][0, 1, keys],
    }
    if stack != "decoder" or name == "gpt":  # the first layer of a decoder reads the same French
        output = here.head_output[0, 1, rows]
        assert all(np.abs(part - output).max() > 1e-3 for part in expected.values())
    for kind, output in expected.items():
        trace = trace_with(model, sentence, [whole(other, stack, kind, 0, 1)])
        assert_equal(trace.attention[stack].head_output[0, 1, rows], output)
        others = [head for head in range(here.weights.shape[1]) if head != 1]
        assert_equal(trace.attention[stack].head_output[0, others], here.head_output[0, others])


@pytest.mark.parametrize("kinds", [["output"], ["weights", "values"]])
def test_all_cross_heads_give_the_other_run_beside_the_same_french(kinds):
    """The sentence reaches the decoder through them alone."""
    model = load("transformer", "cpu")
    trace = trace_with(model, HE, of_every_head(model, SHE, "cross", kinds))
    french = model.translate([HE])[0]
    assert trace.translation == french
    other = model.trace(Request("transformer", SHE, french))
    assert_equal(trace.hidden["decoder"], other.hidden["decoder"])
    for one, two in zip(trace.choices, other.choices, strict=True):
        assert [word for word, _ in one.best] == [word for word, _ in two.best]
        assert [share for _, share in one.best] == pytest.approx(
            [share for _, share in two.best], abs=1e-6
        )


def test_the_last_states_of_the_decoder_are_what_the_other_run_writes():
    model = load("transformer", "cpu")
    french = model.translate([HE])[0]
    trace = trace_with(model, HE, [whole(SHE, "decoder", "state", 4)])
    other = model.trace(Request("transformer", SHE, french))
    assert trace.choices[0].best[0][0] == "Elle" == other.choices[0].best[0][0]
    assert_equal(trace.hidden["decoder"][-1], other.hidden["decoder"][-1])
    # Earlier states are followed by layers that read this sentence.
    earlier = trace_with(model, HE, [whole(SHE, "decoder", "state", 2)])
    assert_equal(earlier.hidden["decoder"][2], other.hidden["decoder"][2])
    assert np.abs(earlier.hidden["decoder"][-1] - other.hidden["decoder"][-1]).max() > 1e-3


@pytest.mark.parametrize("name, stack", [pair for pair in STACKS if pair[1] != "cross"])
def test_a_feed_forward_layer_takes_the_output_of_the_other_run(name, stack):
    model, (sentence, other) = load(name, "cpu"), PAIRS[name]
    blocks = model.network.layers if name == "gpt" else getattr(model.network, stack)
    request = Request(name, sentence, model.trace(Request(name, sentence)).translation or None)
    outputs: list[torch.Tensor] = []
    place = 4 if name == "bert" else 1  # most of the layers of BERT add the same to all tokens

    def keep(module, inputs, output):
        outputs.append(output)

    def replace_output(module, inputs, output):
        output = output.clone()
        output[:, place] = outputs[-1][0, place]
        return output

    def traced(given: Request, hook):
        handle = blocks[1].feed_forward.register_forward_hook(hook)
        try:
            return model.trace(given)
        finally:
            handle.remove()

    traced(replace(request, sentence=other), keep)
    slow = traced(request, replace_output)
    entry = (other, stack, "feed_forward", 1, NO_HEAD, place, place)
    trace = trace_with(model, sentence, [entry], request.target)
    assert_equal(trace.hidden[stack], slow.hidden[stack])
    assert np.abs(trace.hidden[stack] - model.trace(request).hidden[stack]).max() > 1e-3


def test_parts_of_the_decoder_keep_the_french_and_change_its_probabilities():
    model = load("transformer", "cpu")
    as_trained = model.trace(Request("transformer", HE))
    entries = of_every_head(model, SHE, "cross", ["output"])
    requests = [
        Request("transformer", sentence, what_if=WhatIf(patched=tuple(entries)))
        for sentence in (HE, "He is hungry.", HE)
    ]
    together = model.trace_many(requests)
    assert together[0].translation == as_trained.translation == "Il est fatigué."
    assert together[0].choices[0].probability < 0.1 < as_trained.choices[0].probability
    for trace, request in zip(together, requests, strict=True):
        assert trace.choices == model.trace(request).choices


def heads_of(model, sentence: str, other: str, kind: str) -> dict[tuple[str, int, int], float]:
    patching = model.patch_heads(Request(model.name, sentence), other, kind)
    return dict(zip(patching.heads, patching.shares.tolist(), strict=True))


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("kind", [kind for kind, of_head in PATCH_KINDS.items() if of_head])
def test_each_head_in_turn_equals_one_run_each(name, kind):
    model, (sentence, other) = load(name, "cpu"), PAIRS[name]
    patching = model.patch_heads(Request(name, sentence), other, kind)
    states = model.patch(Request(name, sentence), other)
    assert (patching.own, patching.others) == (states.own, states.others)
    assert patching.words == states.words
    assert np.abs(patching.shares).max() > 0.01
    stacks = {stack for stack, *_ in patching.heads}
    assert stacks == {*model.attention_sizes}
    written = model.trace(Request(name, sentence)).translation or None
    with torch.inference_mode():
        ids = [
            int(model._logits(model._run(Request(name, text)))[0, patching.place].argmax())
            for text in (sentence, other)
        ]
        for number in range(0, len(patching.heads), 5):
            entry = whole(other, *patching.heads[number][:1], kind, *patching.heads[number][1:])
            run = model._run(Request(name, sentence, written, WhatIf(patched=(entry,))))
            own, others = model._logits(run)[0, patching.place, ids].tolist()
            assert patching.differences[number] == pytest.approx(own - others, abs=1e-4)


# --- planted networks -----------------------------------------------------------------------------


def test_a_head_whose_picture_is_perfect_and_whose_values_do_nothing_moves_nothing():
    model = planted.translator()
    sentence, other = "the big dog sees a cat .", "the old dog sees a cat ."
    for kind in ("output", "weights", "values"):
        shares = heads_of(model, sentence, other, kind)
        # Head 1 knows positions alone, so its weights are the same in both: its values translate.
        expected = 0 if kind == "weights" else 1
        assert shares.pop(("cross", 0, 0)) == pytest.approx(expected, abs=1e-3)
        # Head 2 looks at the right word each time; the encoder's previous-word head is not read.
        assert [*shares.values()] == pytest.approx([0] * len(shares), abs=1e-3)


@pytest.mark.parametrize(
    "sentence, other, weights, values",
    [
        # Another word at the same place: what the head copies, not where it looks.
        ("old horse cat dog old", "old red cat dog old", 0, 1),
        # The same words at other places: where it looks.
        ("old horse cat dog old", "cat horse old dog old", 1, 0),
    ],
)
def test_a_copying_head_is_told_from_one_that_only_looks_so(sentence, other, weights, values):
    model = planted.language_model()
    for kind, share in {"output": 1, "weights": weights, "values": values}.items():
        shares = heads_of(model, sentence, other, kind)
        assert shares["decoder", 1, 0] == pytest.approx(share, abs=0.02)
        assert shares["decoder", 1, 1] == pytest.approx(0, abs=1e-3)


def test_a_previous_token_head_acts_by_what_it_gives_and_not_by_where_it_looks():
    model = planted.language_model()
    pair = "old horse cat dog old", "cat horse old dog old"
    previous = "decoder", 0, 0
    assert heads_of(model, *pair, "weights")[previous] == pytest.approx(0, abs=1e-3)
    for kind in ("values", "output"):
        assert heads_of(model, *pair, kind)[previous] == pytest.approx(1, abs=0.02)


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, sentence, other, reason",
    [
        ("transformer", HE, "She is very tired.", "5 tokens and .* 6"),
        ("transformer", HE, HE, "writes the same for both"),
        ("transformer", HE, " ", "no word"),
        ("bert", "The dog sleeps.", "The cat sleeps.", r"no \[MASK\]"),
        ("bilstm-dot", HE, SHE, "cannot be put into bilstm-dot"),
        ("elmo", HE, SHE, "cannot be put into elmo"),
    ],
)
def test_what_cannot_be_compared_is_refused(name, sentence, other, reason):
    with pytest.raises(UserError, match=reason):
        load(name, "cpu").patch(Request(name, sentence), other)
    with pytest.raises(UserError, match=reason):
        load(name, "cpu").patch_heads(Request(name, sentence), other)


def test_a_changed_model_is_not_compared():
    request = Request("transformer", HE, what_if=WhatIf(temperature=2))
    with pytest.raises(UserError, match="Undo your changes"):
        load("transformer", "cpu").patch(request, SHE)


@pytest.mark.parametrize(
    "state, reason",
    [
        ((5, 0, 0), "no layer 5: .* 1 to 4"),
        ((1, 5, 0), "no token 6 in this sentence: it has 5 tokens"),
        ((1, 0, 7), "no token 8 in “She is tired.”: it has 5 tokens"),
    ],
)
def test_a_state_that_is_not_there_is_refused(state, reason):
    with pytest.raises(UserError, match=reason):
        patched(load("transformer", "cpu"), HE, SHE, state)


@pytest.mark.parametrize("name", ["bilstm-dot", "lstm-lm", "elmo"])
def test_a_recurrent_network_takes_no_state(name):
    with pytest.raises(UserError, match=f"cannot be put into {name}"):
        patched(load(name, "cpu"), HE, SHE, (0, 0, 0))


@pytest.mark.parametrize(
    "states, reason",
    [
        (((" ", 0, 0, 0),), "Give the sentence"),
        (((SHE, -1, 0, 0),), "Give the sentence"),
        (((SHE, 1, 0, 0), (SHE, 1, 0, 2)), "Token 1 takes 2 states after layer 1"),
        (((SHE, "middle", "state", 1, -1, 0, 0),), "stack cannot be “middle”"),
        (((SHE, "", "output", 1, 0, 0, 0),), "stack cannot be “”"),
        (((SHE, "encoder", "keys", 1, 0, 0, 0),), "kind cannot be “keys”"),
        (((SHE, "encoder", "output", 1, -1, 0, 0),), "belong to a head"),
        (((SHE, "encoder", "state", 1, 0, 0, 0),), "belong to a head"),
        (((SHE, "cross", "state", 1, -1, 0, 0),), "has heads only"),
        (((SHE, "encoder", "weights", 1, 0, 0, 1),), "at the same place"),
        (((SHE, "encoder", "output", 1, 0, -1, 0),), "Give the sentence"),
        (
            ((SHE, "encoder", "output", 1, 0, -1, -1), (SHE, "encoder", "output", 1, 0, 0, 0)),
            "every token takes its state",
        ),
    ],
)
def test_impossible_what_ifs_are_refused(states, reason):
    with pytest.raises(UserError, match=reason):
        WhatIf(patched=states)


@pytest.mark.parametrize(
    "name, entry, reason",
    [
        ("transformer", (SHE, "cross", "output", 1, 9, 0, 0), "no head 10 in layer 2 of “cross”"),
        ("transformer", (SHE, "decoder", "state", 5, -1, 0, 0), "no head 1 in layer 5"),
        ("transformer", (SHE, "decoder", "output", 1, 0, 0, 99), "no token 100 in this sentence"),
        ("transformer", ("She is so tired.", "cross", "weights", 0, 0, 0, 0), "equally many"),
        ("transformer", ("She is so tired.", "encoder", "output", 0, 0, -1, -1), "equally many"),
        ("gpt", (SHE, "encoder", "output", 0, 0, 0, 0), "no head 1 in layer 1 of “encoder”"),
        ("bert", (SHE, "cross", "output", 0, 0, 0, 0), "no head 1 in layer 1 of “cross”"),
    ],
)
def test_a_part_that_is_not_there_is_refused(name, entry, reason):
    with pytest.raises(UserError, match=reason):
        trace_with(load(name, "cpu"), HE, [entry])


def test_a_network_that_does_not_name_its_parts_is_refused():
    torch.manual_seed(0)  # with some weights it writes the same for both sentences
    network = toy_network.Toy(toy_network.ToyConfig(len(planted.TOKENIZER)))
    model = CausalModel("toy", network.eval(), planted.TOKENIZER, {}, torch.device("cpu"))
    with pytest.raises(UserError, match="cannot be put into toy"):
        model.patch(Request("toy", "the dog"), "the cat")


def test_shapes_that_do_not_fit_are_refused():
    values = Request("m", HE), SHE, ("a", "b"), ("a", "c"), ("x", "y"), 0, 1.0, -1.0
    assert Patching(*values, np.zeros((3, 2))).shares.tolist() == [[0.5, 0.5]] * 3
    with pytest.raises(ValueError, match="shape"):
        Patching(*values, np.zeros((3, 3)))
    with pytest.raises(ValueError, match="2 heads"):
        HeadPatching(
            Request("m", HE),
            SHE,
            "output",
            (("cross", 0, 0),) * 2,
            ("a", "b"),
            0,
            1,
            -1,
            np.zeros(3),
        )
