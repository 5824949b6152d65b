"""The encoder's states alone equal those of a whole run, also with learned positions."""

import copy
import json
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file

import models
from models import Encoding, Request, UserError, WhatIf
from models.answers.translation import TranslationModel
from models.networks.positions import sinusoids
from models.networks.recorder import Recording
from models.networks.transformer import Transformer, TransformerConfig
from models.normalisation import normalise
from models.store import checkpoint
from models.training.recipes import RECIPES
from models.training.save_positions import _TABLE, _save_table
from viz.pages.order.encodings import _LEARNED, learned

SENTENCES = (
    "The big red dog is sleeping on the bed.",
    "I don't like antidisestablishmentarianism, do you?",
    "x 日本 </s> the the",
    "  a\u0301 \0 ",
    "a",
)
SIZES = {
    "d_model": 32,
    "d_ff": 64,
    "n_heads": 4,
    "n_layers": 2,
    "dropout": 0.0,
    "max_length": 40,
    "positions": "learned",
}


def made(network, model, name: str) -> TranslationModel:
    return TranslationModel(name, network, model.tokenizer, {}, torch.device("cpu"))


@pytest.fixture(scope="module")
def learning(model):
    """A small transformer with random weights and a table of learned positions."""
    torch.manual_seed(0)
    return Transformer(TransformerConfig(len(model.tokenizer), **SIZES)).eval()


@pytest.fixture(
    scope="module", params=[*models.shipped_for("translation"), "untrained with learned positions"]
)
def any_model(request, model, learning):
    if request.param in models.shipped_for("translation"):
        return models.load(request.param, device="cpu")
    return made(learning, model, request.param)


@pytest.mark.slow
@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_states_of_an_encoding_are_those_of_a_trace_to_the_last_bit(any_model, sentence):
    encoding, trace = any_model.encode(sentence), any_model.trace(Request(any_model.name, sentence))
    in_front = len(encoding.steps) - len(trace.hidden["encoder"])
    assert in_front == ("encoder" in any_model.attention_sizes)
    assert encoding.states.dtype == trace.hidden["encoder"].dtype == np.float32
    np.testing.assert_array_equal(encoding.states[in_front:], trace.hidden["encoder"])
    for name in ("sentence", "source", "source_spans", "source_words"):
        assert getattr(encoding, name) == getattr(trace, name)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_first_step_is_the_embedding_times_the_root_of_d_model_whatever_the_position(
    any_model, sentence
):
    encoding, network = any_model.encode(sentence), any_model.network
    ids = [*any_model.tokenizer.encode(normalise(sentence)), any_model.tokenizer.end_id]
    with torch.no_grad():
        words = network.embedding.weight[ids] * network.config.d_model**0.5
    np.testing.assert_array_equal(encoding.states[0], words.numpy())
    if encoding.steps[1] == "+ position":
        table = network.positions.detach().numpy()[: len(ids)]
        np.testing.assert_allclose(encoding.states[1] - encoding.states[0], table, atol=1e-6)


def test_the_steps_are_named_and_as_many_as_layers(any_model):
    encoding, sizes = any_model.encode("I am tired."), any_model.attention_sizes
    if "encoder" in sizes:
        assert encoding.steps == (
            "embedding",
            "+ position",
            *(f"layer {number}" for number in range(1, sizes["encoder"][0] + 1)),
        )
    else:
        assert encoding.steps == ("embedding", "both directions")
    assert encoding.states.shape == (
        len(encoding.steps),
        len(encoding.source),
        any_model.network.config.d_model,
    )


def test_the_longest_sentence_is_read_and_one_token_more_is_not(any_model):
    longest = any_model.longest - 1
    assert len(any_model.encode("a" + " a" * (longest - 1)).source) == longest + 1
    with pytest.raises(UserError, match=f"{longest + 1} tokens"):
        any_model.encode("a" + " a" * longest)


@pytest.mark.parametrize(
    "sentence, says",
    [
        ("", "no word in this sentence"),
        ("  \n\t", "no word in this sentence"),
        ("a" * 100_000, "100,000 characters"),
    ],
)
def test_a_sentence_that_cannot_be_read_is_a_friendly_sentence(any_model, sentence, says):
    with pytest.raises(UserError, match=says):
        any_model.encode(sentence)


def test_nothing_in_an_encoding_can_be_changed(model):
    encoding = model.encode("I am tired.")
    with pytest.raises(FrozenInstanceError):
        encoding.sentence = "another"
    with pytest.raises(ValueError, match="read-only"):
        encoding.states[0] = 0


def small(**changes) -> Encoding:
    return Encoding(
        **(
            {
                "sentence": "a b",
                "source": ("a", "b", "</s>"),
                "source_spans": ((0, 1), (2, 3), (3, 3)),
                "source_words": (0, 1, 2),
                "steps": ("embedding", "layer 1"),
                "states": np.zeros((2, 3, 4)),
            }
            | changes
        )
    )


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"states": np.zeros((3, 3, 4))}, r"\(3, 3, 4\) for 2 steps and 3 tokens"),
        ({"states": np.zeros((2, 2, 4))}, r"\(2, 2, 4\) for 2 steps and 3 tokens"),
        ({"states": np.zeros((2, 3))}, r"\(2, 3\) for 2 steps"),
        ({"steps": ("embedding",)}, "for 1 steps and 3 tokens"),
        ({"source": ("a", "b")}, "for 2 steps and 2 tokens"),
        ({"source_spans": ((0, 1),)}, "source_spans has 1 entries for 3 tokens"),
        ({"source_words": (0, 1, 2, 3)}, "source_words has 4 entries for 3 tokens"),
    ],
)
def test_an_encoding_that_does_not_fit_is_refused(changes, message):
    assert small().states.shape == (2, 3, 4)
    with pytest.raises(ValueError, match=message):
        small(**changes)


