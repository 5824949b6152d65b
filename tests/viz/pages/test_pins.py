"""A pinned picture beside another, their difference, and heads over each other."""

from urllib.parse import urlencode

import numpy as np
import pytest

from models import UserError, load
from tests.contents import content_at
from tests.explorer_data import unpack
from viz.analysis.overlay import Overlaid, assign_colours, read_overlay
from viz.analysis.views import HeadChoice, heads_of
from viz.cli.export import Job, from_link, make
from viz.components.explorer import pack
from viz.draw.matrix import DIFFERENCE
from viz.pages.heads.compute import COMPUTATION
from viz.pages.heads.notes import write_notes
from viz.pages.heads.pinned_heads import compare_heads, one_head
from viz.pages.heads.settings import HeadsSettings
from viz.view.address import View
from viz.view.pins import parse_pin, read_head, with_sentence, write_pin
from viz.view.runner import PlainRunner
from viz.view.settings import read_settings, write_address

DOG = "The big red dog is sleeping on the bed."


@pytest.fixture(scope="module")
def runner():
    runner = PlainRunner("cpu")
    runner.model = lambda name: load(name, "cpu")
    return runner


def pin_of(**parameters: str) -> str:
    return urlencode({"model": "transformer", "sentence": DOG, **parameters})


def content_of(runner, **parameters: str):
    return content_at(COMPUTATION, parameters, runner)


def test_two_heads_of_one_run_have_the_difference_of_their_weights(runner):
    pin = pin_of(attention="encoder", layer="2", head="4")
    content = content_of(runner, attention="encoder", layer="3", head="4", pin=pin)
    weights = heads_of(content.trace, "encoder", True).weights
    assert content.comparison.difference == pytest.approx(weights[2, 3] - weights[1, 3])
    export = content.menu.exports[0]
    first, second, difference = export.draw().matrices
    assert export.name == "compared"
    assert difference.kind == DIFFERENCE
    assert (first.values == weights[1, 3]).all()
    assert (second.values == weights[2, 3]).all()
    assert difference.number(*np.unravel_index(np.abs(difference.values).argmax(), (11, 11)))


def test_the_browser_gets_the_pinned_head_whole(runner):
    pin = pin_of(attention="decoder", layer="1", head="2")
    content = content_of(runner, attention="encoder", layer="1", head="1", pin=pin)
    head, numbers = unpack(pack(content.trace, True, HeadChoice(), notes=write_notes(content)))
    heads = one_head(content.trace, HeadChoice("decoder", 0, 1), True)
    pinned = head["pinned"]
    assert tuple(pinned["rows"]) == heads.rows
    assert pinned["stack"] == "decoder"
    sent = numbers[pinned["offset"] :].reshape(len(heads.rows), len(heads.columns))
    assert sent[heads.allowed] / head["steps"] == pytest.approx(
        heads.weights[0, 0][heads.allowed], abs=1e-5
    )


@pytest.mark.parametrize(
    "parameters, reason",
    [
        ({"attention": "encoder", "layer": "1", "head": "1"}, "different words"),
        ({"sentence": "The cat sees the dog."}, "sentences"),
        (
            {"model": "bilstm-additive", "layer": "1", "head": "1", "temperature": "10"},
            "the translations",
        ),
    ],
)
def test_without_the_same_words_it_says_why_there_is_no_difference(runner, parameters, reason):
    content = content_of(runner, **parameters, pin=pin_of())
    assert content.comparison.difference is None
    picture = content.menu.exports[0].draw()
    assert len(picture.matrices) == 2
    assert reason in picture.caption.splitlines()[-1]


@pytest.mark.parametrize("changes", [{"temperature": "10"}, {"model": "bilstm-additive"}])
def test_on_the_same_french_two_models_and_a_what_if_have_a_difference(runner, changes):
    changes = {**changes, "layer": "1", "head": "1", "attention": "cross"}
    content = content_of(runner, **changes, pin=pin_of(), **{"pinned-french": "same"})
    assert content.comparison.difference is not None
    assert content.trace.translation == content.pinned.trace.translation
    assert content.comparison.first.rows[-1] == "</s>"


def test_a_cell_masked_in_one_counts_nothing_there(runner):
    pin = pin_of(attention="decoder", layer="1", head="1")
    content = content_of(
        runner, attention="decoder", layer="1", head="1", mask="none", pin=pin,
        **{"pinned-french": "same"},
    )  # fmt: skip
    first, second, difference = content.comparison
    above = ~first.allowed
    assert difference[above] == pytest.approx(second.weights[0, 0][above])
    same = compare_heads(first, first).difference
    assert np.isnan(same[above]).all()
    assert (same[~above] == 0).all()


