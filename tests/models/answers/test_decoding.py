import itertools
from types import SimpleNamespace

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as some

from models.answers.decoding import (
    _LONG,
    _repeating,
    beam,
    greedy,
    longest_translation,
    pad,
    translate,
)
from models.answers.loops import is_loop
from models.networks.transformer import Transformer

BEGIN, END, NEVER = 1, 2, -1
SENTENCES = [
    "I am tired.",
    "The big red dog is sleeping on the bed.",
    "Two men are playing football in the park.",
    "Where is she?",
    "Yes.",
]


class Restless(Transformer):
    """Random weights repeat one word for ever; folding the logits varies the words."""

    def logits(self, x):
        return 5 * super().logits(x) % 1


@pytest.fixture(scope="module")
def restless(network):
    restless = Restless(network.config).eval()
    restless.load_state_dict(network.state_dict())
    return restless


@pytest.fixture(scope="module")
def sources():
    """Four sentences of different lengths, as ids."""
    generator = torch.Generator().manual_seed(5)
    return [
        torch.randint(3, 50, (length,), generator=generator).tolist() for length in (3, 9, 5, 14)
    ]


@torch.inference_mode()
def slow_greedy(network, source, begin_id, end_id):
    """Decode greedily without a cache."""
    target = [begin_id]
    for _ in range(longest_translation(source.shape[1], network.capabilities.longest)):
        logits = network.logits(network(source, torch.tensor([target])))
        target.append(logits[0, -1].argmax().item())
        if target[-1] == end_id:
            return target[1:-1], True
    return target[1:], False


@pytest.mark.thorough
def test_greedy_equals_reading_everything_afresh_for_every_word(restless, sources):
    for source in sources:
        source = torch.tensor([source])
        unending, _ = slow_greedy(restless, source, BEGIN, NEVER)
        assert len(set(unending)) > 5
        for end_id in (NEVER, unending[0], unending[6], unending[-1]):
            assert greedy(restless, source, BEGIN, end_id) == [
                slow_greedy(restless, source, BEGIN, end_id)
            ]


@pytest.mark.slow
@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_shipped_model_translates_like_reading_everything_afresh(model, sentence):
    tokenizer = model.tokenizer
    source = torch.tensor([[*tokenizer.encode(sentence), tokenizer.end_id]])
    ids, _ = slow_greedy(model.network, source, tokenizer.begin_id, tokenizer.end_id)
    assert model.translate([sentence]) == [tokenizer.decode(ids)]


@pytest.mark.slow
def test_a_padded_batch_equals_one_sentence_at_a_time(restless, sources):
    batch = pad(sources, restless.config.padding_id)
    unending = greedy(restless, batch, BEGIN, NEVER)
    for end_id in (NEVER, unending[1][0][4]):
        alone = [greedy(restless, torch.tensor([source]), BEGIN, end_id)[0] for source in sources]
        assert greedy(restless, batch, BEGIN, end_id) == alone


def test_a_network_in_a_loop_is_stopped_after_the_first_repetition(network, sources):
    steps, step = [], network.step
    counted = SimpleNamespace(
        config=network.config,
        capabilities=network.capabilities,
        start=network.start,
        step=lambda last, state: steps.append(last) or step(last, state),
    )
    for source in sources:
        [(ids, finished)] = greedy(counted, torch.tensor([source]), BEGIN, NEVER)
        assert len(ids) == 2, "the first time, and its repetition"
        assert ids[0] == ids[1], "the first time, and its repetition"
        assert not finished, "the first time, and its repetition"
        assert len(steps) == 8, "what is not shown is not computed"
        steps.clear()
    batch = greedy(network, pad(sources, network.config.padding_id), BEGIN, NEVER)
    assert [len(ids) for ids, _ in batch] == [2] * len(sources)


@pytest.mark.parametrize(
    "sentence",
    [
        "I was born on May 3, 1998.",
        "She's a veterinarian, so she's seen lots of ultrasounds.",
        "x = y + z; for (i = 0; i < 10; i++)",
        "ha ha ha ha ha",
    ],
)
def test_no_translation_of_the_shipped_model_goes_on_in_a_loop(model, sentence):
    ids = model.tokenizer.encode(sentence)
    [(written, _)] = greedy(
        model.network,
        torch.tensor([[*ids, model.tokenizer.end_id]]),
        model.tokenizer.begin_id,
        model.tokenizer.end_id,
    )
    assert not any(is_loop(written[:end], ids) for end in range(len(written) + 1))


