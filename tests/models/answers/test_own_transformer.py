"""A translator with `nn.Transformer` of somebody else: watched as it learns, and taken over."""

import re
from contextlib import nullcontext

import numpy as np
import pytest
import torch
from torch import nn

from models import Request, UserError, load_from, save_translator
from models.store.word_lists import WordLists
from tests import seq2seq_transformer as tutorial
from tests.pages import alerts, visit
from viz import watch
from viz.base.language import explain, writing_in

# What PyTorch says of its own layers.
pytestmark = pytest.mark.filterwarnings("ignore:enable_nested_tensor", "ignore:The PyTorch API of")
PAIRS = tutorial.read_pairs(60)
LISTS = tutorial.vocabularies(PAIRS)
SIZES = [len(words) for words in LISTS]
SENTENCE = "The sample is too small."


def untrained(**more) -> tutorial.Seq2SeqTransformer:
    torch.manual_seed(0)
    network = tutorial.Seq2SeqTransformer((2, 3), 32, 4, *SIZES, 64, **more)
    for part in network.parameters():  # so that no two layers and no two biases are alike
        nn.init.normal_(part, std=0.3)
    return network


def learn(watches: bool, epochs: int = 20):
    """Return a network after training, its losses, and the watch over it."""
    torch.manual_seed(0)
    network = tutorial.Seq2SeqTransformer((2, 3), 32, 4, *SIZES, 64)
    optimiser = torch.optim.Adam(network.parameters(), lr=5e-3, betas=(0.9, 0.98), eps=1e-9)
    losses, watched = [], watch(network, keep=2)
    with watched if watches else nullcontext():
        for _ in range(epochs):
            for source, target in tutorial.batches(PAIRS, LISTS, 20):
                loss = tutorial.loss_of(network, source, target)
                optimiser.zero_grad()
                loss.backward()
                optimiser.step()
                losses.append(loss.item())
    return network.eval(), losses, watched


def ids_of(words: list[str], side: int) -> torch.Tensor:
    known = LISTS[side]
    numbers = [known.index(word) if word in known else 0 for word in words]
    return torch.tensor([2, *numbers, 3])[:, None]


def assert_shown_as_it_runs(network, model) -> None:
    """Compare what `watch` records of the network with a trace of the model taken over from it."""
    source = ids_of(tutorial.split(SENTENCE), 0)
    trace = model.trace(Request(model.name, SENTENCE))
    written = [word for word in trace.predicted if word != "</s>"]
    with watch(network) as watched, torch.no_grad():
        decoded = tutorial.greedy(network, source, 30)
    words = [LISTS[1][index] for index in decoded if index != 3]
    assert words[: len(written)] == written
    assert trace.source == ("<s>", *tutorial.split(SENTENCE), "</s>")
    with watch(network) as watched, torch.no_grad():
        read = ids_of(written, 1)[:-1] if trace.finished else ids_of(written, 1)[: len(written)]
        memory = network.encode(source, torch.zeros(len(source), len(source)).bool())
        mask = nn.Transformer.generate_square_subsequent_mask(len(read)).isinf()
        scores = network.generator(network.decode(read, memory, mask))
    shown = watched.attention()
    for stack in ("encoder", "decoder", "cross"):
        ours = trace.attention[stack].weights
        np.testing.assert_allclose(ours, shown.heads(stack).weights, atol=1e-4)
    best = scores[:, 0].softmax(-1).max(-1).values
    chosen = [choice.probability for choice in trace.choices]
    np.testing.assert_allclose(chosen, best[: len(chosen)], atol=1e-4)


@pytest.mark.slow
def test_the_tutorial_learns_the_same_while_it_is_watched_and_is_shown_as_it_runs(tmp_path):
    plain, losses, _ = learn(watches=False)
    network, watched_losses, watched = learn(watches=True)
    assert losses == watched_losses
    assert losses[-1] < losses[0] / 2
    assert all(map(torch.equal, plain.state_dict().values(), network.state_dict().values()))
    assert len(watched.calls) == 2 * 8  # two calls of each module, of 60
    heads = watched.attention(sentence=3).heads("decoder")
    assert not np.triu(heads.weights, 1).any()
    save_translator(network, *LISTS, tmp_path / "mine", ("en", "fr"))
    assert_shown_as_it_runs(network, load_from(tmp_path / "mine"))


