// A word of the translation with how sure the model was of it, and what it would have written instead.

import { make } from "../shared/elements.js";
import { say } from "../shared/text.js";

const percent = (p) => (p >= 0.995 ? "99+ %" : p < 0.01 ? "<1 %" : `${Math.round(100 * p)} %`);

export function wordButton(word) {
  const button = make("button", "word");
  button.append(make("span", "text", word.text), make("span", "probability", percent(word.probability)));
  button.style.setProperty("--p", word.probability);
  const others = word.pieces.map((p) => p.best.map(([text, p]) => `${text} ${p.toFixed(2)}`).join(", ")).join("; ");
  button.setAttribute("aria-label", say("{word}, probability {probability}. Runners-up: {others}",
    { word: word.text, probability: word.probability.toFixed(2), others }));
  return button;
}

// A small table for each piece of the word.
export function runnersUp(word) {
  return word.pieces.map((piece) => {
    const table = make("div", "runners-up");
    if (word.pieces.length > 1) table.append(make("div", "piece", piece.text));
    for (const [text, p] of piece.best) {
      const row = make("div", text === piece.text ? "row taken" : "row");
      const bar = make("span", "bar");
      bar.style.width = `${Math.round(72 * p)}px`;
      const cell = make("span", "bar-box");
      cell.append(bar);
      row.append(make("span", "text", text), cell, make("span", "number", p.toFixed(p < 0.01 ? 3 : 2)));
      table.append(row);
    }
    return table;
  });
}
