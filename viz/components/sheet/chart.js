// Draws a chart, a value of charts.js, as an SVG with a box for the values that are pointed at.

import { general, largest, raised, smallest } from "../../engine/numbers.js";
import { fixed, grouped, shorten } from "../../engine/text.js";
import { textOn } from "../shared/colour.js";
import { make } from "../shared/elements.js";
import {
  arrow,
  band,
  bars,
  labels,
  valueFor,
  series,
  svg,
  TYPE,
  valuesAlong,
} from "./chart_marks.js";
import { altText, fill, format } from "./chart_text.js";

const NEAR = 30; // pixels from a point that is pointed at
const GAP = 16; // pixels below a chart in a lecture
const BAR = 12; // pixels of a colour bar's width
const SMALLEST = 9; // pixels of a text in a cell
const LETTER = 0.56; // of the size of a text, its mean letter's width

// Where a value of an axis stands between 0 and 1.
function scaleOf({ log, limits }) {
  const [from, to] = limits.map((limit) => (log ? Math.log10(limit) : limit));
  return (value) => ((log ? Math.log10(value) : value) - from) / (to - from);
}

// The limits of an axis, fitted to the values where it has none.
function limitsOf({ limits, fromZero, log }, values, share) {
  if (limits) return limits;
  const [least, most] = [smallest(values), largest(values)];
  if (log) return [least / 1.3, most * 1.3];
  const room = (most - least || 1) * share;
  return [fromZero || least === 0 ? Math.min(least, 0) : least - room, most + room];
}

// Round numbers from one limit to the other, some `most`.
function ticksOf({ ticks, step, log }, [from, to], most) {
  if (ticks) return ticks;
  const [least, last] = [Math.min(from, to), Math.max(from, to)];
  if (log) {
    const first = Math.ceil(Math.log10(least)),
      count = Math.floor(Math.log10(last)) - first + 1;
    const every = Math.ceil(count / Math.max(1, most)); // powers of ten
    return Array.from({ length: Math.ceil(count / every) }, (_, at) => 10 ** (first + at * every));
  }
  const rough = (last - least) / most,
    unit = 10 ** Math.floor(Math.log10(rough));
  const by = step ?? unit * [1, 2, 5, 10].find((factor) => factor * unit >= rough);
  const first = Math.ceil(least / by);
  return Array.from({ length: Math.floor(last / by) - first + 1 }, (_, at) =>
    Number(((first + at) * by).toPrecision(12)),
  );
}

const tickText = ({ ticks, labels, format: how, labelled }, tick) =>
  labelled === false
    ? ""
    : (labels?.[ticks.indexOf(tick)] ??
      (how === "power"
        ? raised(Math.round(Math.log10(tick)))
        : how
          ? format(tick, how)
          : Math.abs(tick) >= 1000
            ? grouped(tick)
            : general(tick, 4)));

// The colours of a palette between its least and its most value, as a function of 0 to 1.
function coloursOf(palette) {
  const channels = palette.map((colour) =>
    [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)),
  );
  return (share) => {
    const place = Math.min(Math.max(share, 0), 1) * (palette.length - 1);
    const low = Math.min(Math.floor(place), palette.length - 2);
    return channels[low].map((channel, at) =>
      Math.round(channel + (channels[low + 1][at] - channel) * (place - low)),
    );
  };
}

// The cells of a heatmap as an image of a pixel each, the first row on top; what is NaN is clear.
function imageOf({ values, least, most }, colours) {
  const canvas = make("canvas");
  [canvas.width, canvas.height] = [values[0].length, values.length];
  const context = canvas.getContext("2d");
  const image = context.createImageData(canvas.width, canvas.height);
  values.flat().forEach((value, at) => {
    if (value === null || Number.isNaN(value)) return;
    image.data.set([...colours((value - least) / (most - least)), 255], 4 * at);
  });
  context.putImageData(image, 0, 0);
  return canvas.toDataURL();
}

