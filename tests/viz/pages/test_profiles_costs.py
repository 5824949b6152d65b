"""The loss without a head, and heads with similar attention, on the page of profiles."""

from dataclasses import replace

import numpy as np
import pytest

from models.corpus import profile as profiles
from models.corpus.head_pairs import HeadPairs
from models.corpus.importance import REMOVAL_ORDERS, Importance
from models.corpus.profile import read_shipped
from models.corpus.similarity import HeadDivergences
from tests.pages import alerts, visit
from tests.profiles import content
from viz.analysis.views import HeadChoice, head_title
from viz.draw.alt import alt_text
from viz.draw.tables import table
from viz.pages.heads.profiles import write_profiles
from viz.pages.profiles import costs, settings
from viz.pages.profiles.pairs import _pair_name
from viz.pages.profiles.words import short_title
from viz.view.address import View

COUNT = 48


def with_ends(values: np.ndarray) -> np.ndarray:
    return np.stack([values, values - 0.02, values + 0.02], -1)


def known_importance(heads: tuple, lost: np.ndarray, **of_the_task) -> Importance:
    """Return an importance with these losses; heads are removed in their order."""
    return Importance(
        heads,
        sentences=10,
        translated=6,
        searched=4,
        log_probability=-1.0,
        lost=with_ends(lost),
        gradient=lost + 1,
        uniform=with_ends(lost / 2),
        permuted=with_ends(lost * 2),
        removal=np.stack([np.arange(len(lost))] * len(REMOVAL_ORDERS)),
        curves=np.linspace(0, len(lost) / 20, len(lost) + 1) * np.ones((len(REMOVAL_ORDERS), 1)),
        **of_the_task,
    )


@pytest.fixture
def measured(monkeypatch):
    """The transformer's profile with known figures: the loss of a head is its place."""
    profile = read_shipped("transformer")
    heads = tuple(
        (stack, layer, head) for stack in profile.stacks for layer in range(4) for head in range(4)
    )
    lost = np.linspace(-0.05, 0.3, COUNT)
    bleu = np.full(COUNT + 1, np.nan)
    bleu[::4] = np.linspace(50, 0, 13)
    importance = known_importance(
        heads, lost, bleu=50.0, bleu_lost=with_ends(lost * 10), bleu_curve=bleu
    )
    line = np.arange(COUNT, dtype=float)
    alike = HeadDivergences(heads, 7, np.abs(line[:, None] - line) / 100)
    whole = replace(profile, importance=importance, alike=alike, pairs=None)

    def show(profile):
        monkeypatch.setattr(profiles, "read_shipped", lambda name: profile)

    show(whole)
    return whole, show


