"""What axe-core (https://github.com/dequelabs/axe-core) finds, and what it cannot see: the colours of text in pictures, the way of the Tab key,
tables in the place of pictures, and motion."""

from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from viz.pages import PAGES
from viz.theme import DIVERGING, INK

COMPONENTS = Path(__file__).parents[2] / "viz/components"
WIDE, NARROW = {"width": 1280, "height": 2400}, {"width": 390, "height": 2400}  # axe measures no contrast below the edge of the window
LOOKS = {  # what shows other components than the page as it opens
    "heads": ("words=merged", "model=seq2seq", "model=bilstm-additive", "off=cross-4-1&mask=none&block=2", "sentence=", "lecture=on"),
    "inside": ("inside-look=contribution", "inside-look=guess", "inside-look=guess&reveal=on", "inside-look=lecture", "inside-look=board",
               "inside-all=on", "model=seq2seq"),
    "mask": ("sees=none", "sees=window", "model=seq2seq"),
    "align": ("compare=scores", "second=seq2seq"),
    "order": ("look=waves", "look=products", "look=added", "look=shift", "look=others", "look=others&encoding=alibi",
              "look=others&encoding=learned", "look=order", "look=order&model=seq2seq"),
    "words": ("words-look=meanings", "words-look=meanings&word=qqq", "words-look=sentences", "layers-axes=3&layers-point=3", "lecture=on"),
    "vectors": ("vectors-look=analogies", "vectors-look=axes", "vectors-look=bias", "vectors-look=bias&bias=weat"),
    "remember": ("side=decoder&show=forget",),
}
FRONT = ""  # the address of the first page
CASES = [(page if place else FRONT, look) for place, page in enumerate(PAGES) for look in ("", *LOOKS.get(page, ()))]
MENUS = [(FRONT, "What if …?"), (FRONT, "Export"), (FRONT, "Share"), (FRONT, "As a table"), ("mask", "As a table"), ("words", "As a table"),
         ("remember", "As a table"), ("inside", "As a table")]
NOT_OURS = [  # rule, and the part of Streamlit's own markup in which it is let off; nothing that the app can set changes these
    ("list", "[data-testid=stSidebarNavItems]"),  # the groups of the navigation, on a narrow screen: <div> between <ul> and <li>
    ("listitem", "[data-testid=stSidebarNavItems]"),
    ("scrollable-region-focusable", "[data-testid=stTable]")]  # on a narrow screen; Chromium and Firefox put what scrolls in the Tab order by themselves
AXE = """(notOurs) => axe.run(document, {resultTypes: ["violations"]}).then(({violations}) => violations.flatMap(({id, impact, help, nodes}) =>
  ["serious", "critical"].includes(impact) ? nodes.map(({target, html, failureSummary}) => ({id, help, target, html, failureSummary})).filter(({target}) =>
    !notOurs.some(([rule, part]) => rule === id && target.length === 1 && document.querySelector(target[0])?.closest(part))) : []))"""
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
TYPE = """() => {  // text of charts whose colour has less contrast with the page than 4.5
  const light = (colour) => {
    const [red, green, blue] = colour.match(/[\\d.]+/g).map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const paper = light(getComputedStyle(document.querySelector("[data-testid=stApp]")).backgroundColor);
  return [...document.querySelectorAll(".js-plotly-plot text")].filter((text) => {
    const own = light(getComputedStyle(text).fill);
    return text.textContent.trim() && Math.max(own, paper) / Math.min(own, paper) < 4.5;
  }).map((text) => text.textContent);
}"""


@pytest.fixture
def open_page(browser, server):
    """Opens an address in a window of its own and waits until the page is as it stays."""
    contexts = []

    def opened(path: str, size: dict = WIDE, **settings):
        contexts.append(browser.new_context(viewport=size, **settings))
        page = contexts[-1].new_page()
        page.goto(server + path)
        page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=60_000)
        page.locator("[data-testid=stCaptionContainer], [role=alert]").last.wait_for(timeout=60_000)
        page.wait_for_function("() => !document.querySelector('[data-testid=stSkeleton], [data-stale=true]')")
        page.wait_for_timeout(700)  # menus slide, charts fade in
        return page

    yield opened
    for context in contexts:
        context.close()


def violations(page) -> list[str]:
    """The serious and critical ones."""
    page.evaluate(AXE_SCRIPT)
    return [f"{one['id']}: {one['help']}\n  {one['target']}\n  {one['html'][:300]}\n  {one['failureSummary']}" for one in page.evaluate(AXE, NOT_OURS)]


def check(page):
    found = violations(page)
    assert not found, "\n".join(found)
    assert page.evaluate(TYPE) == []


def test_axe_finds_nothing_on_the_front_page(open_page):
    check(open_page("/", color_scheme="dark"))


@pytest.mark.slow
@pytest.mark.parametrize("page, look", CASES, ids=[f"{page} {look}" for page, look in CASES])
def test_axe_finds_nothing_on_any_page(open_page, page, look):
    check(open_page(f"/{page}?{look}", WIDE, color_scheme="light"))


@pytest.mark.slow
@pytest.mark.parametrize("page, size", [(page, (WIDE, NARROW)[place % 2]) for place, page in enumerate([FRONT, *list(PAGES)[1:]])])
def test_axe_finds_nothing_in_the_dark_or_on_a_phone(open_page, page, size):
    check(open_page(f"/{page}", size, color_scheme="dark"))


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page, menu", MENUS)
def test_axe_finds_nothing_in_an_open_menu_or_a_table(open_page, page, menu, scheme):
    shown = open_page(f"/{page}?block=2", color_scheme=scheme)
    shown.get_by_role("button", name=menu).first.click()
    shown.wait_for_timeout(1500)
    check(shown)


@pytest.mark.slow
@pytest.mark.parametrize("page", [FRONT, *list(PAGES)[1:]])
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
    least, muted = page.evaluate(
        """([code, scales, ink, paper]) => { const { contrast, textOn, ramp, Look, rgb } = new Function(`${code}; return { contrast, textOn, ramp, Look, rgb }`)();
        document.body.style.setProperty("--st-background-color", paper);
        return [Math.min(...scales.flatMap((stops) => ramp(stops).map((colour) => contrast(colour, rgb(textOn(colour)))))),
                contrast(rgb(new Look(document.body, ink).muted), rgb(paper))] }""",
        [(COMPONENTS / "drawing.js").read_text(), scales, INK, INK[shade][0]])
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
