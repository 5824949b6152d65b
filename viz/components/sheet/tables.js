// Words with their probabilities, drawn as a bundle draws a component. Its data are { style,
// painted, parts }: the style of the app's page, a text that names the content, and in their order
//   { kind: "tokens", tokens }: a row as a model reads it, { text, kind, edge, fill, below } each
//   { kind: "text", text, isSmall }
//   { kind: "distributions", panels }: { title, rows, note, line } each; a row is { text, value,
//     label, colour, isOthers, isCut }; with a `line` at a value the bars end at 1
//   { kind: "continuation", title, colour, given, words }: { text, value, label } each.

import { WIDEST } from "../../engine/constants.js";
import { dress } from "../shared/dress.js";
import { make } from "../shared/elements.js";

const OWN =
  ".tables { padding: 4px 0; max-height: var(--lecture-room); overflow: auto; }" +
  " .tables > * { margin: 0 0 12px; } .nexts > :only-child { max-width: 48rem; }" +
  " .nexts td { position: relative; } .nexts u { position: absolute; top: 0; bottom: 0; width: 0;" +
  " border-left: 2px dotted currentColor; }" +
  " .small { font-size: 0.875rem; opacity: 0.85; display: var(--lecture-extra, block); }";

const PARTS = {
  tokens({ tokens }) {
    const rows = make("div", "token-rows"),
      row = rows.appendChild(make("p"));
    row.append(
      ...tokens.map(({ text, kind, edge, fill, below }) => {
        const box = make("span", kind, text);
        if (edge) box.style.setProperty("--edge", edge);
        if (fill) box.style.setProperty("--fill", fill);
        if (below) box.append(make("small", "", below));
        return box;
      }),
    );
    return rows;
  },

  text: ({ text, isSmall }) => make("p", isSmall ? "small" : "", text),

  distributions({ panels }) {
    const most = Math.max(
      ...panels.flatMap(({ rows, line }) => [line ? 1 : 0, ...rows.map(({ value }) => value)]),
    );
    const all = make("div", "nexts");
    all.append(
      ...panels.map(({ title, rows, note, line }) => {
        const section = make("section"),
          table = section.appendChild(make("table"));
        table.append(make("caption", "", title));
        for (const { text, value, label, colour, isOthers, isCut } of rows) {
          const row = table.insertRow(),
            name = row.appendChild(make("th", "", text));
          row.className = [isOthers && "others", isCut && "cut"].filter(Boolean).join(" ");
          name.scope = "row";
          name.title = text;
          const cell = row.insertCell(),
            bar = cell.appendChild(make("i"));
          bar.style.width = `${((WIDEST * value) / most).toFixed(1)}%`;
          if (!isOthers) bar.style.background = colour;
          cell.append(label);
          if (line)
            cell.appendChild(make("u")).style.left = `${((WIDEST * line) / most).toFixed(1)}%`;
        }
        if (note) section.append(make("p", "", note));
        return section;
      }),
    );
    return all;
  },

  continuation({ title, colour, given, words }) {
    const table = make("table", "goes-on"),
      row = table.insertRow();
    const name = row.appendChild(make("th", "", title));
    name.scope = "row";
    name.style.borderLeft = `6px solid ${colour}`;
    row.insertCell().append(
      make("span", "given", given),
      ...words.map((word) => {
        const box = make("b", "", word.text),
          strength = Math.round(100 * (0.08 + 0.42 * word.value));
        box.style.background = `color-mix(in srgb, ${colour} ${strength}%, transparent)`;
        box.append(make("small", "", word.label));
        return box;
      }),
    );
    return table;
  },
};

export default function draw({ data, parentElement }) {
  dress(parentElement, data.style + OWN);
  const root = parentElement.querySelector(".tables");
  root.replaceChildren(...data.parts.map((part) => PARTS[part.kind](part)));
  root.dataset.painted = data.painted;
}
