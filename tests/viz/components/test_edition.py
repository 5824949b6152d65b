"""The edition without a server: it draws the data that Python's explorer would draw."""

import base64
import hashlib
import html
import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from itertools import chain, cycle
from pathlib import Path
from random import Random

import numpy as np
import pytest

from models import Request
from models.answers.limits import _corpus
from tests.addresses import runner, take_address
from tests.contents import content_at
from tests.disk import on_a_disk_of
from tests.engine_values import STRANGERS
from tests.explorer_data import unpack
from tests.inside_data import read as unpack_inside
from tests.marks import slow_after
from tests.programs import find_program
from viz.analysis.glosses import gloss_axes
from viz.analysis.head_captions import caption_heads
from viz.analysis.views import heads_of
from viz.base.language import writing_in
from viz.base.theme import HEADS
from viz.components.canvas import _MASKED
from viz.components.explorer import _describe_source, pack
from viz.components.inside import pack as pack_inside
from viz.components.matrices import pack as pack_matrices
from viz.draw.alt import alt_text
from viz.draw.chart import Chart, Heatmap
from viz.draw.head_matrices import head_matrices, row_matrices
from viz.draw.probabilities import _guess_rows
from viz.edition.declared import PAGES
from viz.edition.export import _GUESSES, _edition, _missing_page, _values, main
from viz.pages.align.compute import COMPUTATION as ALIGN
from viz.pages.computations import COMPUTATIONS, FRONT_PAGE
from viz.pages.depth.compute import COMPUTATION as DEPTH
from viz.pages.depth.compute import NotShown
from viz.pages.depth.patch import Patches
from viz.pages.fill import compute as fill
from viz.pages.heads.compute import COMPUTATION
from viz.pages.heads.notes import write_notes
from viz.pages.inside.compute import COMPUTATION as INSIDE_HEAD
from viz.pages.inside.contribution_page import _explain_norms, _explain_rollout
from viz.pages.mask.compute import COMPUTATION as MASK
from viz.pages.next.charts import share
from viz.pages.next.compute import COMPUTATION as NEXT
from viz.pages.next.looks import GoingOn
from viz.pages.order.compute import COMPUTATION as ORDER
from viz.pages.order.sentence import Reordered
from viz.pages.registry import PAGES as APP_PAGES
from viz.view.edition import DRAWN, EDITION, MODELS, is_in_edition
from viz.view.lectures import lectures
from viz.view.lessons import lessons
from viz.view.playlist import PlaylistEntry, from_link, to_link
from viz.view.runner import PlainRunner
from viz.view.settings import read_settings, write_address, write_short

