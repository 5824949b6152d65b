// Painting what is learnt: the window over its sentence, the map of the words, the loss.

import { largest } from "../../engine/numbers.js";
import { shorten } from "../../engine/text.js";
import { inLecture, sharp } from "../shared/canvas.js";
import { readable, rgb } from "../shared/colour.js";
import { LabelMap } from "../shared/labels.js";

const STRIP = 96; // pixels
const CURVE = 72;
const MARGIN = 36; // of the map
const SLOTS = 32; // places that a name may take

// The sentence with its window, and an arrow from or to each word of the context; words that are
// skipped are faint. For GloVe a sentence in which the pair occurs, with its share of the count.
export function paintWindow(canvas, look, { learner, data, width }) {
  const pen = sharp(canvas, width, STRIP);
  const big = width > 1400 ? 24 : width < 500 ? 16 : 20;
  pen.font = look.font(big);
  const line = lineOf(learner, data);
  if (!line) return;
  const { places, centre, around, skipped, toCentre, weights } = line;
  const gap = 0.55 * big,
    baseline = STRIP - big;
  const widths = places.map((at) => pen.measureText(data.words[learner.text[at]]).width);
  const middles = [];
  let x = 0;
  for (const wide of widths) {
    middles.push(x + wide / 2);
    x += wide + gap;
  }
  // The whole sentence where it fits; else the middle of its window stands in the middle.
  const whole = x - gap,
    focus = places.indexOf(centre);
  const shift = whole <= width ? (width - whole) / 2 : width / 2 - middles[focus];
  const at = (place) => middles[places.indexOf(place)] + shift;
  places.forEach((place, number) => {
    const isMiddle = place === centre,
      isNear = around.includes(place);
    pen.font = look.font(big, isMiddle);
    pen.globalAlpha = skipped.has(place) ? 0.35 : 1;
    pen.fillStyle = isMiddle || isNear ? look.text : look.muted;
    if (isMiddle || isNear) {
      const colour = isMiddle ? data.colours[1] : data.colours[0];
      pen.save();
      pen.fillStyle = colour;
      pen.globalAlpha = 0.22;
      pen.fillRect(
        middles[number] + shift - widths[number] / 2 - 4,
        baseline - 0.75 * big,
        widths[number] + 8,
        1.5 * big,
      );
      pen.restore();
    }
    pen.textAlign = "center";
    pen.fillText(data.words[learner.text[place]], middles[number] + shift, baseline);
  });
  pen.globalAlpha = 1;
  around.forEach((place, number) => {
    const [from, to] = toCentre ? [at(place), at(centre)] : [at(centre), at(place)];
    const top = arrow(pen, from, to, baseline - 0.85 * big, look.text);
    if (!weights) return;
    pen.font = look.font(13);
    pen.fillText(weights[number], (from + to) / 2, Math.max(7, top - 9));
  });
}

// What of which sentence is shown: its places in the text, and what is drawn about them.
function lineOf(learner, data) {
  const { now, text, words } = learner;
  if (!now) {
    const places = [...sentenceAt(text, 0)];
    return {
      places,
      centre: places[Math.floor(places.length / 2)],
      around: [],
      skipped: new Set(),
      toCentre: false,
    };
  }
  if (now.pair) {
    const pair = findPair(text, now.pair, data.window);
    if (!pair) return null;
    const [a, b] = pair;
    return {
      places: sentenceAt(text, a),
      centre: a,
      around: [b],
      skipped: new Set(),
      toCentre: false,
      weights: [`1/${Math.abs(a - b)}`],
      words,
    };
  }
  const places = sentenceAt(text, now.begin),
    kept = new Set(now.kept);
  return {
    places,
    centre: now.kept[now.centre],
    around: now.around,
    skipped: new Set(places.filter((at) => !kept.has(at))),
    toCentre: data.method === "cbow",
  };
}

function sentenceAt(text, place) {
  let start = place;
  while (start > 0 && text[start - 1] >= 0) start--;
  const places = [];
  for (let at = start; text[at] >= 0; at++) places.push(at);
  return places;
}

