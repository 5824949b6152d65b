// Whether this page may use the clipboard. One that is not secure has none, and a frame on another
// site may use it only with allow="clipboard-write": Chromium reports each attempt as an error.
export function mayCopy() {
  return (
    Boolean(navigator.clipboard) &&
    (document.featurePolicy?.allowsFeature("clipboard-write") ?? true)
  );
}
