// A typed text as a model reads it: swapped words, and the places of its tokens as typed.

import { normalise, readText } from "./normalising.js";
import { Refusal } from "./refusal.js";

// The text that a model reads, with the words replaced that a what-if swaps; before that `verify`
// throws an error for a text that cannot be read.
export function readSwapped(sentence, { swap = [] }, tokenizer, verify) {
  const text = readText(sentence);
  if (!swap.length) return text;
  verify(text.plain);
  return readText(
    tokenizer.swap(
      text.plain,
      swap.map(([number, word]) => [number, normalise(word)]),
    ),
  );
}

// Throw a Refusal for a normalised text that is blank, or too long to even count its tokens.
export function checkText(plain, longest) {
  const characters = [...plain].length;
  if (!plain.trim()) {
    throw new Refusal("There is no word in this sentence. Type one, for example “I am tired.”");
  }
  if (characters > 20 * longest) {
    throw new Refusal(
      "This text has {characters:,} characters; this model reads at most {longest} tokens. Try a shorter one.",
      { characters, longest },
    );
  }
}

// Throw a Refusal for more tokens than a model has positions for.
export function checkTokens(tokens, longest) {
  if (tokens > longest) {
    throw new Refusal(
      "This sentence has {tokens} tokens; this model reads at most {longest}: it " +
        "learnt a vector for each position, and has none for a later one. Try a shorter one.",
      { tokens, longest },
    );
  }
}

// Tokens of the plain text with their places in the text as typed.
export function locate(tokens, text) {
  const end = [...text.typed].length;
  return tokens.map((token) => {
    const start = text.spans[token.start]?.[0] ?? end;
    const isEmpty = token.end === token.start;
    return { ...token, start, end: isEmpty ? start : text.spans[token.end - 1][1] };
  });
}
