// Numbers in words.

import { grouped, local, t } from "../../engine/text.js";

export const minus = (text) => text.replace("-", "−").replace(/^−0$/, "0");
export const raised = (number) =>
  minus(String(number)).replace(/./g, (sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["−0123456789".indexOf(sign)]);
export const power = (value, digits) =>
  local(value.toExponential(digits)).replace(
    /e(.*)/,
    (_, exponent) => `·10${raised(Number(exponent))}`,
  );
// Three decimals, of small numbers three digits.
export function written(value) {
  if (Number.isNaN(value)) return t("masked");
  const size = Math.abs(value);
  if (size >= 1e9 || (size && size < 1e-4)) return minus(power(value, 2));
  if (Number.isInteger(value)) return minus(grouped(value));
  return minus(
    local(
      size >= 1000
        ? value.toLocaleString("en", { maximumFractionDigits: 1 })
        : size >= 0.1
          ? value.toFixed(3)
          : value.toPrecision(3),
    ),
  );
}
export const factor = (value) => (value < 0 ? `(${written(value)})` : written(value));
export const added = (value) => (value < 0 ? ` − ${written(-value)}` : ` + ${written(value)}`);
// Two decimals, for cells.
export function brief(value) {
  const size = Math.abs(value);
  if (size >= 1e6 || (size >= 1e4 && !Number.isInteger(value))) return minus(power(value, 1));
  return Number.isInteger(value)
    ? minus(String(value))
    : local(minus(value.toFixed(size >= 100 ? 1 : 2)).replace(/^−(0\.0+)$/, "$1"));
}
export function decimals(value) {
  if (Number.isNaN(value)) return t("masked");
  return Number.isInteger(value)
    ? minus(String(value))
    : local(minus(value.toFixed(3)).replace("−0.000", "0.000"));
}
export const cut = (word, most) => (word.length > most ? word.slice(0, most - 1) + "…" : word);

export const rowsOf = (count) => (count === 1 ? t("1 row") : t("{count} rows", { count }));
export const numbersOf = (count) =>
  count === 1 ? t("1 number") : t("{count} numbers", { count: grouped(count) });
