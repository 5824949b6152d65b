"""Profiles of heads on the front page."""

import json

import numpy as np
import pytest

from models.corpus.profile import read_shipped
from tests.contents import content_at
from tests.explorer_data import unpack
from viz.components.explorer import pack
from viz.pages.heads.compute import COMPUTATION
from viz.pages.heads.notes import write_notes


def content_of(**address: str):
    return content_at(COMPUTATION, address)


@pytest.mark.slow
@pytest.mark.parametrize("model", ["transformer", "bilstm-additive"])
def test_every_head_has_its_label_and_the_figures_of_its_profile(model):
    content = content_of(model=model, sentence="I am tired.")
    stored = read_shipped(model)
    notes = write_notes(content)
    if not stored.fits(content.model.card):
        assert notes.profiles is None
        return
    profiles = notes.profiles
    assert profiles.source == f"Over {stored.sentences:,} sentences"
    unseen = f", on {stored.importance.sentences:,} sentences never trained on"
    assert any(order.endswith(unseen) for order in profiles.measures)
    assert len(profiles.heads) == sum(
        stack.layers * stack.heads for stack in stored.stacks.values()
    )
    order = profiles.measures.index("the last word")
    for stack in stored.stacks.values():
        for place in range(stack.layers * stack.heads):
            name = f"{stack.name}-{place // stack.heads + 1}-{place % stack.heads + 1}"
            head = profiles.heads[name]
            assert head.label
            assert head.text
            assert len(head.values) == len(profiles.measures)
            expected = (
                stack.shares[place, stack.measures.index("last")]
                if "last" in stack.measures
                else np.nan
            )
            if np.isnan(expected):
                assert head.values[order] is None
            else:
                assert head.values[order] == pytest.approx(expected, abs=6e-4)


def test_the_browser_gets_them_in_a_few_kilobytes():
    content = content_of(sentence="I am tired.")
    notes = write_notes(content)
    head, _ = unpack(pack(content.trace, True, content.settings.choice, notes=notes))
    assert bool(head["profiles"]) == bool(notes.profiles)
    assert len(json.dumps(head["profiles"])) < 20_000


def test_heads_that_nobody_measured_have_none():
    assert write_notes(content_of(model="seq2seq", sentence="I am tired.")).profiles is None
