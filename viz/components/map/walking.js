// Where arrow keys and clicks on the map lead. This file imports nothing: a test loads it alone.

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The place of the nearest of `points`, [x, y] each, from the one at `from` in the direction of a
// key; `from` itself where there is none, undefined for another key.
export function nearest(points, from, key) {
  if (!(key in DIRECTIONS)) return undefined;
  const [across, down] = DIRECTIONS[key],
    [x, y] = points[from];
  let best = from,
    least = Infinity;
  points.forEach(([left, top], place) => {
    const along = (left - x) * across + (top - y) * down;
    const aside = Math.abs((left - x) * down) + Math.abs((top - y) * across);
    const distance = along + 3 * aside;
    if (along > 1 && distance < least) [best, least] = [place, distance];
  });
  return best;
}

// A drawing with its colours written out, for programs that know no variables of CSS.
export function withColours(svg, colourOf) {
  return svg.replace(/var\((--[\w-]+), ([^)]+)\)/g, (_, name, usual) => colourOf(name) || usual);
}

// What every page has in its address, and what Streamlit shows of a page that is embedded.
const KEPT = ["model", "sentence", "words", "language", "v", "embed", "embed_options"];

// The address of a head on the front page, from the address of this one; layers and heads count
// from 0 here, and from 1 there.
export function linkTo(search, stack, layer, head) {
  const here = new URLSearchParams(search),
    there = new URLSearchParams();
  for (const name of KEPT) for (const value of here.getAll(name)) there.append(name, value);
  there.set("attention", stack);
  there.set("layer", String(layer + 1));
  there.set("head", String(head + 1));
  return there.toString();
}
