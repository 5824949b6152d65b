// Streamlit makes an entry of the browser's history of every address, also where a page that was
// just opened only gets the whole address of what it shows (with its version, `v`) instead of a
// short one. Back would lead there and show the same, so the whole address takes the place of it.

const PATCHED = Symbol.for("heads-up history");

export function oneEntryForEachView(history = globalThis.history, place = globalThis.location) {
  if (history[PATCHED]) return;
  history[PATCHED] = true;
  const push = history.pushState;
  history.pushState = (state, title, url) => {
    const next = new URL(url ?? "", place.href);
    const isShort = !new URLSearchParams(place.search).has("v");
    const isWhole = next.pathname === place.pathname && next.searchParams.has("v");
    if (isShort && isWhole) history.replaceState(state, title, url);
    else push.call(history, state, title, url);
  };
}