export class ChartView {
  // `diverging` and `ink` are the colours of both themes, of numbers with a sign and of weights.
  constructor(diverging, ink) {
    Object.assign(this, { diverging, ink, element: make("figure", "chart") });
    this.tip = make("div", "tip");
    this.tip.hidden = true;
    this.element.addEventListener("pointermove", (event) => this.point(event));
    this.element.addEventListener("pointerdown", (event) => this.point(event));
    this.element.addEventListener("pointerleave", () => {
      this.tip.hidden = true;
    });
    new ResizeObserver(() => this.paint()).observe(this.element);
  }

  // Names along the y axis, from below, are its `categories`.
  show(chart) {
    const { categories: labels } = chart.y,
      y = labels ? { ...chart.y, ticks: [...labels.keys()], labels, grid: false } : chart.y;
    this.chart = { ...chart, y };
    this.paint();
  }

  // Lay out and draw in the room there is.
  paint() {
    const { chart, element } = this,
      width = element.clientWidth;
    if (!chart || !width) return;
    const style = getComputedStyle(element),
      type = parseFloat(style.fontSize);
    const rows = [...element.parentElement.children].filter(
      ({ offsetLeft }) => offsetLeft === element.offsetLeft,
    ).length; // of charts below each other
    const room = parseFloat(style.getPropertyValue("--lecture-room"));
    const height = Math.round(room ? room / rows - GAP : chart.height);
    const heat = chart.marks[0].kind === "heatmap" ? chart.marks[0] : null;
    const values = (axis) => chart.marks.flatMap((mark) => valuesAlong(mark, axis));
    const share = heat ? 0 : chart.marks.some(({ side }) => side) ? 0.12 : 0.05; // for labels
    const edges = (count) => [-0.5, count - 0.5]; // of cells
    this.limits = {
      x: limitsOf(chart.x, heat ? edges(heat.values[0].length) : values("x"), share),
      y: limitsOf(chart.y, heat ? edges(heat.values.length) : values("y"), share),
    };
    const key = this.legend(chart);
    element.replaceChildren(...(key ? [key] : []));
    const top = key?.offsetHeight ?? (heat?.bar?.above ? type * 4.2 : 0);
    const visible = chart.x.visible !== false,
      hasRows = visible && chart.y.visible !== false;
    const ticks = {
      x: visible ? ticksOf(chart.x, this.limits.x, width / (5 * type)) : [],
      y: hasRows ? ticksOf(chart.y, this.limits.y, height / (4 * type)) : [],
    };
    const widest = (texts) => 0.6 * type * Math.max(0, ...texts.map(({ length }) => length));
    const names = ticks.x.map((tick) => tickText(chart.x, tick));
    // Names that would take half of a phone's width are smaller.
    const beside = widest(ticks.y.map((tick) => tickText(chart.y, tick)));
    this.shrunk = Math.min(1, Math.max(0.8, (0.4 * width) / beside));
    const left = hasRows ? beside * this.shrunk + type * (chart.y.title ? 2.4 : 1) : 8;
    // Names that have no room beside each other stand upright.
    this.isUpright = visible && widest([names.join("  ")]) > (width - left) * 0.95;
    // Where they would touch even so, every second, third … has a name.
    const every = Math.ceil((1.1 * type * names.length) / (width - left));
    if (this.isUpright) ticks.x = ticks.x.filter((_, at) => at % every === 0);
    const below = this.isUpright ? widest(names) : type;
    // A note on the upper edge stands above it.
    const isNoted = chart.notes?.some(({ yShare, sideY }) => yShare && sideY === "bottom");
    const box = {
      left,
      top: top + type * (isNoted ? 2 : 0.8),
      right:
        width -
        (!heat?.bar || heat.bar.above
          ? type * 1.2
          : type * 2.4 + widest(heat.bar.ticks.map((tick) => general(tick, 4)))),
      bottom: height - (visible ? type * (chart.x.title ? 2.6 : 1) + below : 8),
    };
    this.below = below;
    if (chart.sameScale) this.keepScale(box);
    this.box = box;
    const picture = svg("svg", {
      width,
      height,
      role: "img",
      "aria-label": chart.alt ?? altText(chart),
    });
    picture.append(
      ...this.frame(chart, ticks, type),
      ...this.marks(chart, type),
      ...this.notes(chart, type),
      ...(heat?.bar ? this.colourBar(heat, type) : []),
    );
    element.append(picture, this.tip);
    element.style.height = `${height}px`;
  }

