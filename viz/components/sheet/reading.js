// The parts of a sheet as Python wrote them: step_pictures.py and drawn.py of viz/edition.

import { pack } from "../../engine/heads.js";

export const bytesOf = (text) =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

// The parts with what their scripts need of the values; `more` is added to each component.
export function readParts(parts, values, language, more = {}) {
  const { diverging, ink } = values;
  return parts.map((part) => {
    if (part.kind === "charts") return { ...part, diverging, ink };
    if (part.kind === "columns")
      return {
        ...part,
        columns: part.columns.map((column) => readParts(column, values, language, more)),
      };
    if (part.kind !== "component") return part;
    const { head, numbers, ...named } = { ...part, ...more };
    return part.data ? named : { ...named, packed: pack({ ...head, language }, bytesOf(numbers)) };
  });
}
