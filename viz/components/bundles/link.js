// Made of link/ and shared/ by "npm run build": change those, not this.

// shared/elements.js
function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== void 0) element.textContent = text;
  return element;
}

// shared/text.js
var french = {};
var isFrench = false;
function setFrench(texts) {
  french = texts;
  isFrench = Object.keys(texts).length > 0;
}
var say = (text, values = {}) => (french[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
var mark = (text) => text;
var KINDS = {
  weight: mark("weight"),
  score: mark("score"),
  distance: mark("distance"),
  norm: mark("norm"),
  cosine: mark("cosine")
};

// link/link.js
async function copy(text, root) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = make("textarea", "");
  field.value = text;
  root.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("refused");
}
function link_default({ data: [data], parentElement }) {
  setFrench(data.french);
  const root = parentElement.querySelector(".link"), said = make("p", "said"), buttons = make("div", "buttons"), image = make("img", "");
  said.setAttribute("role", "status");
  for (const [title, query] of data.queries) {
    const button = make("button", "", title), link = `${location.origin}${location.pathname}?${query}`;
    button.addEventListener("click", () => copy(link, root).then(
      () => {
        said.textContent = say("Copied.");
      },
      () => {
        said.textContent = say("This browser does not let a page copy. The link stands in its address bar.");
      }
    ));
    buttons.append(button);
  }
  image.src = data.code;
  image.alt = say("QR code of the link");
  const code = [make("p", "short", data.short), image, make("p", "note", data.note)];
  root.replaceChildren(buttons, said, ...data.code ? code : []);
}
export {
  link_default as default
};
