// Whether a key is for a text field.
export function isTyping(event) {
  const at = event.composedPath()[0];
  if (at.tagName === "INPUT") return !["checkbox", "radio", "button", "range"].includes(at.type);
  return at.isContentEditable || at.tagName === "TEXTAREA";
}
