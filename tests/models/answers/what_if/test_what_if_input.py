"""What-ifs on the input: swapped words, positions, masks and windows."""

import itertools

import numpy as np
import pytest
import torch

from models import WhatIf
from models.networks.attention import target_mask
from models.networks.changes import NetworkChanges
from models.networks.positions import perturb_positions, sinusoids
from models.normalisation import normalise
from tests.models.answers.what_if.helpers import SENTENCES, TARGET, altered, run, same
from tests.reference import torch_transformer

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("without_gradients")]


@pytest.mark.parametrize(
    "text, new, expected",
    [
        ("I'm here", {1: "am"}, "I am here"),
        ("I'm here", {0: "You"}, "You'm here"),
        ("Don't go", {1: ""}, "Do go"),
        ("Don't go", {1: "not"}, "Do not go"),
        ("d'Artagnan", {0: "the"}, "the Artagnan"),
        ("a  b", {1: "x"}, "a x b"),
        ("a  b", {1: ""}, "a b"),
        ("no.", {1: "?!"}, "no?!"),
        ("  a", {}, "  a"),
        ("2 dogs", {0: "3"}, "3 dogs"),
        ("🎈 up", {0: "👩‍👩‍👧"}, "👩‍👩‍👧 up"),
        ("a b c", {0: "", 1: "", 2: "x"}, "x"),
    ],
)
def test_a_new_word_never_runs_into_its_neighbour(model, text, new, expected):
    assert model.tokenizer.swap(text, new) == expected


def test_words_are_swapped_by_the_numbers_of_the_trace(model):
    for sentence in SENTENCES:
        trace = run(model, sentence=sentence)
        for word in range(trace.source_words[-1]):
            places = [place for place, number in enumerate(trace.source_words) if number == word]
            start, end = trace.source_spans[places[0]][0], trace.source_spans[places[-1]][1]
            expected = sentence[:start] + "XYZ" + sentence[end:]
            swapped = model.tokenizer.swap(normalise(sentence), {word: "XYZ"})
            assert swapped.replace(" ", "") == normalise(expected).replace(" ", "")


def test_positions_off_is_a_network_whose_table_is_zero(model):
    for target in (TARGET, None):
        same(
            run(model, WhatIf(positions="off"), target),
            run(altered(model, lambda network: network.positions.zero_()), target=target),
        )


def test_positions_shuffled_are_the_same_rows_in_an_order_that_depends_on_the_length_alone(model):
    def shuffle(network):
        def embed(ids, start=0, arrangement="as trained"):
            table = sinusoids(ids.shape[1], network.config.d_model)
            order = torch.randperm(ids.shape[1], generator=torch.Generator().manual_seed(5))
            return network.embedding(ids) * network.config.d_model**0.5 + torch.stack(
                [table[row] for row in order.tolist()]
            )

        network.embed = embed

    # Neither is padded to another length.
    unfilled = WhatIf(padding_mask=False)
    same(run(model, WhatIf(positions="shuffled")), run(altered(model, shuffle), unfilled))
    for length in (1, 2, 3, 10, 128):
        table = sinusoids(length, 8)
        rows = perturb_positions(table, "shuffled").tolist()
        assert sorted(rows) == sorted(table.tolist())
        assert rows == perturb_positions(table, "shuffled").tolist()
        assert length == 1 or rows != table.tolist()


def test_without_positions_reordering_the_words_reorders_the_encoders_output_and_nothing_else(
    model,
):
    sentences = (
        "I'm going to study math instead of English.",
        "I'm going to study English instead of math.",
    )
    first, second = (
        run(model, WhatIf(positions="off"), TARGET, sentence) for sentence in sentences
    )
    order = [first.source.index(token) for token in second.source]
    assert sorted(order) == list(range(len(order))) != order
    np.testing.assert_allclose(
        second.hidden["encoder"], first.hidden["encoder"][:, order], atol=1e-5
    )
    np.testing.assert_allclose(
        second.attention["cross"].weights, first.attention["cross"].weights[..., order], atol=1e-5
    )
    np.testing.assert_allclose(second.hidden["decoder"], first.hidden["decoder"], atol=1e-5)
    first, second = (run(model, WhatIf(), TARGET, sentence) for sentence in sentences)
    assert np.abs(second.hidden["encoder"] - first.hidden["encoder"][:, order]).max() > 0.1


@pytest.mark.parametrize("mask", ["causal", "none"])
@pytest.mark.parametrize("window", [0, 1, 3, 50])
def test_masks_and_windows_equal_torchs_transformer_under_a_mask_written_out(
    any_network, mask, window
):
    source, target = torch.randint(3, 50, (2, 1, 7), generator=torch.Generator().manual_seed(6))
    future = torch.zeros(7, 7, dtype=torch.bool)  # in torch, True means forbidden
    for row, column in itertools.product(range(7), range(7)):
        future[row, column] = (mask == "causal" and column > row) or (
            window and abs(row - column) >= window
        )
    assert torch.equal(target_mask(7, mask, window), ~future)
    theirs = torch_transformer(any_network)
    expected = theirs(
        any_network.embed(source),
        any_network.embed(target),
        tgt_mask=future if future.any() else None,
    )
    output = any_network(source, target, changes=NetworkChanges(WhatIf(mask=mask, window=window)))
    torch.testing.assert_close(output, expected, atol=1e-5, rtol=0)


def test_the_mask_in_the_trace_is_the_one_asked_for(model):
    for mask, window in itertools.product(["causal", "none"], [0, 2]):
        allowed = run(model, WhatIf(mask=mask, window=window)).attention["decoder"].allowed
        rows, columns = np.indices(allowed.shape)
        np.testing.assert_array_equal(
            allowed,
            ((rows >= columns) | (mask == "none"))
            & ((abs(rows - columns) < window) | (window == 0)),
        )