VIZ = Path(__file__).parents[3] / "viz"
SENTENCES = ("The big red dog is sleeping on the bed.", "Wait … for grandfather's 🙂 unicycle!")
PINNED = "swap=3:blue&mask=none&force=cross-3-1-2-1-0.75,decoder-1-1-3-2-0.5&positions=shuffled"
FRENCH = {"language": "fr"}
# Addresses, with each what-if.
LINKS = [
    *(
        {"sentence": sentence, "words": words, "mask": mask}
        for sentence in SENTENCES
        for words, mask in (("merged", "causal"), ("written", "none"))
    ),
    {"swap": "3:blue,4:cats", "block": "2", "temperature": "2", "attention": "encoder"},
    {"off": "cross-3-1,encoder-1-4", "window": "2", "overlay": "cross-2-1"},
    {"words": "written", "force": "cross-3-1-2-1-0.75", "scale": "1/d_head", "layer": "1"},
    {"padding": "2", "padding-mask": "off", "positions": "shuffled"},
    {"padding": "1", "positions": "off", "french-is": "kept", "head": "4"},
    {"force": "cross-3-1-2-99-0.75", "off": "cross-1-1", "words": "written"},
    {"model": "gpt", "sentence": "Two dogs are running through the", "layer": "6"},
    {"model": "gpt", "sentence": "Tom's 🙂 unicycle", "words": "written", "mask": "none"},
    {"model": "gpt", "off": "decoder-2-1", "positions": "off", "swap": "2:small"},
    {"model": "bert", "sentence": "I am [MASK]. [SEP] Am I?", "words": "written"},
    {"model": "bert", "sentence": SENTENCES[1], "temperature": "2", "padding": "2"},
    {"model": "bilstm-additive", "block": "2", "words": "written"},
    {"model": "bilstm-dot", "sentence": SENTENCES[1], "temperature": "0.5"},
    {"model": "bilstm-bilinear"},
    {"model": "bilstm-additive", "gate": "decoder:forget:0,encoder-forward:output:0.25"},
    {"null-key": "on", "sentence": SENTENCES[1]},
    {"null-key": "on", "force": "cross-3-1-2-1-0.75", "words": "written", "quantity": "norm"},
    {"null-key": "on", "model": "gpt", "sentence": "Two dogs are running", "layer": "6"},
    {"null-key": "on", "model": "bert", "pin": "model=transformer&null-key=on", **FRENCH},
    # Parts of other sentences.
    {"sentence": "He is tired.", "patch": "2-1-1:She%20is%20tired."},
    {"sentence": "He is tired.", "patch": "cross-output-4-1:She%20is%20tired.", **FRENCH},
    {"model": "gpt", "sentence": "The king took off", "patch": "2-3-3:The%20queen%20took%20off"},
    {
        "model": "gpt",
        "sentence": "The king took off",
        "patch": "decoder-output-6-2:The%20queen%20took%20off",
    },
    {"model": "bert", "sentence": "He [MASK].", "patch": "encoder-values-2-1:She%20%5BMASK%5D."},
    # Norms in place of weights.
    {"quantity": "norm", "sentence": SENTENCES[1], **FRENCH},
    {"quantity": "norm", "off": "cross-3-1,decoder-2-1", "words": "written", "mask": "none"},
    {"quantity": "norm", "model": "gpt", "sentence": "Two dogs are running", "layer": "6"},
    {"quantity": "norm", "model": "bert", "sentence": "I am [MASK]. [SEP] Am I?"},
    {"quantity": "norm", "model": "bilstm-dot", "sentence": SENTENCES[1], "temperature": "2"},
    {"quantity": "norm", "pin": "model=bilstm-dot", "pinned-french": "same"},
    # A pinned head beside another sentence, another model, another French, words and what-ifs.
    {"pin": "model=transformer&attention=cross&layer=4&head=2&sentence=I+am+tired."},
    {"pin": "model=gpt&head=2", "words": "written", "attention": "decoder"},
    {"pin": "model=bilstm-dot", "pinned-french": "same"},
    {"pin": f"model=transformer&{PINNED}", "pinned-french": "same", "mask": "none", **FRENCH},
    {"pin": f"model=transformer&{PINNED}&french-is=kept", "sentence": SENTENCES[0]},
    {
        "pin": "model=bilstm-additive&gate=decoder:forget:0,encoder-forward:output:0.25&block=2",
        **FRENCH,
    },
    {
        "pin": "model=transformer&off=cross-1-2,cross-1-1,decoder-3-4,encoder-1-1,encoder-2-1",
        **FRENCH,
    },
    {"pin": "model=transformer&padding=2&padding-mask=off&window=1&scale=1/d_head&swap=2:"},
    {
        "pin": "model=transformer&window=3&block=3,1&padding=1&positions=off&temperature=0.5",
        **FRENCH,
    },
    {"model": "bert", "pin": "model=bert&layer=1&temperature=2", "words": "written"},
    {"pin": "model=transformer&block=99"},  # is refused
]
# Of the page on what comes next.
NEXT_LINKS = [
    {},
    {"sentence": "Anqi's unicycle was", "next-temperature": "2", "next-k": "5"},
    {"sentence": "The students opened their ", "next-temperature": "0.5", "next-p": "0.9"},
    *(
        {"next-look": "write", "next-length": "16", "next-seed": seed, "words": words, **more}
        for seed, words, more in (
            ("1", "merged", {}),
            ("99", "written", {"next-temperature": "1.5"}),
            ("7", "merged", {"next-k": "10", "next-p": "0.5"}),
        )
    ),
]
ALIGN_LINKS = [
    {"sentence": SENTENCES[1], "words": "written"},
    {"compare": "scores", "aligner": "layer-3-mean"},
    {"model": "bilstm-dot", "whose": "own", "second": "transformer"},
    {"second": "bilstm-bilinear", "aligner": "layer-1-head-2", "french": "Le chien rouge dort."},
    {"sentence": "The human controls the machine."},  # with a reference
]
# Of the page on hidden words; what is hidden at first is found by both.
FILL_LINKS = [
    {},
    {"sentence": "Tom's unicycle 🙂 is [MASK].", "words": "written"},
    {"sentence": "The animal was tired.", "hide": "2,4", "gap": "4"},
    {"sentence": "The animal was tired.", "hide": ""},
    {"sentence": "The grandfather's unicycle was tired.", "hide": "2,77", "words": "merged"},
    {"fill-look": "pair"},
    {"fill-look": "pair", "sentence": "I am [MASK].", "second-sentence": "You sleep."},
    {"fill-look": "pair", "sentence": "A dog [SEP] sleeps.", "second-sentence": "Not read."},
    {"fill-look": "pair", "sentence": "I am tired."},
]
# Of the page on layers, those with an odd number in French.
DEPTH_LINKS = [
    {"depth-look": "lens"},
    {"depth-look": "lens", "sentence": SENTENCES[1], "depth-at": "2"},
    {"depth-look": "lens", "depth-random": "on"},
    {"depth-look": "lens", "model": "gpt", "sentence": "The two dogs were running through the"},
    {"depth-look": "lens", "model": "bert", "sentence": "The tall man went home."},
    {
        "depth-look": "lens",
        "model": "bert",
        "sentence": "[MASK] and [MASK] sleep.",
        "depth-at": "2",
    },
    {"depth-look": "patch", "sentence": "He is tired.", "depth-other": "She is tired."},
    {"depth-look": "patch", "sentence": "The red dog is sleeping.", "depth-part": "weights"},
    {"depth-look": "patch", "sentence": "His sister is old.", "depth-part": "output"},
    {"depth-look": "patch", "model": "gpt", "sentence": "The king took off"},
    {"depth-look": "patch", "model": "bert", "sentence": "The boy lost [MASK] mother."},
    {"depth-look": "patch", "sentence": "Zebras sleep."},  # no second one is known
    {"depth-look": "patch", "sentence": "He is tired.", "depth-other": "Tired."},
    {"depth-look": "patch", "depth-pairs": "on"},
    {"depth-look": "patch", "depth-pairs": "on", "depth-part": "output", "model": "gpt"},
    {"depth-look": "patch", "depth-pairs": "on", "model": "bert"},
    {"depth-look": "sinks"},
    {"depth-look": "sinks", "depth-stack": "decoder", "sentence": "He isn't tired, he sleeps."},
    {"depth-look": "sinks", "depth-stack": "cross", "depth-sink": "punctuation"},
    {"depth-look": "sinks", "model": "gpt", "sentence": "The two dogs were running, and"},
    {"depth-look": "sinks", "model": "gpt", "depth-sink": "first", "sentence": "He said"},
    {"depth-look": "sinks", "model": "bert", "sentence": "The tall man went home."},
    *(
        {"depth-look": "sinks", "depth-stack": stack, "sentence": sentence}
        for (sentence, _), stack in zip(STRANGERS, cycle(("encoder", "decoder", "cross")))
    ),
]
# Of the page on heads with what is lost without one; with True also which head takes over.
LOST_LINKS = [
    ({"sentence": SENTENCES[0], "layer": "4", "head": "2"}, False),
    ({"sentence": "The tall woman sells cameras.", "off": "cross-4-4,encoder-1-4", **FRENCH}, True),
    (
        {"sentence": SENTENCES[1], "attention": "encoder", "swap": "2:blue", "padding": "2"},
        False,
    ),
    ({"sentence": "He is tired.", "french-is": "kept", "mask": "none", **FRENCH}, False),
    ({"pin": "model=bilstm-dot", "pinned-french": "same", "attention": "decoder"}, False),
    ({"force": "cross-3-1-2-99-0.75", "off": "cross-1-1"}, False),  # is refused
    ({"model": "gpt", "sentence": "Two dogs are running through the", "layer": "6"}, True),
    ({"model": "gpt", "off": "decoder-2-1", "positions": "off", **FRENCH}, False),
]
# Sentences that are beyond the translator, or whose words are read in pieces.
DOUBTFUL = [
    "GIVE ME THE BOOK NOW",
    "The <b>dog</b> sleeps.",
    "I like 🙂 unicycles and the old NATO.",
    "She ate a persimmon and a kumquat under the pergola.",
    "The dishes are is is is is is is is is is is.",
    "1 2 3 4 5 6",
    "L'homme de l'autre jour est ici.",
    "We can`t swim in the oﬃce.",
    "The Straße isn’t long.",
]
SETUP = """
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Continuer } from "./engine/networks/continuer.js";
import { Filler } from "./engine/networks/filler.js";
import { Kernel } from "./engine/networks/kernel.js";
import { Translator } from "./engine/networks/translator.js";
import { readAddress } from "./edition/address.js";
import { settingsOf } from "./edition/settings.js";
import { PAGES } from "./edition/pages.js";
import { Lexicon, Seen } from "./engine/lexicon.js";
import { Runs } from "./engine/running.js";
import { setLanguage } from "./engine/text.js";
import { languageOf } from "./edition/languages.js";
import { altText } from "./components/sheet/chart_text.js";
const [folder, to, asked] = process.argv.slice(1);
const json = (name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf-8"));
const models = {}, engines = { gpt: Continuer, bert: Filler };
const load = (name) => {
  const weights = readFileSync(`${folder}/models/${name}/weights.safetensors`);
  return models[name] ??= new (engines[name] ?? Translator)({
    config: json(`models/${name}/config.json`), tokenizer: json(`models/${name}/tokenizer.json`),
    kernel: Kernel.of(weights, readFileSync(`${folder}/bundles/kernel.wasm`)) });
};
const table = (name) => {
  const packed = readFileSync(`${folder}/tables/${name}.gzip`);
  const { buffer, byteOffset, length } = gunzipSync(packed);
  return buffer.slice(byteOffset, byteOffset + length);
};
const tables = { lexicon: new Lexicon(table("lexicon")), seen: new Seen(table("seen")) };
const values = json("edition.json");
const both = [await languageOf("en", values, json), await languageOf("fr", values, json)];
const speak = (isFrench) => {
  const { language, texts } = both[Number(isFrench)];
  setLanguage(language, values.texts, texts);
  return language;
};
const english = speak(false);
"""
# The content of each [page, address], and what its picture draws: bytes or JSON.
SCRIPT = (
    SETUP
    + """
for (const [place, [page, link]] of JSON.parse(asked).entries()) {
  const settings = settingsOf(PAGES, page, values);
  const language = speak(link.language === "fr");
  const { state, refused } =
    readAddress(new URLSearchParams(link), settings, "en", values.languages);
  if (refused.length) throw new Error(refused.join());
  const needed = Object.fromEntries(PAGES[page].models(state, values).map((name) =>
    [name, load(name)]));
  const { packed, ...content } = await PAGES[page].run({ models: needed, state, values,
    language, tables, tell() {}, file: async (name) => json(name) });
  writeFileSync(`${to}/${place}`, packed.buffer ? packed : JSON.stringify(packed));
  content.refusal = content.refusal?.message ?? "";
  content.alts = (packed.parts ?? []).flatMap(({ charts }) => (charts ?? []).map(altText));
  writeFileSync(`${to}/${place}.json`, JSON.stringify(content));
}
"""
)
# The parts of both sections below the picture of each link, of the second where it is asked.
LOSING = (
    SETUP
    + """
const { heads } = PAGES, settings = settingsOf(PAGES, "heads", values);
for (const [place, [link, isRepaired]] of JSON.parse(asked).entries()) {
  const language = speak(link.language === "fr");
  const { state, refused } =
    readAddress(new URLSearchParams(link), settings, "en", values.languages);
  if (refused.length) throw new Error(refused.join());
  const needed = Object.fromEntries(heads.models(state, values).map((name) =>
    [name, load(name)]));
  const given = { models: needed, state, values, language, tables, pause: async () => {},
    file: async (name) => json(name) };
  const names = Object.keys(heads.sections).slice(0, isRepaired ? 2 : 1), parts = [];
  for (const name of names) parts.push(...await heads.sections[name].run(given));
  writeFileSync(`${to}/${place}.json`,
    JSON.stringify({ parts, alt: altText(parts[0].charts[0]) }));
}
"""
)
# Heads and words, those with an odd number in French.
INSIDE = [
    {"attention": "cross", "layer": "3", "head": "1", "inside-row": "4", "inside-step": "9"},
    {"attention": "cross", "layer": "4", "head": "4", "inside-row": "1", "inside-all": "on"},
    {"attention": "encoder", "layer": "1", "head": "2", "inside-row": "2"},
    {"attention": "encoder", "layer": "4", "head": "1", "inside-row": "1", "inside-step": "99"},
    {"attention": "decoder", "layer": "1", "head": "3", "inside-row": "1"},
    {"attention": "decoder", "layer": "2", "head": "3", "inside-row": "3", "inside-step": "4"},
]
UNFOLD = (
    SETUP
    + """
import { unfold } from "./engine/unfolding.js";
const translator = load("transformer");
const { sentence, links } = JSON.parse(asked), trace = translator.trace(sentence);
links.forEach((link, place) => {
  speak(place % 2);
  const first = { "inside-row": "4", "inside-step": "0", "inside-all": "off" };
  const { packed } = unfold(translator.network, trace, { ...first, ...link }, values, english);
  writeFileSync(`${to}/${place}`, packed);
});
"""
)
WEIGHING = (
    SETUP
    + """
const { inside } = PAGES, settings = settingsOf(PAGES, "inside", values);
for (const [place, link] of JSON.parse(asked).entries()) {
  const { state, refused } =
    readAddress(new URLSearchParams(link), settings, "en", values.languages);
  if (refused.length) throw new Error(refused.join());
  const { packed: { parts } } = await inside.run({ state, values, language: english,
    models: { transformer: load("transformer") } });
  writeFileSync(`${to}/${place}.matrices`, parts[0].packed);
  writeFileSync(`${to}/${place}.text`, parts[1].text);
}
"""
)
# Masks, those with an odd number in French.
MASKS = [
    {},
    {"sentence": SENTENCES[0], "sees": "none", "french": "", "words": "written", "longer": "8"},
    {"sees": "none", "decoder-head": "1-2", "exchange": "2"},
    {"sentence": SENTENCES[1], "sees": "window", "last": "3", "french": ""},
]
MASKING = (
    SETUP
    + """
import { Masking, packMatrices } from "./engine/mask.js";
const translator = load("transformer");
JSON.parse(asked).forEach((link, place) => {
  speak(place % 2);
  const settings = settingsOf(PAGES, "mask", values);
  const { state, refused } =
    readAddress(new URLSearchParams(link), settings, "en", values.languages);
  if (refused.length) throw new Error(refused.join());
  const made = new Masking(translator, state, values), { exchange } = made;
  const packed = (matrices) => packMatrices(matrices, "", "", values, english);
  writeFileSync(`${to}/${place}.matrices`, packed(made.matrices));
  writeFileSync(`${to}/${place}.padding`, packed(made.paddingMatrices));
  writeFileSync(`${to}/${place}.json`, JSON.stringify({ head: made.head, french: made.french,
    nextWords: made.nextWords,
    alt: altText(made.nextWords), findingAhead: made.findingAhead,
    ownTranslations: made.ownTranslations, exchange,
    findingLater: exchange.changes ? made.findingLater(exchange) : "",
    words: made.wordsToExchange, paddingTranslations: made.paddingTranslations }));
});
"""
)
# Looks at word order, those with an odd number in French.
ORDERS = [
    {},
    {"look": "table", "layout": "halves", "d_model": "512", "table-length": "20", "base": "100"},
    {"look": "waves"},
    {"look": "waves", "dimensions": "x", "steps": "30", "size": "8", "base": "100000"},
    {"look": "products", "row": "3", "table-length": "64", "d_model": "16"},
    {"look": "products", "table-length": "20"},
    {"look": "added", "sentence": SENTENCES[1]},
    {"look": "added"},
    {"look": "shift", "k": "50"},
    {"look": "shift", "d_model": "8", "base": "1000"},
    {"look": "others"},
    {"look": "others", "content": "random", "distances": "30", "base": "100"},
    {"look": "others", "encoding": "alibi", "alibi-head": "8"},
    {"look": "others", "encoding": "alibi", "table-length": "512"},
    {"look": "others", "encoding": "learned"},
    {"look": "others", "encoding": "learned", "table-length": "128"},
    {"look": "order"},
    {"look": "order", "order": "shuffled positions"},
    {"look": "order", "sentence": "A dog is sleeping."},
    {"look": "order", "other": "Math is fun."},
]
ORDERING = (
    SETUP
    + """
const { order } = PAGES, settings = settingsOf(PAGES, "order", values);
for (const [place, link] of JSON.parse(asked).entries()) {
  speak(place % 2);
  const { state, refused } =
    readAddress(new URLSearchParams(link), settings, "en", values.languages);
  if (refused.length) throw new Error(refused.join());
  const models = order.models(state, values).length ? { transformer: load("transformer") } : {};
  const { packed: { parts }, ...made } = await order.run({ models, state, values, language: english,
    file: async (name) => json(name) });
  const [first, ...others] = parts;
  if (first.packed) writeFileSync(`${to}/${place}.matrices`, first.packed);
  writeFileSync(`${to}/${place}.json`, JSON.stringify({ charts: first.charts, others,
    state: made.state, alts: first.charts?.map((one) => (one.marks ? altText(one) : one)) }));
}
"""
)
# Captions of the heads of sentences, those with an odd number in French; the columns of the words
# that are perhaps misread; and the English under the French.
CAPTIONS = (
    SETUP
    + """
import { packHeads } from "./engine/heads.js";
const runs = new Runs(load("transformer"));
const { state } = readAddress("", settingsOf(PAGES, "heads", values), "en", values.languages);
writeFileSync(`${to}/captions`, JSON.stringify(JSON.parse(asked).map((sentence, place) => {
  speak(place % 2);
  const run = runs.asTrained(sentence);
  const packed = packHeads(run, { ...state, gloss: "on" }, null, values, english, tables);
  const size = new DataView(packed.buffer).getUint32(0, true);
  const { blocks, words } = JSON.parse(new TextDecoder().decode(packed.subarray(4, 4 + size)));
  return { findings: blocks.map((block) => block.findings), misread: blocks[0].misread,
    glosses: [words.map(({ gloss }) => gloss), blocks[1].rowGlosses] };
})));
"""
)
OURS = {
    "can",
    "glosses",
    "rowGlosses",
    "columnGlosses",
    "findings",
    "first",
    "french",
    "preview",
    "reference",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory, drawn_once) -> Path:
    folder = tmp_path_factory.mktemp("edition")
    assert main(["--to", str(folder)]) == 0
    return folder


