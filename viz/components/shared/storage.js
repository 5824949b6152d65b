// What the browser keeps for this tab (`session`) and for all tabs of this app (`local`). Access
// may be forbidden, as in a frame on another site, and storage may be full: then nothing is kept,
// and nothing else changes. No other module touches the browser's storage.

// `area` is looked up at each access: where storage is forbidden, even naming it throws.
function storage(area) {
  const attempt = (act) => {
    try {
      return act(globalThis[area]);
    } catch {
      return null;
    }
  };
  return {
    // The text kept under a key; null where there is none.
    get: (key) => attempt((kept) => kept.getItem(key)),
    set(key, text) {
      attempt((kept) => kept.setItem(key, text));
    },
    remove(key) {
      attempt((kept) => kept.removeItem(key));
    },
  };
}

export const session = storage("sessionStorage");
export const local = storage("localStorage");