  // Make both axes as long for a unit, around the middle.
  keepScale(box) {
    const { x, y } = this.limits,
      [wide, high] = [x[1] - x[0], y[1] - y[0]];
    const unit = Math.min((box.right - box.left) / wide, (box.bottom - box.top) / high);
    const [middleX, middleY] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    Object.assign(box, {
      left: middleX - (unit * wide) / 2,
      right: middleX + (unit * wide) / 2,
      top: middleY - (unit * high) / 2,
      bottom: middleY + (unit * high) / 2,
    });
  }

  at(axis, value) {
    const { box, chart } = this;
    const share = scaleOf({ log: chart[axis].log, limits: this.limits[axis] })(value);
    return axis === "x"
      ? box.left + share * (box.right - box.left)
      : box.bottom - share * (box.bottom - box.top);
  }

  frame({ x, y, background }, ticks, type) {
    const { box } = this,
      parts = [];
    if (background)
      parts.push(
        svg("rect", {
          x: box.left,
          y: box.top,
          fill: background[0],
          width: box.right - box.left,
          height: box.bottom - box.top,
          "fill-opacity": background[1],
        }),
      );
    const line = (settings, isZero) =>
      svg("line", { ...settings, class: isZero ? "zero" : "grid" });
    for (const tick of ticks.x) {
      const place = this.at("x", tick);
      if (x.grid !== false) parts.push(line({ x1: place, x2: place, y1: box.top, y2: box.bottom }));
      const y = box.bottom + type * (this.isUpright ? 0.5 : 1.3);
      parts.push(
        svg(
          "text",
          this.isUpright
            ? {
                "text-anchor": "end",
                transform: `translate(${place + type * 0.35} ${y}) rotate(-90)`,
              }
            : { x: place, y, "text-anchor": "middle" },
          tickText(x, tick),
        ),
      );
    }
    const row = (box.bottom - box.top) / (y.categories?.length ?? y.labels?.length ?? 1);
    for (const tick of ticks.y) {
      const place = this.at("y", tick);
      if (y.grid !== false)
        parts.push(
          line(
            { x1: box.left, x2: box.right, y1: place, y2: place },
            tick === 0 && y.zero !== "none",
          ),
        );
      parts.push(
        svg(
          "text",
          {
            x: box.left - 6,
            y: place + type * 0.35,
            "text-anchor": "end",
            "font-size": Math.min(type * this.shrunk, row),
          },
          tickText(y, tick),
        ),
      );
    }
    const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const isWide = 0.6 * type * (x.title ?? "").length > box.right - box.left;
    if (x.title && x.visible !== false)
      parts.push(
        svg(
          "text",
          {
            x: isWide ? box.right : middle[0],
            y: box.bottom + this.below + type * 1.9,
            "text-anchor": isWide ? "end" : "middle",
          },
          x.title,
        ),
      );
    // A long title beside a low chart is smaller.
    const size = Math.min(type, (box.bottom - box.top) / (0.55 * y.title?.length));
    if (y.title && y.visible !== false)
      parts.push(
        svg(
          "text",
          {
            "text-anchor": "middle",
            "font-size": size,
            transform: `translate(${type} ${middle[1]}) rotate(-90)`,
          },
          y.title,
        ),
      );
    return parts;
  }

  marks({ marks, rules = [], arrows = [] }, type) {
    const { box } = this,
      parts = [];
    for (const mark of marks) {
      if (mark.kind === "heatmap") {
        const values = this.isDown ? mark.values : [...mark.values].reverse();
        parts.push(
          svg("image", {
            href: imageOf({ ...mark, values }, this.colours(mark)),
            x: box.left,
            y: box.top,
            width: box.right - box.left,
            height: box.bottom - box.top,
            preserveAspectRatio: "none",
            class: "cells",
          }),
          ...this.cellTexts(mark, type),
        );
        continue;
      }
      if (mark.kind === "bars") parts.push(...bars(this, mark, marks, type));
      else parts.push(mark.kind === "band" ? band(this, mark) : series(this, mark, type));
    }
    return [
      ...parts,
      ...labels(this, marks, type),
      ...rules.map((rule) => this.rule(rule, type)),
      ...arrows.map((each) => arrow(this, each, type)),
    ];
  }

