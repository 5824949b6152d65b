// What outlives the page on show: a playlist over a reload, a black screen over a change of page.

const PLAYLIST = "heads-up playlist", SHADE = "lecture-shade";

// Keep a playlist in this tab; `kept` is {code, place}, or null in a new session of the server.
// Then `restore` is called with what was kept, if anything was.
export function keepPlaylist(kept, restore, storage = window.sessionStorage) {
  try {
    const text = storage.getItem(PLAYLIST);
    if (kept === null) return text && restore(JSON.parse(text));
    if (kept.code) storage.setItem(PLAYLIST, JSON.stringify(kept));
    else if (text) storage.removeItem(PLAYLIST);
  } catch {
    // A browser that keeps nothing: after a reload the playlist is gone, and nothing else.
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
