// The first picture of a link: drawn when the folder was written, it is on show before a model is
// loaded. To be read beside first_pictures.py.

import { pack } from "../engine/heads.js";
import { bytesOf, readParts } from "../components/sheet/reading.js";
import { drawnIn } from "./languages.js";

const OF_A_TAB = ["v", "language", "lecture", "embed"]; // of an address, beside its view

const mainVersion = (text) => text.split("-")[0];

// The place of the view that an address opens, -1 if none: it names all settings that are not as at
// first, and none that the view has otherwise.
export function findView(views, search, version) {
  const parameters = new URLSearchParams(search);
  if (mainVersion(parameters.get("v") ?? version) !== mainVersion(version)) return -1;
  const asked = Object.fromEntries(parameters);
  for (const name of OF_A_TAB) delete asked[name];
  const all = Object.entries(asked);
  return views.findIndex(
    ({ state, address }) =>
      all.every(([name, text]) => state[name] === text) &&
      Object.entries(address).every(([name, text]) => asked[name] === text),
  );
}

// The content of a page at an address, as its `run` gives it; null where none is drawn. `file`
// gives what a compressed file of JSON holds.
export async function firstPicture(name, search, { page, state, values, language, file }) {
  const start = performance.now(),
    drawn = drawnIn(language, name);
  if (!values.firstPictures.includes(name)) return null;
  const list = `views/${name}.${drawn}.gzip`,
    views = await file(list);
  const place = findView(views, search, values.version);
  if (place < 0) return null;
  const picture = `views/${name}/${place}.${drawn}.gzip`,
    { head, numbers, parts } = await file(picture);
  const { ink, diverging, colours } = values;
  const shown = Object.entries(views[place].state).filter(([setting]) => setting in state);
  return {
    ...(head
      ? {
          packed: pack({ ...head, language, ink, diverging, colours }, bytesOf(numbers)),
          picture: page.picture,
        }
      : {
          packed: { painted: picture, parts: readParts(parts, values, language) },
          picture: "edition/sheet",
        }),
    title: values.pages[name].title,
    state: Object.fromEntries(shown),
    words: { read: [], typed: [] },
    isFirst: true,
    files: [list, picture],
    milliseconds: performance.now() - start,
  };
}
