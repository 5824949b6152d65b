// Which words the picture of five stages shows.

// At most `most` rows: those of the largest weights, in the order of the sentence, and how many
// others there are with what they get together.
export function chooseRows(weights, most) {
  const places = [...weights.keys()];
  if (places.length <= most) return { rows: places, others: 0, share: 0 };
  const largest = places.sort((a, b) => weights[b] - weights[a] || a - b);
  const rows = largest.slice(0, most - 1).sort((a, b) => a - b),
    others = largest.slice(most - 1);
  return { rows, others: others.length, share: others.reduce((all, row) => all + weights[row], 0) };
}

// A weight in whole per cent; one that is not 0 is not written as 0.
export function percent(weight) {
  const share = Math.round(100 * weight);
  return share === 0 && weight > 0 ? "<1" : String(share);
}