def test_a_pin_is_written_into_the_address_and_read_again(runner):
    settings = {"temperature": "4", "pin": "old", "lecture": "on"}
    pin = write_pin(View("transformer", DOG).address(settings), read_head("encoder-2-4"))
    assert dict(parse_pin(pin)) == {
        "model": "transformer", "sentence": DOG, "attention": "encoder", "layer": "2", "head": "4",
        "temperature": "4",
    }  # fmt: skip
    reading = read_settings(COMPUTATION.settings, {"pin": pin}, runner)
    address = write_address(reading.settings.view, [reading])
    again = content_of(runner, **address)
    assert again.settings == reading.settings
    assert again.pinned.settings.temperature == "4"
    of_words = "&block=2&patch=2-5-5:encoder:Run!&swap=1:dog&mask=none"
    other = dict(parse_pin(with_sentence(pin + of_words, "I am tired.")))
    assert other["sentence"] == "I am tired."
    assert not {"block", "patch", "swap"} & set(other)
    assert other["mask"] == "none"
    assert other["head"] == "4"


@pytest.mark.parametrize(
    "pin", ["nonsense", "model=gpt-9", "model=transformer&layer=99", "layer=1", "=" * 99]
)
def test_a_pin_that_cannot_be_read_leaves_the_page_and_says_so(runner, pin):
    content = content_of(runner, pin=pin)
    assert content.pinned is None
    assert content.pin_alert
    assert content.menu.alert
    assert write_notes(content).pinned is None


def test_what_is_no_pin_is_refused():
    with pytest.raises(UserError):
        parse_pin("&".join(f"a{number}=1" for number in range(99)))


def test_heads_over_each_other_are_one_picture_in_different_colours(runner):
    content = content_of(
        runner, attention="cross", layer="3", head="1",
        overlay="cross-4-1,cross-1-2-off,encoder-1-1,cross-9-9,cross-3-1",
    )  # fmt: skip
    assert content.overlaid == [
        Overlaid(HeadChoice("cross", 3, 0), True),
        Overlaid(HeadChoice("cross", 0, 1), False),
    ]
    export = content.menu.exports[0]
    layers = export.draw().lines.layers
    weights = heads_of(content.trace, "cross", True).weights
    assert export.name == "lines"
    assert [layer.name for layer in layers] == [
        "layer 3, head 1",
        "layer 4, head 1",
    ]
    assert (layers[1].weights == weights[3, 0]).all()
    assert layers[0].colour != layers[1].colour


def test_the_pictures_on_show_in_a_lecture_are_in_the_address_and_lines_alone_export_as_lines(
    runner,
):
    firsts = {"both": "head", "heatmap": "head", "lines": "lines", "words": "words"}
    for pictures, first in firsts.items():
        content = content_of(runner, pictures=pictures)
        address = write_address(
            content.settings.view, [read_settings(HeadsSettings, {"pictures": pictures}, runner)]
        )
        assert address.get("pictures") == (None if pictures == "both" else pictures)
        assert content.menu.exports[0].name == first
        assert write_notes(content).pictures == pictures


def test_a_held_word_is_in_the_link_the_explorer_and_the_export_until_the_sentence_changes(runner):
    content = content_of(runner, attention="cross", held="row-2")
    assert write_notes(content).held == "row-2"
    export = content.menu.exports[0]
    assert export.name == "words"
    (words,) = export.draw().texts
    heads = heads_of(content.trace, "cross", True)
    choice = content.settings.choice
    assert (words.values == heads.weights[choice.layer, choice.head, 1]).all()
    assert words.words == heads.columns
    assert words.held is None
    situation = read_settings(COMPUTATION.settings, {"held": "row-2"}, runner).situations["held"]
    assert situation.declaration.of_sentence
    assert len(read_settings(COMPUTATION.settings, {"held": "row-0"}, runner).refusals) == 1


def test_no_two_heads_share_a_colour_while_there_are_enough():
    assert assign_colours([0, 0, 1, 3], 12) == [0, 1, 2, 3]
    assert len(set(assign_colours([5] * 12, 12))) == 12
    assert assign_colours([5] * 13, 12)[12] == 5


@pytest.mark.parametrize("text", ["cross", "cross-1", "cross-0-1", "cross-1-2-on", "other-1-1"])
def test_what_names_no_head_is_refused(text, runner):
    with pytest.raises(ValueError):
        read_overlay(text)
    assert len(read_settings(COMPUTATION.settings, {"overlay": text}, runner).refusals) == 1


@pytest.mark.thorough
def test_the_command_line_draws_what_a_link_with_a_pin_shows():
    query = urlencode({"sentence": DOG, "attention": "encoder", "pin": pin_of(attention="encoder")})
    text = make(from_link(f"/?{query}", Job(format="svg")), "cpu").decode()
    assert "B − A" in text
    assert "A: Encoder" in text
    query = urlencode({"sentence": DOG, "layer": "3", "overlay": "cross-4-1"})
    assert "2 heads" in make(from_link(f"/?{query}", Job(format="svg")), "cpu").decode()
