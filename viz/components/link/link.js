// Buttons that copy a link; the short link as text and as a code.

import { make } from "../shared/elements.js";
import { t, setFrench } from "../shared/text.js";

// Only secure pages have a clipboard; a laptop's server in a lecture hall is none, and there a
// selection is copied.
async function copy(text, root) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = make("textarea", "");
  field.value = text;
  root.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("refused");
}

export default function ({ data: [data], parentElement }) {
  setFrench(data.french);
  const root = parentElement.querySelector(".link"), said = make("p", "said"),
    buttons = make("div", "buttons"), image = make("img", "");
  said.setAttribute("role", "status");
  for (const [title, query] of data.queries) {
    const button = make("button", "", title),
      link = `${location.origin}${location.pathname}?${query}`;
    button.addEventListener("click", () => copy(link, root).then(
      () => { said.textContent = t("Copied."); },
      () => {
        said.textContent =
          t("This browser does not let a page copy. The link stands in its address bar.");
      }));
    buttons.append(button);
  }
  image.src = data.code;
  image.alt = t("QR code of the link");
  const code = [make("p", "short", data.short), image, make("p", "note", data.note)];
  root.replaceChildren(buttons, said, ...(data.code ? code : []));
}
