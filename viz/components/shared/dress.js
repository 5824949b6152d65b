// The style of a component, which its bundle brings along: sent with the data it was a third of
// what a typed sentence sends.

// Gives the tree of elements under `root`, a shadow root, this style, once.
export function dress(root, style) {
  if (root.adoptedStyleSheets.length) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];
}
