"""`headsup check PLAYLIST`: whether every view of a playlist can be drawn on this machine."""

import json

import pytest

from viz.cli import check
from viz.view.playlist import Playlist, PlaylistEntry, to_json, to_link

HERE = PlaylistEntry("mask", (("sentence", "The cat sleeps."), ("sees", "none")), "The mask")
GONE = PlaylistEntry("own page", (), "Of another version")


@pytest.mark.slow
def test_it_says_which_views_this_machine_cannot_draw(tmp_path, capsys):
    file = tmp_path / "playlist.json"
    file.write_text(to_json(Playlist((HERE, GONE))), encoding="utf-8")
    assert check.main([str(file)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "1. The mask: here"
    assert lines[1] == "2. Of another version: there is no page “own page”"
    assert lines[2].startswith("1 of 2 views")
    link = f"http://localhost:8501/?playlist={to_link(Playlist((HERE,)))}&lecture=on"
    assert check.main([link]) == 0
    assert "Everything is on this machine" in capsys.readouterr().out
    assert check.main([link, "--json"]) == 0
    views = json.loads(capsys.readouterr().out)["views"]
    assert views == [{"title": "The mask", "here": True, "says": ""}]


def test_a_damaged_playlist_is_an_error(tmp_path, capsys):
    assert check.main([str(tmp_path / "none.json")]) == 1
    assert "cannot be read" in capsys.readouterr().err
    assert check.main(["http://localhost:8501/?playlist=abc"]) == 1
    assert "damaged" in capsys.readouterr().err
