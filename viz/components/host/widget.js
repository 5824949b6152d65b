// The explorer in a cell of a notebook, by anywidget: it tells Python what its reader chooses.
// widget.py puts page.js before it: the script of a widget is one text.
/* global mount */

// Whether what lies under an element is dark.
function isDark(element) {
  for (let at = element; at; at = at.parentElement) {
    const parts = getComputedStyle(at).backgroundColor.match(/[\d.]+/g).map(Number);
    if (parts[3] !== 0) return parts[0] + parts[1] + parts[2] < 384;
  }
  return false;
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
  const picture = box.appendChild(document.createElement("div"));
  const show = mount(draw, "explorer", picture, (name, message) => {
    if (name === "choice") keep({ choice: [message.stack, message.layer, message.head] });
    if (name === "words") keep(message);
  });
  const view = () => picture.shadowRoot.querySelector(".explorer").view;
  const showData = () => {
    const { buffer, byteOffset, byteLength } = model.get("data");
    show(new Uint8Array(buffer, byteOffset, byteLength));
  };
  const hold = () => {
    const at = model.get("held"), { holding } = view();
    if (!at) holding.release();
    else if (at.row !== null && at.column !== null) holding.hold(at);
    else holding.set({ locked: at });
  };
  const isHeld = () => JSON.stringify(view().locked) === JSON.stringify(model.get("held"));
  const paint = () => { box.dataset.theme = isDark(el) ? "dark" : "light"; };
  const followHeld = () => { if (!isHeld()) hold(); };
  paint();
  showData();
  followHeld();
  model.on("change:data", showData);
  model.on("change:held", followHeld);
  const themes = new MutationObserver(paint);
  themes.observe(document.body, { attributes: true });
  return () => {
    model.off("change:data", showData);
    model.off("change:held", followHeld);
    themes.disconnect();
  };
}

export default { render };
