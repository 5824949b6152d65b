// A component in a page of its own, without Streamlit: it asks no server and keeps nothing.

// Prepare an element for the component `draw`, which is called `name`, and return the function that
// shows it packed bytes, which `isPart` says are those of the large picture alone.
// `tell(message name, value)` hears what the reader chooses.
export function mount(draw, name, element, tell = () => {}) {
  const parentElement = element.attachShadow({ mode: "open" });
  const root = parentElement.appendChild(document.createElement("div"));
  root.className = `${name} canvas-view`;
  let leave = null;
  return (data, isPart = false) => {
    leave?.();
    leave = draw({ data, isPart, parentElement, setTriggerValue: tell, setStateValue: tell });
  };
}

// Show the data of this file: first the numbers of the large picture, where they come alone before
// the script, and when it is painted, those of all, which come behind it.
export async function open(show, button) {
  let shown = () => {};
  const showAll = (...data) => { shown = () => show(...data); shown(); };
  chooseTheme(button, () => shown());
  const textOf = (id) => document.getElementById(id).textContent;
  const head = await gunzip(textOf("head")), first = document.getElementById("first");
  if (first) {
    const numbers = await gunzip(first.textContent);
    showAll(join(head, numbers, 2 * first.dataset.at), true);
    await new Promise((done) => {
      requestAnimationFrame(() => setTimeout(done));
      setTimeout(done, 200); // a page that is not seen has no frames
    });
  }
  if (document.readyState === "loading")
    await new Promise((done) => document.addEventListener("DOMContentLoaded", done));
  showAll(join(head, await gunzip(textOf("packed"))));
}

// The head, and behind it from byte `at` the numbers, of which all high bytes come before the low.
export function join(head, numbers, at = 0) {
  const half = numbers.length / 2, start = head.length + at;
  const bytes = new Uint8Array(start + numbers.length);
  bytes.set(head);
  for (let i = 0; i < half; i++) {
    bytes[start + 2 * i] = numbers[half + i];
    bytes[start + 2 * i + 1] = numbers[i];
  }
  return bytes;
}

async function gunzip(text) {
  const bytes = Uint8Array.fromBase64?.(text)
    ?? Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Follow the reader's system, until the button, which has the titles of both themes, is clicked;
// on paper it is light. `repaint` is called before and after the page is printed.
export function chooseTheme(button, repaint) {
  const system = matchMedia("(prefers-color-scheme: dark)"), page = document.documentElement;
  let chosen = null;
  const show = (theme) => {
    page.dataset.theme = theme;
    button.textContent = theme === "dark" ? button.dataset.light : button.dataset.dark;
  };
  const current = () => chosen ?? (system.matches ? "dark" : "light");
  system.addEventListener("change", () => show(current()));
  button.addEventListener("click", () => {
    chosen = current() === "dark" ? "light" : "dark";
    show(chosen);
  });
  addEventListener("beforeprint", () => { show("light"); repaint(); });
  addEventListener("afterprint", () => { show(current()); repaint(); });
  show(current());
}
