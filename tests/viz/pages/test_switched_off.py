"""What the page of heads says is lost without the current head, and which head makes up for it."""

import re

import pytest

from models import Request, WhatIf, load
from tests import planted
from tests.pages import app, charts, numbers
from viz.base.language import writing_in
from viz.pages.heads.switched_off import (
    describe_probabilities,
    describe_repair,
    judge_repair,
    losses_chart,
    repair_chart,
)

SENTENCE = next(iter(planted.SENTENCES))
WRITER, NOTHING, TWIN = (("cross", 0, head) for head in range(3))


def given_own(model) -> Request:
    return Request("planted", SENTENCE, model.trace(Request("planted", SENTENCE)).translation)


@pytest.mark.parametrize("locale, says", [("en", "Another head takes over"), ("fr", "relais**")])
def test_a_head_without_which_nothing_is_lost_is_not_called_useless_where_another_takes_over(
    locale, says
):
    model = planted.translator(backup=True)
    request = given_own(model)
    with writing_in(locale):
        text = describe_repair(model.find_repair(request, WRITER))
        probabilities = describe_probabilities(model.ablate(request, WRITER), model.trace(request))
    assert says in text
    lost = [float(n.replace(",", ".")) for n in re.findall(r"−?\d+[.,]\d\d", text)]
    assert lost[3] == pytest.approx(lost[2] - lost[0] - lost[1], abs=1e-9)
    assert re.search(r"head 3|tête 3", text)
    assert probabilities["zero"] == probabilities["before"] == probabilities["mean"]


@pytest.mark.parametrize("head", [WRITER, NOTHING], ids=["alone", "does nothing"])
def test_no_head_is_said_to_take_over_where_none_does(head):
    model = planted.translator()
    text = describe_repair(model.find_repair(given_own(model), head))
    assert text.startswith("**No other head is seen to take over.**")


def test_the_chart_has_a_bar_for_each_way_and_a_dot_for_each_sentence():
    model = planted.translator()
    ablation = model.ablate(given_own(model), WRITER)
    bars, dots = losses_chart(ablation).marks
    losses = ablation.losses
    assert bars.values[::-1] == pytest.approx([losses[kind].mean() for kind in losses], rel=1e-5)
    assert list(dots.x) == list(losses["resample"])
    assert set(dots.y) == {0}  # the lowest bar


@pytest.mark.parametrize("backup", [True, False])
def test_the_chart_of_a_lecture_has_the_numbers_of_the_text(backup):
    model = planted.translator(backup=backup)
    repair = model.find_repair(given_own(model), WRITER)
    [bars] = repair_chart(repair).marks
    alone, beside, both, excess, random = bars.values[::-1]
    assert excess == pytest.approx(both - alone - beside)
    assert random == repair.random.max()
    assert both == repair.together.max() if backup else excess == repair.excess.max()
    assert judge_repair(repair).startswith("Another" if backup else "No other")


@pytest.mark.slow
def test_in_a_lecture_what_is_lost_is_a_picture_of_its_own_where_it_is_on():
    address = {"sentence": "He is tired.", "lecture": "on"}
    shown = [app(**address, **also) for also in ({}, {"this-head-off": "on"}, {"takes-over": "on"})]
    assert [len(charts(test)) for test in shown] == [0, 1, 1]
    texts = [markdown.value for markdown in shown[2].markdown]
    assert any("another head takes over" in text.lower() or "No other" in text for text in texts)
    assert not [each for each in shown[1].expander if "without this head" in each.label]


@pytest.mark.slow
def test_the_page_measures_the_head_that_is_off_as_if_it_were_on():
    sentence = "He is tired."
    address = {"sentence": sentence, "attention": "cross", "layer": "4", "head": "4"}
    drawn = []
    for off in ({}, {"off": "cross-4-4"}):
        test = app(**address, **off, **dict.fromkeys(("this-head-off", "takes-over"), "on"))
        drawn.append([numbers(trace["x"]).tolist() for trace in charts(test)[-1]["data"]])
        texts = " ".join(markdown.value for markdown in test.markdown)
        assert "No other head is seen to take over" in texts
        assert "is 84% with this head" in texts
    assert drawn[0] == drawn[1]
    model = load("transformer", "cpu")
    request = Request("transformer", sentence, model.translate([sentence])[0])
    losses = model.ablate(request, ("cross", 3, 3)).losses
    assert drawn[0][0][::-1] == pytest.approx([losses[kind].mean() for kind in losses], abs=1e-4)
    what_if = WhatIf(silenced=(("cross", 3, 3),))
    zero = model.trace(Request("transformer", sentence, request.target, what_if))
    assert min(choice.probability for choice in zero.choices) > 0.5
