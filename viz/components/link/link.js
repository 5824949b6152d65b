// Buttons that copy a link; the short link as text and as a code.

import { t, setLanguage } from "../../engine/text.js";
import { mayCopy } from "../shared/clipboard.js";
import { make } from "../shared/elements.js";

// Where there is no clipboard, as on the pages of a laptop's server in a lecture hall, or where it
// refuses, a selection is copied.
async function copy(text, root) {
  try {
    if (mayCopy()) return await navigator.clipboard.writeText(text);
  } catch {
    // It refused.
  }
  copySelection(text, root);
}

function copySelection(text, root) {
  const field = make("textarea", "");
  field.value = text;
  root.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("refused");
}

export default function ({ data: [data], parentElement }) {
  setLanguage(data.language);
  const root = parentElement.querySelector(".link"),
    notice = make("p", "said"),
    buttons = make("div", "buttons"),
    image = make("img", "");
  notice.setAttribute("role", "status");
  for (const [title, query, answer] of data.queries) {
    const button = make("button", "", title),
      link = `${location.origin}${location.pathname}?${query}`;
    button.addEventListener("click", () =>
      copy(link, root).then(
        () => {
          notice.textContent = answer || t("Copied.");
        },
        () => {
          notice.textContent = t(
            "This browser does not let a page copy. Select the link and copy it: {link}",
            { link },
          );
        },
      ),
    );
    buttons.append(button);
  }
  image.src = data.code;
  image.alt = t("QR code of the link");
  const code = [make("p", "short", data.short), image, make("p", "note", data.note)];
  root.replaceChildren(buttons, notice, ...(data.code ? code : []));
}
