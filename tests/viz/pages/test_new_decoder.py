"""A decoder-only network of a third architecture.

Registered, it is shown on every page, or a sentence says why not.
"""

from dataclasses import dataclass

import numpy as np
import pytest
import torch
from torch import nn

from models import Request, UserError, WhatIf, available, load
from models.networks.attention import MultiHeadAttention, target_mask
from models.networks.changes import AS_TRAINED
from models.protocols import Capabilities, Stack
from models.store import checkpoint
from models.store.tokenizer import Tokenizer
from tests.pages import alerts, visit
from tests.pages_and_looks import pages_and_looks
from tests.shipping import ship_the_others
from viz.analysis.walkthrough import contributions, derive

SENTENCE = "the cat sees the cat"
TEXTS = [SENTENCE, "the big dog sleeps on the mat", "a cat and a dog sleep"]


@dataclass(frozen=True)
class ToyConfig:
    vocabulary_size: int
    d_model: int = 16
    n_heads: int = 2
    max_length: int = 128
    padding_id: int = 0


class Toy(nn.Module):
    """A decoder of two layers that normalise first, with positions that are learned."""

    task = "causal-lm"

    def __init__(self, config: ToyConfig):
        super().__init__()
        self.config = config
        d = config.d_model
        self.embedding = nn.Embedding(config.vocabulary_size, d)
        self.positions = nn.Parameter(torch.randn(config.max_length, d))
        self.attention = nn.ModuleList(MultiHeadAttention(d, config.n_heads, 0.0) for _ in "12")
        self.norms = nn.ModuleList(nn.LayerNorm(d) for _ in "12345")
        self.feed = nn.ModuleList(nn.ModuleList([nn.Linear(d, 8), nn.Linear(8, d)]) for _ in "12")

    @property
    def capabilities(self):
        stacks = {"decoder": Stack(2, self.config.n_heads)}
        built = {"block": "transformer", "norm": "before", "positions": "learned"}
        return Capabilities(
            self.task, stacks, **built, score="scaled dot", longest=self.config.max_length
        )

    def parts(self, stack, layer):
        feed = dict(zip(("feed_forward_in", "feed_forward_out"), self.feed[layer], strict=True))
        norms = {"norm": self.norms[2 * layer], "feed_forward_norm": self.norms[2 * layer + 1]}
        before = {} if layer else {"positions": self.positions}
        return before | dict(self.attention[layer].named_children()) | norms | feed

    def embed(self, ids, start=0, arrangement="as trained"):
        added = self.positions[start : start + ids.shape[1]]
        return self.embedding(ids) + (added if arrangement == "as trained" else 0 * added)

    def forward(self, ids, recording=None, changes=AS_TRAINED):
        what_if = changes.what_if
        n = ids.shape[1]
        x = self.embed(ids, 0, what_if.positions)
        allowed = target_mask(n, what_if.mask, what_if.window)
        states = [x]
        for layer, (attention, (into, out)) in enumerate(
            zip(self.attention, self.feed, strict=True)
        ):
            normed = self.norms[2 * layer](x)
            record = recording and recording.attention["decoder"]
            keys = attention.keys_and_values(normed)
            change = changes.at("decoder", layer)
            x = x + attention(normed, *keys, allowed, record, change)
            x = x + out(into(self.norms[2 * layer + 1](x)).relu())
            states.append(x)
        if recording is not None:
            recording.add_hidden("decoder", *states)
        return self.norms[4](x)

    def logits(self, x):
        return x @ self.embedding.weight.T


