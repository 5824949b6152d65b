// Byte-pair encoding of words (Sennrich et al. 2016), read from tokenizer.json.
//
// Merges stay inside a word. A token is a literal piece of the text with the space before it, so
// joined tokens give the text back. A character outside the vocabulary is its UTF-8 bytes.

import { Refusal } from "./refusal.js";

const SPECIALS = ["<pad>", "<s>", "</s>", "[CLS]", "[SEP]", "[MASK]"];
const BYTE = /^<0x([0-9A-F]{2})>$/;
export const byteName = (byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`;

// A pattern of Python in JavaScript: without the white space and comments of (?x), and each letter
// of (?i:…) in both cases.
export function translatePattern(pattern) {
  const compact = pattern
    .replace(/^\(\?x\)/, "")
    .replace(/\[[^\]]*\]|\s+#.*|\s+/g, (part) => (part.startsWith("[") ? part : ""));
  let written = "";
  const insensitive = []; // for each open group
  for (const [part] of compact.matchAll(/\\p\{\w\}|\\.|\[[^\]]*\]|\(\?(?:i:|:|=|!)|\(|\)|./gsu)) {
    if (part.startsWith("(")) insensitive.push(part === "(?i:" || Boolean(insensitive.at(-1)));
    if (part === ")") insensitive.pop();
    if (part === "(?i:") written += "(?:";
    else if (!insensitive.at(-1)) written += part;
    else if (/^[a-z]$/.test(part)) written += `[${part}${part.toUpperCase()}]`;
    else if (/^\[[a-z]+\]$/.test(part)) written += part.slice(0, -1) + part.slice(1).toUpperCase();
    else written += part;
  }
  return new RegExp(written, "gu");
}

export class Tokenizer {
  // `json` is the content of tokenizer.json.
  constructor(json) {
    const {
      model,
      pre_tokenizer: { pattern },
    } = json;
    this.ids = new Map(Object.entries(model.vocab));
    this.pieces = [];
    for (const [piece, id] of this.ids) this.pieces[id] = piece;
    [this.paddingId, this.beginId, this.endId] = SPECIALS.map((piece) => this.ids.get(piece));
    this.pattern = translatePattern(pattern.Regex);
    this.merges = new Map(); // by both ids as one number: [rank, id of the merged piece]
    model.merges.forEach(([first, second], rank) => {
      this.merges.set(this.pair(this.ids.get(first), this.ids.get(second)), [
        rank,
        this.ids.get(first + second),
      ]);
    });
    this.words = new Map(); // the ids of words that were encoded
  }

  pair(first, second) {
    return first * this.pieces.length + second;
  }

  // The words of a text, each with the space before it; joined they are the text.
  split(text) {
    return text.match(this.pattern) ?? [];
  }

  // The ids of a normalised sentence, without "<s>" and "</s>".
  encode(text) {
    return text ? this.split(` ${text}`).flatMap((word) => this.encodeWord(word)) : [];
  }

  // Begin with characters; merge the pair that was learnt first, until there is none.
  encodeWord(word) {
    if (this.words.has(word)) return this.words.get(word);
    const ids = [...word].flatMap((letter) => this.ids.get(letter) ?? this.bytesOf(letter));
    for (;;) {
      let best = null;
      let place = -1;
      for (let i = 0; i + 1 < ids.length; i++) {
        const merge = this.merges.get(this.pair(ids[i], ids[i + 1]));
        if (merge && (best === null || merge[0] < best[0])) [best, place] = [merge, i];
      }
      if (best === null) break;
      ids.splice(place, 2, best[1]);
    }
    if (this.words.size < 10000) this.words.set(word, ids);
    return ids;
  }

  bytesOf(character) {
    return [...new TextEncoder().encode(character)].map((byte) => this.ids.get(byteName(byte)));
  }

  // A token's part of the text in UTF-8; empty for a special token.
  raw(id) {
    const piece = this.pieces[id];
    const byte = BYTE.exec(piece);
    if (byte) return [parseInt(byte[1], 16)];
    return SPECIALS.includes(piece) ? [] : [...new TextEncoder().encode(piece)];
  }

  // The text of these ids, without special tokens and bytes of half a character.
  decode(ids) {
    return this.readBytes(ids)
      .map(([character]) => character)
      .join("")
      .replace(/^ /, "");
  }

  // The characters of these ids: [character, number of bytes], "" for a byte of half a character.
  readBytes(ids) {
    const bytes = Uint8Array.from(ids.flatMap((id) => this.raw(id)));
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const characters = [];
    for (let at = 0; at < bytes.length; at += characters.at(-1)[1]) {
      const first = bytes[at];
      const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
      try {
        characters.push([decoder.decode(bytes.subarray(at, at + length)), length]);
      } catch {
        characters.push(["", 1]);
      }
    }
    return characters;
  }

  // A token as it is shown, without the space before it.
  name(id) {
    const piece = this.pieces[id];
    return piece === " " ? "␣" : piece.replace(/^ /, "");
  }

  // Each id as a token { text, start, end, word }: its span in the characters of `decode(ids)`,
  // without the space before the word, and the number of its word.
  show(ids) {
    const characters = this.readBytes(ids);
    const text = characters.map(([character]) => character).join("");
    const wordOf = this.split(text).flatMap((word, number) => [...word].map(() => number));
    wordOf.push(wordOf.length ? wordOf.at(-1) + 1 : 0);
    let count = 0;
    const spanOf = characters.flatMap(([character, bytes]) => {
      const span = [count, (count += character ? 1 : 0)];
      return Array(bytes).fill(span);
    });
    spanOf.push([count, count]);
    const shift = text.startsWith(" ") ? 1 : 0;
    let before = 0;
    let word = 0;
    return ids.map((id) => {
      const part = this.raw(id);
      let [start] = spanOf[before];
      const end = part.length ? spanOf[before + part.length - 1][1] : start;
      before += part.length;
      if (start < end || !part.length) word = wordOf[start]; // else half a character of this word
      if (part.length > 1 && part[0] === 32) start += 1;
      return {
        text: this.name(id),
        start: Math.max(start - shift, 0),
        end: Math.max(end - shift, 0),
        word,
      };
    });
  }

  // The text with words replaced, `words` [[number, new word]]. An empty one removes its word. A
  // space is put where a new word would join its neighbour: "I'm" becomes "I am".
  swap(text, words) {
    const split = this.split(` ${text}`);
    for (const [number, word] of words) {
      if (!(number >= 0 && number < split.length)) {
        throw new Refusal(
          "There is no word {number} to swap: this sentence has {words} words and " +
            "punctuation marks.",
          { number: number + 1, words: split.length },
        );
      }
      const space = split[number].startsWith(" ") ? " " : "";
      split[number] = word.trim() ? space + word.trim() : "";
    }
    const places = new Set(words.flatMap(([number]) => [number, number + 1]));
    for (const place of [...places].sort((a, b) => a - b)) {
      if (place < 1 || place >= split.length) continue;
      const [first, second] = [split[place - 1], split[place]];
      const apart = this.split(first).length + this.split(second).length;
      if (first && second && this.split(first + second).length < apart) split[place] = ` ${second}`;
    }
    return split.join("").replace(/^ /, "");
  }
}
