// The widget of a notebook: what a reader's click sends, and what a refusal takes back.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { KeptList } from "../explorer/kept.js";

const CONTROLS = [
  [
    "temperature",
    "Temperature",
    [
      ["1", "1"],
      ["2", "2"],
    ],
  ],
];

class Model {
  constructor(values) {
    Object.assign(this, { values, heard: [] });
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    const isNew = this.values[name] !== value;
    this.values[name] = value;
    for (const [names, call] of this.heard) if (isNew && names.includes(`change:${name}`)) call();
  }

  on(names, call) {
    this.heard.push([names.split(" "), call]);
  }

  off(names) {
    this.heard = this.heard.filter(([others]) => others.join(" ") !== names);
  }

  save_changes() {}
}

function makeElement(tag) {
  const element = { tag, children: [], listeners: {}, dataset: {}, style: {} };
  return Object.assign(element, {
    append: (...parts) => {
      element.children.push(...parts);
    },
    replaceChildren: (...parts) => {
      element.children = parts;
    },
    appendChild: (part) => {
      element.append(part);
      return part;
    },
    addEventListener: (name, call) => {
      element.listeners[name] = call;
    },
    setAttribute: (name, value) => {
      element[name] = value;
    },
  });
}

test("a refused click is taken back, in the picture and in the lists, with its sentence", async () => {
  const [page, widget] = await Promise.all(
    ["page.js", "widget.js"].map((file) =>
      readFile(new URL(`../host/${file}`, import.meta.url), "utf8"),
    ),
  );
  const {
    default: { render },
  } = await import(
    `data:text/javascript,${encodeURIComponent(
      page.replace("export function mount", "function unused") +
        "const mount = (...given) => globalThis.mount(...given);" +
        widget,
    )}`
  );
  let tell,
    off,
    painted = 0;
  Object.assign(globalThis, {
    document: { createElement: makeElement, body: null },
    Option: class {
      constructor(text, value) {
        Object.assign(this, { text, value });
      }
    },
    MutationObserver: class {
      observe() {}
      disconnect() {}
    },
    getComputedStyle: () => ({ backgroundColor: "rgb(255, 255, 255)" }),
    mount: (draw, name, picture, told) => {
      tell = told;
      off = new KeptList(
        (heads) => tell("off", { heads }),
        () => {
          painted++;
        },
      );
      picture.shadowRoot = { querySelector: () => ({ view: { off, locked: null } }) };
      return () => off.follow("");
    },
  });
  const model = new Model({
    controls: CONTROLS,
    what_if: {},
    problem: "",
    held: null,
    script: "export default 1",
    data: new Uint8Array(),
    height: 640,
    choice: [],
  });
  const createObjectURL = URL.createObjectURL;
  URL.createObjectURL = () => "data:text/javascript,export default 1";
  const el = makeElement("div");
  await render({ model, el });
  URL.createObjectURL = createObjectURL;
  const [row] = el.children[0].children,
    [label, problem] = row.children;
  const list = label.children[1];
  const refuse = () => {
    model.set("what_if", {});
    model.set("problem", "at most 127 tokens");
  };
  for (let time = 0; time < 2; time++) {
    off.toggle("cross-1-1");
    assert.deepEqual(model.get("what_if"), { off: "cross-1-1" });
    assert.deepEqual([off.names, problem.textContent], [["cross-1-1"], ""]);
    painted = 0;
    refuse();
    assert.deepEqual([off.names, painted], [[], 1]);
    assert.equal(problem.textContent, "at most 127 tokens");
  }
  Object.assign(list, { value: "2", selectedIndex: 1 });
  list.listeners.change();
  assert.deepEqual(model.get("what_if"), { temperature: "2" });
  refuse();
  assert.equal(list.value, "1");
  model.set("controls", [
    [
      "temperature",
      "Temperature",
      [
        ["1", "1"],
        ["0.3", "0,3"],
      ],
    ],
  ]);
  model.set("what_if", { temperature: "0.3" }); // by Python
  assert.equal(list.children.find((one) => one.value === list.value).text, "0,3");
});
