"""One head in five stages, in a browser: the page opens on them, and they unfold to steps."""

import re

PICTURE = "inside"
HEAD = "/inside?attention=encoder&layer=4&head=1&inside-row=4"


def open_head(visitor, query: str = "") -> None:
    visitor.page.emulate_media(reduced_motion="reduce")
    visitor.open(HEAD + query, PICTURE)


def test_a_head_opens_on_its_stages_and_each_unfolds_to_its_steps(visitor):
    open_head(visitor)
    page = visitor.page
    table = page.locator(".inside .flow")
    assert table.is_visible()
    assert not page.locator(".inside .strip").is_visible()
    stages = table.locator(".stage .opener").all_inner_texts()
    assert [re.sub(r" \d+ steps?$", "", stage) for stage in stages] == [
        "1 The word",
        "2 Query, key, value",
        "3 Scores",
        "4 Softmax",
        "5 Mix",
    ]
    page.get_by_role("button", name=re.compile("Softmax")).click()
    assert page.locator(".inside .counter").inner_text() == "Step 8 of 16"
    assert not table.is_visible()
    assert page.locator(".inside .strip").is_visible()
    page.wait_for_url("**inside-step=8**")
    page.get_by_role("button", name="The five stages").click()
    assert table.is_visible()
    page.wait_for_url("**inside-step=0**")
    page.keyboard.press("Space")
    assert page.locator(".inside .counter").inner_text() == "Step 1 of 16"
    page.keyboard.press("ArrowLeft")
    assert table.is_visible()


def test_the_stages_are_stepped_without_motion_for_who_wants_none(visitor):
    open_head(visitor)
    page = visitor.page
    score, reading = page.locator(".inside td.score").first, page.locator(".inside .reading")
    page.get_by_role("button", name="Play the stages").click()
    assert not visitor.value("inside.view.overview.player.timeline.isMoving", PICTURE)
    assert page.locator(".inside .stage.now .opener").inner_text().startswith("1 The word")
    assert score.evaluate("cell => getComputedStyle(cell).opacity") == "0"
    slider = page.get_by_role("slider", name="The five stages")
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") == "3 of 5 · Scores"
    assert score.evaluate("cell => getComputedStyle(cell).opacity") == "1"
    assert "Largest is" in reading.inner_text()
    assert page.locator(".inside .counter").inner_text() == "One head in five stages"
    page.keyboard.press("Escape")
    assert visitor.value("inside.view.overview.player.at", PICTURE) is None
    assert page.locator(".inside .stage.now").count() == 0
    page.get_by_role("button", name=re.compile("Scores")).click()
    page.get_by_role("button", name="The query meets its keys").click()
    assert visitor.value("inside.view.meeting.figure.until", PICTURE) == 0
    page.get_by_role("button", name="The next key").click()
    assert visitor.value("inside.view.meeting.figure.until", PICTURE) == 1
    assert "big" in reading.inner_text()


def test_a_row_says_its_numbers_and_its_word_attends_when_clicked(visitor):
    open_head(visitor)
    page = visitor.page
    rows = page.locator(".inside tr.word")
    shares = [text.rstrip("%") for text in rows.locator(".share").all_inner_texts()]
    assert 95 <= sum(int(share) for share in shares if share != "<1") <= 105
    rows.nth(1).hover()
    reading = page.locator(".inside .reading").inner_text()
    assert re.match(r"“dog” and “big”: score \S+\. So \S+% of the mix comes from “big”\.", reading)
    rows.nth(2).get_by_role("button", name="red").click()
    page.wait_for_url("**inside-row=3**")
    visitor.painted("inside.view.data.overview.who === 'red'", PICTURE)
    assert page.locator(".inside .who b").inner_text() == "red"