def test_the_longest_translation_fits_into_the_network_with_its_beginning():
    assert longest_translation(3, 128) == 16
    assert longest_translation(500, 128) == 127


def test_a_translation_that_ends_at_once_is_empty(restless, sources):
    source = torch.tensor([sources[0]])
    [(unending, _)] = greedy(restless, source, BEGIN, NEVER)
    assert greedy(restless, source, BEGIN, unending[0]) == [([], True)]


@pytest.mark.slow
def test_translations_come_back_in_the_order_of_the_sentences(model):
    alone = [model.translate([sentence])[0] for sentence in SENTENCES]
    assert model.translate(SENTENCES) == alone
    assert model.translate(SENTENCES[::-1]) == alone[::-1]
    ids = [model.tokenizer.encode(sentence) for sentence in SENTENCES]
    assert translate(model.network, model.tokenizer, ids, model.device, batch=2) == alone


def test_nothing_to_translate_gives_nothing(model):
    assert model.translate([]) == []
    assert model.translate(["", "  \t"]) == ["", ""]


def test_padding_makes_rows_equally_long():
    assert pad([[5], [6, 7, 8], []], 0).tolist() == [[5, 0, 0], [6, 7, 8], [0, 0, 0]]


@pytest.mark.thorough
def test_a_beam_of_one_is_greedy(model, restless, sources):
    for network, end_id, several in (
        (restless, NEVER, sources),
        (
            model.network,
            model.tokenizer.end_id,
            [[*model.tokenizer.encode(text), END] for text in SENTENCES],
        ),
    ):
        for source in several:
            source = torch.tensor([source])
            assert (
                beam(network, source, BEGIN, end_id, width=1)
                == greedy(network, source, BEGIN, end_id)[0]
            )


class Grammar(torch.nn.Module):
    """Four words, with probabilities by the last word and the length so far.

    Small enough to try every translation.
    """

    class config:
        padding_id = 0

    class capabilities:
        longest = 4

    def __init__(self):
        super().__init__()
        self.table = torch.randn(4, 4, 4, generator=torch.Generator().manual_seed(11)).mul(1.5)

    def start(self, source):
        return State(torch.zeros(len(source), dtype=torch.long))

    def step(self, last, state):
        return self.table[state.length, last], State(state.length + 1)


class State:
    def __init__(self, length):
        self.length = length

    def select(self, rows):
        return State(self.length[rows])


def test_a_wide_beam_finds_the_best_of_all_translations():
    network = Grammar()
    every = []
    for length in range(4):
        for words in itertools.product((0, 1, 3), repeat=length):
            read, total = (BEGIN, *words), 0.0
            for place, word in enumerate((*words, END)):
                total += (
                    network.table[place, read[place]].log_softmax(-1)[word].item()
                    if place < 3
                    else -float("inf")
                )
            every.append((total / (length + 1), list(words)))
    ids, finished = beam(network, torch.tensor([[3]]), BEGIN, END, width=10_000)
    assert finished
    assert ids == max(every)[1]


@pytest.mark.slow
def test_what_would_repeat_four_tokens_is_known_by_a_slow_search():
    @given(some.lists(some.integers(0, 2), max_size=14))
    def check(ids):
        seen = {tuple(ids[start : start + 4]) for start in range(len(ids) - 3)}
        assert set(_repeating(ids)) == {one for one in range(3) if (*ids[-3:], one) in seen}

    check()


def test_a_beam_over_a_long_sentence_does_not_repeat_itself_and_one_over_a_short_sentence_may():
    class Loop(Grammar):
        class capabilities:
            longest = 128

        def step(self, last, state):  # a cycle of three words without an end
            return torch.eye(4)[torch.tensor([0, 2, 3, 1])][last] * 9, State(state.length + 1)

    def quads(length):
        ids, _ = beam(Loop(), torch.full((1, length), 3), BEGIN, NEVER, width=4)
        return [tuple(ids[start : start + 4]) for start in range(len(ids) - 3)]

    assert len(quads(_LONG)) == len(set(quads(_LONG)))
    assert len(quads(_LONG - 1)) > len(set(quads(_LONG - 1)))
