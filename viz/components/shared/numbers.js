// Small helpers for numbers and places.

export const clamp = (low, value, high) => Math.max(low, Math.min(value, high));
export const same = (a, b) => Boolean(a && b && a.row === b.row && a.column === b.column);

// The largest and the smallest of any number of numbers: as arguments of one call, those of a long
// sentence's heads would be too many.
export const largest = (numbers) => numbers.reduce((one, other) => Math.max(one, other), -Infinity);
export const smallest = (numbers) => -largest(numbers.map((number) => -number));
