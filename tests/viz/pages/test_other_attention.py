"""Networks whose attention is no softmax of scaled dot products, on every page.

Each page shows a sentence, or a picture equal to the trace, never another picture.
"""

from dataclasses import replace

import numpy as np
import pytest
import streamlit as st
from torch import nn

from models import Request, Trace, UserError, WhatIf, load
from models.networks.attention import MultiHeadAttention
from tests.pages import alerts, pictures, visit
from tests.pages_and_looks import LOOKS, PAGES_OF_A_MODEL
from tests.toy_network import SENTENCE, Toy, ToyConfig, ship
from viz.analysis.views import Heads
from viz.analysis.walkthrough import contributions, derive
from viz.draw.matrix import Matrix
from viz.pages.depth.settings import _LOOKS as DEPTH_LOOKS
from viz.pages.registry import PAGES


class Lying(Toy):
    """Linear attention in a network that declares scaled dot products."""

    def __init__(self, config: ToyConfig):
        super().__init__(config)
        d = config.d_model
        layers = (MultiHeadAttention(d, config.n_heads, score="linear") for _ in self.attention)
        self.attention = nn.ModuleList(layers)
        for layer in self.attention:  # scores that tell keys apart
            nn.init.normal_(layer.to_query.weight)
            nn.init.normal_(layer.to_key.weight)


class Linear(Lying):
    """The same network, which declares its score."""

    @property
    def capabilities(self):
        return replace(super().capabilities, score="linear")


class Undeclared(Lying):
    """The same network, which declares no score."""

    @property
    def capabilities(self):
        return replace(super().capabilities, score=None)

    def parts(self, stack, layer):
        return {name: part for name, part in super().parts(stack, layer).items() if name != "score"}


NETWORKS = {"lying": Lying, "linear": Linear, "undeclared": Undeclared}
HONEST = "linear", "undeclared"


@pytest.fixture(scope="module")
def shipped(shared_checkpoints):
    """The three networks as shipped models, by their names in NETWORKS."""
    with pytest.MonkeyPatch.context() as patch:
        ship(shared_checkpoints, NETWORKS, patch)
        yield


@pytest.fixture
def drawn(monkeypatch):
    """Record the runs of the models, and the weights and scores that pages draw."""
    st.cache_resource.clear()  # runs that are kept would not be recorded
    runs, weights, scores = [], [], []
    trace, head, matrix = Trace.__init__, Heads.__init__, Matrix.__init__

    def record_trace(self, *args, **kwargs):
        trace(self, *args, **kwargs)
        runs.append(self)

    def record_heads(self, *args, **kwargs):
        head(self, *args, **kwargs)
        weights.extend(values for layer in self.weights for values in layer)

    def record_matrix(self, *args, **kwargs):
        matrix(self, *args, **kwargs)
        kinds = {"weight": weights, "score": scores}
        if self.kind in kinds and not self.is_empty:
            kinds[self.kind].append(self.values)

    monkeypatch.setattr(Trace, "__init__", record_trace)
    monkeypatch.setattr(Heads, "__init__", record_heads)
    monkeypatch.setattr(Matrix, "__init__", record_matrix)
    return runs, {"weights": weights, "scores": scores}


@pytest.mark.slow
@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize(
    "page, settings",
    [
        *((page, {}) for page in PAGES_OF_A_MODEL if PAGES[page].has_model_box),
        # The kernel is over points of its own.
        *((page, look) for page, look in LOOKS if look.get("inside-look") not in (None, "kernel")),
        *(("depth", {"depth-look": look}) for look in DEPTH_LOOKS),
    ],
    ids=str,
)
def test_every_page_shows_a_sentence_or_the_weights_of_the_run(
    shipped, drawn, name, page, settings
):
    runs, matrices_by_kind = drawn
    # A rollout is made of weights, and is none.
    address = {"model": name, "sentence": SENTENCE, "words": "written", "beside": "norm"}
    address |= {"reveal": "on"}  # what is to be guessed
    test = visit(page, address | settings)
    assert test.query_params["model"] == name
    assert not any("mistake" in alert for alert in alerts(test))
    assert test.get("bidi_component") or test.get("plotly_chart") or test.info or alerts(test)
    maps = [one for run in runs for one in run.attention.values() if one is not None]
    for kind, matrices in matrices_by_kind.items():
        for values in matrices:
            heads = (head for one in maps for layer in getattr(one, kind) for head in layer)
            assert any(np.array_equal(head, values) for head in heads), (kind, values)


@pytest.mark.parametrize("name", NETWORKS)
def test_no_step_of_a_head_is_shown_that_the_model_did_not_take(shipped, name):
    model = load(name, "cpu")
    trace, parameters = model.trace(Request(name, SENTENCE)), model.parameters("decoder", 1)
    rows = len(trace.decoder_input)
    for head, row in np.ndindex(2, rows - 1):  # the first row has one cell
        with pytest.raises(UserError, match="in another way|do not lead"):
            derive(trace, parameters, "decoder", 1, head, row + 1, 2)
    assert contributions(trace, parameters, "decoder", 1, 2).error < 1e-5  # of weights that it has


@pytest.mark.slow
@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("page", ["inside", "queries"])
def test_a_page_that_must_know_the_score_says_a_sentence(shipped, name, page):
    test = visit(page, {"model": name, "sentence": SENTENCE})
    assert not pictures(test)
    assert not test.get("plotly_chart")
    texts = [*alerts(test), *(one.value for one in test.info)]
    assert any("another way" in text or "not shown" in text for text in texts), texts


@pytest.mark.parametrize("name", HONEST)
@pytest.mark.parametrize("what_if", [WhatIf(temperature=2.0), WhatIf(scale="1")], ids=str)
def test_a_what_if_of_the_scores_is_refused_where_it_is_not_known(shipped, name, what_if):
    model = load(name, "cpu")
    assert not {"scale", "temperature"} & model.what_ifs
    with pytest.raises(UserError, match=name):
        model.trace(Request(name, SENTENCE, what_if=what_if))


def test_the_states_without_feed_forward_layers_are_those_of_its_own_attention(shipped):
    request = {name: Request(name, SENTENCE) for name in NETWORKS}
    states = {name: load(name, "cpu").layer_states(request[name], "decoder") for name in NETWORKS}
    assert states["undeclared"].alone is None
    assert states["undeclared"].whole is not None
    # Its score is among its parts: what is computed is what it does.
    assert states["linear"].alone is not None
    np.testing.assert_array_equal(states["linear"].alone, states["lying"].alone)


@pytest.mark.slow
def test_an_attention_that_does_something_else_is_not_run_alone(shipped, monkeypatch):
    model = load("lying", "cpu")
    parts = type(model.network).parts
    monkeypatch.setattr(
        type(model.network),
        "parts",
        lambda self, *place: {k: v for k, v in parts(self, *place).items() if k != "score"},
    )
    assert model.layer_states(Request("lying", SENTENCE), "decoder").alone is None
