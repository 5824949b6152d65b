"""What axe-core cannot see: the way of the Tab key, the colours of text on canvases, tables in the place of pictures, and motion."""

from pathlib import Path

import pytest

from viz.pages import PAGES
from viz.theme import DIVERGING, INK

COMPONENTS = Path(__file__).parents[2] / "viz/components"
WALK = """() => {
  document.head.append(Object.assign(document.createElement("style"), { textContent: "* { transition: none !important }" }));
  const deepest = () => { let at = document.activeElement; while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement; return at; };
  const look = (element) => {  // what of an element, or of what it stands in, may show the focus
    const all = [];
    for (let at = element; at && all.length < 5; at = at.parentElement ?? at.getRootNode().host) all.push(...["", "::before", "::after"].map((part) => {
      const style = getComputedStyle(at, part || null), outline = style.outlineStyle === "none" ? "" : style.outline;
      return [outline, style.boxShadow, style.borderColor, style.backgroundColor, style.color].join();
    }));
    return all.join();
  };
  const name = (element) => `${element.tagName} ${element.className} ${element.getAttribute("aria-label") || element.textContent.trim() || element.type}`.slice(0, 120);
  const visited = new Set();
  let before = null;
  window.step = () => {  // after each Tab: where it is, null at the end, and the element before if nothing showed that it had the focus
    const now = deepest(), end = !now || now === document.body || visited.has(now);
    const lost = before && before.element !== now && before.element.isConnected && look(before.element) === before.look ? name(before.element) : null;
    before = end ? null : { element: now, look: look(now) };
    visited.add(now);
    return { now: end ? null : name(now), lost };
  };
  window.missed = () => {  // what takes the focus and was never visited; of a group that the arrow keys walk through, one was
    const found = [], search = (root) => root.querySelectorAll("*").forEach((element) => {
      if (element.shadowRoot) search(element.shadowRoot);
      if (!element.matches("button, a[href], input, textarea, select, summary, [tabindex]") || visited.has(element) || element.tabIndex < 0) return;
      if (element.disabled || !element.checkVisibility({ visibilityProperty: true }) || element.closest("[inert]")) return;
      if ([...visited].some((other) => other.parentElement && other.parentElement === element.parentElement && other.getAttribute("role") === "radio")) return;
      found.push(name(element));
    });
    search(document);
    return found;
  };
}"""


@pytest.mark.slow
@pytest.mark.parametrize("page", ["", *list(PAGES)[1:]])
def test_tab_goes_everywhere_is_seen_and_comes_out_again(open_page, page):
    shown = open_page(f"/{page}", {"width": 1280, "height": 1000})
    shown.evaluate(WALK)
    for _ in range(250):
        shown.keyboard.press("Tab")
        shown.wait_for_timeout(20)
        step = shown.evaluate("() => step()")
        assert step["lost"] is None, "the focus was not to be seen"
        if step["now"] is None:
            break
    else:
        pytest.fail("Tab did not come to an end")
    assert shown.evaluate("() => missed()") == []


@pytest.mark.parametrize("shade", ["light", "dark"])
def test_text_on_canvases_can_be_read(browser, shade):
    page = browser.new_page()
    scales = [INK[shade], DIVERGING[shade]]
    modules = {name: (COMPONENTS / "shared" / f"{name}.js").read_text() for name in ("colour", "canvas")}
    least, muted = page.evaluate(
        """async ([modules, scales, ink, paper]) => {
        const address = (code) => URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
        const colour = address(modules.colour);
        const { contrast, textOn, ramp, rgb } = await import(colour);
        const { Look } = await import(address(modules.canvas.replace("./colour.js", colour)));
        document.body.style.setProperty("--st-background-color", paper);
        const least = Math.min(...scales.flatMap((stops) =>
            ramp(stops).map((colour) => contrast(colour, rgb(textOn(colour))))));
        return [least, contrast(rgb(new Look(document.body, ink).muted), rgb(paper))] }""",
        [modules, scales, INK, INK[shade][0]])
    page.close()
    assert least >= 4.5 and muted >= 4.5


