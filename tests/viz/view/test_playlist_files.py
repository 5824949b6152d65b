"""Playlists as values, in links and in files."""

import base64
import json
import random
import zlib
from dataclasses import replace
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as some

from models import UserError
from viz.view import playlist
from viz.view.playlist import (
    _RESERVED,
    Playlist,
    PlaylistEntry,
    compress,
    from_json,
    from_link,
    to_json,
    to_link,
)

texts = some.text(max_size=40)
names = texts.filter(lambda name: name not in _RESERVED)  # an entry opens no playlist or class
entries = some.builds(
    PlaylistEntry,
    page=some.text(min_size=1, max_size=20),
    parameters=some.dictionaries(names, texts, max_size=5).map(lambda one: tuple(one.items())),
    title=texts,
    notes=texts,
)
playlists = some.lists(entries, max_size=6).map(lambda many: Playlist(tuple(many)))
FIVE = Playlist(tuple(PlaylistEntry("mask", (("sees", "none"),), f"View {n}") for n in range(5)))


def titles(one: Playlist) -> list[str]:
    return [entry.title for entry in one.entries]


@pytest.mark.slow
@given(playlists)
def test_a_link_and_a_file_lead_back_to_the_playlist(one):
    assert from_link(to_link(one)) == one
    assert from_json(to_json(one).encode()) == one


@pytest.mark.slow
@given(playlists)
def test_a_link_needs_no_escapes(one):
    assert quote(to_link(one)) == to_link(one)


@given(some.text(max_size=200))
def test_any_text_is_a_playlist_or_is_refused_in_a_sentence(code):
    with pytest.raises(UserError):
        from_link(code)


@pytest.mark.slow
@given(
    some.recursive(
        some.none() | some.booleans() | some.integers() | texts,
        lambda inner: some.lists(inner) | some.dictionaries(texts, inner),
        max_leaves=8,
    )
)
def test_any_json_is_refused_in_a_sentence(views):
    for content in (views, {"playlist": "1", "views": [views]}):
        with pytest.raises(UserError):
            from_json(json.dumps(content).encode())


@given(some.integers(0, 4), some.sampled_from([-1, 1]))
def test_an_entry_moves_one_place_and_at_an_end_stays(place, by):
    moved = FIVE.move(place, by)
    if 0 <= place + by < 5:
        expected = titles(FIVE)
        expected[place], expected[place + by] = expected[place + by], expected[place]
        assert titles(moved) == expected
    else:
        assert moved == FIVE


def test_entries_are_added_renamed_and_removed():
    longer = FIVE.add(PlaylistEntry("align", (), "Last")).change(0, title="First", notes="Slowly.")
    assert titles(longer) == ["First", "View 1", "View 2", "View 3", "View 4", "Last"]
    assert longer.entries[0].notes == "Slowly."
    assert titles(longer.remove(1)) == ["First", "View 2", "View 3", "View 4", "Last"]


def test_a_playlist_has_an_end():
    full = Playlist(FIVE.entries * (playlist._MAX_ENTRIES // 5))
    with pytest.raises(UserError, match="at most 200 views"):
        full.add(FIVE.entries[0])
    with pytest.raises(UserError, match="at most 200 views"):
        from_json(to_json(Playlist((*full.entries, FIVE.entries[0]))).encode())


def test_what_is_too_long_for_a_link_is_said_and_goes_into_a_file():
    digits = random.Random(0).choices("0123456789abcdef", k=60_000)  # hardly compressible
    notes = ["".join(digits[start : start + 6000]) for start in range(0, 60_000, 6000)]
    long = Playlist(tuple(PlaylistEntry("mask", (), "", text) for text in notes))
    with pytest.raises(UserError, match="too long for a link: .* Download it as a file"):
        to_link(long)
    assert from_json(to_json(long).encode()) == long
    assert from_link(compress(long)) == long  # the browser's copy may be longer


def pack(data: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(data)).decode().rstrip("=")


@pytest.mark.parametrize("cut", [1, 4, 20])
def test_a_link_that_was_cut_is_refused(cut):
    with pytest.raises(UserError, match="damaged"):
        from_link(to_link(FIVE)[:-cut])


def test_a_link_that_unpacks_to_more_than_a_file_may_hold_is_not_unpacked():
    with pytest.raises(UserError, match="at most 500,000 are read"):
        from_link(pack(b" " * 50_000_000))


def test_a_playlist_does_not_outgrow_the_file_that_can_be_read_again():
    long = replace(FIVE.entries[0], notes="n" * playlist.MAX_NOTES)
    full = Playlist((long,) * 48)
    with pytest.raises(UserError, match="at most 500,000 are read"):
        full.add(long).add(long)
    with pytest.raises(UserError, match="at most 500,000 are read"):
        Playlist((*full.entries, FIVE.entries[0])).change(48, notes="n" * 20_000)


@pytest.mark.parametrize(
    "view, field",
    [
        ({"title": "no page"}, "page"),
        ({"page": 3}, "page"),
        ({"page": ""}, "page"),
        ({"page": "mask", "title": "x" * 201}, "title"),
        ({"page": "mask", "title": "\ud800"}, "title"),
        ({"page": "mask", "notes": "x" * 10_001}, "notes"),
        ({"page": "mask", "parameters": {"sees": 1}}, "parameters"),
        ({"page": "mask", "parameters": ["sees"]}, "parameters"),
        ("mask", "page"),
    ],
)
def test_a_view_that_cannot_be_read_is_named(view, field):
    good = {"page": "mask"}
    data = json.dumps({"playlist": "1", "views": [good, view]}).encode()
    with pytest.raises(UserError, match=f"View 2 of this playlist .* “{field}”"):
        from_json(data)


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"[]", b"{}", b"\xff", b"[" * 100_000, b'{"views": 3}'),
        *(b'{"views": []}', b'{"playlist": null, "views": []}', b'{"playlist": [1], "views": []}'),
    ],
)
def test_what_is_no_playlist_is_refused(data):
    with pytest.raises(UserError, match="not a playlist"):
        from_json(data)


def test_a_playlist_of_a_later_version_is_refused():
    with pytest.raises(UserError, match="version “2”"):
        from_json(b'{"playlist": "2", "views": []}')


def test_the_version_may_be_a_number():
    assert from_json(b'{"playlist": 1, "views": []}') == Playlist()
    with pytest.raises(UserError, match="version “3”; this Heads Up reads version 1"):
        from_json(b'{"playlist": 3, "views": []}')


def test_what_is_of_a_tab_or_a_device_is_no_part_of_an_entry():
    parameters = {
        "room": "CODE2.x",
        "class": "CODE2",
        "phone": "x",
        "playlist": "x",
        "sees": "none",
    }
    view = {"page": "mask", "parameters": parameters}
    data = json.dumps({"playlist": "1", "views": [view]}).encode()
    assert from_json(data).entries[0].parameters == (("sees", "none"),)
