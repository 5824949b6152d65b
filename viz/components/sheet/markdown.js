// Markdown of the app's texts as elements: paragraphs, lists, bold, italic, code, links, formulae.

import { make } from "../shared/elements.js";

const MARKS = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\$(.+?)\$|\[([^\]]+)\]\(([^)]+)\)/g;
const MATH = "http://www.w3.org/1998/Math/MathML";
const SIGNS = {
  ...{ cdot: "·", ",": " ", circ: "∘", sum: "∑", top: "⊤", qquad: "    ", left: "", right: "" },
  ...{ alpha: "α", sigma: "σ", varphi: "φ" },
};

function mathElement(tag, ...children) {
  const element = document.createElementNS(MATH, tag);
  element.append(...children);
  return element;
}

// A formula of TeX as MathML: names, numbers, signs, {groups}, and what is below or above.
export function formula(text) {
  const tokens = text.match(/\\[a-z]+|\\.|[a-zA-Z]+|\d[\d.]*|\S/g) ?? [];
  let at = 0;
  const atom = () => {
    const token = tokens[at++];
    if (token === "{") return group("}");
    if (token === "\\frac") return mathElement("mfrac", atom(), atom());
    if (token === "\\tilde") return mathElement("mover", atom(), mathElement("mo", "~"));
    if (token === "\\mathrm") return atom();
    if (token[0] === "\\") return mathElement("mo", SIGNS[token.slice(1)] ?? token.slice(1));
    return mathElement(/[a-z]/i.test(token) ? "mi" : /\d/.test(token) ? "mn" : "mo", token);
  };
  const group = (end) => {
    const row = mathElement("mrow");
    while (at < tokens.length && tokens[at] !== end) {
      let element = atom();
      const scripts = {};
      while (tokens[at] === "_" || tokens[at] === "^") scripts[tokens[at++]] = atom();
      const below = scripts._,
        above = scripts["^"];
      if (below && above) element = mathElement("msubsup", element, below, above);
      else if (below) element = mathElement("msub", element, below);
      else if (above) element = mathElement("msup", element, above);
      row.append(element);
    }
    at++;
    return row;
  };
  return mathElement("math", group(null));
}

// The lines of a formula, of which \\begin{aligned} has several.
export const formulae = (text) =>
  text
    .replace(/\\(begin|end)\{aligned\}|&/g, "")
    .split("\\\\")
    .map(formula);

// A link to another page of the web; others are their text.
function outward(text, target) {
  if (!/^https:/.test(target)) return make("span", "", text);
  return Object.assign(make("a", "", text), { href: target });
}

// Nodes of a line; `linkTo(text, target)` makes the element of a link.
function inline(text, linkTo) {
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(MARKS)) {
    const [whole, bold, italic, code, math, label, target] = match;
    nodes.push(text.slice(from, match.index));
    if (code) nodes.push(make("code", "", code));
    else if (math) nodes.push(formula(math));
    else if (label) nodes.push(linkTo(label, target));
    else {
      const element = make(bold ? "strong" : "em");
      element.append(...inline(bold ?? italic, linkTo));
      nodes.push(element);
    }
    from = match.index + whole.length;
  }
  return [...nodes, text.slice(from)];
}

// Paragraphs and lists.
export function markdown(text, linkTo = outward) {
  return text.split(/\n{2,}/).map((block) => {
    const items = block.split(/\n(?=- )/);
    if (!block.startsWith("- ")) {
      const paragraph = make("p");
      paragraph.append(...inline(block.replaceAll("\n", " "), linkTo));
      return paragraph;
    }
    const list = make("ul");
    list.append(
      ...items.map((item) => {
        const line = make("li");
        line.append(...inline(item.slice(2).replaceAll("\n", " "), linkTo));
        return line;
      }),
    );
    return list;
  });
}