TABLES = [  # page, its component, rows and columns of its first table, a text in it
    ("/?sentence=The big red dog&attention=decoder&layer=1&head=1", "explorer", 5, 5, "masked"),
    ("/mask", "matrices", 5, 5, "1.0"), ("/remember?sentence=The big red dog", "memory", 1, 5, "tanh of the cell"),
    ("/words?others=20&layers-point=3", "space", 100, 3, "nearest, by cosine distance"),
    ("/inside?inside-look=board", "inside", 3, 4, "")]


@pytest.mark.parametrize("path, picture, rows, columns, said",
                         [pytest.param(*case, id=case[1], marks=pytest.mark.slow if place else ()) for place, case in enumerate(TABLES)])
def test_a_picture_has_a_table_twin(visitor, path, picture, rows, columns, said):
    visitor.open(path, picture)
    assert visitor.page.locator(f".{picture} table").count() == 0, "it is made when asked for"
    button = visitor.page.locator(f".{picture}").get_by_role("button", name="As a table").first
    button.focus()
    visitor.page.keyboard.press("Enter")
    table = visitor.page.locator(f".{picture} table").first
    table.locator("caption").wait_for(state="attached")
    assert table.locator("caption").inner_text()
    assert table.locator("th[scope=row]").count() >= rows and table.locator("th[scope=col]").count() >= columns
    assert said in table.inner_text()
    visitor.page.locator(f".{picture}").get_by_role("button", name="As a picture").first.click()
    visitor.page.locator(f".{picture} canvas").first.wait_for()


@pytest.mark.slow
def test_every_matrix_says_its_main_thing(visitor):
    visitor.open("/mask", "matrices")
    visitor.page.locator(".matrices[data-painted]").nth(1).wait_for()  # the second one may be there before the first
    said = visitor.page.locator(".matrices").first.locator(".reading").all_inner_texts()
    assert said[1] == "10 of 25 cells are masked: no word may look at a later one." and all(said)


@pytest.mark.slow
def test_nothing_moves_for_those_who_asked_for_less_motion(open_page):
    page = open_page("/words?others=20", reduced_motion="reduce")
    slider = page.locator(".space input[type=range]")
    places = "(root) => [...root.view.at]"
    slider.press("ArrowRight")
    page.wait_for_timeout(60)  # a frame or two: no time for 180 ms of motion
    soon = page.locator(".space").evaluate(places)
    page.wait_for_timeout(400)
    assert page.locator(".space").evaluate(places) == soon
    page.goto(page.url.split("/words")[0] + "/inside")
    page.locator(".inside[data-painted]").wait_for()
    page.get_by_role("button", name="Next").click()
    assert page.evaluate("() => document.getAnimations().filter((one) => one.effect.getTiming().duration > 100 && one.effect.getTiming().iterations === 1).length") == 0


@pytest.mark.slow
@pytest.mark.parametrize("path, picture, keys", [("/", "explorer", ("ArrowRight", "ArrowDown")), ("/mask", "matrices", ("ArrowRight", "ArrowDown")),
                                                 ("/remember", "memory", ("ArrowRight", "ArrowRight")),
                                                 ("/inside?inside-look=contribution", "matrices", ("ArrowDown", "ArrowRight"))])
def test_arrow_keys_read_a_picture_cell_by_cell_and_escape_lets_go(visitor, path, picture, keys):
    visitor.open(path, picture)
    shown = visitor.page.locator(f".{picture}").first
    reading, canvas = shown.locator(".reading").first, shown.locator("canvas[tabindex='0']").first
    before, read = reading.inner_text(), []
    canvas.focus()
    for key in keys:
        visitor.page.keyboard.press(key)
        read.append(reading.inner_text())
    assert len({before, *read}) == 3 and any(character.isdigit() for character in read[-1])
    visitor.page.keyboard.press("Escape")
    assert reading.inner_text() == before
