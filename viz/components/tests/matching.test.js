// What a search finds, by a few words of a student.

import assert from "node:assert/strict";
import test from "node:test";
import { find, fold, indexOf } from "../shared/matching.js";

const ENTRIES = [
  ["Where does each head look?", "multi-head attention", "", "Où regarde chaque tête ?"],
  ["What may the decoder see?", "causal mask", "The causal mask hides words.", "masque causal"],
  ["Encoder, decoder, or both?", "BERT and GPT side by side", "", "BERT et GPT côte à côte"],
  ["How does it know word order?", "positional encoding", "", "encodage positionnel"],
  ["padding mask", "What may the decoder see?", "", "masque de remplissage"],
  ["softmax", "What happens inside one head?", "It turns scores into shares.", ""],
];
const INDEX = indexOf(ENTRIES);
const titles = (query) => find(INDEX, query).map((place) => ENTRIES[place][0]);

test("accents, case, signs and double letters do not count", () => {
  assert.equal(fold("L’Élève : « Où ? »"), "l eleve ou");
  assert.equal(titles("atention")[0], ENTRIES[0][0]);
  assert.equal(titles("MULTI HEAD")[0], ENTRIES[0][0]);
  assert.equal(titles("cote a cote")[0], ENTRIES[2][0]);
});

test("a name comes before a sentence that has the word, and a whole word before a part", () => {
  assert.deepEqual(titles("mask"), [ENTRIES[1][0], ENTRIES[4][0]]);
  assert.equal(titles("padding mask")[0], "padding mask");
  assert.deepEqual(titles("scores"), ["softmax"]);
});

test("a word is matched at its beginning, not inside another", () => {
  assert.deepEqual(titles("side"), [ENTRIES[2][0]]); // and not “inside”
  assert.deepEqual(titles("coder"), []); // “encoder”, “decoder”
});

test("what a textbook names comes first, in other words too", () => {
  const first = (query) => titles(query)[0];
  assert.equal(first("causal mask"), "What may the decoder see?");
  assert.equal(first("positional encoding"), "How does it know word order?");
  assert.equal(first("BERT and GPT beside each other"), "Encoder, decoder, or both?");
});

test("words that nothing has are passed over, as in “BERT vs GPT”", () => {
  assert.deepEqual(titles("BERT vs GPT"), [ENTRIES[2][0]]);
});

test("a wrong ending and a wrong letter are forgiven where nothing else is found", () => {
  assert.deepEqual(titles("masquing"), [ENTRIES[1][0], ENTRIES[4][0]]);
  assert.deepEqual(titles("softmaxx"), ["softmax"]);
});

test("nothing typed finds all, in order; nonsense finds nothing", () => {
  assert.deepEqual(
    titles(" "),
    ENTRIES.map(([title]) => title),
  );
  assert.deepEqual(titles("xyzzy"), []);
});
