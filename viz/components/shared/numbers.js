// Small helpers for numbers and places.

export const clamp = (low, value, high) => Math.max(low, Math.min(value, high));
export const same = (a, b) => Boolean(a && b && a.row === b.row && a.column === b.column);
