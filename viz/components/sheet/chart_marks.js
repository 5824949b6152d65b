// The marks of a chart as SVG, at the places that their view, a ChartView, gives values.
//
// To be read beside viz/draw/chart.py.

const SVG = "http://www.w3.org/2000/svg";
export const TYPE = 13; // pixels of text
const SHARE = 0.8; // of the room of a place that its bars fill
const DASHES = { dot: "3 3", dash: "8 5" };
// Symbols by name as polygons in units of half their size; any other is a circle.
const SYMBOLS = {
  square: [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ],
  diamond: [
    [0, -1.3],
    [1.3, 0],
    [0, 1.3],
    [-1.3, 0],
  ],
  "triangle-up": [
    [-1.1, 0.9],
    [0, -1.1],
    [1.1, 0.9],
  ],
  x: [
    [-1, -0.5],
    [-0.5, -1],
    [0, -0.5],
    [0.5, -1],
    [1, -0.5],
    [0.5, 0],
    [1, 0.5],
    [0.5, 1],
    [0, 0.5],
    [-0.5, 1],
    [-1, 0.5],
    [-0.5, 0],
  ],
};

export function svg(tag, settings = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(settings)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// One for all points, or one for each.
export const valueFor = (value, at) => (Array.isArray(value) ? value[at] : value);

// The values of a mark along an axis; bars begin at 0 and are half a place wide on both sides.
export function valuesAlong({ kind, across, places, values, low, high, ...mark }, axis) {
  if (kind === "band") return axis === "x" ? mark.x : [...low, ...high];
  if (kind !== "bars") return mark[axis].filter((value) => value !== null);
  return (axis === "x") === Boolean(across)
    ? [0, ...values]
    : places.flatMap((place) => [place - 0.5, place + 0.5]);
}

// Points, and the line that joins them.
export function series(view, mark, type) {
  const scale = type / TYPE,
    group = svg("g", { opacity: mark.line ? (mark.opacity ?? 1) : 1 });
  const points = mark.x.map((x, at) =>
    x === null || mark.y[at] === null ? null : [view.at("x", x), view.at("y", mark.y[at])],
  ); // a gap ends a line
  if (mark.line)
    group.append(
      svg("path", {
        fill: "none",
        stroke: mark.colour,
        d: points.map((point, at) => point && `${points[at - 1] ? "L" : "M"}${point}`).join(""),
        "stroke-width": mark.line * scale,
        "stroke-dasharray": DASHES[mark.dash] ?? "none",
      }),
    );
  points.forEach((point, at) => {
    if (point && mark.marker) group.append(symbolOf(mark, at, point, (mark.marker * scale) / 2));
  });
  return group;
}

function symbolOf({ symbol = "circle", colour, line, opacity = 1 }, at, [x, y], radius) {
  const [name, isOpen] = valueFor(symbol, at).split("-open"),
    paint = valueFor(colour, at);
  const shape = SYMBOLS[name],
    look = {
      opacity: line ? 1 : opacity,
      ...(isOpen === undefined
        ? { fill: paint }
        : { fill: "none", stroke: paint, "stroke-width": radius / 2.5 }),
    };
  return shape
    ? svg("polygon", {
        ...look,
        points: shape.map(([right, down]) => [x + right * radius, y + down * radius]).join(" "),
      })
    : svg("circle", { ...look, cx: x, cy: y, r: radius });
}

// The box of a label that begins at its point, ends there or has it in the middle.
function roomOf({ labels, side, marker = 0, labelSize = TYPE }, at, [x, y], scale) {
  const [up, aside] = valueFor(side, at).split(" "),
    away = (marker / 2 + 4) * scale;
  const size = labelSize * scale,
    wide = 0.55 * size * labels[at].length;
  const gap = up === "middle" ? away : 0;
  const left = x + ({ left: -wide - gap, right: gap }[aside] ?? -wide / 2);
  const base = y + ({ top: -away, bottom: away + size * 0.8 }[up] ?? size * 0.35);
  return { left, right: left + wide, top: base - size * 0.8, base, size };
}

// The labels of all marks. Where two would cover each other one is left out: the smaller, else that
// of the earlier mark.
export function labels(view, marks, type) {
  const placed = [],
    parts = [],
    edge = view.box.right + type;
  const sizeOf = ({ labelSize = TYPE }) => labelSize;
  for (const mark of [...marks].reverse().sort((a, b) => sizeOf(b) - sizeOf(a))) {
    if (!mark.side || !mark.labels?.length) continue;
    mark.x.forEach((x, at) => {
      const point = [view.at("x", x), view.at("y", mark.y[at])];
      const room = roomOf(mark, at, point, type / TYPE),
        over = Math.max(0, room.right - edge);
      const [left, right] = [room.left - over, room.right - over];
      if (
        placed.some(
          (other) =>
            left < other.right &&
            right > other.left &&
            room.top < other.base &&
            room.base > other.top,
        )
      )
        return;
      placed.push({ ...room, left, right });
      parts.push(
        svg(
          "text",
          { "font-size": room.size, x: (left + right) / 2, y: room.base, "text-anchor": "middle" },
          mark.labels[at],
        ),
      );
    });
  }
  return parts;
}

// Bars of several marks stand side by side.
export function bars(
  view,
  { places, values, across, colour, opacity = [], labels = [], labelsShown },
  marks,
  type,
) {
  const { box } = view,
    all = marks.filter(({ kind }) => kind === "bars");
  const [along, over] = across ? ["y", "x"] : ["x", "y"];
  const unit = (Math.abs(view.at(along, 1) - view.at(along, 0)) * SHARE) / all.length;
  const number = all.findIndex((mark) => mark.places === places),
    zero = view.at(over, 0);
  return places.flatMap((place, at) => {
    const start = view.at(along, place) - (unit * all.length) / 2 + unit * number;
    const end = view.at(over, values[at]),
      size = { [along]: start, [over]: Math.min(zero, end) };
    const [wide, high] = across ? ["height", "width"] : ["width", "height"];
    const bar = svg("rect", {
      ...size,
      [wide]: unit,
      [high]: Math.abs(end - zero),
      fill: valueFor(colour, at),
      opacity: opacity[at] ?? 1,
    });
    if (!labelsShown) return [bar];
    const text = across
      ? { x: Math.min(end + 4, box.right), y: start + unit / 2 + type * 0.35 }
      : { x: start + unit / 2, y: end - 4, "text-anchor": "middle" };
    return [bar, svg("text", text, labels[at])];
  });
}

// The area between two lines.
export function band(view, { x, low, high, colour, opacity = 0.18 }) {
  const line = (values) => x.map((place, at) => [view.at("x", place), view.at("y", values[at])]);
  return svg("polygon", {
    points: [...line(high), ...line(low).reverse()].join(" "),
    fill: colour,
    "fill-opacity": opacity,
  });
}

export function arrow(view, { start, end, colour = "#7f8896", width = 2, gap = 6 }, type) {
  const [[x1, y1], [x2, y2]] = [start, end].map(([x, y]) => [view.at("x", x), view.at("y", y)]);
  const long = Math.hypot(x2 - x1, y2 - y1) || 1,
    scale = type / TYPE;
  const [right, down] = [(x2 - x1) / long, (y2 - y1) / long],
    head = 8 * scale;
  const from = [x1 + right * gap, y1 + down * gap],
    to = [x2 - right * gap, y2 - down * gap];
  const back = [to[0] - right * head, to[1] - down * head];
  const corner = (sign) => [
    back[0] - (sign * down * head) / 2,
    back[1] + (sign * right * head) / 2,
  ];
  return svg(
    "g",
    {},
    svg("line", {
      x1: from[0],
      y1: from[1],
      x2: back[0],
      y2: back[1],
      stroke: colour,
      "stroke-width": width * scale,
    }),
    svg("polygon", { points: [to, corner(1), corner(-1)].join(" "), fill: colour }),
  );
}
