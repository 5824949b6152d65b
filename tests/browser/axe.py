"""The findings of axe-core on a page, and contrast in charts, which it does not check."""

from axe_playwright_python.base import AXE_SCRIPT

# Rules that are ignored in parts of Streamlit's own markup, which the app cannot change.
NOT_OURS = [
    # The groups of the navigation, on a narrow screen: <div> between <ul> and <li>.
    ("list", "[data-testid=stSidebarNavItems]"),
    ("listitem", "[data-testid=stSidebarNavItems]"),
    # On a narrow screen; Chromium and Firefox put scrolling elements in the Tab order by themselves
    ("scrollable-region-focusable", "[data-testid=stTable]"),
    ("scrollable-region-focusable", ".katex-display"),
    # The toast with the place in the queue: Streamlit gives it no title for aria-labelledby.
    ("aria-dialog-name", ".stToast"),
]
AXE = """async ([notOurs, rules]) => {
  const only = rules && { runOnly: { type: "rule", values: rules } };
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...only });
  const isOurs = (id, target) => !notOurs.some(([rule, part]) =>
    rule === id && target.length === 1 && document.querySelector(target[0])?.closest(part));
  return violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .flatMap(({ id, help, nodes }) => nodes
      .filter(({ target }) => isOurs(id, target))
      .map(({ target, html, failureSummary }) => ({ id, help, target, html, failureSummary })));
}"""
TYPE = """() => {  // text of charts whose colour has less contrast with the page than 4.5
  const light = (colour) => {
    const linear = (part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    const [red, green, blue] = colour.match(/[\\d.]+/g).map((value) => linear(value / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const app = document.querySelector("[data-testid=stApp]");
  const paper = light(getComputedStyle(app).backgroundColor);
  return [...document.querySelectorAll(".js-plotly-plot text")].filter((text) => {
    const ink = light(getComputedStyle(text).fill);
    return text.textContent.trim() && Math.max(ink, paper) / Math.min(ink, paper) < 4.5;
  }).map((text) => text.textContent);
}"""


def switch_scheme(page, scheme: str) -> None:
    """Switch to light or dark, as a change of the system's setting does."""
    page.emulate_media(color_scheme=scheme)
    page.wait_for_function(
        "scheme => getComputedStyle(document.querySelector('[data-testid=stApp]') ?? "
        "document.documentElement).colorScheme === scheme",
        arg=scheme,
    )
    page.wait_for_timeout(700)  # pictures are repainted


def violations(page, *rules: str) -> list[str]:
    """Return the serious and critical violations, of these rules or of all."""
    page.evaluate(AXE_SCRIPT)
    return [
        (
            f"{one['id']}: {one['help']}\n  {one['target']}\n  {one['html'][:300]}\n  "
            f"{one['failureSummary']}"
        )
        for one in page.evaluate(AXE, [NOT_OURS, rules or None])
    ]


def pale_chart_texts(page) -> list[str]:
    """Return the texts of charts with too little contrast to the page."""
    return page.evaluate(TYPE)
