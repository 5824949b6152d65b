"""Links, playlists and files say with which weights they were made."""

import io
import json
import re

import pytest
from PIL import Image

from models import Request, files, load
from models.files import weights_digits
from tests.pages import alerts, app, parameters_of, visit_with
from viz.analysis.views import HeadChoice
from viz.draw.files import render
from viz.draw.files.archive import trace_json
from viz.draw.head_pictures import head_picture
from viz.view.address import ADDRESS_VERSION, View, describe_other_weights, mark_version
from viz.view.lectures import lectures
from viz.view.lessons import lessons
from viz.view.playlist import Playlist, PlaylistEntry, to_link

OTHER = f"{ADDRESS_VERSION}-00000000"


def said(test) -> list[str]:
    return [alert for alert in alerts(test) if "other weights" in alert]


def test_every_address_has_eight_digits_of_the_weights_after_its_version():
    version, digits = View("gpt").address()["v"].split("-")
    assert (version, digits) == (ADDRESS_VERSION, weights_digits())
    assert re.fullmatch("[0-9a-f]{8}", digits)


@pytest.mark.parametrize("name, content", [("card.json", b'{"sha256": '), ("none.json", b"{}")])
def test_without_a_readable_card_an_address_has_its_version_alone(
    monkeypatch, tmp_path, name, content
):
    (tmp_path / "transformer").mkdir()
    (tmp_path / "transformer" / name).write_bytes(content)
    monkeypatch.setattr(files, "SHIPPED", tmp_path)
    assert weights_digits.__wrapped__() == ""


@pytest.mark.parametrize("version", ["1", "4", mark_version()])
def test_a_link_without_digits_or_with_those_of_our_weights_opens_without_a_word(version):
    assert describe_other_weights({"v": version, "french": "Le chat"}) == ""
    assert not alerts(visit_with("heads", v=version, language="en"))


def test_a_link_of_other_weights_says_so_keeps_its_french_and_gets_our_digits():
    test = visit_with("mask", french="Le chat noir", v=OTHER, language="en")
    (sentence,) = said(test)
    assert all(text in sentence for text in ("00000000", weights_digits(), "Le chat noir"))
    assert alerts(test) == [sentence]
    assert parameters_of(test)["french"] == "Le chat noir"
    assert parameters_of(test)["v"] == mark_version()
    test.run()
    assert not alerts(test)


def test_a_link_of_other_weights_without_french_says_nothing_of_it_in_either_language():
    assert "other weights" in describe_other_weights({"v": OTHER})
    assert "French" not in describe_other_weights({"v": OTHER})
    (french,) = alerts(visit_with("heads", v=OTHER, language="fr"))
    assert "autres poids" in french
    assert "Le français" not in french


def test_a_playlist_of_other_weights_says_so_once_and_shows_its_titles():
    entries = (
        PlaylistEntry("heads", (("sentence", "I am tired."), ("v", OTHER)), "One"),
        PlaylistEntry("heads", (("sentence", "She runs."), ("v", OTHER)), "Two"),
    )
    test = app(playlist=to_link(Playlist(entries)), lecture="on", language="en")
    assert len(said(test)) == 1
    headings = [one.proto.body for one in test.get("html") if "<h1>" in one.proto.body]
    assert "<h1>One</h1>" in headings[0]
    test.run()
    assert not alerts(test)


def test_no_link_of_a_lesson_or_a_ready_playlist_has_digits():
    steps = [step.parameters for lesson in lessons().values() for step in lesson.steps]
    entries = [entry for ready in lectures().values() for entry in ready.playlist.entries]
    for parameters in (*steps, *(entry.parameters for entry in entries)):
        assert "-" not in dict(parameters).get("v", "")


def test_files_name_the_weights():
    trace = load("transformer", "cpu").trace(Request("transformer", "I am tired."))
    picture = head_picture(trace, HeadChoice("cross", 2, 0), merged=True)
    assert f"weights {weights_digits()}".encode() in render(picture, "svg", "paper")
    image = Image.open(io.BytesIO(render(picture, "png", "paper")))
    assert image.info["Software"].endswith(weights_digits())
    assert json.loads(trace_json(trace))["weights"] == weights_digits()


def test_the_short_link_has_the_digits_too():
    test = visit_with("heads", language="en")
    short = json.loads(test.json[0].value)
    assert short["v"] == mark_version()
