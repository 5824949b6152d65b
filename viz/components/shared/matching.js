// What a search finds. Values in, values out.

// Letters and digits alone, without accents and in lower case, a space between words. A double
// letter counts once: “atention” is found.
export const fold = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/(\p{L})\1/gu, "$1")
    .trim();

// How well a word fits a folded text: as a whole word, as the beginning of one, not.
function fit(text, word) {
  const padded = ` ${text} `;
  if (padded.includes(` ${word} `)) return 3;
  return padded.includes(` ${word}`) ? 2 : 0;
}

// The entries, [title, beside, sentence, more words], as texts in which `find` searches.
export const indexOf = (entries) =>
  entries.map(([title, beside, ...others]) => ({
    title: fold(title),
    name: fold(`${title} ${beside}`),
    others: fold(others.join(" ")),
  }));

// The places of the entries in which most of the words occur, the best first.
function match(index, words) {
  const scored = index.map(({ title, name, others }, place) => {
    const fits = words.map((word) => 4 * fit(name, word) || fit(others, word));
    const whole = words.join(" ") === title ? 4 : 0;
    return {
      place,
      count: fits.filter(Boolean).length,
      score: fits.reduce((sum, value) => sum + value, whole),
    };
  });
  const most = Math.max(0, ...scored.map(({ count }) => count));
  if (!most && words.length) return [];
  return scored
    .filter(({ count }) => count === most)
    .sort((a, b) => b.score - a.score)
    .map(({ place }) => place);
}

// What a query finds, the best first: all entries where nothing is typed. If no word occurs, their
// beginnings do perhaps, for an ending or a letter that is wrong.
export function find(index, query) {
  const words = fold(query).split(" ").filter(Boolean),
    places = match(index, words);
  const beginning = (word) => word.slice(0, Math.max(4, Math.floor(0.6 * word.length)));
  return places.length ? places : match(index, words.map(beginning));
}
