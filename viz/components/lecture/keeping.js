// What outlives the page on show: a playlist over a reload, a black screen over a change of page.

import { session } from "../shared/storage.js";

const PLAYLIST = "heads-up playlist",
  SHADE = "lecture-shade";

// Keep playlists in this tab; `kept` is {code, place, earlier}, or null in a new session of the
// server. Then `restore` is called with what was kept, if anything was; also where a link has
// brought another one (`linked`), until the server has put aside what was kept.
export function keepPlaylist(kept, restore, storage = session) {
  const earlier = kept?.linked && parse(storage.get(PLAYLIST));
  if (earlier?.code && earlier.code !== kept.code) return restore(earlier);
  if (kept?.code || kept?.earlier?.length) return storage.set(PLAYLIST, JSON.stringify(kept));
  if (kept) return storage.remove(PLAYLIST);
  const copy = parse(storage.get(PLAYLIST));
  if (copy) restore(copy);
}

// The value of a JSON text; null where it is none.
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// A black screen that stays while one page makes way for the next.
export function leaveShade() {
  const shade = document.createElement("div");
  shade.id = SHADE;
  shade.style.cssText = "position: fixed; inset: 0; z-index: 999999; background: #000";
  shade.addEventListener("click", () => shade.remove());
  document.body.append(shade);
}

// Take it away; gives whether there was one.
export function takeShade() {
  const shade = document.getElementById(SHADE);
  shade?.remove();
  return shade !== null;
}