  // Whether the first row of cells is on top.
  get isDown() {
    return this.limits.y[0] > this.limits.y[1];
  }

  // The texts of cells in black or white, cut where they have no room.
  cellTexts(mark, type) {
    const { box } = this,
      { values, texts = [], textSize = TYPE, least, most } = mark,
      colours = this.colours(mark);
    const wide = (box.right - box.left) / values[0].length,
      high = (box.bottom - box.top) / values.length,
      longest = largest(texts.flat().map(({ length }) => length));
    const size = Math.max(
      SMALLEST,
      Math.min((textSize * type) / TYPE, 0.8 * high, wide / (LETTER * longest)),
    );
    return texts.flatMap((row, y) =>
      row.map((text, x) => {
        const element = svg(
          "text",
          {
            "font-size": size,
            "text-anchor": "middle",
            x: this.at("x", x),
            y: this.at("y", y) + size * 0.35,
          },
          shorten(text, Math.floor(wide / (LETTER * size))),
        );
        element.style.fill = textOn(colours(((values[y][x] ?? least) - least) / (most - least)));
        return element;
      }),
    );
  }

  rule({ axis, at, row, colour = "#7f8896", width = 1.5 }, type) {
    const { box } = this,
      stroke = { stroke: colour, "stroke-width": (width * type) / TYPE };
    if (row !== undefined) {
      const ends = [row - 0.5, row + 0.5].map((edge) => this.at("y", edge)),
        [top, bottom] = [smallest(ends), largest(ends)];
      return svg("rect", {
        x: box.left,
        width: box.right - box.left,
        y: top,
        height: bottom - top,
        fill: "none",
        ...stroke,
      });
    }
    const place = this.at(axis, at),
      ends =
        axis === "x"
          ? { x1: place, x2: place, y1: box.top, y2: box.bottom }
          : { x1: box.left, x2: box.right, y1: place, y2: place };
    return svg("line", { ...ends, ...stroke, "stroke-dasharray": "3 3" });
  }

  notes({ notes = [] }, type) {
    const { box } = this,
      anchors = { left: "start", right: "end" },
      scale = type / TYPE;
    return notes.map(
      ({ text, x, y, xShare, yShare, shiftX = 0, sideX, sideY, size = TYPE, colour }) => {
        const note = svg(
          "text",
          {
            "font-size": size * scale,
            "text-anchor": anchors[sideX] ?? "middle",
            x:
              (xShare ? box.left + x * (box.right - box.left) + 4 : this.at("x", x)) +
              shiftX * scale,
            y:
              (yShare ? box.bottom - y * (box.bottom - box.top) : this.at("y", y)) +
              ({ bottom: -0.4, top: 1 }[sideY] ?? 0.35) * size * scale,
          },
          text,
        );
        if (colour) note.style.fill = colour;
        return note;
      },
    );
  }

  colours({ palette }) {
    const theme = getComputedStyle(this.element).colorScheme.includes("dark") ? "dark" : "light";
    if (palette === "weight") return coloursOf(this.ink[theme]);
    const all = this.diverging[theme];
    return coloursOf(palette === "below zero" ? all.slice(0, 3) : all);
  }

  colourBar(heat, type) {
    const { box } = this,
      { ticks, title, above } = heat.bar,
      colours = this.colours(heat);
    const steps = Array.from({ length: 64 }, (_, at) => at / 63),
      parts = [];
    const href = imageOf(
      { least: 0, most: 1, values: above ? [steps] : steps.map((step) => [1 - step]) },
      colours,
    );
    const thick = (BAR * type) / TYPE,
      bar = above
        ? { x: box.left, y: type * 1.6, width: box.right - box.left, height: thick }
        : { x: box.right + 10, y: box.top, width: thick, height: box.bottom - box.top };
    parts.push(svg("image", { href, ...bar, preserveAspectRatio: "none" }));
    ticks.forEach((tick) => {
      const share = (tick - heat.least) / (heat.most - heat.least);
      parts.push(
        above
          ? svg(
              "text",
              { x: bar.x + share * bar.width, y: bar.y + thick + type, "text-anchor": "middle" },
              general(tick, 4),
            )
          : svg(
              "text",
              { x: bar.x + thick + 5, y: bar.y + (1 - share) * bar.height + type * 0.35 },
              general(tick, 4),
            ),
      );
    });
    if (title) parts.push(svg("text", { x: box.left, y: type }, title));
    return parts;
  }

