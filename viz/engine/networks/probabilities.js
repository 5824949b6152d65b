// The scores of a vocabulary as probabilities.

// Softmax over all tokens; the same numbers as Python's in 64 bits.
export function softmax(logits) {
  let most = -Infinity;
  for (const logit of logits) if (logit > most) most = logit;
  const numbers = new Float64Array(logits.length);
  let sum = 0;
  for (let i = 0; i < logits.length; i++) sum += numbers[i] = Math.exp(logits[i] - most);
  for (let i = 0; i < logits.length; i++) numbers[i] /= sum;
  return numbers;
}

// The `count` places of the largest numbers, the largest first, of equal ones the first.
export function largestPlaces(numbers, count) {
  let best = [];
  let least = -Infinity; // of these, once there are enough
  for (let place = 0; place < numbers.length; place++) {
    if (best.length === count && numbers[place] <= least) continue;
    best = [...best, place].sort((a, b) => numbers[b] - numbers[a]).slice(0, count);
    least = numbers[best.at(-1)];
  }
  return best;
}

// The probability of token `id`, and the `count` most probable tokens, [name, probability] each.
export function choice(logits, id, tokenizer, count = 5) {
  const probabilities = softmax(logits);
  return {
    probability: probabilities[id],
    best: largestPlaces(probabilities, count).map((token) => [
      tokenizer.name(token),
      probabilities[token],
    ]),
  };
}
