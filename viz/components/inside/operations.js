// What a number is made of: how each operation of a derivation reads.

import { fixed, translatable, quoted, t } from "../../engine/text.js";
import { added, factor, written } from "./wording.js";

const TERMS = 4; // of a sum, written out

// A sentence is made of parts: text, [text] of less weight, [text, role] in the colour of a role,
// or { grid, row, column }, a symbol.

export const at = (grid, row, column) =>
  grid.values[
    Math.min(row, grid.shape[0] - 1) * grid.shape[1] + Math.min(column, grid.shape[1] - 1)
  ];
export const many = (count, value) => Array.from({ length: count }, (_, i) => value(i));
export const across = (grid, row) => many(grid.shape[1], (column) => at(grid, row, column));
export const total = (values) => values.reduce((all, value) => all + value, 0);

const tinted = (grid, row, column) => [factor(at(grid, row, column)), grid.role];
const product = (x, i, j, y, k, l) => ({
  value: at(x, i, j) * at(y, k, l),
  parts: [tinted(x, i, j), "·", tinted(y, k, l)],
});

// Terms { value, parts } that are added: the largest written out, the others as one number.
function sum(terms) {
  const order = [...terms].sort((a, b) => Math.abs(b.value) - Math.abs(a.value)),
    rest = order.slice(TERMS).map(({ value }) => value);
  const parts = order
    .slice(0, TERMS)
    .flatMap((term, i) => (i ? [" + ", ...term.parts] : term.parts));
  return rest.length
    ? [...parts, added(total(rest)), ...aside(t("({count} more)", { count: rest.length }))]
    : parts;
}
// Text of less weight, in which {names} stand for parts.
export function aside(text, parts = {}) {
  return [
    " ",
    ...text
      .split(/\{(\w+)\}/)
      .flatMap((piece, place) => (place % 2 ? parts[piece] : piece ? [[piece]] : [])),
  ];
}
const listed = (grid, values) =>
  sum(values.map((value) => ({ value, parts: [[factor(value), grid.role]] })));

// x w + b, which a function of this name may make a number of; `undo` says what that was made of,
// null where nobody knows.
function linear(r, c, [x, w, b], value, name = "", undo = (after) => after) {
  const shift = b?.values ? at(b, 0, c) : 0,
    bias = { grid: b, row: 0, column: c };
  const end = b?.values ? [added(shift), [" ("], bias, [")"]] : b ? [" + ", bias] : [];
  if (x.values && w.values) {
    const terms = many(x.shape[1], (i) => product(x, r, i, w, i, c));
    return wrapped(name, [...sum(terms), ...end], total(terms.map((term) => term.value)) + shift);
  }
  const before = undo(value),
    known = before === null || (b && !b.values) ? [] : [written(before - shift)];
  const unseen = aside(
    t("({count} products of {x} and {w}, too many to show)", { count: x.shape[1] }),
    { x: { grid: x }, w: { grid: w } },
  );
  return wrapped(name, [...known, ...unseen.slice(known.length ? 0 : 1), ...end], before);
}
function wrapped(name, parts, before) {
  return name
    ? [`${name}`, ...parts, before === null ? ")" : `) = ${name}${written(before)})`]
    : parts;
}

function joined(column, of) {
  // the part in which it is, and where there
  let place = 0;
  for (; column >= of[place].shape[1]; place++) column -= of[place].shape[1];
  return { place, grid: of[place], column };
}

// How each operation reads: the signs between its operands and before its result, # for the number;
// which rows and columns of the operands make the number at row r and column c ([row or all, column
// or all] each); and the sentence, up to the result.
const SAME = (r, c) => [
    [r, c],
    [r, c],
  ],
  ROW = (r) => [[r, null]],
  VECTORS = (r, c) => [
    [r, null],
    [null, c],
    [0, c],
  ];
