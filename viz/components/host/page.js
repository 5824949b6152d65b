// A component in a page of its own, without Streamlit: it asks no server and keeps nothing.

// Prepare an element for the component `draw`, which is called `name`, and return the function that
// shows it packed bytes. `tell(message name, value)` hears what the reader chooses.
export function mount(draw, name, element, tell = () => {}) {
  const parentElement = element.attachShadow({ mode: "open" });
  const root = parentElement.appendChild(document.createElement("div"));
  root.className = `${name} canvas-view`;
  let leave = null;
  return (data) => {
    leave?.();
    leave = draw({ data, parentElement, setTriggerValue: tell, setStateValue: tell });
  };
}

// The packed bytes that a text is: the head and the numbers, each gzip in base64, with a space. Of
// the numbers all high bytes come before the low ones.
export async function unzip(text) {
  const [head, numbers] = await Promise.all(text.split(" ").map(gunzip));
  const bytes = new Uint8Array(head.length + numbers.length), half = numbers.length / 2;
  bytes.set(head);
  for (let i = 0, at = head.length; i < half; i++) {
    bytes[at++] = numbers[half + i];
    bytes[at++] = numbers[i];
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
