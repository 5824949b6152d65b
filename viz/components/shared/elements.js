// Elements of the page. Words go out through textContent: nothing typed is ever read as markup.

export function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}