// The first place where both words stand in one window.
function findPair(text, [first, second], window) {
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== first) continue;
    for (const by of [1, -1])
      for (let far = 1; far <= window && text[at + by * far] >= 0; far++)
        if (text[at + by * far] === second) return [at, at + by * far];
  }
  return null;
}

// Returns how high it reaches.
function arrow(pen, from, to, foot, colour) {
  const height = Math.min(foot - 10, 14 + Math.abs(to - from) / 6);
  pen.strokeStyle = pen.fillStyle = colour;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(from, foot);
  pen.bezierCurveTo(from, foot - height, to, foot - height, to, foot - 5);
  pen.stroke();
  pen.beginPath();
  pen.moveTo(to, foot);
  pen.lineTo(to - 4, foot - 8);
  pen.lineTo(to + 4, foot - 8);
  pen.fill();
  return foot - 0.75 * height;
}

// The words of the map where they are; the one chosen is bold. Returns { hit, slots }: the word at
// a place of the picture, and where the names stand, which they keep while the words move.
export function paintMap(
  canvas,
  look,
  { places, shown, groups, words, word, colours, width, height, before },
) {
  const pen = sharp(canvas, width, height),
    size = inLecture(canvas) || width > 900 ? 16 : 14;
  const reach = Math.max(1e-6, largest(places.flat().map(Math.abs)));
  const across = (width / 2 - MARGIN) / reach,
    down = (height / 2 - MARGIN / 2) / reach;
  const x = places.map(([first]) => width / 2 + across * first);
  const y = places.map(([, second]) => height / 2 - down * second);
  const order = [...shown.keys()];
  const map = new LabelMap({ width, height, x, y, order, seen: order.length, size: 8 });
  const slots = new Map(),
    boxes = [];
  const chosen = shown.indexOf(word);
  for (const point of [chosen, ...order.filter((other) => other !== chosen)]) {
    if (point < 0) continue;
    const colour = groups[point] < 0 ? look.muted : colours[groups[point]];
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(x[point], y[point], point === chosen ? 6 : 4, 0, 2 * Math.PI);
    pen.fill();
    const name = shorten(words[shown[point]]);
    pen.font = look.font(size, point === chosen);
    const wide = pen.measureText(name).width,
      high = size + 4;
    const place = map.place(point, {
      wide,
      high,
      gap: 7,
      last: before?.slots.get(point),
      slots: SLOTS,
      crowd: 3,
    });
    if (!place) continue;
    slots.set(point, place.slot);
    boxes.push([point, place.left, place.top, wide, high]);
    pen.fillStyle =
      groups[point] < 0 ? look.text : readable(rgb(colour), look.paper, rgb(look.text));
    pen.textAlign = "left";
    pen.fillText(name, place.left, place.top + high / 2);
  }
  const hit = (left, top) => {
    const named = boxes.find(
      ([, a, b, wide, high]) => left >= a && left <= a + wide && top >= b && top <= b + high,
    );
    const point =
      named?.[0] ?? order.find((place) => Math.hypot(x[place] - left, y[place] - top) < 10);
    return point === undefined ? null : shown[point];
  };
  return { hit, slots };
}

// The loss so far, from 0 to its highest.
export function paintLoss(canvas, look, losses, width) {
  const pen = sharp(canvas, width, CURVE);
  pen.strokeStyle = look.muted;
  pen.lineWidth = 1;
  pen.strokeRect(0.5, 0.5, width - 1, CURVE - 1);
  if (losses.length < 2) return;
  const most = Math.max(...losses);
  pen.strokeStyle = look.text;
  pen.lineWidth = 1.5;
  pen.beginPath();
  losses.forEach((loss, place) =>
    pen.lineTo(
      2 + (place / (losses.length - 1)) * (width - 4),
      CURVE - 2 - (loss / most) * (CURVE - 8),
    ),
  );
  pen.stroke();
}
