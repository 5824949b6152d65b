// Strokes as an address has them: two letters of base64 for a point, "." between strokes; and fewer
// points for a stroke of the same form.

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

export const writeStrokes = (strokes) =>
  strokes
    .map((stroke) =>
      stroke
        .flat()
        .map((place) => LETTERS[place])
        .join(""),
    )
    .join(".") || ".";

export const readStrokes = (text) =>
  text
    .split(".")
    .filter(Boolean)
    .map((letters) => {
      const places = [...letters].map((letter) => LETTERS.indexOf(letter));
      return places.filter((_, i) => i % 2 === 0).map((x, i) => [x, places[2 * i + 1]]);
    });

// How far a point is from the line between two others.
function distance([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay],
    square = dx * dx + dy * dy;
  const share = square ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square)) : 0;
  return Math.hypot(ax + share * dx - x, ay + share * dy - y);
}

// The points that a stroke needs to stay within `most` of itself (Douglas and Peucker 1973).
export function simplify(points, most = 0.7) {
  if (points.length < 3) return points;
  const [first, last] = [points[0], points.at(-1)];
  const far = points.map((point) => distance(point, first, last)),
    place = far.indexOf(Math.max(...far));
  if (far[place] <= most) return [first, last];
  const start = simplify(points.slice(0, place + 1), most);
  return [...start.slice(0, -1), ...simplify(points.slice(place), most)];
}

// The square that is read of a drawing, [left, top, side] in places: that of
// `models/digits`. All of the surface where nothing is drawn.
export function squareAround(strokes, { size, inner, least, places }) {
  const points = strokes.flat();
  if (!points.length) return [-0.5, -0.5, places];
  const [low, high] = [Math.min, Math.max].map((extreme) =>
    [0, 1].map((axis) => extreme(...points.map((point) => point[axis]))),
  );
  const side = Math.max(least, (Math.max(high[0] - low[0], high[1] - low[1]) * size) / inner);
  return [(low[0] + high[0] - side) / 2, (low[1] + high[1] - side) / 2, side];
}
