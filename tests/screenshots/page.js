// Goes into a page before its own scripts: keeps what canvases write and what shifts, and says when
// the page is at rest, and where all its text stands.

(() => {
  // --- what canvases write ---------------------------------------------------------------------

  const written = new WeakMap(); // canvas: [{ text, size, corners }], sizes and places as painted
  const { prototype } = CanvasRenderingContext2D;
  const fillText = prototype.fillText;
  prototype.fillText = function (text, x, y, room) {
    const { canvas } = this,
      matrix = this.getTransform(),
      width = this.measureText(text).width;
    const wide = Math.min(width, room ?? width),
      size = parseFloat(/([\d.]+)px/.exec(this.font)[1]);
    const shift = { left: 0, start: 0, center: -wide / 2, right: -wide, end: -wide };
    const start = shift[this.textAlign];
    const top = { middle: -0.4, top: 0, hanging: 0, bottom: -0.9 }[this.textBaseline] ?? -0.75;
    const places = [
      [0, 0],
      [wide, 0],
      [wide, 0.8 * size],
      [0, 0.8 * size],
    ];
    const corners = places.map(([right, down]) => {
      const point = matrix.transformPoint({ x: x + start + right, y: y + top * size + down });
      return [point.x, point.y];
    });
    if (!written.has(canvas)) written.set(canvas, []);
    const scale = Math.hypot(matrix.a, matrix.b);
    const words = String(text);
    if (words.trim()) written.get(canvas).push({ text: words, size: size * scale, corners });
    return fillText.apply(this, arguments);
  };
  for (const side of ["width", "height"]) {
    // a new size empties a canvas
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, side);
    Object.defineProperty(HTMLCanvasElement.prototype, side, {
      get,
      set(value) {
        written.delete(this);
        set.call(this, value);
      },
    });
  }
  const clearRect = prototype.clearRect;
  prototype.clearRect = function (x, y, width, height) {
    const matrix = this.getTransform();
    if (width * matrix.a >= this.canvas.width - 1) written.delete(this.canvas);
    return clearRect.apply(this, arguments);
  };

  // --- what shifts -----------------------------------------------------------------------------

  let shifts = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
    type: "layout-shift",
    buffered: true,
  });
  const label = (node) => {
    const element = node?.nodeType === 3 ? node.parentElement : node;
    const name = element?.className?.baseVal ?? element?.className ?? "";
    return element ? `${element.tagName} ${name} ${element.textContent.slice(0, 30)}` : "";
  };

  // --- all elements, with those of components --------------------------------------------------

  const all = (root, list = []) => {
    for (const element of root.querySelectorAll("*")) {
      list.push(element);
      if (element.shadowRoot) all(element.shadowRoot, list);
    }
    return list;
  };
  const parent = (node) => node.parentElement ?? node.getRootNode().host ?? null;
  const isVisible = (element) =>
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });

  // --- when the page is at rest ----------------------------------------------------------------

  const WAITING = "[data-testid=stSkeleton], [data-testid=stSpinner], [data-stale=true]";
  let fingerprint = "",
    since = 0;
  const isPainted = () => {
    const app = document.querySelector("[data-testid=stApp]");
    if (app?.dataset.testScriptState !== "notRunning") return false;
    if (document.fonts.status !== "loaded" || document.querySelector(WAITING)) return false;
    const elements = all(document);
    const isLast = (element) => element.matches(".lecture"); // of all that a page draws
    if (!elements.some(isLast)) return false;
    const views = elements.filter(
      (element) => element.matches(".canvas-view") && element.clientWidth,
    );
    const charts = [...document.querySelectorAll("[data-testid=stPlotlyChart]")];
    const moves = ({ playState, effect }) =>
      playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime);
    return (
      views.every((view) => view.dataset.painted !== undefined) &&
      charts.every((chart) => chart.querySelector(".js-plotly-plot .main-svg")) &&
      [...document.images].every((image) => image.complete) &&
      !document.getAnimations().some(moves)
    );
  };
  const fingerprintOf = () => {
    const texts = [];
    for (const element of all(document)) {
      const box = element.getBoundingClientRect();
      texts.push(Math.round(box.x + 3 * box.y + 7 * box.width + 11 * box.height));
    }
    return texts.join();
  };
  const isAtRest = () => {
    const now = isPainted() ? fingerprintOf() : "",
      time = performance.now();
    if (now !== fingerprint || !now) since = time;
    fingerprint = now;
    return Boolean(now) && time - since > 400;
  };

  // --- where things stand ----------------------------------------------------------------------

  const cornersOf = ({ left, top, right, bottom }) => [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  const main = () => document.querySelector(".stMain");

  // What of a box is left by the boxes around it that hide what sticks out, up to the page's own;
  // and whether one of them cuts it off for good, which no scrolling brings back.
  const clipped = (element, box) => {
    const part = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
    let lost = false,
      tiny = false;
    for (let at = element; at && at !== main() && at !== document.body; at = parent(at)) {
      const style = getComputedStyle(at);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      if (style.display === "inline" || at.tagName === "svg") continue;
      const edge = at.getBoundingClientRect();
      tiny ||= edge.width <= 2 || edge.height <= 2;
      const hides =
        style.overflowX !== "auto" &&
        style.overflowX !== "scroll" &&
        style.overflowY !== "auto" &&
        style.overflowY !== "scroll" &&
        style.textOverflow !== "ellipsis";
      const cut = Math.max(
        edge.left - part.left,
        part.right - edge.right,
        edge.top - part.top,
        part.bottom - edge.bottom,
      );
      if (hides && cut > 4) lost = true;
      part.left = Math.max(part.left, edge.left);
      part.top = Math.max(part.top, edge.top);
      part.right = Math.min(part.right, edge.right);
      part.bottom = Math.min(part.bottom, edge.bottom);
    }
    return { ...part, lost, tiny, empty: part.right - part.left < 1 || part.bottom - part.top < 1 };
  };

  // Whether a box stays in the window while the page scrolls.
  const stays = (element) => {
    for (let at = element; at && at !== main(); at = parent(at))
      if (["fixed", "sticky"].includes(getComputedStyle(at).position)) return true;
    return false;
  };

  const chartText = (element) => {
    // text in an SVG may stand aslant
    const box = element.getBBox(),
      matrix = element.getScreenCTM();
    const corners = cornersOf({
      left: box.x,
      top: box.y,
      right: box.x + box.width,
      bottom: box.y + box.height,
    });
    return corners.map(([x, y]) => [
      matrix.a * x + matrix.c * y + matrix.e,
      matrix.b * x + matrix.d * y + matrix.f,
    ]);
  };

  const textsOf = (element, place) => {
    const style = getComputedStyle(element),
      zoom = element.currentCSSZoom || 1;
    const size = parseFloat(style.fontSize) * zoom;
    const kind = element.closest("math, .katex, sub, sup, kbd, i") ? "formula" : "text";
    const inSentence = element.closest(".st-key-bar") !== null;
    const shared = { size, kind, stays: stays(element), element: place, inSentence };
    if (element.closest("svg")) {
      if (element.tagName !== "text" || !element.textContent.trim()) return [];
      const frame = element.closest("svg").getBoundingClientRect();
      return [
        {
          ...shared,
          text: element.textContent,
          corners: chartText(element),
          lost: false,
          frame: cornersOf(frame),
        },
      ];
    }
    const made = [];
    for (const node of element.childNodes) {
      if (node.nodeType !== 3 || !node.data.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width <= 1 || box.height <= 2) continue;
        const part = clipped(element, box);
        if (part.tiny) continue;
        if (part.empty && !part.lost) continue;
        made.push({
          ...shared,
          text: node.data.trim().slice(0, 60),
          lost: part.lost,
          corners: cornersOf(part.empty ? box : part),
        });
      }
    }
    return made;
  };

  const canvasTexts = (canvas) => {
    const box = canvas.getBoundingClientRect(),
      scale = box.width / canvas.width;
    return (written.get(canvas) ?? []).map(({ text, size, corners }) => ({
      text,
      size: size * scale,
      corners: corners.map(([x, y]) => [x * scale + box.left, y * scale + box.top]),
    }));
  };

  // Icons are ligatures of words; what shows up under the pointer only is not there yet.
  const NO_TEXT =
    "style, script, title, option, [data-testid=stElementToolbar]," +
    " [data-testid=stIconMaterial]";

  const measure = () => {
    const app = main(),
      elements = app ? all(app).filter(isVisible) : [];
    const style = (element) => getComputedStyle(element);
    const texts = elements.flatMap((element, place) =>
      element.closest(NO_TEXT) ? [] : textsOf(element, place),
    );
    const blocks = elements.filter((element) =>
      element.matches("canvas, img, button, input, textarea, [data-testid=stPlotlyChart]"),
    );
    const isBar = (element) =>
      element.matches(".bar") && element.getRootNode().host && style(element).position === "fixed";
    const bar = all(document).find((element) => isBar(element) && isVisible(element));
    const inBar = (element) => bar && (element === bar || bar.contains(element));
    const scrolls = elements.filter((element) => {
      const { overflowX, overflowY } = style(element),
        moves = ["auto", "scroll"];
      return (
        (moves.includes(overflowY) && element.scrollHeight > element.clientHeight + 2) ||
        (moves.includes(overflowX) && element.scrollWidth > element.clientWidth + 2)
      );
    });
    const page = document.documentElement,
      sentence = app?.querySelector(".st-key-bar");
    return {
      window: [innerWidth, innerHeight],
      bar: bar ? bar.getBoundingClientRect().top : null,
      sentence: sentence ? cornersOf(sentence.getBoundingClientRect()) : null,
      across: [page.scrollWidth - innerWidth, app ? app.scrollWidth - app.clientWidth : 0],
      down: app ? app.scrollHeight - app.clientHeight : 0,
      texts: texts.filter(({ element }) => !inBar(elements[element])),
      blocks: blocks
        .filter((element) => !inBar(element))
        .flatMap((element) => {
          const part = clipped(element, element.getBoundingClientRect());
          return part.empty ? [] : [{ name: label(element), corners: cornersOf(part) }];
        }),
      scrolls: scrolls.map(label),
      canvases: elements
        .filter(
          (element) =>
            element.tagName === "CANVAS" && !element.closest("[data-testid=stDataFrame]"),
        ) // which scrolls by itself
        .map((canvas) => ({
          name: canvas.className || canvas.parentElement.className,
          corners: cornersOf(canvas.getBoundingClientRect()),
          texts: canvasTexts(canvas),
        })),
    };
  };

  window.screenshots = {
    isAtRest,
    measure,
    textsOf: canvasTexts,
    forgetShifts() {
      shifts = [];
    },
    shifts: () =>
      shifts.map(({ value, sources }) => ({
        value,
        moved: sources.slice(0, 3).map(({ node }) => label(node)),
      })),
  };
})();