class Learned(nn.Module):
    """Positions that are learnt, and embeddings without a factor."""

    def __init__(self, size):
        super().__init__()
        self.table = nn.Embedding(40, size)

    def forward(self, embedded):
        return embedded + self.table.weight[: len(embedded), None]


class Plain(nn.Module):
    def __init__(self, words, size):
        super().__init__()
        self.embedding = nn.Embedding(words, size)

    def forward(self, tokens):
        return self.embedding(tokens)


def test_a_network_is_taken_over_with_its_positions_and_factor(tmp_path):
    network = untrained().eval()
    save_translator(network, *LISTS, tmp_path / "fixed")
    fixed = load_from(tmp_path / "fixed")
    assert fixed.capabilities.positions == "sinusoidal"
    assert_shown_as_it_runs(network, fixed)
    network.src_tok_emb, network.tgt_tok_emb = (Plain(size, 32) for size in SIZES)
    network.positional_encoding = Learned(32)
    save_translator(network, *LISTS, tmp_path / "fixed")  # again, as after more training
    learned = load_from(tmp_path / "fixed")
    assert (learned.capabilities.positions, learned.longest) == ("learned", 39)
    assert_shown_as_it_runs(network, learned)


MISTAKES = {
    "A network like that of PyTorch's tutorial": lambda: (nn.Transformer(32, 4), *LISTS),
    "The lists have": lambda: (untrained(), LISTS[0][:-1], LISTS[1]),
    "A list of words needs one of <pad>, [PAD]": lambda: (untrained(), LISTS[0][4:], LISTS[1]),
    "differs from what its weights give here": lambda: (untrained(norm_first=True), *LISTS),
    "so it is not shown": lambda: (untrained(activation="gelu"), *LISTS),
}


@pytest.mark.parametrize("sentence", MISTAKES)
def test_what_cannot_be_taken_over_is_said(sentence, tmp_path):
    with pytest.raises(UserError, match=re.escape(sentence)) as caught:
        save_translator(*MISTAKES[sentence](), tmp_path / "mine")
    assert not (tmp_path / "mine").exists()
    with writing_in("fr"):
        assert explain(caught.value) != str(caught.value)


def test_words_of_a_list_are_read_with_their_places_and_others_are_unknown():
    specials = ["<unk>", "<pad>", "<bos>", "<eos>"]
    lists = WordLists([*specials, "it", "'s", "red", "."], ["chien", "l'", *specials, "rouge", "!"])
    ids = lists.encode("It's a red one.")
    shown = lists.show([1, *ids, 2], "It's a red one.")
    assert [token.text for token in shown] == [
        "<s>",
        "it",
        "'s",
        "<unk>",
        "red",
        "<unk>",
        ".",
        "</s>",
    ]
    assert [(token.start, token.end) for token in shown[1:-1]] == [
        (0, 2),
        (2, 4),
        (5, 6),
        (7, 10),
        (11, 14),
        (14, 15),
    ]
    target = lists.encode_target("l'chien rouge!")
    assert lists.decode(target) == "l'chien rouge !"
    again = WordLists.from_bytes(lists.to_bytes())
    assert again.encode_target("L'chien rouge!") == target
    assert len(again) == 3 + 5 + 5 + 2
    assert again.rows(1) == [3, 4, 5, 0, 1, 2, 6, 7]


@pytest.fixture(scope="module")
def mine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("own") / "mine"
    save_translator(untrained(), *LISTS, folder, ("en", "fr"))
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("page", ["heads", "mask", "inside", "align", "order", "depth", "model"])
def test_the_pages_of_the_app_draw_it(page, mine, monkeypatch):
    monkeypatch.setenv("HEADS_UP_MODELS", str(mine))
    assert not alerts(visit(page, {"model": "mine", "sentence": SENTENCE}))
