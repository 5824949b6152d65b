"""Links of the edition open from small files; a playlist is fetched for a room without network."""

import re

from tests.static_host import serving
from viz.edition.export import main
from viz.edition.first_pictures import _MOST_BYTES
from viz.view.playlist import Playlist, PlaylistEntry, to_json, to_link

OWN = Playlist(
    (
        PlaylistEntry("heads", (("sentence", "My students are sleeping."), ("layer", "2")), "One"),
        PlaylistEntry("mask", (("sentence", "The cat sleeps."), ("sees", "none")), "Two"),
        PlaylistEntry("trees", (("trees-look", "measured"),), "Three"),
        PlaylistEntry("next", (("next-look", "scores of the app alone"),), "Four"),
    )
)
EXPLORER = """[...document.querySelectorAll('*')]
  .map((each) => each.shadowRoot?.querySelector('.explorer')).find(Boolean)"""
SHOWN = f"(({{ view }}) => [view.data.steps, [...view.data.numbers], view.data.words])({EXPLORER})"


def test_a_playlist_opens_from_small_files_and_then_without_a_network(
    browser, tmp_path, drawn_once
):
    (tmp_path / "own.json").write_text(to_json(OWN), encoding="utf-8")
    folder = tmp_path / "host/course"
    assert main(["--to", str(folder), "--playlist", str(tmp_path / "own.json")]) == 0
    files = [*folder.glob("views/**/*.gzip")]
    assert len(files) > 40
    assert all(file.stat().st_size <= _MOST_BYTES for file in files)
    with serving(tmp_path / "host", "course") as host:
        see_on_a_phone(browser, host)
        see_offline(browser, host)


def see_on_a_phone(browser, host):
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="fr"
    )
    page = context.new_page()
    page.goto(f"{host.address}/course/?playlist={to_link(OWN)}")
    page.locator("body[data-first] .explorer[data-painted^='Mes']").wait_for()
    notice = page.get_by_role("alert").inner_text()
    assert re.search(r"charge Transformer \(\d+,\d\xa0Mo\)", notice)
    page.wait_for_timeout(2500)  # on a phone the model does not follow by itself
    assert not [path for path in host.sent if "/models/" in path]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    steps, before, words = page.evaluate(SHOWN)
    page.get_by_role("textbox", name="Une phrase anglaise").tap()
    page.locator("body:not([data-first])").wait_for()
    assert "/course/models/transformer/weights.safetensors" in host.sent
    assert not page.get_by_role("alert").is_visible()
    _, after, others = page.evaluate(SHOWN)
    assert [word["text"] for word in words] == [word["text"] for word in others]
    assert max(abs(one - other) for one, other in zip(before, after, strict=True)) < 1e-4 * steps
    # A sentence that no file has waits for the model.
    page.goto(f"{host.address}/course/?sentence=My+students+are+tired.")
    page.locator("body:not([data-first]) .explorer[data-painted]").wait_for()
    context.close()


def see_offline(browser, host):
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale="en-GB")
    page = context.new_page()
    page.goto(f"{host.address}/course/?playlist={to_link(OWN)}")
    page.locator(".explorer[data-painted]").wait_for()
    page.get_by_text("Playlist (4)").click()
    page.get_by_role("button", name="Is everything here?").click()
    panel = page.locator("#playlist")
    panel.get_by_text("Views that only the app has: 1.").wait_for()
    fetch = panel.get_by_role("button", name=re.compile(r"Fetch \d+\.\d MB"))
    fetch.click()
    panel.get_by_text("Everything is here").wait_for(timeout=60_000)
    host.stop()
    page.reload()
    page.locator(".explorer[data-painted]").wait_for()
    page.get_by_text("Playlist (4)").click()
    page.get_by_role("button", name="Two", exact=True).click()
    page.locator(".matrices:visible").first.wait_for()
    page.get_by_role("button", name="Three", exact=True).click()
    page.locator("svg[role=img]:visible").first.wait_for()
    page.get_by_role("button", name="One", exact=True).click()
    page.get_by_role("textbox", name="An English sentence").fill("A dog is barking.")
    page.keyboard.press("Enter")
    page.locator(".explorer[data-painted^='Un chien']").wait_for()
    context.close()
