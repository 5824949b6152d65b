"""The controls of captions and labels on the pages that show them."""

from urllib.parse import parse_qsl

import pytest

from models import load
from tests.contents import content_at
from tests.explorer_data import unpack
from tests.pages import visit_with
from viz.base.language import writing_in
from viz.pages.align.compute import COMPUTATION as ALIGN
from viz.pages.heads.compute import COMPUTATION as HEADS
from viz.pages.heads.notes import pack_explorer, write_notes
from viz.pages.inside.compute import COMPUTATION as INSIDE
from viz.pages.mask.compute import COMPUTATION as MASK
from viz.pages.profiles.compute import COMPUTATION as PROFILES
from viz.view.runner import PlainRunner

DOG = "The big red dog is sleeping on the bed."


@pytest.fixture(scope="module")
def runner():
    runner = PlainRunner("cpu")
    runner.model = lambda name: load(name, "cpu")
    return runner


def content_of(computation, runner, address: str):
    parameters = {"model": "transformer", "sentence": DOG, **dict(parse_qsl(address))}
    return content_at(computation, parameters, runner)


def test_a_link_shows_the_controls_of_caption_and_label(runner):
    content = content_of(HEADS, runner, "attention=encoder&layer=3&head=3&refute=on")
    refutation = write_notes(content).refutation
    assert refutation["head"] == "encoder-3-3"
    caption, label, rule = refutation["texts"]
    assert caption.startswith("Caption: Next word: ")
    assert "words in random order, the same place" in caption
    assert caption.endswith("It stands.")
    assert label.startswith("Label: the next word: ")
    assert rule.startswith("A claim stands if")
    head, _ = unpack(pack_explorer(content))
    assert head["can"]["refuted"]
    assert head["refutation"] == refutation


def test_without_the_setting_no_control_runs(runner):
    content = content_of(HEADS, runner, "attention=encoder&layer=3&head=3")
    assert write_notes(content).refutation is None


def test_the_caption_in_files_has_no_control(runner):
    address = "attention=encoder&layer=3&head=3"
    plain, refuted = (content_of(HEADS, runner, address + end) for end in ("", "&refute=on"))
    assert plain.finding == refuted.finding


def test_a_caption_without_a_claim_says_so(runner):
    content = content_of(HEADS, runner, "attention=encoder&layer=4&head=4&refute=on")
    assert content.finding.startswith("No clear pattern")
    (text, *_) = write_notes(content).refutation["texts"]
    assert text == "The caption claims nothing that a control could refute."


def test_each_alignment_meets_the_heads_that_know_no_word(runner):
    content = content_of(ALIGN, runner, "refute=on")
    first, second = content.refutations
    assert first.startswith("Transformer, layer ")
    assert second.startswith("BiLSTM with additive attention, ")
    for text in content.refutations:
        assert "the best straight line" in text
        assert "links dealt out at random" in text


def test_the_page_of_profiles_runs_the_control_of_the_first_label(runner):
    content = content_of(PROFILES, runner, "attention=encoder&layer=2&head=4")
    assert content.control.startswith("the next word: ")
    assert content.control.endswith("It stands.")


def test_a_label_of_grammar_says_why_its_control_cannot_run(runner):
    content = content_of(PROFILES, runner, "attention=encoder&layer=4&head=3")
    assert "needs parts of speech" in content.control


_HEAD = "attention=encoder&layer=3&head=3&refute=on"


@pytest.mark.parametrize("look", ["steps", "contribution"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_inside_a_head_the_front_page_s_caption_meets_its_controls(runner, look, language):
    address = f"{_HEAD}&inside-look={look}"
    with writing_in(language):
        caption, *controls = content_of(INSIDE, runner, address).refutation
        front = content_of(HEADS, runner, _HEAD)
        assert caption == front.finding
        assert controls == write_notes(front).refutation["texts"]
        verdict = {"en": "It stands.", "fr": "L'affirmation tient."}[language]
        assert controls[0].endswith(verdict)


@pytest.mark.parametrize("head", [(1, 2), (3, 4)])
@pytest.mark.parametrize("mask", ["causal", "none"])
def test_under_a_mask_a_head_has_the_verdict_of_the_front_page(runner, mask, head):
    layer, place = head
    mine = content_of(MASK, runner, f"sees={mask}&decoder-head={layer}-{place}&refute=on")
    address = f"attention=decoder&layer={layer}&head={place}&mask={mask}&refute=on"
    front = content_of(HEADS, runner, address)
    assert mine.changed.translation == front.trace.translation  # with no mask it could differ
    caption, *controls = mine.refutation
    assert caption == front.finding
    assert controls == write_notes(front).refutation["texts"]


def test_a_guess_is_not_given_away(runner):
    content = content_of(INSIDE, runner, f"{_HEAD}&inside-look=guess")
    assert content.settings.refute is None


@pytest.mark.parametrize("page", ["inside", "mask"])
def test_the_switch_shows_the_controls_and_a_lecture_too(page):
    head = {"inside": _HEAD, "mask": "decoder-head=3-4&refute=on"}[page]
    address = {"sentence": DOG, **dict(parse_qsl(head))}
    for lecture in ("off", "on"):
        app = visit_with(page, **address, lecture=lecture)
        texts = " ".join(element.proto.body for element in app.get("html"))
        assert "Caption: " in texts
        assert any(text.value.startswith("A claim stands if") for text in app.caption)
        switches = [toggle for toggle in app.toggle if toggle.label == "Refute this"]
        if (page, lecture) == ("inside", "on"):  # the row is full: there is the key
            assert not switches
            continue
        (switch,) = switches
        assert switch.value
        switch.set_value(False).run()
        assert "Caption: " not in " ".join(element.proto.body for element in app.get("html"))
