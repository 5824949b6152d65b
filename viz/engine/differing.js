// The words that two sentences do not share: difflib.SequenceMatcher of Python, without its junk.

// The longest run of words that stands in both parts, the first of several: [place, place, length].
function longestRun(first, second, [from, to], [low, high]) {
  let best = [from, low, 0],
    before = new Map();
  for (let i = from; i < to; i++) {
    const here = new Map();
    for (let j = low; j < high; j++) {
      if (first[i] !== second[j]) continue;
      const length = (before.get(j - 1) ?? 0) + 1;
      here.set(j, length);
      if (length > best[2]) best = [i - length + 1, j - length + 1, length];
    }
    before = here;
  }
  return best;
}

// For each word of `first` whether it is not in `second`: runs left and right of the longest count.
export function differing(first, second) {
  const marks = first.map(() => true),
    parts = [
      [
        [0, first.length],
        [0, second.length],
      ],
    ];
  while (parts.length) {
    const [[from, to], [low, high]] = parts.pop();
    const [i, j, length] = longestRun(first, second, [from, to], [low, high]);
    if (!length) continue;
    marks.fill(false, i, i + length);
    parts.push(
      [
        [from, i],
        [low, j],
      ],
      [
        [i + length, to],
        [j + length, high],
      ],
    );
  }
  return marks;
}