def run_node(script: str, *arguments: object) -> None:
    """Run a script in the folder of `viz`."""
    node = find_program("node", package="nodejs")
    command = [node, "--input-type=module", "-e", script, *map(str, arguments)]
    subprocess.run(command, cwd=VIZ, check=True)


def contents(folder: Path, to: Path, links: list[tuple[str, dict]]) -> Iterator[tuple[Path, dict]]:
    """Run the engine; for each page and address return the file of the picture and the content."""
    run_node(SCRIPT, folder, to, json.dumps(links))
    for place in range(len(links)):
        yield to / str(place), json.loads((to / f"{place}.json").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_the_browser_packs_what_python_packs(folder, tmp_path):
    runner = PlainRunner("cpu")
    made_of = contents(folder, tmp_path, [("heads", link) for link in LINKS])
    for link, (picture, page) in zip(LINKS, made_of, strict=True):
        content = content_at(COMPUTATION, link, runner)
        settings, can = content.settings, content.model.what_ifs
        with writing_in(link.get("language", "en")):
            notes = write_notes(content)
            packed = pack(content.shown, settings.merged, settings.choice, can, notes=notes)
        expected, weights = unpack(packed)
        made, numbers = unpack(picture.read_bytes())
        for block, other in zip(made.pop("blocks"), expected.pop("blocks"), strict=True):
            sums = [each.pop("sums", []) for each in (block, other)]
            np.testing.assert_allclose(*sums, rtol=2e-3)
            assert plain(block) == plain(other)
            assert block["findings"] == other["findings"]
        for name in ("words", "trained"):
            compare_words(made.pop(name) or [], expected.pop(name) or [])
        compare_languages(made, expected)
        assert plain(made) == plain(expected)
        for name in ("forced", "silenced"):
            assert made["can"][name] == expected["can"][name]
        assert ((numbers == _MASKED) == (weights == _MASKED)).all()
        assert np.abs(numbers.astype(int) - weights.astype(int)).max() < 1e-4 * made["steps"]
        assert page["notes"] == ([content.pin_alert] if content.pin_alert else [])
        assert bool(page["refusal"]) == bool(content.alert)
        assert content.alert.startswith(page["refusal"])


@pytest.mark.slow
def test_a_sentence_of_400_words_is_packed_as_any_other(folder, tmp_path):
    long = {"sentence": " ".join(["dog"] * 400)}
    looked = {**long, "inside-look": "contribution"}
    (picture, _), (_, page) = contents(folder, tmp_path, [("heads", long), ("inside", looked)])
    made, numbers = unpack(picture.read_bytes())
    sizes = [(len(one["rows"]), len(one["columns"]), one["heads"]) for one in made["blocks"]]
    assert sizes[0][:2] == (401, 401)
    assert len(numbers) == sum(4 * rows * columns * heads for rows, columns, heads in sizes)
    assert page["title"]


def test_an_address_that_the_folder_lacks_has_a_page_with_all_that_there_is():
    page = _missing_page().decode()
    for name in PAGES:
        title = html.escape(APP_PAGES[name].title)
        assert f'<a href="{"" if name == FRONT_PAGE else f"{name}/"}">{title}</a>' in page
    assert "Leçons" in page
    [script] = re.findall("<script>(.*?)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"'sha256-{digest}'" in page  # else its own policy forbids it


@pytest.mark.slow
def test_gpt_goes_on_in_the_browser_as_in_python(folder, tmp_path):
    runner = PlainRunner("cpu")
    made_of = contents(folder, tmp_path, [("next", link) for link in NEXT_LINKS])
    for link, (picture, _) in zip(NEXT_LINKS, made_of, strict=True):
        content = content_at(NEXT, link, runner)
        part = json.loads(picture.read_text(encoding="utf-8"))["parts"][0]
        if isinstance(content, GoingOn):
            expected = [(word.text, share(word.probability)) for word in content.words["gpt"]]
            assert [(word["text"], word["label"]) for word in part["words"]] == expected
            assert part["given"] == content.beginning
            continue
        rows, (panel,) = content.rows["gpt"], part["panels"]
        expected = [(row.text, share(row.probability), not row.is_kept) for row in rows.shown]
        expected.append((rows.others_title, share(rows.probability), not rows.kept))
        assert [(row["text"], row["label"], row["isCut"]) for row in panel["rows"]] == expected
        assert panel["note"] == content.note("gpt")


@pytest.mark.slow
def test_alignments_in_the_browser_are_those_of_python(folder, tmp_path):
    runner = PlainRunner("cpu")
    made_of = contents(folder, tmp_path, [("align", link) for link in ALIGN_LINKS])
    for link, (picture, page) in zip(ALIGN_LINKS, made_of, strict=True):
        content = content_at(ALIGN, link, runner)
        hint = "Hover over a word or a cell. Click to pin it, Esc to release."
        made, numbers = unpack(picture.read_bytes())
        expected, weights = unpack(pack_matrices(content.matrices, hint))
        assert expected.pop("preview") is None  # of the app
        compare_languages(made, expected)
        assert made == expected
        assert np.abs(numbers.astype(int) - weights.astype(int)).max() < 1e-4 * made["steps"]
        assert page["state"]["french"] == (content.settings.french or "")


@pytest.mark.slow
def test_bert_fills_gaps_in_the_browser_as_in_python(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(fill, "_BEST", _GUESSES)
    runner = PlainRunner("cpu")
    made_of = contents(folder, tmp_path, [("fill", link) for link in FILL_LINKS])
    for link, (picture, page) in zip(FILL_LINKS, made_of, strict=True):
        content = content_at(fill.COMPUTATION, link, runner)
        row, *parts = json.loads(picture.read_text(encoding="utf-8"))["parts"]
        if content.settings.look == "pair":
            compare_pair(row["tokens"], parts, content)
            continue
        assert [token["text"] for token in row["tokens"]] == content.row.tokens
        assert [token["kind"] for token in row["tokens"]] == content.row.kinds
        assert [word["text"] for word in page["words"]] == [*content.words.values()]
        assert page["masked"] == content.sentence_with_masks
        assert (page["notes"] or [""])[0] == content.alert
        if not content.hidden:
            assert parts[0]["text"] == content.nothing_hidden
            continue
        assert parts[0]["text"] == content.finding
        for panel, side in zip(parts[1]["panels"], fill.SIDES, strict=True):
            expected = _guess_rows(content.guesses[side])
            assert [row["text"] for row in panel["rows"]] == [text for text, _, _ in expected]
            made = [row["value"] for row in panel["rows"]]
            assert made == pytest.approx([share for _, share, _ in expected], abs=1e-4)
            is_true = [row.get("colour") == HEADS[1] for row in panel["rows"]]
            assert is_true == [colour == HEADS[1] for _, _, colour in expected]


@pytest.mark.slow
def test_lens_and_patches_in_the_browser_are_those_of_python(folder, tmp_path):
    runner = PlainRunner("cpu")
    links = [
        link | ({"language": "fr"} if place % 2 else {}) for place, link in enumerate(DEPTH_LINKS)
    ]
    made_of = contents(folder, tmp_path, [("depth", link) for link in links])
    for link, (picture, page) in zip(links, made_of, strict=True):
        with writing_in(link.get("language", "en")):
            content = content_at(DEPTH, link, runner)
            parts = json.loads(picture.read_text(encoding="utf-8"))["parts"]
            if isinstance(content, NotShown):
                assert [part["text"] for part in parts] == [content.reason]
                continue
            if isinstance(content, Patches):
                both = content.settings.sentence.strip(), content.other
                assert [name for name, _ in parts[0]["runs"]] == [*both]
                if content.trace.translation:
                    asked = [Request(content.settings.model, one) for one in both]
                    written = [runner.trace(one).translation.strip() for one in asked]
                else:
                    written = [*content.there.words]
                assert [text for _, text in parts.pop(0)["runs"]] == written
            charts, finding, explanation = parts
            assert with_wide_spaces(finding["text"]) == with_wide_spaces(content.finding)
            assert explanation["text"] == content.explanation
            assert page["notes"] == ([content.note] if content.note else [])
            for name in ("at", "other", "sink"):
                setting = getattr(content.settings, name)
                assert page["state"].get(f"depth-{name}") == (setting and str(setting))
            for chart, expected in zip(charts["charts"], content.charts.values(), strict=True):
                compare_charts(chart, expected)
            alts = [with_wide_spaces(alt_text(chart)) for chart in content.charts.values()]
            assert [*map(with_wide_spaces, page["alts"])] == alts


@pytest.mark.slow
def test_what_is_lost_without_a_head_is_said_in_the_browser_as_in_python(folder, tmp_path):
    run_node(LOSING, folder, tmp_path, json.dumps(LOST_LINKS))
    for place, (link, is_repaired) in enumerate(LOST_LINKS):
        made = json.loads((tmp_path / f"{place}.json").read_text(encoding="utf-8"))
        charts, *texts = made["parts"]
        with writing_in(link.get("language", "en")):
            content = content_at(COMPUTATION, link, PlainRunner("cpu"))
            compare_charts(charts["charts"][0], content.losses)
            expected = [content.probabilities, *([content.repair] if is_repaired else [])]
            written = [with_wide_spaces(part["text"]) for part in texts]
            assert written == [*map(with_wide_spaces, expected)]
            alts = made["alt"], alt_text(content.losses)
            one, other = (re.sub(r"−?\d+([.,]\d+)?", "", alt) for alt in alts)
            assert one == other  # the chart has the numbers


@pytest.mark.slow
@pytest.mark.parametrize("name", MODELS)
def test_a_model_loses_heads_in_the_browser_where_it_does_in_the_app(name):
    content = content_at(COMPUTATION, {"model": name}, PlainRunner("cpu"))
    assert _values()["models"][name]["losesHeads"] == content.can_rank
    assert (content.settings.takes_over is not None) == content.can_rank


def with_wide_spaces(text: str) -> str:
    """Write the narrow spaces of French numbers as the scripts do."""
    return text.replace("\u202f", "\xa0")


def compare_pair(tokens: list[dict], parts: list[dict], content: fill.FillContent) -> None:
    """Compare what is shown of two sentences."""
    names = "text", "kind", "below"
    assert [tuple(token[name] for name in names) for token in tokens] == [
        *zip(*content.pair_row[:3])
    ]
    if not content.has_pair:
        assert parts[0]["text"] == content.why_no_pair
        return
    distributions, text, _ = parts
    shares = [row["value"] for row in distributions["panels"][0]["rows"]]
    assert shares == pytest.approx(content.follows, abs=1e-4)
    assert text["text"] == f"{content.follows_finding} {content.follows_quality}"


@pytest.mark.parametrize(
    "count",
    [pytest.param(20, marks=pytest.mark.slow), pytest.param(200, marks=pytest.mark.weekly)],
)
def test_the_browser_says_of_heads_what_python_says(folder, tmp_path, count):
    sentences = [english for english, _ in _corpus()[:: len(_corpus()) // count][:count]] + DOUBTFUL
    run_node(CAPTIONS, folder, tmp_path, json.dumps(sentences))
    runner, made = PlainRunner("cpu"), json.loads((tmp_path / "captions").read_text())
    for place, (sentence, wording) in enumerate(zip(sentences, made, strict=True)):
        content = content_at(COMPUTATION, {"sentence": sentence}, runner)
        with writing_in("fr" if place % 2 else "en"):
            captions = [
                caption_heads(content.heads_to_caption(stack), content.links)
                for stack in ("encoder", "decoder", "cross")
            ]
        assert wording["findings"] == captions, sentence
        cross = heads_of(content.trace, "cross", True)
        source = _describe_source(content.trace, cross, content.misread)
        if content.limits.language == "en":  # the browser cannot tell
            assert wording["misread"] == source["misread"], sentence
        glosses = gloss_axes(content.trace)
        read = heads_of(content.trace, "decoder", True).rows
        assert wording["glosses"] == [glosses[cross.rows], glosses[read]], sentence


@pytest.mark.slow
def test_the_steps_inside_a_head_are_those_of_python(folder, tmp_path):
    sentence, runner = SENTENCES[0], PlainRunner("cpu")
    run_node(UNFOLD, folder, tmp_path, json.dumps({"sentence": sentence, "links": INSIDE}))
    for place, link in enumerate(INSIDE):
        with writing_in("fr" if place % 2 else "en"):
            content = content_at(INSIDE_HEAD, {"sentence": sentence, **link}, runner)
            step, row, everything = content.unfolding
            data = pack_inside(
                content.derivation, step, everything, row, content.queries, content.overview
            )
        expected, values = unpack_inside(data)
        made, numbers = unpack_inside((tmp_path / str(place)).read_bytes())
        for head in (made, expected):
            for name in ("mark", "language", "steps", "preview"):
                head.pop(name, None)
            for grid in head["grids"]:
                grid["number"] = pytest.approx(grid["number"])
        assert made == expected
        for name in values:
            largest = max(1.0, float(np.nanmax(np.abs(values[name]))))
            np.testing.assert_allclose(numbers[name], values[name], atol=2e-5 * largest)


DERIVATIONS = (
    {"inside-look": "lecture", "lecture-step": "3"},
    {"inside-look": "lecture", "worked": "second", "lecture-all": "on"},
    {"inside-look": "lecture", "worked": "seq2seq", "lecture-step": "99"},
    {"inside-look": "board", "board-step": "5"},
    {"inside-look": "board", "board-mask": "on"},
)


@pytest.mark.slow
def test_a_lectures_example_and_the_blackboard_are_those_of_python(folder, tmp_path):
    made_of = contents(folder, tmp_path, [("inside", link) for link in DERIVATIONS])
    for link, (picture, page) in zip(DERIVATIONS, made_of, strict=True):
        content = content_at(INSIDE_HEAD, link)
        step, row, everything = content.unfolding
        expected, values = unpack_inside(pack_inside(content.derivation, step, everything, row))
        made, numbers = unpack_inside(picture.read_bytes())
        for head in (made, expected):
            for name in ("language", "mark"):
                head.pop(name)
        assert made == expected
        assert page["steps"] == len(content.derivation.steps)
        for name in values:
            np.testing.assert_array_equal(numbers[name], values[name])


WEIGHED = (
    {"attention": "cross", "layer": "3", "head": "1"},
    {"attention": "decoder", "layer": "1", "head": "2", "beside": "together"},
    {"attention": "encoder", "layer": "4", "head": "3", "beside": "rollout"},
)


@pytest.mark.slow
def test_what_each_word_adds_is_shown_as_in_python(folder, tmp_path):
    runner, look = PlainRunner("cpu"), {"inside-look": "contribution", "sentence": SENTENCES[0]}
    run_node(WEIGHING, folder, tmp_path, json.dumps([look | link for link in WEIGHED]))
    for place, link in enumerate(WEIGHED):
        content = content_at(INSIDE_HEAD, look | link, runner)
        compare_matrices((tmp_path / f"{place}.matrices").read_bytes(), content.matrices)
        wording = (tmp_path / f"{place}.text").read_text(encoding="utf-8")
        explained = _explain_rollout() if content.is_rollout else _explain_norms(content)
        assert without_errors(wording) == without_errors(explained.replace("\\", ""))


@pytest.mark.slow
def test_the_mask_shows_what_python_shows(folder, tmp_path):
    runner = PlainRunner("cpu")
    run_node(MASKING, folder, tmp_path, json.dumps(MASKS))
    for place, link in enumerate(MASKS):
        made = json.loads((tmp_path / f"{place}.json").read_text(encoding="utf-8"))
        with writing_in("fr" if place % 2 else "en"):
            content = content_at(MASK, link, runner)
            exchange = content.exchange
            later = "" if isinstance(exchange, str) else exchange.finding
            assert made["findingAhead"] == content.finding_ahead
            assert dict(made["ownTranslations"]) == content.own_translations
            assert dict(made["paddingTranslations"]) == content.padding_translations
            compare_charts(made["nextWords"], content.next_words)
            assert made["alt"] == alt_text(content.next_words)
            assert [one["values"] for one in made["nextWords"]["marks"]] == [
                pytest.approx(values, abs=1e-4) for values in content.probabilities.values()
            ]
            matrices = {"matrices": content.matrices, "padding": content.padding_matrices}
        for name, expected in matrices.items():
            compare_matrices((tmp_path / f"{place}.{name}").read_bytes(), expected)
        assert made["head"] == content.settings.decoder_head.key.removeprefix("decoder-")
        assert made["french"] == (content.settings.french or "")
        assert made["findingLater"] == later
        if isinstance(exchange, str):
            assert made["exchange"] == exchange
            continue
        assert [made["exchange"][name] for name in ("word", "other")] == [
            exchange.word,
            exchange.other,
        ]
        changes = [rows for _, rows in made["exchange"]["changes"]]
        np.testing.assert_allclose(changes, [*exchange.changes.values()], atol=1e-4)


def compare_matrices(data: bytes, matrices: list) -> None:
    """Compare packed matrices with those of Python."""
    expected, values = unpack(pack_matrices(matrices, ""))
    made, numbers = unpack(data)
    for one, other in zip(made["panels"], expected["panels"], strict=True):
        for side in ("least", "most"):
            assert one.pop(side) == pytest.approx(other.pop(side), abs=1e-4)
        assert one == other
    assert ((numbers == _MASKED) == (values == _MASKED)).all()
    assert np.abs(numbers.astype(int) - values.astype(int)).max() < 1e-4 * expected["steps"]


@pytest.mark.slow
def test_word_order_is_shown_as_in_python(folder, tmp_path):
    runner = PlainRunner("cpu")
    run_node(ORDERING, folder, tmp_path, json.dumps(ORDERS))
    for place, link in enumerate(ORDERS):
        made = json.loads((tmp_path / f"{place}.json").read_text(encoding="utf-8"))
        with writing_in("fr" if place % 2 else "en"):
            content = content_at(ORDER, link, runner)
            if isinstance(content, Reordered):
                data = (tmp_path / f"{place}.matrices").read_bytes()
                compare_matrices(data, content.matrices)
                translations, finding = made["others"]
                assert dict(translations["runs"]) == content.translations
                assert without_errors(finding["text"]) == without_errors(content.finding)
                assert made["state"]["other"] == content.settings.other
                continue
            charts = [*content.charts().values()]
            alts = [one if isinstance(one, str) else alt_text(one) for one in charts]
            explained = [text for text in (content.explanation, content.note) if text]
        assert [*map(without_errors, made["alts"])] == [*map(without_errors, alts)]
        texts = [without_errors(part["text"]) for part in made["others"]]
        assert texts == [*map(without_errors, explained)]
        for one, other in zip(made["charts"], charts, strict=True):
            if not isinstance(other, str):
                compare_charts(one, other)


def without_errors(text: str) -> str:
    """Leave out how large an error of rounding is, and which of equal cosines it makes largest."""
    text = re.sub("[1-9] × 10⁻[⁰¹²³⁴⁵⁶⁷⁸⁹]+", "small", text)
    return re.sub(r"( 1 (at|à)) position \d+, position \d+", r"\1", text)


def compare_charts(made: dict, expected: Chart) -> None:
    """Compare a chart of the edition, which leaves out defaults, with that of Python."""
    for axis in ("x", "y"):
        for name, value in made[axis].items():
            other = getattr(getattr(expected, axis), FIELDS.get(name, name))
            if name == "categories":
                value, other = ([*map(with_wide_spaces, names)] for names in (value, other))
            assert value == pytest.approx(list(other)) if name in LISTS_OF_AXES else value == other
    assert [rule.get("at", rule.get("row")) for rule in made.get("rules", [])] == pytest.approx(
        [getattr(rule, "at", getattr(rule, "row", None)) for rule in expected.rules]
    )
    assert [with_wide_spaces(note["text"]) for note in made.get("notes", [])] == [
        with_wide_spaces(note.text) for note in expected.notes
    ]
    for note, other in zip(made.get("notes", []), expected.notes, strict=True):
        assert (note["x"], note["y"]) == pytest.approx((other.x, other.y))
    for mark, other in zip(made["marks"], expected.marks, strict=True):
        for name in {"x", "y", "values", "details"} & {*mark}:
            numbers = np.array(mark[name], float)  # null is nan
            np.testing.assert_allclose(numbers, getattr(other, name), atol=1e-4)
        if "texts" in mark:
            made_texts = [[*map(with_wide_spaces, row)] for row in mark["texts"]]
            assert made_texts == [[*map(with_wide_spaces, row)] for row in other.texts]
        for name in {"name", "colour", "line", "marker", "opacity", "hover", "palette"} & {*mark}:
            given = getattr(other, name)
            assert mark[name] == (
                given if given is None or isinstance(given, str | float | int) else list(given)
            )
        if isinstance(other, Heatmap):
            assert (mark["least"], mark["most"]) == pytest.approx((other.least, other.most))


FIELDS = {"format": "number_format"}  # of an axis that have another name there
LISTS_OF_AXES = "limits", "ticks"


LESSON = (
    SETUP
    + """
import { stepOf } from "./edition/pages/lessons.js";
const { lessons } = PAGES;
const state = { lesson: "heads", step: "3" }, given = { values, language: english };
const all = await lessons.run({ ...given, state: { lesson: "", step: "1" }, file: json });
writeFileSync(`${to}/shown`, JSON.stringify(all.lesson.shown));
for (const [name, step] of [["cell", "7"], ["seq2seq", "2"]]) {
  const { packed } = await lessons.run({ ...given, state: { lesson: name, step }, file: json });
  writeFileSync(`${to}/${name}-${step}`, JSON.stringify(packed.parts));
}
const { packed, lesson } = await lessons.run({ ...given, state, file: json,
  models: { transformer: load("transformer") } });
writeFileSync(`${to}/head`, packed.parts[0].packed);
for (const [name, step, model] of [["controls", 1, "transformer"], ["language-models", 7, "gpt"]]) {
  const row = await lessons.run({ ...given, state: { lesson: name, step: String(step) },
    file: json, models: { [model]: load(model) } });
  writeFileSync(`${to}/${name}`, row.packed.parts[0].packed);
}
const off = lessons.hear("off", { heads: [] }, { state: { lesson: "heads", step: "7" }, values });
const at = (step) => stepOf(PAGES, { lesson: "heads", step, ...off }, values).state;
if (at("7").off !== "") throw new Error("off");
if (at("3").head !== "1") throw new Error("3");
writeFileSync(`${to}/title`, lesson.all.heads.steps[lesson.place].title);
"""
)


@pytest.mark.slow
def test_a_lesson_shows_the_picture_and_the_marks_of_its_step(folder, tmp_path):
    run_node(LESSON, folder, tmp_path, "")
    step = lessons()["heads"].steps[2]
    content = content_at(COMPUTATION, dict(step.parameters), PlainRunner("cpu"))
    matrices = head_matrices(content.trace, content.settings.choice, True, step.highlights)
    made, numbers = unpack((tmp_path / "head").read_bytes())
    expected, values_of_python = unpack(pack_matrices(matrices, ""))
    for one, other in zip(made["panels"], expected["panels"], strict=True):
        for name in ("title", "rows", "columns", "lit", "colour"):
            assert one[name] == other[name]
    assert np.abs(numbers.astype(int) - values_of_python.astype(int)).max() < 7
    assert (tmp_path / "title").read_text(encoding="utf-8") == step.title
    for name, place in (("controls", 0), ("language-models", 6)):
        step = lessons()[name].steps[place]
        content = content_at(COMPUTATION, dict(step.parameters), PlainRunner("cpu"))
        rows = row_matrices(content.trace, content.settings.choice, True, step.highlights)
        compare_matrices((tmp_path / name).read_bytes(), rows)
    shown = json.loads((tmp_path / "shown").read_text())
    lacking = {
        name: len(lesson.steps) - shown[name]
        for name, lesson in lessons().items()
        if len(lesson.steps) > shown[name]
    }
    assert not lacking
    for name, place in (("cell", 6), ("seq2seq", 1)):
        step = lessons()[name].steps[place]
        content = content_at(COMPUTATIONS[step.page], dict(step.parameters), PlainRunner("cpu"))
        *parts, last = json.loads((tmp_path / f"{name}-{place + 1}").read_text("utf-8"))
        charts = next(part for part in flat(parts) if part["kind"] == "charts")
        compare_charts(charts["charts"][0], content.chart)
        assert charts["charts"][0]["alt"] == alt_text(content.chart)
        assert f"localhost:8501/lessons?lesson={name}&step={place + 1}" in last["text"]


def flat(parts: list[dict]) -> Iterator[dict]:
    """Yield the parts of a sheet, those of its columns in their place."""
    for part in parts:
        yield from flat([*chain(*part["columns"])]) if part["kind"] == "columns" else [part]


BOTH_WAYS = (
    SETUP
    + """
import { writeAddress } from "./edition/address.js";
writeFileSync(`${to}/back`, JSON.stringify(JSON.parse(asked).map(([page, link]) => {
  const settings = settingsOf(PAGES, page, values);
  const { state, refused } =
    readAddress(new URLSearchParams(link), settings, "en", values.languages);
  return { refused, written: Object.fromEntries(writeAddress(state, settings)) };
})));
"""
)
ADDRESSES = 12  # of each page
OF_PARTS = "off", "force", "overlay", "gate"  # parameters that name parts of a model


def random_address(page: str, random: Random) -> dict[str, str]:
    """Return an address of a page of the app, of models that the edition has."""
    address: dict[str, str] = {}

    def take(name: str, values: Sequence[str]) -> str:
        # The texts to try name parts of the transformer, a gate those of a BiLSTM.
        is_of = "bilstm" if name == "gate" else "transformer"
        is_there = name not in OF_PARTS or address["model"].startswith(is_of)
        address[name] = random.choice([*values]) if is_there else ""
        return address[name]

    computation = COMPUTATIONS[page or FRONT_PAGE]
    take_address(computation, take, EDITION[page].get("model", MODELS))
    return address


@pytest.mark.slow
def test_an_address_opens_the_same_picture_in_the_edition_and_back_in_the_app(folder, tmp_path):
    random, questions, read_there = Random(45), [], []
    for page in [one for one in EDITION if one in {"", *COMPUTATIONS}]:
        computation = COMPUTATIONS[page or FRONT_PAGE]
        for _ in range(ADDRESSES):
            address = random_address(page, random)
            reading = read_settings(computation.settings, address, runner(), computation.example)
            view = reading.settings.view
            short = write_short(view, [reading], runner(), computation.example)
            if is_in_edition(page, short):
                questions += [
                    (page or FRONT_PAGE, one) for one in (write_address(view, [reading]), short)
                ]
                read_there += [reading, reading]
    assert len(questions) > 2 * ADDRESSES
    run_node(BOTH_WAYS, folder, tmp_path, json.dumps(questions))
    made = json.loads((tmp_path / "back").read_text(encoding="utf-8"))
    for (page, address), back, reading in zip(questions, made, read_there, strict=True):
        assert not back["refused"], (page, address)
        computation = COMPUTATIONS[page]
        again = read_settings(computation.settings, back["written"], runner(), computation.example)
        assert not again.refusals, (page, address)
        assert (again.settings.view, again.texts) == (reading.settings.view, reading.texts), page


PLAYLISTS = (
    SETUP
    + """
import { fromCode, toCode } from "./edition/playlist.js";
const wrong = [];
for (const code of ["x", "", btoa("x"), "eJxLBAAAYgBi"])
  await fromCode(code).catch(() => wrong.push(code));
writeFileSync(`${to}/code`, await toCode(await fromCode(asked)));
writeFileSync(`${to}/wrong`, JSON.stringify(wrong.length));
"""
)


@pytest.mark.slow
def test_the_edition_reads_and_writes_the_apps_links_of_playlists(folder, tmp_path):
    entry = PlaylistEntry(
        "heads", (("sentence", "L'été – 🙂"), ("off", "cross-1-1")), "Été", "Ask first."
    )
    (_, lecture), *_ = lectures("fr").items()
    playlist = lecture.playlist.add(entry)
    run_node(PLAYLISTS, folder, tmp_path, to_link(playlist))
    assert from_link((tmp_path / "code").read_text()) == playlist
    assert (tmp_path / "wrong").read_text() == "4"


def compare_words(made: list[dict], expected: list[dict]) -> None:
    """Compare words: texts and marks are the same, probabilities to 1e-4."""
    assert len(made) == len(expected)
    for one, other in zip(made, expected, strict=True):
        other.pop("gloss", None)
        pieces = [word.pop("pieces", []) for word in (one, other)]
        best = [[piece["best"][0][0] for piece in either] for either in pieces]
        assert best[0] == best[1]
        assert one == pytest.approx(other, abs=1e-4)


def compare_languages(made: dict, expected: dict) -> None:
    """Compare languages: that of the edition also has its title, what is drawn, and more texts."""
    one, other = made.pop("language"), expected.pop("language")
    texts, others = one.pop("texts"), other.pop("texts")
    assert texts.items() >= others.items()
    assert one.items() >= other.items()


def plain(head: dict) -> dict:
    """Return what both have, without what only the app computes."""
    return {name: value for name, value in head.items() if name not in OURS}


def registered_pages() -> list[str]:
    node = find_program("node", package="nodejs")
    script = (
        "import('./edition/pages.js').then(({PAGES}) => console.log(Object.keys(PAGES).join()))"
    )
    made = subprocess.run([node, "-e", script], cwd=VIZ, check=True, capture_output=True)
    return made.stdout.decode().strip().split(",")


@pytest.mark.slow
def test_the_folder_is_small_and_names_all_its_files(folder):
    files = _edition()
    assert {*registered_pages()} == {*PAGES} - {*DRAWN}
    assert {page or "heads" for page in EDITION} <= {*PAGES}
    others = ("drawn/", *(f"models/{name}/" for name in MODELS if name != "transformer"))
    assert sum(len(file) for name, file in files.items() if not name.startswith(others)) < 21e6
    assert {file.relative_to(folder).as_posix() for file in folder.rglob("*.*")} >= {*files} - {
        "_headers"
    }
    kept = files["service.js"].decode().partition(";\n")[0].removeprefix("const KEPT = ")
    kept = json.loads(kept)
    of_models = {*chain(*kept["models"].values())}
    folders = {"" if name == "heads" else f"{name}/" for name in PAGES}
    views = {name for name in files if name.startswith("views/")}  # kept as they are shown
    of_page = {*files} - of_models - views - {"service.js", "_headers"}
    assert {*kept["files"]} == of_page | {folder or "./" for folder in folders}
    assert of_page >= {f"{folder}index.html" for folder in folders}
    assert of_models < {*files}
    preloads = re.findall('modulepreload" href="([^"]+)"', files["index.html"].decode())
    assert {*preloads} <= {*files}
    assert "edition/main.js" in preloads
    assert any(name.startswith("edition/chunk-") for name in preloads)  # and what it imports
    assert len(preloads) <= 8  # a request each, in two levels of import
    assert not {"edition/worker.js", "bundles/explorer.js"} & {*preloads}
    weights = files["models/gpt/weights.safetensors"]
    assert _values()["models"]["gpt"]["sha256"] == hashlib.sha256(weights).hexdigest()
    assert "unsafe-inline" not in files["_headers"].decode()
    told = json.loads(files["language.fr.json"])
    assert told["pictures"]["Cross-attention"] == "Attention croisée"


def test_a_folder_that_cannot_be_made_is_refused_with_a_sentence(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["--to", str(tmp_path / "file")]) == 1
    assert "cannot be made" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("size", ["64k", "32m"])
def test_a_disk_that_is_full_gets_a_sentence_and_nothing_is_left_on_it(size, tmp_path):
    """At once where not even the weights have room, and in the middle of writing where they do."""
    code = """import sys
from pathlib import Path
from viz.edition import export as static
from models.files import SHIPPED
files = [SHIPPED / name / "weights.safetensors" for name in static.MODELS]
if sys.argv[2] == "64k":
    static._edition = None
else:
    static.MODELS = static.MODELS[:1]
    static._edition = lambda *_: {f"a/{file.parent.name}": file.read_bytes() for file in files}
folder = Path(sys.argv[1])
print(static.main(["--to", str(folder / "new" / "site")]))
print([*folder.iterdir()])
"""
    wording, code, left = on_a_disk_of(size, tmp_path, code, size).splitlines()
    is_early = "0.1 MB are free there, and the models alone take" in wording
    assert "cannot be written: " in wording
    assert is_early == (size == "64k")
    assert (code, left) == ("1", "[]")


@pytest.mark.parametrize("address", ["lecturer", "javascript:alert(1)", "https://", "http://x:y/"])
def test_a_class_votes_at_the_address_of_an_app(address, tmp_path, capsys):
    assert main(["--to", str(tmp_path / "new"), "--class", address]) == 1
    assert f"--class “{address}” is no address of a server of classes" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_without_a_trained_model_it_says_where_to_find_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(f"{main.__module__}.SHIPPED", tmp_path / "nowhere")
    assert main(["--to", str(tmp_path)]) == 1
    assert "HEADS_UP_WEIGHTS" in capsys.readouterr().err


@pytest.mark.parametrize("missing", slow_after(1, ["weights.safetensors", "tokenizer.json"]))
def test_a_file_that_is_missing_is_named(missing, tmp_path, monkeypatch, capsys):
    for name in MODELS:
        (tmp_path / name).mkdir()
        for file in {"config.json", "tokenizer.json", "weights.safetensors"} - {missing}:
            (tmp_path / name / file).write_text("{}")
    monkeypatch.setattr(f"{main.__module__}.SHIPPED", tmp_path)
    assert main(["--to", str(tmp_path / "new")]) == 1
    assert (
        f"{tmp_path / MODELS[0] / missing} cannot be read: No such file" in capsys.readouterr().err
    )
    assert not (tmp_path / "new").exists()
