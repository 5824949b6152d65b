// Streamlit makes an entry of the browser's history of every address. Two of them show nothing new,
// and Back would lead there:
// - a page that was just opened gets the whole address of what it shows (with its version, `v`)
//   after a short one;
// - a page that is on its way gets its address while the path is still that of the page before:
//   Streamlit writes the path when it has drawn, which a busy browser does later.
// The address that follows takes the place of either.

const PATCHED = Symbol.for("heads-up history");
const ACTIONS = ["pointerdown", "keydown"];

export function oneEntryForEachView(
  history = globalThis.history,
  place = globalThis.location,
  visitor = globalThis,
) {
  if (history[PATCHED]) return;
  history[PATCHED] = true;
  const push = history.pushState;
  let written = null; // the query of the last entry, as long as nobody has touched the page since
  for (const action of ACTIONS) visitor.addEventListener(action, () => (written = null), true);
  history.pushState = (state, title, url) => {
    const next = new URL(url ?? "", place.href);
    const isSamePage = next.pathname === place.pathname;
    const isWhole = next.searchParams.has("v");
    const wasShort = !new URLSearchParams(place.search).has("v");
    const wasOnItsWay = !isSamePage && next.search === written;
    if (isWhole && (isSamePage ? wasShort : wasOnItsWay)) history.replaceState(state, title, url);
    else push.call(history, state, title, url);
    written = next.search;
  };
}
