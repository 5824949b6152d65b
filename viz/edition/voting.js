// Where a class votes: at the lecturer's server, which alone counts. `python -m viz.static --class`
// names it; no address of a link leads elsewhere.

import { make } from "../components/shared/elements.js";
import { t } from "../engine/text.js";

// The ballot of the class with this code.
export const ballotAt = (server, code) => `${server}?class=${encodeURIComponent(code.trim())}`;

// A field for the code of a class, which opens its ballot.
export function showVoting(element, server) {
  const label = make("label", "", t("Code of the class")),
    code = make("input");
  const form = make("form", "row"),
    button = make("button", "", t("Vote"));
  Object.assign(code, { required: true, maxLength: 20, autocomplete: "off" });
  label.append(code);
  form.append(label, button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    location.assign(ballotAt(server, code.value));
  });
  const body = make("div", "body");
  body.append(form);
  element.append(make("summary", "", t("Answer in the class")), body);
  element.hidden = false;
}
