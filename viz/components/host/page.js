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
// the script, and when it is painted, those of all, which come behind it. `start(tell)` mounts the
// component and returns what shows it bytes.
export async function open(start, button) {
  const show = start((name) => name === "quantity" && exchange());
  let shown = () => {};
  const showAll = (...data) => {
    shown = () => show(...data);
    shown();
  };
  chooseTheme(button, () => shown());
  const textOf = (id) => document.getElementById(id).textContent;
  const head = decode(textOf("head")),
    first = document.getElementById("first");
  if (first) {
    const numbers = decode(first.textContent),
      at = head.length + 2 * first.dataset.at;
    const bytes = new Uint8Array(at + numbers.length);
    bytes.set(head);
    bytes.set(numbers, at);
    showAll(bytes, true);
    await new Promise((done) => {
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
      setTimeout(done, 200); // a page that is not seen has no frames
    });
  }
  if (document.readyState === "loading")
    await new Promise((done) => document.addEventListener("DOMContentLoaded", done));
  let here = join(head, await gunzip(textOf("packed"))),
    other = null; // of the other quantity
  showAll(here);

  async function exchange() {
    other ??= join(await gunzip(textOf("other-head")), await gunzip(textOf("other-packed")));
    [here, other] = [other, here];
    showAll(here);
  }
}

// The head, and behind it the numbers, of which all high bytes come before the low ones.
function join(head, numbers) {
  const bytes = new Uint8Array(head.length + numbers.length),
    half = numbers.length / 2;
  bytes.set(head);
  for (let i = 0, at = head.length; i < half; i++, at += 2) {
    bytes[at] = numbers[half + i];
    bytes[at + 1] = numbers[i];
  }
  return bytes;
}

// The bytes of base64.
const decode = (text) =>
  Uint8Array.fromBase64?.(text) ??
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

async function gunzip(text) {
  const stream = new Blob([decode(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Follow the reader's system, until the button, which has the titles of both themes, is clicked;
// on paper it is light. `repaint` is called before and after the page is printed.
export function chooseTheme(button, repaint) {
  const system = matchMedia("(prefers-color-scheme: dark)"),
    page = document.documentElement;
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
  addEventListener("beforeprint", () => {
    show("light");
    repaint();
  });
  addEventListener("afterprint", () => {
    show(current());
    repaint();
  });
  show(current());
}
