// Colours as [red, green, blue], each 0 to 255. This file imports nothing: a test loads it alone.

export function rgb(colour) {
  const hex = colour.trim().replace("#", "");
  if (/^[0-9a-f]{6}/i.test(hex)) return [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16));
  return (colour.match(/[\d.]+/g) || [255, 255, 255]).slice(0, 3).map(Number);
}

export function ramp(stops) {
  const points = stops.map(rgb),
    colours = [];
  for (let i = 0; i < 256; i++) {
    const place = (i / 255) * (points.length - 1),
      low = Math.min(Math.floor(place), points.length - 2);
    colours.push(
      points[low].map((value, c) =>
        Math.round(value + (place - low) * (points[low + 1][c] - value)),
      ),
    );
  }
  return colours;
}

function brightness(colour) {
  // relative luminance, as in WCAG 2
  const [red, green, blue] = colour.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(a, b) {
  const [low, high] = [brightness(a), brightness(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

// Black or white, whichever reads better on a colour; on any of them one has a contrast of 4.58 or
// more, which a softer black has not.
export const textOn = (colour) => (brightness(colour) > 0.179 ? "#000000" : "#ffffff");

// So much of the second colour in the first, 0 to 1.
export const mix = (a, b, share) => a.map((value, i) => Math.round(value + share * (b[i] - value)));

// The colour, brought so near to that of the text that it can be read on this paper.
export function readable(colour, paper, text) {
  for (let share = 0; ; share += 0.05) {
    const mixed = mix(colour, text, share);
    if (share >= 1 || contrast(mixed, paper) >= 4.5) return `rgb(${mixed})`;
  }
}

// The colour, brought so near to `far`, the end of the scale away from the paper, that it can be
// told from it.
export function distinct(colour, paper, far) {
  let mixed = colour;
  while (contrast(mixed, paper) < 3) mixed = mix(mixed, far, 0.06);
  return mixed;
}
