"""A page of the app as one file and in a notebook."""

import base64
import gzip
import json
import re

import pytest

import viz
from models import UserError
from tests.marks import slow_except
from viz.components.course.parts import part_of
from viz.pages.recording import record
from viz.pages.registry import PAGES
from viz.view.runner import PlainRunner

TIRED = {"sentence": "I am tired.", "sees": "none"}
MOST = 2e6  # bytes of a file


def texts_of(page) -> dict:
    """Return what the file of a page draws, of its language."""
    packed = re.search(r'id="content">([^<]+)<', page.html().decode())
    assert packed is not None
    (texts,) = json.loads(gzip.decompress(base64.b64decode(packed[1])))["languages"].values()
    return texts


def test_a_page_has_what_the_app_draws_and_says_where_it_is_there(tmp_path):
    page = viz.page("mask", **TIRED)
    texts = texts_of(page)
    (step,) = texts["steps"]
    drawn = record("mask", TIRED | {"language": "en"}, PlainRunner("cpu")).parts
    assert step["parts"] == json.loads(json.dumps([*map(part_of, drawn)]))
    assert any(part.get("name") == "matrices" for part in step["parts"])
    assert page.address.startswith("http://localhost:8501/mask?sentence=I+am+tired.&sees=none")
    assert page.address in texts["notes"][0]
    page.save(tmp_path / "mask.html")
    assert (tmp_path / "mask.html").read_bytes() == page.html()
    with pytest.raises(ValueError, match="does not end in .html"):
        page.save(tmp_path / "mask.pdf")
    assert 'sandbox="allow-scripts' in page._repr_html_()
    assert repr(page) == f"ShownPage({page.address})"


@pytest.mark.parametrize("path", slow_except(["kinds"], PAGES))
def test_every_page_is_a_file_that_asks_for_nothing(path):
    page = viz.page(path, language="fr")
    assert texts_of(page)["steps"][0]["parts"]
    content = page.html()
    assert len(content) < MOST
    assert b"default-src 'none'" in content
    assert not re.search(rb"""(?:src|href)=["']?https?://""", content)
    assert b'<html lang="fr">' in content


def test_settings_are_those_of_a_link_with_underscores_and_switches():
    page = viz.page("depth", depth_look="writes", depth_encoded=True)
    assert "depth-look=writes" in page.address
    assert "depth-encoded=on" in page.address


@pytest.mark.parametrize(
    "path, settings, said",
    [
        ("maks", {}, "There is no page “maks”. Perhaps mask"),
        ("mask", {"sentense": "x"}, "has no setting “sentense”. Perhaps sentence"),
        ("mask", {"sees": "nothing"}, "sees has no value “nothing”. Perhaps none?"),
        ("mask", {"model": "transfromer"}, "model has no value “transfromer”. Perhaps transformer"),
        ("mask", {"language": "de"}, "There is no language “de”, but en, fr"),
        ("mask", {"lecture": "on"}, "has no setting “lecture”"),
        ("mask", {"layer": "99"}, "Not drawn: "),
    ],
)
def test_what_is_not_there_is_refused_with_the_nearest_names(path, settings, said):
    with pytest.raises(UserError) as caught:
        viz.page(path, **settings)
    assert said in str(caught.value)
