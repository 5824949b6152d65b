// Words of two texts. This file imports nothing: a test loads it alone.

// Where the word at `place` of a text stands in another: its second time there if it is its second
// time here; null where it does not come so often.
export function sameWordIn(words, others, place) {
  const word = words[place];
  const times = words.slice(0, place).filter((other) => other === word).length;
  const places = [...others.keys()].filter((other) => others[other] === word);
  return places[times] ?? null;
}
