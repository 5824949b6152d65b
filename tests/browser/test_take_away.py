"""The Export menu under a figure: it opens without moving the page, and gives files."""

import json
from pathlib import Path

import pytest

PHONE = {"width": 390, "height": 844}


def menu(visitor):
    return visitor.page.get_by_role("button", name="Export").first


@pytest.mark.parametrize("visitor", [{"width": 1280, "height": 720}, PHONE], indirect=True, ids=["1280", "390"])
def test_a_menu_opens_without_moving_the_page_and_shows_all_of_itself(visitor):
    visitor.page.goto(visitor.address + "/order?look=table")
    visitor.page.locator(".js-plotly-plot .heatmaplayer image").first.wait_for(timeout=60_000)
    menu(visitor).scroll_into_view_if_needed()
    before = menu(visitor).bounding_box()
    menu(visitor).click()
    visitor.page.get_by_role("button", name="SVG").wait_for()
    visitor.page.get_by_text("Text stays text").wait_for()
    assert menu(visitor).bounding_box() == before
    boxes = [visitor.page.get_by_role("button", name=name).bounding_box() for name in ("SVG", "CSV")]
    height, width = (visitor.page.viewport_size[name] for name in ("height", "width"))
    assert all(box["y"] >= 0 and box["y"] + box["height"] <= height and box["x"] + box["width"] <= width for box in boxes)


@pytest.mark.slow
def test_files_are_downloaded_and_the_preview_is_a_picture(visitor, tmp_path):
    visitor.open("/?sentence=A+dog")
    menu(visitor).click()
    begins = {"SVG": b"<?xml", "PDF": b"%PDF", "PNG": b"\x89PNG", "CSV": b"row,", "NPZ": b"PK", "JSON": b'{"sentence":"A dog"'}
    for name, begin in begins.items():
        with visitor.page.expect_download() as found:
            visitor.page.get_by_role("button", name=name, exact=True).click()
        found.value.save_as(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(begin) and Path(found.value.suggested_filename).suffix == f".{name.lower()}"
    assert json.loads((tmp_path / "JSON").read_bytes())["source"] == ["A", "dog", "</s>"]
    visitor.page.get_by_text("Preview").click()
    visitor.page.locator("[data-testid=stPopoverBody] img").wait_for()