def tokens(network, length: int) -> torch.Tensor:
    """Two rows of random ids."""
    return torch.randint(
        3, network.config.vocabulary_size, (2, length), generator=torch.Generator().manual_seed(3)
    )


def test_a_table_of_positions_is_trained_as_far_as_the_sentences_go(learning):
    network = copy.deepcopy(learning).train()
    network.logits(network(tokens(network, 9), tokens(network, 6))).logsumexp(-1).sum().backward()
    moved = network.positions.grad.abs().sum(1) > 0
    assert moved.tolist() == [True] * 9 + [False] * 31
    assert "positions" in dict(network.named_parameters())
    assert "positions" not in dict(
        Transformer(TransformerConfig(50, **SIZES | {"positions": "sinusoids"})).named_parameters()
    )


@pytest.mark.slow
def test_learned_positions_are_added_as_sinusoids_are(learning, model):
    ids = tokens(learning, 9)
    with torch.no_grad():
        plain = Transformer(
            TransformerConfig(len(model.tokenizer), **SIZES | {"positions": "sinusoids"})
        ).eval()
        plain.load_state_dict(
            {name: tensor for name, tensor in learning.state_dict().items() if name != "positions"}
        )
        table = copy.deepcopy(learning)
        table.positions.copy_(sinusoids(40, 32))
        torch.testing.assert_close(table(ids, ids), plain(ids, ids), atol=1e-6, rtol=0)


@pytest.mark.slow
def test_a_network_with_learned_positions_is_saved_and_loaded_back(learning, model, tmp_path):
    checkpoint.save(tmp_path, learning, model.tokenizer, {"name": "learning"})
    network, tokenizer, card = checkpoint.load_checkpoint(tmp_path, torch.device("cpu"))
    assert checkpoint.describe_layers(network) == checkpoint.describe_layers(learning)
    assert card["name"] == "learning"
    assert network.config.positions == "learned"
    assert torch.equal(network.positions, learning.positions.half().float())
    ids = tokens(learning, 9)
    with torch.no_grad():
        # The file holds float16.
        torch.testing.assert_close(network(ids, ids), learning(ids, ids), atol=5e-3, rtol=0)
        assert tokenizer.encode("a dog") == model.tokenizer.encode("a dog")


def test_without_positions_a_learned_table_is_left_out_on_both_sides(learning, model):
    request = Request(
        "learning", "the cat sees the cat", "le chat voit le chat", WhatIf(positions="off")
    )
    trace = made(learning, model, "learning").trace(request)
    for stack, names in (("encoder", trace.source), ("decoder", trace.decoder_input)):
        states = trace.hidden[stack][0]
        for name in {name for name in names if names.count(name) > 1}:
            first, *others = [states[place] for place, other in enumerate(names) if other == name]
            assert others
            assert all(np.array_equal(first, other) for other in others)
    as_trained = made(learning, model, "learning").encode("the cat sees the cat")
    np.testing.assert_array_equal(trace.hidden["encoder"][0], as_trained.states[0])
    # "the" occurs in two places.
    assert not np.array_equal(as_trained.states[1][0], as_trained.states[1][3])


def test_reading_alone_records_what_a_whole_run_records(learning):
    source, target = tokens(learning, 9), tokens(learning, 6)
    alone, whole = Recording(), Recording()
    with torch.no_grad():
        learning.start(source, alone)
        learning(source, target, whole)
    assert all(
        torch.equal(one, other)
        for one, other in zip(alone.hidden["encoder"], whole.hidden["encoder"], strict=True)
    )


def test_a_table_is_kept_with_its_card_and_a_network_without_one_has_none_to_keep(
    learning, model, tmp_path
):
    checkpoint.save(
        tmp_path / "learned", learning, model.tokenizer, {"name": "learning", "weights": 7}
    )
    _save_table(tmp_path / "learned", tmp_path / "tables" / "kept.safetensors")
    table = load_file(tmp_path / "tables" / "kept.safetensors")
    assert {*table} == {"positions"}
    np.testing.assert_array_equal(
        table["positions"], learning.positions.detach().half().float().numpy()
    )
    checkpoint.save(
        tmp_path / "plain",
        Transformer(TransformerConfig(50, **SIZES | {"positions": "sinusoids"})),
        model.tokenizer,
        {},
    )
    with pytest.raises(KeyError, match="positions"):
        _save_table(tmp_path / "plain", tmp_path / "none.safetensors")
    assert not (tmp_path / "none.safetensors").exists()


def test_the_kept_table_is_the_one_that_is_drawn_and_its_card_names_its_recipe():
    assert _TABLE == _LEARNED
    table, card = learned()
    np.testing.assert_array_equal(load_file(_TABLE)["positions"], table)
    recipe = RECIPES[card["name"]]
    assert card["name"] == "transformer-learned"
    assert card["training"]["seed"] == recipe.seed
    architecture = card["architecture"]
    assert architecture == json.loads(
        json.dumps(architecture | recipe.sizes | {"architecture": recipe.architecture})
    )
