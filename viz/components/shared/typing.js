// Whether a key is for a text field.
export function isTyping(event) {
  const at = event.composedPath()[0];
  if (at.tagName === "INPUT") return !["checkbox", "radio", "button", "range"].includes(at.type);
  return at.isContentEditable || at.tagName === "TEXTAREA";
}

// Whether a key enters a line of text. The line then gives up the focus: the next key is the
// page's, and a phone puts its keyboard away. A list, a search and an open dialog use Enter
// otherwise.
export function isEntered(event) {
  if (event.key !== "Enter" || event.isComposing || !isTyping(event)) return false;
  return event
    .composedPath()[0]
    .matches('input:not([type="search"], [role="combobox"], [role="dialog"] *, dialog *)');
}

export function giveUpFocus() {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  at?.blur();
}
