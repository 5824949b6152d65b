"""The pictures that are shipped for the cards of the gallery."""

import io
from itertools import product

import numpy as np
import pytest
from PIL import Image

from tests.pages import visit
from viz.base.language import complete_languages, writing_in
from viz.pages.gallery import shipped
from viz.pages.gallery.catalogue import ENTRIES
from viz.pages.gallery.pictures import _CARD_SIZE, _card_picture
from viz.view.runner import plain_runner

VERSIONS = list(product(complete_languages(), (False, True)))
HOW = "draw them again: python -m viz.gallery --ship"


def test_they_show_the_shipped_weights_and_todays_views():
    drawn_from = (shipped.DRAWN_FOLDER / shipped._DIGEST).read_text(encoding="ascii").strip()
    assert drawn_from == shipped._digest(), HOW


def test_there_is_one_for_each_card_in_each_language_and_theme_and_no_other():
    names = {shipped.path(e.name, *version) for e in ENTRIES for version in VERSIONS}
    assert {*shipped.DRAWN_FOLDER.iterdir()} == names | {
        shipped.DRAWN_FOLDER / shipped._DIGEST,
        shipped.DRAWN_FOLDER / shipped.COVERS,
    }, HOW
    assert {Image.open(io.BytesIO(name.read_bytes())).size for name in names} == {_CARD_SIZE}
    assert sum(name.stat().st_size for name in names) < 2e6


def test_the_page_asks_no_model_for_them(monkeypatch):
    from viz.pages.gallery import compute

    monkeypatch.setattr(compute._WORKER, "compute", lambda *_: pytest.fail("it draws"))
    test = visit("gallery", {})
    images = test.get("image")
    assert len(images) == len(ENTRIES)
    # Streamlit encodes bytes again, as JPEG, in each run.
    assert {image.proto.imgs[0].url.partition(",")[0] for image in images} == {
        "data:image/webp;base64"
    }


@pytest.mark.weekly
@pytest.mark.parametrize(("locale", "dark"), VERSIONS)
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_drawn_again_they_are_the_same(entry, locale, dark):
    """Another version of a library may move an edge, but not a cell."""
    with writing_in(locale):
        again = _card_picture(entry, plain_runner("cpu"), dark)
    pixels = [
        np.asarray(Image.open(io.BytesIO(file)).convert("L"), float)
        for file in (again, shipped.path(entry.name, locale, dark).read_bytes())
    ]
    assert np.abs(pixels[0] - pixels[1]).mean() < 1, HOW
