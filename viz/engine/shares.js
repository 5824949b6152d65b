// Probabilities in per cent, as the app's pages write them.

import { local, t } from "./text.js";

// In per cent with so many decimals.
export const percent = (value, places = 0) =>
  t("{percent}%", { percent: local((100 * value).toFixed(places)) });

// With more digits for small ones: share of viz/pages/next/charts.py.
export function share(value) {
  if (value >= 0.0995) return percent(value);
  if (value < 0.0001) return `<${percent(0.0001, 2)}`;
  return percent(value, value >= 0.00095 ? 1 : 2);
}

// With decimals below 1%: whole_percent of viz/draw/probabilities.py.
export const wholePercent = (value) => (value >= 0.01 ? percent(value) : tenths(value));

// With one decimal: percent of viz/draw/probabilities.py.
export const tenths = (value) =>
  value > 0 && value < 0.001 ? `<${percent(0.001, 1)}` : percent(value, 1);
