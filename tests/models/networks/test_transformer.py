import copy

import pytest
import torch

from models.networks.attention import _causal_mask
from models.networks.positions import sinusoids
from models.networks.recorder import Recording
from models.trace import STACKS
from tests.reference import torch_transformer

pytestmark = pytest.mark.usefixtures("without_gradients")
PADDED = (0, 2)  # the number of padded places at the end of the first sentence


def sentences(network, source_length=9, target_length=6, padded=0):
    """Return random ids `[2, source]` and `[2, target]`.

    The last `padded` places of the first source are padding.
    """
    generator = torch.Generator().manual_seed(3)
    lengths = (2, source_length), (2, target_length)
    source, target = (
        torch.randint(3, network.config.vocabulary_size, size, generator=generator)
        for size in lengths
    )
    source[0, source_length - padded :] = network.config.padding_id
    return source, target


def decode(network, target, state, allowed):
    """Do the same as `network.decode`, with any mask."""
    x = network.embed(target)
    for layer, memory in zip(network.decoder, state.memory):
        x, _ = layer(x, allowed, memory, state.source_allowed, None, None)
    return x


@pytest.mark.slow
@pytest.mark.parametrize("padded", PADDED)
@pytest.mark.parametrize("causal", [True, False])
def test_our_weights_in_torchs_transformer_give_the_same_outputs(any_network, padded, causal):
    source, target = sentences(any_network, padded=padded)
    padding, future = source == any_network.config.padding_id, ~_causal_mask(target.shape[1])
    theirs, embedded = torch_transformer(any_network), any_network.embed(source)
    masks = {"src_key_padding_mask": padding, "memory_key_padding_mask": padding} if padded else {}
    expected = theirs(
        embedded, any_network.embed(target), tgt_mask=future if causal else None, **masks
    )
    memory, _ = any_network.encode(source)
    torch.testing.assert_close(
        memory[~padding],
        theirs.encoder(embedded, src_key_padding_mask=padding if padded else None)[~padding],
        atol=1e-5,
        rtol=0,
    )
    ours = (
        any_network(source, target)
        if causal
        else decode(any_network, target, any_network.start(source), None)
    )
    torch.testing.assert_close(ours, expected, atol=1e-5, rtol=0)


def test_embeddings_are_scaled_and_positions_added(any_network):
    source, _ = sentences(any_network)
    d_model, table = any_network.config.d_model, any_network.positions[:9]
    if any_network.config.positions == "sinusoids":
        torch.testing.assert_close(table, sinusoids(9, d_model))
    expected = any_network.embedding.weight[source] * d_model**0.5 + table
    torch.testing.assert_close(any_network.embed(source), expected, atol=1e-6, rtol=1e-6)
    torch.testing.assert_close(
        any_network.embed(source[:, 5:], start=5), expected[:, 5:], atol=1e-6, rtol=1e-6
    )


def test_changing_the_last_target_word_changes_nothing_before_it(any_network):
    source, target = sentences(any_network)
    changed = target.clone()
    changed[:, -1] = (target[:, -1] + 1) % any_network.config.vocabulary_size
    before, after = any_network(source, target), any_network(source, changed)
    assert torch.equal(before[:, :-1], after[:, :-1])
    assert not torch.equal(before[:, -1], after[:, -1])


@pytest.mark.parametrize("padded", PADDED)
def test_word_by_word_with_cached_keys_equals_all_words_at_once(any_network, padded):
    source, target = sentences(any_network, padded=padded)
    at_once = any_network.logits(any_network(source, target))
    state = any_network.start(source)
    for position in range(target.shape[1]):
        logits, state = any_network.step(target[:, position], state)
        torch.testing.assert_close(logits, at_once[:, position], atol=2e-5, rtol=1e-5)


def test_a_sentence_alone_equals_the_same_sentence_in_a_padded_batch(any_network):
    source, target = sentences(any_network, padded=4)
    torch.testing.assert_close(
        any_network(source[:1, :-4], target[:1]), any_network(source, target)[:1], atol=1e-5, rtol=0
    )


def test_selecting_rows_of_a_state_reorders_the_sentences(network):
    source, target = sentences(network, padded=2)
    _, state = network.step(target[:, 0], network.start(source))
    rows = torch.tensor([1, 0, 1])
    expected, _ = network.step(target[:, 1], state)
    logits, _ = network.step(target[rows, 1], state.select(rows))
    torch.testing.assert_close(logits, expected[rows], atol=1e-5, rtol=0)


def test_without_positions_reordering_the_words_only_reorders_the_encoders_output(any_network):
    blind = copy.deepcopy(any_network)
    blind.positions.zero_()
    source, _ = sentences(blind)
    order = torch.tensor([4, 2, 8, 0, 1, 7, 5, 3, 6])
    memory, reordered = blind.encode(source)[0], blind.encode(source[:, order])[0]
    torch.testing.assert_close(reordered, memory[:, order], atol=1e-5, rtol=0)
    with_positions = any_network.encode(source)[0], any_network.encode(source[:, order])[0]
    assert (with_positions[1] - with_positions[0][:, order]).abs().max() > 1e-2


def test_recording_changes_nothing(any_network):
    source, target = sentences(any_network, padded=2)
    assert torch.equal(any_network(source, target, Recording()), any_network(source, target))


def test_weights_are_recorded_before_dropout(network):
    training = copy.deepcopy(network).train()
    source, target = sentences(training)
    torch.manual_seed(4)
    recordings = Recording(), Recording()
    first, second = (training(source, target, recording) for recording in recordings)
    assert not torch.equal(first, second)  # dropout is active
    for stack in STACKS:
        for layer in recordings[0].attention[stack]:
            torch.testing.assert_close(
                layer.weights.sum(-1), torch.ones(layer.weights.shape[:-1]), atol=1e-5, rtol=0
            )
            assert (layer.weights == 0).sum() == (~layer.allowed.expand_as(layer.weights)).sum()


def test_a_recording_holds_every_layer_of_every_mechanism(network):
    recording = Recording()
    network(*sentences(network), recording)
    assert {stack: len(layers) for stack, layers in recording.attention.items()} == dict.fromkeys(
        STACKS, 3
    )
    assert {stack: len(layers) for stack, layers in recording.hidden.items()} == {
        "encoder": 4,
        "decoder": 4,
    }
