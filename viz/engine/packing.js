// What Python packed (canvas.pack): a head as JSON, then numbers of 16 bits.

import { MASKED } from "./constants.js";
import { setLanguage } from "./text.js";

// The head, with the numbers behind it as head.numbers.
export function read(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  setLanguage(head.language);
  head.numbers = new Uint16Array(bytes.slice(4 + length).buffer);
  return head;
}

// The value that a number of 0 to `steps` stands for, or null of a masked one.
export function unpack(number, steps, least = 0, most = 1) {
  return number === MASKED ? null : least + (number / steps) * (most - least);
}

// `rows` by `columns` numbers brought down to `height` by `width`: of all cells that fall on one,
// the largest number that is not masked, or 0.
export function pool(numbers, rows, columns, height, width) {
  const most = new Uint16Array(width * height);
  const places = Uint16Array.from({ length: columns }, (_, c) => Math.floor((c * width) / columns));
  for (let r = 0, from = 0; r < rows; r++) {
    const line = Math.floor((r * height) / rows) * width;
    for (let c = 0; c < columns; c++) {
      const value = numbers[from++],
        at = line + places[c];
      if (value > most[at] && value !== MASKED) most[at] = value;
    }
  }
  return most;
}
