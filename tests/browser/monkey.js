// Goes into a page beside tests/screenshots/page.js: what a monkey can take hold of, and what the
// page shows.

(() => {
  const all = (root, list = []) => {
    for (const element of root.querySelectorAll("*")) {
      list.push(element);
      if (element.shadowRoot) all(element.shadowRoot, list);
    }
    return list;
  };
  const OVERLAY =
    '[role="dialog"], [role="menu"], [role="listbox"], dialog[open], ' +
    '[data-testid="stPopoverBody"], [data-testid="stTooltipContent"], .stToast';
  const NEVER =
    "[type=file], [aria-hidden=true], [disabled], [inert], [data-testid=stStatusWidget]";
  // What no address opens.
  const NO_VIEW =
    `${OVERLAY}, .st-key-corner, .st-key-playlist, .st-key-welcome, ` +
    "[data-testid=stExpanderDetails]";
  // Of alerts and notices some are of the last change, and not of what is on show.
  const CAPTION = ["[data-testid=stCaptionContainer]", ".stMarkdown", ".stHtml", "figcaption"]
    .map((name) => `${name}:not(:has([role=alert], [role=status]))`)
    .join(", ");
  const SENTENCE = ".st-key-bar .st-key-sentence input";
  const BOXES = "input[type=checkbox], input[type=radio]";
  const parent = (node) => node.parentElement ?? node.getRootNode().host ?? null;
  const closest = (node, selector) => {
    for (let at = node; at; at = parent(at)) if (at.matches(selector)) return at;
    return null;
  };
  const isVisible = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 2 &&
      height > 2 &&
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
    );
  };
  // What of a control is seen and clicked: Streamlit hides the boxes themselves.
  const handle = (element) => (element.matches(BOXES) && element.closest("label")) || element;

  // --- what can be taken hold of ---------------------------------------------------------------

  const KINDS = [
    // the first that fits
    ["language", ".st-key-corner [role=radio]"],
    ["option", "[role=option], [role=menuitem], [role=menuitemradio]"],
    [
      "menu",
      "[data-testid=stPopover] button, [aria-haspopup=true], [aria-haspopup=menu], summary, " +
        "[data-testid=stTopNavSection], [data-testid=stMenuButton] button",
    ],
    ["select", "[role=combobox]"],
    ["choice", "[role=radio], [role=tab], input[type=radio]"],
    ["check", "[role=switch], input[type=checkbox]"],
    ["slider", "[role=slider], input[type=range]"],
    ["text", "input[type=text], input[type=number], input[type=search], textarea"],
    ["link", "a[href]"],
    ["canvas", "canvas"],
    ["chart", ".js-plotly-plot .nsewdrag"],
    ["button", "button, [role=button]"],
  ];
  const kindOf = (element) => KINDS.find(([, selector]) => element.matches(selector))?.[0];
  const nameOf = (element) => {
    const label = element.getAttribute("aria-label") ?? element.getAttribute("title");
    const text =
      label ||
      handle(element).textContent ||
      element.className.baseVal ||
      element.className ||
      element.tagName;
    return String(text).trim().replace(/\s+/g, " ").slice(0, 60);
  };
  // Links that leave the page or the app, and the field for the sentence, have actions of their own.
  const isOurs = (element) =>
    !element.matches(SENTENCE) &&
    !closest(element, NEVER) &&
    !(
      element.matches("a") &&
      (element.origin !== location.origin || element.target || element.hasAttribute("download"))
    );
  function targets() {
    const counts = new Map();
    return all(document).flatMap((element) => {
      const kind = kindOf(element);
      if (!kind || !isOurs(element) || !isVisible(handle(element))) return [];
      const name = nameOf(element),
        key = `${kind} ${name}`,
        nth = counts.get(key) ?? 0;
      counts.set(key, nth + 1);
      return [{ kind, name, nth, isAbove: closest(element, OVERLAY) !== null, element }];
    });
  }
  // Scroll to a target and give its box; null where it is not, or no longer.
  function reach({ kind, name, nth }, takesFocus) {
    const target = targets().find(
      (one) => one.kind === kind && one.name === name && one.nth === nth,
    );
    if (!target) return null;
    const element = handle(target.element);
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    if (takesFocus) target.element.focus();
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left, top, width, height };
  }

  // --- what is on show -------------------------------------------------------------------------

  const hash = (text) => {
    let sum = 0;
    for (let place = 0; place < text.length; place++) sum = (31 * sum + text.charCodeAt(place)) | 0;
    return sum;
  };
  const isAbove = () =>
    [...document.querySelectorAll(OVERLAY)].some(isVisible) ||
    all(document).some((element) => element.matches("dialog[open]"));
  // Layers of a lecture, which no address opens.
  // A modal dialog lets nobody type below it either.
  const isCovered = () =>
    all(document).some(
      (element) =>
        element.matches("dialog[open]") ||
        (element.matches(".ice, .blank, .code") && closest(element, ".lecture") && !element.hidden),
    );
  const box = () => document.querySelector(SENTENCE);

  function shown() {
    const inMain = all(document).filter(
      (element) =>
        closest(element, ".stMain") && !closest(element, NO_VIEW) && isVisible(handle(element)),
    );
    const pick = (selector, describe) =>
      inMain.filter((element) => element.matches(selector)).map(describe);
    return {
      title: document.title,
      headings: pick("h1, h2, h3, h4", (element) => element.textContent.trim()),
      sentence: box()?.value ?? null,
      choices: pick(
        "[role=radio], [role=switch], [role=tab], input[type=checkbox], input[type=radio]",
        (element) =>
          `${nameOf(element)}: ${element.ariaChecked ?? element.ariaSelected ?? element.checked}`,
      ),
      values: pick(
        "[role=slider], [role=combobox]",
        (element) =>
          `${nameOf(element)}: ` +
          `${element.ariaValueText ?? element.ariaValueNow ?? element.value}`,
      ),
      captions: pick(CAPTION, (element) => element.textContent.trim().replace(/\s+/g, " ")),
      pictures: pick(
        "img, canvas, [role=img], [role=figure], [role=application]",
        (element) =>
          `${element.tagName} ${element.getAttribute("aria-label") ?? element.alt ?? ""}`,
      ),
      // The welcome of a first visit takes room from the pictures.
      pixels: document.querySelector(".st-key-welcome")
        ? null
        : pick(
            "canvas",
            (element) =>
              `${element.width}x${element.height} ` +
              (element.width * element.height ? hash(element.toDataURL()) : ""),
          ),
    };
  }

  window.monkey = {
    targets: () =>
      targets().map(({ kind, name, nth, isAbove: above }) => ({ kind, name, nth, isAbove: above })),
    reach,
    state: () => ({
      sentence: box() && isVisible(box()) && !box().closest("[inert]") ? box().value : null,
      isAbove: isAbove(),
      isCovered: isCovered(),
      // What no address holds: the titles of a playlist's entries, the answers to an exercise.
      isPrivate:
        sessionStorage.getItem("heads-up playlist") !== null ||
        all(document).some((element) => element.matches("[class*=st-key-guess-]")),
      isLecture: all(document).some(
        (element) => element.matches(".bar") && closest(element, ".lecture") && !element.hidden,
      ),
      alerts: all(document)
        .filter(
          (element) =>
            element.matches("[role=alert], [data-testid=stException], [data-testid=stAlert]") &&
            isVisible(element),
        )
        .map((element) => element.textContent.trim()),
      exceptions: document.querySelectorAll("[data-testid=stException]").length,
      isWhole: document.querySelector(".stMain") !== null,
    }),
    shown,
    leave() {
      document.activeElement?.blur();
    },
  };
})();
