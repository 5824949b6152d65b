"""The Export menu under a figure: it opens without moving the page, and gives files."""

import base64
import io
import json
from pathlib import Path

import pytest
from PIL import Image

READ_CLIPBOARD = """async () => {
  const [item] = await navigator.clipboard.read();
  const bytes = new Uint8Array(await (await item.getType("image/png")).arrayBuffer());
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
}"""
PHONE = {"width": 390, "height": 844}


def menu(visitor):
    return visitor.page.get_by_role("button", name="Export").first


@pytest.mark.parametrize(
    "visitor",
    [{"width": 1280, "height": 720}, pytest.param(PHONE, marks=pytest.mark.weekly)],
    indirect=True,
    ids=["1280", "390"],
)
def test_a_menu_opens_without_moving_the_page_and_shows_all_of_itself(visitor):
    visitor.page.goto(visitor.address + "/order?look=table")
    visitor.page.locator(".js-plotly-plot .heatmaplayer image").first.wait_for(timeout=60_000)
    menu(visitor).scroll_into_view_if_needed()
    before = menu(visitor).bounding_box()
    menu(visitor).click()
    visitor.page.get_by_role("button", name="SVG").wait_for()
    visitor.page.get_by_text("Text in SVG and PDF stays editable").wait_for()
    assert menu(visitor).bounding_box() == before
    boxes = [
        visitor.page.get_by_role("button", name=name).bounding_box() for name in ("SVG", "CSV")
    ]
    height, width = (visitor.page.viewport_size[name] for name in ("height", "width"))
    assert all(
        box["y"] >= 0 and box["y"] + box["height"] <= height and box["x"] + box["width"] <= width
        for box in boxes
    )


def pixels_of(content: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(content)) as picture:
        assert picture.format == "PNG"
        assert picture.convert("L").getextrema()[0] < 128
        return picture.size


def test_a_picture_is_copied_from_the_first_screen_and_saved_by_the_only_png(visitor):
    visitor.open("/?sentence=A+dog")
    save = visitor.page.get_by_role("button", name="PNG")
    copy = visitor.page.get_by_role("button", name="Copy picture")
    box = copy.bounding_box()
    assert box["y"] + box["height"] <= visitor.page.viewport_size["height"]
    with visitor.page.expect_download() as download:
        save.click()
    assert download.value.suggested_filename == "transformer-cross-3-1.png"
    assert pixels_of(Path(download.value.path()).read_bytes()) == (1920, 1080)
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    copy.click()
    visitor.page.get_by_text("Copied.").wait_for()
    assert pixels_of(base64.b64decode(visitor.page.evaluate(READ_CLIPBOARD)))


@pytest.mark.slow
def test_files_are_downloaded_and_the_preview_is_a_picture(visitor, tmp_path):
    visitor.open("/?sentence=A+dog")
    menu(visitor).click()
    begins = {
        "SVG": b"<?xml",
        "PDF": b"%PDF",
        "PNG": b"\x89PNG",
        "CSV": b"row,",
        "NPZ": b"PK",
        "JSON": b'{"sentence":"A dog"',
        "GIF": b"GIF89a",
    }
    for name, begin in begins.items():
        with visitor.page.expect_download() as download:
            body = visitor.page.locator("[data-testid=stPopoverBody]")
            body.get_by_role("button", name=name, exact=True).click()
        download.value.save_as(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(begin)
        assert Path(download.value.suggested_filename).suffix == f".{name.lower()}"
    assert json.loads((tmp_path / "JSON").read_bytes())["source"] == ["A", "dog", "</s>"]
    visitor.page.get_by_text("Preview").click()
    visitor.page.locator("[data-testid=stPopoverBody] img").wait_for()
