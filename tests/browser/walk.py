"""The Tab order of a page."""

import pytest

WALK = """() => {
  const still = "* { transition: none !important }";
  document.head.append(Object.assign(document.createElement("style"), { textContent: still }));
  const deepest = () => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at;
  };
  const lookOfPart = (element, part) => {
    const style = getComputedStyle(element, part || null);
    const outline = style.outlineStyle === "none" ? "" : style.outline;
    const colours = [style.borderColor, style.backgroundColor, style.color];
    return [outline, style.boxShadow, ...colours].join();
  };
  const look = (element) => {  // what of an element, or of what it stands in, may show the focus
    const all = [];
    let at = element;
    while (at && all.length < 5) {
      for (const part of ["", "::before", "::after"]) all.push(lookOfPart(at, part));
      at = at.parentElement ?? at.getRootNode().host;
    }
    return all.join();
  };
  const name = (element) => {
    const label = element.getAttribute("aria-label");
    const text = label || element.textContent.trim() || element.type;
    return `${element.tagName} ${element.className} ${text}`.slice(0, 120);
  };
  const visited = new Set();
  let before = null;
  const unseen = (now) => before && before.element !== now && before.element.isConnected
    && look(before.element) === before.look;
  // After each Tab: where it is, null at the end; and the element before, if nothing showed that
  // it had the focus.
  window.step = () => {
    const now = deepest(), end = !now || now === document.body || visited.has(now);
    const lost = unseen(now) ? name(before.element) : null;
    before = end ? null : { element: now, look: look(now) };
    visited.add(now);
    return { now: end ? null : name(now), lost };
  };
  const focusable = "button, a[href], input, textarea, select, summary, [tabindex]";
  const reachable = (element) => element.matches(focusable) && element.tabIndex >= 0
    && !element.disabled && element.checkVisibility({ visibilityProperty: true })
    && !element.closest("[inert]");
  const besideVisited = (element) => [...visited].some((other) => other.parentElement
    && other.parentElement === element.parentElement
    && (other.role === "radio" || other.parentElement.role === "toolbar"));
  // What takes the focus and was never visited; of a group that arrow keys walk through, one was.
  window.missed = () => {
    const left = [], search = (root) => root.querySelectorAll("*").forEach((element) => {
      if (element.shadowRoot) search(element.shadowRoot);
      if (!reachable(element) || visited.has(element) || besideVisited(element)) return;
      left.push(name(element));
    });
    search(document);
    return left;
  };
}"""


def walk_through(page) -> None:
    """Press Tab until the end; fail if the focus is invisible, or never reaches the end."""
    page.evaluate(WALK)
    for _ in range(250):
        page.keyboard.press("Tab")
        page.wait_for_timeout(20)
        step = page.evaluate("() => step()")
        assert step["lost"] is None, "the focus was not to be seen"
        if step["now"] is None:
            break
    else:
        pytest.fail("Tab did not come to an end")
    assert page.evaluate("() => missed()") == []