export const OPERATIONS = {
  linear: {
    signs: ["·", "+"],
    end: "=",
    lights: VECTORS,
    tell: (r, c, of, value) => linear(r, c, of, value),
  },
  "linear relu": {
    signs: ["·", "+"],
    end: "→ max(0, ·) →",
    lights: VECTORS,
    tell: (r, c, of, value) =>
      linear(r, c, of, value, "max(0, ", (after) => (after > 0 ? after : null)),
  },
  "linear tanh": {
    signs: ["·", "+"],
    end: "→ tanh →",
    lights: VECTORS,
    tell: (r, c, of, value) => linear(r, c, of, value, "tanh(", Math.atanh),
  },
  dots: {
    signs: ["·"],
    end: "=",
    lights: (r, c) => [
      [r, null],
      [c, null],
    ],
    tell: (r, c, [x, y]) => sum(many(x.shape[1], (i) => product(x, r, i, y, c, i))),
  },
  add: {
    signs: ["+"],
    end: "=",
    lights: SAME,
    tell: (r, c, [x, y]) => [tinted(x, r, c), " + ", tinted(y, r, c)],
  },
  "add tanh": {
    signs: ["+"],
    end: "→ tanh →",
    lights: SAME,
    tell: (r, c, [x, y]) =>
      wrapped("tanh(", [tinted(x, r, c), " + ", tinted(y, r, c)], at(x, r, c) + at(y, r, c)),
  },
  times: {
    signs: [],
    end: "· # =",
    lights: SAME,
    tell: (r, c, [x], value, n) => [tinted(x, r, c), ` · ${factor(n)}`],
  },
  divide: {
    signs: [],
    end: "/ # =",
    lights: SAME,
    tell: (r, c, [x], value, n) => [tinted(x, r, c), ` / ${factor(n)}`],
  },
  product: {
    signs: ["∘"],
    end: "=",
    lights: SAME,
    tell: (r, c, [x, y]) => [tinted(x, r, c), " · ", tinted(y, r, c)],
  },
  sigmoid: {
    signs: [],
    end: "→ σ →",
    lights: SAME,
    tell: (r, c, [x]) => ["σ(", [written(at(x, r, c)), x.role], ")"],
  },
  tanh: {
    signs: [],
    end: "→ tanh →",
    lights: SAME,
    tell: (r, c, [x]) => ["tanh(", [written(at(x, r, c)), x.role], ")"],
  },
  mask: {
    signs: [translatable("mask")],
    end: "→",
    lights: SAME,
    tell: (r, c, [x], value) =>
      value === value
        ? [tinted(x, r, c), ...aside(t("(the mask leaves it as it is)"))]
        : aside(
            t("{masked}: it is masked, and {value} is not used", { value: written(at(x, r, c)) }),
            { masked: t("masked") },
          ).slice(1),
  },
  "less largest": {
    signs: [],
    end: "− max =",
    lights: ROW,
    tell: (r, c, [x]) => {
      const largest = Math.max(...across(x, r).filter((value) => value === value));
      return [
        tinted(x, r, c),
        " − ",
        [factor(largest), x.role],
        ...aside(t("(the largest of the row)")),
      ];
    },
  },
  exp: {
    signs: [],
    end: "→ exp →",
    lights: SAME,
    tell: (r, c, [x]) =>
      Number.isNaN(at(x, r, c))
        ? ["exp(−∞)", ...aside(t("(masked)"))]
        : ["exp(", [written(at(x, r, c)), x.role], ")"],
  },
  total: { signs: [], end: "→ Σ →", lights: ROW, tell: (r, c, [x]) => listed(x, across(x, r)) },
  share: {
    signs: ["/"],
    end: "=",
    lights: (r, c) => [
      [r, c],
      [r, 0],
    ],
    tell: (r, c, [x, all]) => [tinted(x, r, c), " / ", tinted(all, r, 0)],
  },
  weigh: {
    signs: ["·"],
    end: "=",
    lights: (r, c) => [
      [0, r],
      [r, c],
    ],
    tell: (r, c, [weights, v]) => product(weights, 0, r, v, r, c).parts,
  },
  sum: {
    signs: [],
    end: "→ Σ →",
    lights: (r, c) => [[null, c]],
    tell: (r, c, [x]) =>
      listed(
        x,
        many(x.shape[0], (i) => at(x, i, c)),
      ),
  },
  join: {
    signs: [","],
    end: "→",
    lights: (r, c, of) =>
      of.map((part, i) => (i === joined(c, of).place ? [r, joined(c, of).column] : null)),
    tell: (r, c, of) => {
      const { grid, column } = joined(c, of);
      return [
        { grid, column, row: r },
        " ",
        [t("(number {place} of {title})", { place: column + 1, title: quoted(grid.title) })],
      ];
    },
  },
  norm: {
    signs: ["→ norm ·", "+"],
    end: "=",
    lights: (r, c) => [
      [r, null],
      [0, c],
      [0, c],
    ],
    tell: (r, c, [x, gain, shift], value, n, epsilon) => {
      const row = across(x, r),
        mean = total(row) / row.length,
        variance = total(row.map((value) => (value - mean) ** 2)) / row.length;
      const around = `${added(-mean)}) / √(${written(variance)} + ${fixed(epsilon, 5)}) · `;
      const note = t("(mean {mean} and variance {variance} of {count})", {
        mean: written(mean),
        variance: written(variance),
        count: row.length,
      });
      return [
        "(",
        [written(at(x, r, c)), x.role],
        around,
        tinted(gain, 0, c),
        added(at(shift, 0, c)),
        ...aside(note),
      ];
    },
  },
};

// What stands between two grids side by side, both parts or one the result of `whole`: signs, and
// the parts that are not shown. Without `before` what stands before the first part that is shown.
// Null where they are none of it.
export function between(whole, before, after, shown) {
  // in any order
  const { signs, end } = OPERATIONS[whole.operation],
    free = /^(add|add tanh|dots|weigh)$/.test(whole.operation);
  const of = free ? [...whole.of].sort((a, b) => shown.indexOf(a) - shown.indexOf(b)) : whole.of;
  const chain = of.flatMap((part, i) => [part, t(signs[i] ?? signs.at(-1) ?? "")]);
  chain.splice(-1, 1, end.replace("#", written(whole.number)), whole);
  const from = before ? chain.indexOf(before) : -1,
    to = chain.indexOf(after);
  return to > from && (from >= 0 || !before) ? chain.slice(from + 1, to) : null;
}
