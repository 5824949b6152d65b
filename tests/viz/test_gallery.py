"""The gallery: every picture is drawn, says what is so, and its link opens what it shows."""

import io
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

from models import Request
from viz import gallery
from viz.pages import PAGES
from viz.views import heads_of

ENTRIES = {entry.name: entry for entry in gallery.ENTRIES}


def asked(entry: gallery.Entry) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(entry.address).query))


def one_page(page: str) -> None:
    """What app.py does around one page."""
    from viz.app import address_bar, frame
    from viz.pages import PAGES

    address_bar.open_address()
    frame.draw_sentence_bar(
        with_model=not hasattr(PAGES[page], "OWN_MODELS"), more=getattr(PAGES[page], "more", None)
    )
    PAGES[page].draw()
    address_bar.write_address()


def test_names_and_titles_tell_the_entries_apart():
    assert len(ENTRIES) == len(gallery.ENTRIES) == len({entry.title for entry in gallery.ENTRIES}) == len({(e.address, e.figure) for e in gallery.ENTRIES})
    assert all(entry.caption.endswith(".") and len(entry.caption) < 110 for entry in gallery.ENTRIES)
    assert all(entry.source is None or entry.source[1].startswith("https://") for entry in gallery.ENTRIES)


@pytest.mark.parametrize("name", ENTRIES)
def test_every_picture_is_drawn_and_small(name):
    content = gallery.picture(ENTRIES[name])
    shown = Image.open(io.BytesIO(content))
    assert shown.size == gallery.SIZE and shown.format == "PNG" and len(content) < 150_000
    assert np.asarray(shown.convert("L")).std() > 10  # not an empty page


@pytest.mark.slow
@pytest.mark.parametrize("name", ENTRIES)
def test_a_picture_is_the_same_twice(name):
    assert gallery.picture(ENTRIES[name]) == gallery.picture(ENTRIES[name])


@pytest.mark.parametrize("name", ENTRIES)
def test_a_link_opens_what_it_says_without_a_complaint(name):
    entry = ENTRIES[name]
    page = urlsplit(entry.address).path.strip("/") or next(iter(PAGES))
    test = AppTest.from_function(one_page, kwargs={"page": page}, default_timeout=60)
    for part, value in asked(entry).items():
        test.query_params[part] = value
    test.run()
    assert not test.exception and not [element for element in test.get("html") if 'role="alert"' in element.proto.body]
    assert {part: test.query_params.get(part) for part in asked(entry)} == asked(entry)


@pytest.mark.parametrize(("name", "looks", "at"), [("rouge", "rouge", "red"), ("rouge", "chien", "dog"), ("application", "its", "application"),
                                                   ("it", "it", "tired")])
def test_what_a_caption_says_of_two_words_is_so(model, name, looks, at):
    said = asked(ENTRIES[name])
    heads = heads_of(model.trace(Request(model.name, said["sentence"])), said["attention"], said.get("words") == "merged")
    row = heads.weights[int(said["layer"]) - 1, int(said["head"]) - 1, heads.rows.index(looks)]
    assert heads.columns[row.argmax()] == at and f"“{looks}”" in ENTRIES[name].caption and f"“{at}”" in ENTRIES[name].caption


def test_most_words_look_at_the_next_one_in_the_head_that_is_said_to(model):
    said = asked(ENTRIES["structure"])
    weights = model.trace(Request(model.name, said["sentence"])).attention["encoder"].weights[int(said["layer"]) - 1, int(said["head"]) - 1]
    assert (weights.argmax(1)[:-1] == np.arange(1, len(weights))).mean() > 0.5


def test_without_positions_a_new_order_gives_the_same_states(model):
    from models import WhatIf

    said = asked(ENTRIES["bag-of-words"])
    first, second = (model.trace(Request(model.name, text, None, WhatIf(positions="off"))) for text in (said["sentence"], said["other"]))
    assert sorted(first.source) == sorted(second.source)
    for word, state in zip(first.source, first.hidden["encoder"][-1]):
        assert np.abs(second.hidden["encoder"][-1] - state).max(1).min() < 1e-4, word


def test_the_page_shows_every_picture_with_its_source_and_its_link():
    test = AppTest.from_function(one_page, kwargs={"page": "gallery"}, default_timeout=120).run()
    assert not test.exception
    links = [button.proto.url for button in test.get("link_button")]
    assert links == [f".{entry.address}" for entry in gallery.ENTRIES]
    text = "\n".join(element.value for element in test.markdown)
    assert len(test.get("image")) == len(gallery.ENTRIES) and all(entry.title in text for entry in gallery.ENTRIES)
    assert all(entry.source[1] in text for entry in gallery.ENTRIES if entry.source)


def test_the_command_writes_the_files_it_is_asked_for_and_refuses_others(tmp_path, capsys):
    assert gallery.main(["rouge", "--to", str(tmp_path / "new")]) == 0
    assert (tmp_path / "new" / "rouge.png").read_bytes() == gallery.picture(ENTRIES["rouge"])
    capsys.readouterr()
    assert gallery.main(["vert", "--to", str(tmp_path)]) == 1
    assert "There is no picture “vert”" in capsys.readouterr().err