  // The names of the series.
  legend({ legend, marks }) {
    if (!legend) return null;
    const names = make("figcaption", "legend");
    const named = marks.filter(
      ({ kind, name, inLegend = true }) => kind !== "band" && name && inLegend,
    );
    names.append(
      make("span", "", legend),
      ...named.map(({ kind, name, colour, opacity = 1 }) => {
        const entry = make("span"),
          sample = make("i");
        Object.assign(sample.style, {
          background: valueFor(colour, 0),
          opacity: kind === "bars" ? 1 : opacity,
        });
        entry.append(sample, name);
        return entry;
      }),
    );
    return names;
  }

  // Say the values at a place of the pointer.
  point({ clientX, clientY }) {
    const { chart, tip, element, box } = this,
      frame = element.getBoundingClientRect();
    const [x, y] = [clientX - frame.left, clientY - frame.top];
    const text = chart && box ? this.textAt(chart, x, y) : "";
    tip.hidden = !text;
    if (!text) return;
    tip.textContent = text;
    const isRight = x > frame.width / 2;
    Object.assign(tip.style, {
      left: isRight ? "" : `${x + 12}px`,
      top: `${y + 12}px`,
      right: isRight ? `${frame.width - x + 12}px` : "",
    });
  }

  textAt({ marks, hoverTogether }, x, y) {
    const { box } = this,
      [heat] = marks;
    if (x < box.left - NEAR || x > box.right + NEAR || y < box.top || y > box.bottom) return "";
    if (heat.kind === "heatmap") {
      const [rows, columns] = [heat.values.length, heat.values[0].length];
      const fromTop = Math.floor(((y - box.top) / (box.bottom - box.top)) * rows);
      const row = this.isDown ? fromTop : rows - 1 - fromTop;
      const column = Math.floor(((x - box.left) / (box.right - box.left)) * columns);
      const value = heat.values[row]?.[column];
      if ((value ?? NaN) !== value) return "";
      const [across, name] = [this.chart.x, this.chart.y].map(
        ({ labels }, axis) => labels?.[[column, row][axis]] ?? [column, row][axis],
      );
      const text = heat.texts?.[row]?.[column];
      return fill(heat.hover, { x: across, y: name, z: value, text });
    }
    const hovered = marks.filter(({ hover, kind }) => hover && kind !== "band");
    const pointed = hovered.map((mark) => {
      const away = mark.x.map(
        (value, at) =>
          Math.abs(this.at("x", value) - x) +
          (hoverTogether ? 0 : Math.abs(this.at("y", mark.y[at]) - y)),
      );
      const at = away.indexOf(Math.min(...away));
      return { mark, at, away: away[at] };
    });
    const describe = ({ mark, at }) =>
      (mark.hoverTitle ? `${mark.hoverTitle}\n` : "") +
      fill(mark.hover, {
        x: mark.x[at],
        y: this.chart.y.labels?.[mark.y[at]] ?? mark.y[at],
        customdata: mark.details?.[at],
        text: mark.labels?.[at],
      });
    if (!pointed.length) return "";
    const nearest = pointed.reduce((one, other) => (other.away < one.away ? other : one));
    if (nearest.away > (hoverTogether || marks.length === 1 ? Infinity : NEAR)) return "";
    if (!hoverTogether) return describe(nearest);
    const place = nearest.mark.x[nearest.at];
    return [
      this.chart.x.labels ? tickText(this.chart.x, place) : fixed(place, 0),
      ...pointed
        .filter(({ mark, at }) => mark.x[at] === place)
        .map((point) => `${point.mark.name}: ${describe(point)}`),
    ].join("\n");
  }
}
