// A button that switches between light and dark. Streamlit keeps the switch to itself: its theme
// is a value of a React context, which the elements of the page lead to. Where they do not, the
// page is loaded again, once for each click, with the choice that is stored.

import { t, setLanguage } from "../../engine/text.js";
import { make } from "../shared/elements.js";
import { local } from "../shared/storage.js";

const NAMES = { light: "Custom Theme Light", dark: "Custom Theme Dark" };
// The sun, and the moon: shown is what a click gives.
const ICONS = {
  light:
    "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10M11 1h2v3h-2zM11 20h2v3h-2zM1 11h3v2H1zM20 11h3v2h-3z" +
    "M3.5 4.9l1.4-1.4L7 5.6 5.6 7zM17 18.4l1.4-1.4 2.1 2.1-1.4 1.4z" +
    "M3.5 19.1L5.6 17 7 18.4l-2.1 2.1zM17 5.6l2.1-2.1 1.4 1.4L18.4 7z",
  dark: "M12.3 2A10 10 0 1 0 22 14.6 8 8 0 0 1 12.3 2z",
};

// Streamlit's context: the themes there are, the one that is active, and the way to another.
function findContext() {
  const app = document.querySelector("[data-testid=stApp]");
  const key = app && Object.keys(app).find((name) => name.startsWith("__reactFiber"));
  for (let fiber = key && app[key]; fiber; fiber = fiber.return) {
    const value = fiber.memoizedProps?.value;
    if (value?.setTheme && value.availableThemes) return value;
  }
  return null;
}

// Store the choice as Streamlit does, under the path of each page: it opens all of them so.
function store(theme, paths) {
  const base = location.pathname.replace(/[^/]*$/, "");
  const name = JSON.stringify(theme === "dark" ? "Dark" : "Light");
  for (const path of paths) local.set(`stActiveTheme-${base}${path}-v2`, name);
}

export default function ({ data: [data], parentElement, setTriggerValue }) {
  setLanguage(data.language);
  const root = parentElement.querySelector(".theme");
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const other = (data.theme ?? system) === "dark" ? "light" : "dark";
  const button = root.querySelector("button") ?? root.appendChild(make("button"));
  button.type = "button";
  button.title = other === "dark" ? t("Dark background") : t("Light background");
  button.setAttribute("aria-label", button.title);
  const path = `<path d="${ICONS[other]}"/>`;
  button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true">${path}</svg>`;
  button.onclick = () => {
    store(other, data.paths);
    const context = findContext();
    const theme = context?.availableThemes.find(({ name }) => name === NAMES[other]);
    if (!theme) return location.reload();
    context.setTheme(theme);
    // The server draws charts in the colours of the page; it learns them with the next run.
    setTimeout(() => setTriggerValue("theme", other), 50);
  };
  const clicked = root.clicks;
  root.clicks = data.clicks;
  if (data.clicks > clicked) button.click();
}