@pytest.fixture(scope="module")
def toy(shared_checkpoints):
    """The name of a shipped model of this architecture, with a card as training writes it."""
    ship_the_others(shared_checkpoints)
    _, _, card = checkpoint.load(shared_checkpoints / "transformer", torch.device("cpu"))
    torch.manual_seed(0)
    tokenizer = Tokenizer.train(TEXTS * 5, 400)
    network = Toy(ToyConfig(len(tokenizer)))
    written = {name: card[name] for name in ("training", "licences")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(checkpoint.ARCHITECTURES, "toy", (Toy, ToyConfig))
        checkpoint.save(
            shared_checkpoints / "toy",
            network,
            tokenizer,
            written | {"name": "toy", "architecture": checkpoint.describe(network)},
        )
        yield "toy"


@pytest.mark.parametrize("page, settings", [*pages_and_looks("decoder")])
def test_every_page_shows_it_or_says_in_a_sentence_why_not(toy, page, settings, caplog):
    test = visit(page, {"model": toy, "sentence": SENTENCE} | settings)
    assert test.query_params["model"] == toy  # it did not give way to another model
    few_words = page == "vectors"  # this vocabulary lacks words that a look asks for
    assert not alerts(test) or few_words, alerts(test)
    components = test.get("bidi_component") or test.get("plotly_chart") or test.table
    assert components or test.info or alerts(test)


def test_it_is_registered_by_its_name_alone(toy):
    assert toy in available()
    model = load(toy, "cpu")
    capabilities = model.capabilities
    assert capabilities.task == "causal-lm" and model.kind == "decoder-only"
    assert capabilities.trained_here and not capabilities.translates
    assert model.attention_sizes == {"decoder": (2, 2)}
    assert model.parameters("decoder", 1).capabilities is capabilities


def test_its_trace_reads_the_sentence_and_goes_on(toy):
    model = load(toy, "cpu")
    trace = model.trace(Request(toy, SENTENCE))
    assert trace.source == () and trace.written_text == SENTENCE + trace.translation
    assert trace.decoder_input[1:] == trace.predicted[:-1]
    assert 0 < trace.prompt_length < len(trace.predicted)
    again = model.trace(Request(toy, SENTENCE, trace.translation))
    np.testing.assert_array_equal(
        again.attention["decoder"].weights[:, :, : trace.prompt_length, : trace.prompt_length],
        trace.attention["decoder"].weights[:, :, : trace.prompt_length, : trace.prompt_length],
    )
    spans = [
        trace.written_text[start:end] for start, end in trace.predicted_spans[: trace.prompt_length]
    ]
    assert spans == SENTENCE.split()
    [continued, blank] = model.translate([SENTENCE, " "])
    assert continued == trace.translation and blank == ""


@pytest.mark.parametrize("layer", [0, 1])
def test_the_walkthrough_of_a_layer_that_normalises_first_is_what_the_network_does(toy, layer):
    model = load(toy, "cpu")
    trace, parameters = model.trace(Request(toy, SENTENCE)), model.parameters("decoder", layer)
    maps = trace.attention["decoder"]
    for head in range(maps.n_heads):
        for row in range(len(maps.query_tokens)):
            derivation = derive(trace, parameters, "decoder", layer, head, row, maps.n_heads)
            grids = derivation.grids
            pairs = {
                "query": maps.query[layer, head, row],
                "scores": maps.scores[layer, head, row],
                "weights": maps.weights[layer, head, row],
                "head_output": maps.head_output[layer, head, row],
                "leaves": trace.hidden["decoder"][layer + 1][row],
            }
            for name, expected in pairs.items():
                np.testing.assert_allclose(grids[name].values[0], expected, atol=1e-5)
    names = [step.name for step in derivation.steps]
    assert names[:3] == ["The word", "Norm", "Query"]
    assert names[-4:] == ["Residual", "Norm", "Feed-forward", "Layer output"]
    assert contributions(trace, parameters, "decoder", layer, maps.n_heads).error < 1e-5


def test_the_positions_shown_are_those_that_it_learnt(toy):
    model = load(toy, "cpu")
    trace, parameters = model.trace(Request(toy, SENTENCE)), model.parameters("decoder")
    derivation = derive(trace, parameters, "decoder", 0, 0, 2, 2)
    positions = model.network.positions.detach().numpy()
    np.testing.assert_array_equal(derivation.grids["position"].values[0], positions[2])
    assert derivation.grids["embedding"].title == f"embedding of “{trace.decoder_input[2]}”"
    assert "learnt for position 3" in derivation.steps[0].says


def test_what_it_is_asked_is_answered_or_refused_with_a_sentence(toy):
    model, request = load(toy, "cpu"), Request(toy, SENTENCE)
    ablation = model.silence_each(request)
    assert len(ablation.heads) == 4 and ablation.words.shape[1] == len(ablation.predicted)
    assert sum(model.next_words(request).probabilities) == pytest.approx(1, abs=1e-3)
    assert model.encode(SENTENCE).steps == ("embedding", "+ position", "layer 1", "layer 2")
    for ask in (model.gradients, model.fill):
        with pytest.raises(UserError, match="toy"):
            ask(request)
    with pytest.raises(UserError, match="toy has no cross-attention"):
        model.trace(Request(toy, SENTENCE, what_if=WhatIf(blocked=(0,))))
    for sentence, says in (("", "no word"), ("cat " * 150, "at most 127"), ("a" * 9999, "9,999")):
        with pytest.raises(UserError, match=says):
            model.trace(Request(toy, sentence))
