// The explorer in a cell of a notebook, by anywidget: it tells Python what its reader chooses.
// widget.py puts page.js before it: the script of a widget is one text.
/* global mount */

// Whether what lies under an element is dark.
function isDark(element) {
  for (let at = element; at; at = at.parentElement) {
    const parts = getComputedStyle(at)
      .backgroundColor.match(/[\d.]+/g)
      .map(Number);
    if (parts[3] !== 0) return parts[0] + parts[1] + parts[2] < 384;
  }
  return false;
}

// Lists above the picture, for what its own buttons do not change. Returns what sets them to the
// what-if on show, and says what could not be answered.
function buildControls(box, model, ask) {
  const row = box.appendChild(document.createElement("div"));
  row.style.cssText =
    "display: flex; flex-wrap: wrap; gap: 4px 16px; " +
    "font: 15px/1.6 var(--st-font); color: var(--st-text-color)";
  const lists = model.get("controls").map(([name, title]) => {
    const label = row.appendChild(document.createElement("label"));
    const list = document.createElement("select");
    list.addEventListener("change", () => ask({ [name]: list.selectedIndex ? list.value : "" }));
    label.append(`${title} `, list);
    return [name, list];
  });
  const problem = row.appendChild(document.createElement("span"));
  problem.setAttribute("role", "status");
  const follow = () => {
    for (const [place, [name, list]] of lists.entries()) {
      const values = model.get("controls")[place][2]; // with what Python has set
      list.replaceChildren(...values.map(([value, text]) => new Option(text, value)));
      list.value = model.get("what_if")[name] ?? values[0][0];
    }
    problem.textContent = model.get("problem");
  };
  follow();
  return follow;
}

async function render({ model, el }) {
  const url = URL.createObjectURL(new Blob([model.get("script")], { type: "text/javascript" }));
  const { default: draw } = await import(url);
  URL.revokeObjectURL(url);
  const box = el.appendChild(document.createElement("div"));
  box.className = "heads-up";
  box.dataset.lmSuppressShortcuts = "true"; // keys in the picture are no keys of JupyterLab
  box.style.cssText = `--lecture-room: ${model.get("height")}px; --lecture-zoom: 1`;
  const keep = (values) => {
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    model.save_changes();
  };
  // What-ifs as in an address; "" is as trained.
  const ask = (texts) => {
    const asked = Object.entries({ ...model.get("what_if"), ...texts }).filter(([, text]) => text);
    keep({ problem: "", what_if: Object.fromEntries(asked) });
  };
  const followControls = buildControls(box, model, ask);
  const picture = box.appendChild(document.createElement("div"));
  const show = mount(draw, "explorer", picture, (name, message) => {
    if (name === "choice") keep({ choice: [message.stack, message.layer, message.head] });
    if (name === "words") keep(message);
    if (name === "quantity") keep({ problem: "", quantity: message.name });
    if (name === "off") ask({ off: message.heads.join(",") });
    if (name === "force") ask({ force: message.cells.join(",") });
  });
  const view = () => picture.shadowRoot.querySelector(".explorer").view;
  const showData = () => {
    const { buffer, byteOffset, byteLength } = model.get("data");
    show(new Uint8Array(buffer, byteOffset, byteLength));
  };
  const hold = () => {
    const at = model.get("held"),
      { holding } = view();
    if (!at) holding.release();
    else if (at.row !== null && at.column !== null) holding.hold(at);
    else holding.set({ locked: at });
  };
  const isHeld = () => JSON.stringify(view().locked) === JSON.stringify(model.get("held"));
  const followProblem = () => {
    if (model.get("problem")) view().off.reset();
  };
  const paint = () => {
    box.dataset.theme = isDark(el) ? "dark" : "light";
  };
  const followHeld = () => {
    if (!isHeld()) hold();
  };
  paint();
  showData();
  followHeld();
  model.on("change:data", showData);
  model.on("change:held", followHeld);
  model.on("change:what_if change:problem", followControls);
  model.on("change:problem", followProblem);
  const themes = new MutationObserver(paint);
  themes.observe(document.body, { attributes: true });
  return () => {
    model.off("change:data", showData);
    model.off("change:held", followHeld);
    model.off("change:what_if change:problem", followControls);
    model.off("change:problem", followProblem);
    themes.disconnect();
  };
}

export default { render };
