// Small helpers for numbers and places, and numbers as Python's format writes them, in the reader's
// language.

import { local, minus } from "./text.js";

// With so many digits, as “.3g”.
export function general(value, digits) {
  if (!value) return "0";
  const [factor, power] = value
    .toExponential(digits - 1)
    .split("e")
    .map(Number);
  if (power < -4 || power >= digits) {
    const sign = power < 0 ? "-" : "+",
      size = String(Math.abs(power)).padStart(2, "0");
    return minus(local(`${factor}e${sign}${size}`));
  }
  return minus(local(String(Number(value.toPrecision(digits)))));
}

// A power of ten.
export const raised = (exponent) =>
  `10${String(exponent)
    .replace("-", "⁻")
    .replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit])}`;

// A digit times a power of ten, as “.0e”; 0 is “0”.
export function power(value) {
  if (!value) return "0";
  const [factor, exponent] = value.toExponential(0).split("e");
  return `${minus(factor)} × ${raised(Number(exponent))}`;
}

// In nats, of numbers that sum to 1.
export const entropy = (shares) =>
  -shares.reduce((total, share) => total + (share > 0 ? share * Math.log(share) : 0), 0);
export const range = (count) => Array.from({ length: count }, (_, at) => at);
export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
export const mean = (numbers) => sum(numbers) / numbers.length;
export const dot = (one, other) => one.reduce((total, value, at) => total + value * other[at], 0);
export const norm = (row) => Math.sqrt(dot(row, row));
export const clamp = (low, value, high) => Math.max(low, Math.min(value, high));
export const same = (a, b) => Boolean(a && b && a.row === b.row && a.column === b.column);

// The largest and the smallest of any number of numbers: as arguments of one call, those of a long
// sentence's heads would be too many.
export const largest = (numbers) => numbers.reduce((one, other) => Math.max(one, other), -Infinity);
export const smallest = (numbers) => -largest(numbers.map((number) => -number));