def choose(place: int) -> View:
    stack = ("encoder", "decoder", "cross")[place // 16]
    return View("transformer", choice=HeadChoice(stack, place % 16 // 4, place % 4))


def test_heads_can_be_ordered_by_what_is_lost_without_them(measured):
    for by in costs.COSTS:
        ranked = content(by=by).ranked
        assert [mark.value for mark in ranked] == sorted(
            (mark.value for mark in ranked), reverse=True
        )
        assert ranked[0].head == HeadChoice("cross", 3, 3)
        assert len(ranked) == COUNT


def test_only_heads_that_are_clearly_needed_are_shown(measured):
    needed = content(kind="needed", by="lost").ranked
    spare = content(kind="spare", by="lost").ranked
    assert len(needed) + len(spare) == COUNT
    assert all(mark.value > 0.02 for mark in needed)
    assert all(mark.value <= 0.02 for mark in spare)


def test_marks_have_the_colour_of_what_is_lost(measured):
    by_kind, by_cost = content(), content(**{"map-colour": "cost"})
    first, last = by_cost.marks[0], by_cost.marks[-1]
    assert by_cost.colour_of(first) == costs._SPARE
    assert by_cost.colour_of(last) == costs._STEPS[-1][1]
    assert by_kind.colour_of(last) != by_cost.colour_of(last)
    colours = {colour for colour, _ in costs.legend()}
    assert {by_cost.colour_of(mark) for mark in by_cost.marks} <= colours


def test_colours_grow_with_the_loss():
    order = [colour for _, colour in costs._STEPS]
    got = [costs._colour_of(value, True) for value in (0.001, 0.004, 0.008, 0.5)]
    assert got == order
    assert costs._colour_of(0.5, False) == costs._SPARE


def test_colours_tell_the_heads_of_every_model_apart():
    assert content(View("transformer")).costs.scale == 1
    page = content(View("bert"), **{"map-colour": "cost"})  # its heads cost many times as much
    assert page.costs.scale == 20
    assert {page.colour_of(mark) for mark in page.marks} == {colour for _, colour in costs._STEPS}
    assert costs.legend(20)[1][1] == "up to 0.060 nats"


def test_a_head_says_what_is_lost_without_it_and_when_that_is_nothing_clear(measured):
    clear = content(choose(47)).costs.description
    assert "0.300 (0.280 to 0.320)" in clear
    assert "3.0 (3.0 to 3.0)" in clear
    assert "0.150 (0.130 to 0.170)" in clear
    assert "reaches 0" not in clear
    assert "reaches 0" in content(choose(0)).costs.description


def test_the_finding_counts_the_heads_that_are_needed_and_those_that_can_go(measured):
    finding = content().costs.finding
    needed = sum(value - 0.02 > 0 for value in np.linspace(-0.05, 0.3, COUNT))
    assert f"**{needed} of 48**" in finding
    assert head_title(HeadChoice("cross", 3, 3)) in finding
    assert "**4** can go" in finding  # of 50 BLEU, 45.8 are left without 4 heads, 41.7 without 8


def test_the_charts_have_all_heads(measured):
    page_costs = content(choose(5)).costs
    ring, points = page_costs.two_measures.marks
    assert (len(points.x), len(ring.x)) == (COUNT, 1)
    assert float(ring.x[0]) == pytest.approx(float(points.x[5]))
    assert "1.00" in page_costs.two_measures.caption
    curves = page_costs.pruning.marks
    assert len(curves) == len(REMOVAL_ORDERS)
    assert all(len(curve.y) == COUNT + 1 for curve in curves)
    assert alt_text(page_costs.pruning)
    assert [row["heads removed"] for row in page_costs.bleu_rows][:2] == ["0", "4"]


def test_what_was_not_measured_is_named(measured):
    whole, show = measured
    assert content().costs.missing == []
    nothing = np.full((COUNT, 3), np.nan)
    part = replace(
        whole.importance,
        bleu_lost=nothing,
        uniform=nothing,
        permuted=nothing,
        curves=whole.importance.curves * np.nan,
        bleu_curve=whole.importance.bleu_curve * np.nan,
    )
    show(replace(whole, importance=part))
    page = content()
    assert len(page.costs.missing) == 3
    assert not page.costs.has_curves
    assert "BLEU" not in page.costs.description
    assert "can go" not in page.costs.finding
    assert "pruning" not in {export.name for export in page.menu.exports}
    one_curve = np.stack([row * gain for row, gain in zip(whole.importance.curves, (np.nan, 1, 1))])
    show(replace(whole, importance=replace(part, curves=one_curve)))
    assert len(content().costs.pruning.marks) == 2


def test_a_model_whose_losses_nobody_has_measured_offers_no_order_by_them(measured):
    whole, show = measured
    show(replace(whole, importance=None, alike=None, same=None))
    page = content()
    assert page.costs is None
    assert page.plane is None
    names = {export.name for export in page.menu.exports}
    assert names == {"ranking", "tags", "untrained", "chance"}
    assert not {*costs.COSTS} & {*settings._ranks(page.settings, page.runner)}
    assert page.settings.colour is None


@pytest.fixture
def language_model(monkeypatch):
    """The profile of GPT with known figures for predicted tokens."""
    profile = read_shipped("gpt")
    heads = tuple(("decoder", layer, head) for layer in range(6) for head in range(4))
    lost = np.linspace(-0.05, 0.3, 24)
    none = np.full((24, 3), np.nan)
    importance = known_importance(
        heads,
        lost,
        bleu=np.nan,
        bleu_lost=none,
        bleu_curve=np.full(25, np.nan),
        task="causal-lm",
    )
    whole = replace(profile, importance=importance)
    monkeypatch.setattr(profiles, "read_shipped", lambda name: whole)
    return whole


def test_a_language_model_loses_log_probability_of_the_next_token(language_model):
    page = content(View("gpt", choice=HeadChoice("decoder", 5, 3)), by="lost")
    assert page.ranked[0].head == HeadChoice("decoder", 5, 3)
    assert len(page.ranked) == 24
    assert "next token loses 0.300 (0.280 to 0.320)" in page.costs.description
    assert "Measured on the log-probability of the next token." in page.costs.finding
    assert "**2** can go" in page.costs.finding  # 0.1 nats are lost with the third
    for text in (page.costs.description, page.costs.finding, page.costs.source):
        assert "BLEU" not in text
    assert page.costs.missing == []
    assert not page.costs.has_bleu
    options = settings._ranks(page.settings, page.runner)
    assert "bleu" not in options
    assert {"lost", "gradient", "uniform", "permuted"} <= {*options}
    assert content(View("gpt"), kind="needed").ranked
    assert {"gradient", "pruning"} <= {export.name for export in page.menu.exports}


def test_its_costs_stand_on_its_page_and_order_its_thumbnails(language_model, tmp_path):
    test = visit("profiles", {"model": "gpt", "sentence": "I am tired."})
    assert not alerts(test)
    texts = [one.value for one in (*test.markdown, *test.info)]
    assert any("log-probability of the next token" in text for text in texts)
    assert not any("BLEU" in text for text in texts)
    file = tmp_path / "gpt.npz"
    profiles.write_profile(language_model, file)
    written = write_profiles(file, 0, "en")
    place = written.measures.index("log-probability lost without it")
    assert "BLEU lost without it" not in written.measures
    assert written.heads["decoder-6-4"].values[place] == pytest.approx(0.3)


def test_heads_that_attend_alike_lie_near_each_other(measured):
    plane = content(choose(5)).plane
    _, points = plane.chart.marks
    assert len(points.x) == COUNT
    places = np.stack([points.x, points.y], -1)
    apart = np.linalg.norm(places - places[5], axis=1)
    assert {int(place) for place in np.argsort(apart)[1:3]} == {4, 6}
    assert [row["head"] for row in plane.nearest_rows][:2] == [
        short_title(plane.heads[4]),
        short_title(plane.heads[6]),
    ]
    assert head_title(plane.heads[4]) in plane.finding
    names = {export.name for export in content().menu.exports}
    beside = {"untrained", "chance"}
    assert names == {"ranking", "tags", "gradient", "pruning", "alike"} | beside


HELD_OUT = (("tatoeba.dev", 6), ("multi30k.val", 4))


@pytest.fixture
def paired(measured):
    """The same on held-out text, with pairs: 5 and 40 cost more together, 8 and 9 less."""
    whole, show = measured
    lost = whole.importance.lost[:, 0]
    both = lost[:, None] + lost
    np.fill_diagonal(both, lost)
    for one, other, excess in ((5, 40, 0.2), (8, 9, -0.1), (1, 2, 0.001)):
        both[one, other] = both[other, one] = lost[one] + lost[other] + excess
    error = np.full((COUNT, COUNT), 0.001)
    pairs = HeadPairs(whole.importance.heads, 10, both, error, 4.1, HELD_OUT)
    ends = np.stack([whole.importance.curves - 0.02, whole.importance.curves + 0.03], -1)
    importance = replace(whole.importance, sources=HELD_OUT, curve_ends=ends)
    show(replace(whole, importance=importance, pairs=pairs))
    return whole, show


def test_pairs_of_heads_stand_beside_the_sum_of_both(paired):
    pairs = content(choose(5)).pairs
    assert "Of 1,128 pairs of heads, **1** cost clearly more" in pairs.finding
    assert "**1** cost clearly less" in pairs.finding
    assert head_title(HeadChoice("cross", 2, 0)) in pairs.finding
    [more] = pairs.rows(1)
    assert more["heads"] == "encoder 2.2 + cross 3.1"
    assert more["difference"] == "0.200 (0.196 to 0.204)"
    assert [row["heads"] for row in pairs.rows(-1)] == ["encoder 3.1 + encoder 3.2"]
    assert pairs.stand_ins.endswith(f"than the sum: {_pair_name(HeadChoice('cross', 2, 0))}")
    assert content(choose(6)).pairs.stand_ins == ""
    first, second, *_ = pairs.chosen_rows
    assert first == more
    assert second["difference"].endswith("within noise")
    cells = pairs.chart.heatmap.values
    assert np.isfinite(cells).sum() == 4  # two pairs, each twice: the others are within noise
    assert cells[COUNT - 1 - 5, 40] == pytest.approx(0.2)
    lines = table(pairs.chart).splitlines()
    assert len(lines) == 1 + COUNT**2
    assert sum(not line.endswith(",") for line in lines[1:]) == 4
    assert alt_text(pairs.chart)
    assert "pairs" in {export.name for export in content().menu.exports}


def test_costs_name_the_text_that_they_were_measured_on(paired):
    page = content()
    text = "10 sentences never trained on (Tatoeba sentences: 6, Multi30k captions (validation): 4)"
    assert page.costs.source.startswith(text)
    assert page.pairs.source == text
    assert "sentences with human translations" in page.source  # of what heads attend to
    bands = page.costs.pruning.marks[: len(REMOVAL_ORDERS)]
    assert all((np.array(band.high) - band.low == pytest.approx(0.05)) for band in bands)


@pytest.mark.slow
def test_the_page_shows_pairs_and_says_which_sentences_are_held_out(paired):
    test = visit("profiles", {"model": "transformer", "sentence": "I am tired."})
    assert not alerts(test)
    assert "Which heads stand in for each other?" in {one.value for one in test.subheader}
    assert any("never trained on" in one.value for one in test.caption)
    assert not any("was trained on the sentences" in one.value for one in test.caption)


def test_a_page_without_pairs_says_what_measures_them(measured):
    test = visit("profiles", {"model": "transformer", "sentence": "I am tired."})
    assert any("--held-out FOLDER" in one.value for one in test.info)
    assert any("was trained on the sentences" in one.value for one in test.caption)


def test_where_no_pair_is_clear_there_is_no_chart(paired):
    whole, show = paired
    lost = np.diag(whole.importance.lost[:, 0])
    noise = HeadPairs(whole.importance.heads, 10, lost, np.full((COUNT, COUNT), 9.0), 4.1)
    show(replace(whole, pairs=noise))
    page = content()
    assert "**0** cost clearly more" in page.pairs.finding
    assert not page.pairs.has_chart
    assert "pairs" not in {export.name for export in page.menu.exports}
    visit("profiles", {"model": "transformer", "sentence": "I am tired."})


@pytest.mark.parametrize(("name", "count"), [("transformer", COUNT), ("gpt", 24), ("bert", 16)])
def test_what_is_shipped_is_of_all_heads(name, count):
    profile = read_shipped(name)
    for part in (profile.importance, profile.alike):
        assert part is not None
        assert len(part.heads) == count
    costs_of = profile.importance
    assert np.isfinite(costs_of.lost).all()
    assert (costs_of.lost[:, 1] <= costs_of.lost[:, 2]).all()
    assert costs_of.needed.any()
    assert profile.alike.divergence.max() <= np.log(2)
    np.testing.assert_allclose(np.diag(profile.alike.divergence), 0, atol=1e-6)
