// Made of theme/ and shared/ by "npm run build": change those, not this.

// shared/elements.js
function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== void 0) element.textContent = text;
  return element;
}

// shared/text.js
var french = {};
var isFrench = false;
function setFrench(texts) {
  french = texts;
  isFrench = Object.keys(texts).length > 0;
}
var say = (text, values = {}) => (french[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
var mark = (text) => text;
var KINDS = {
  weight: mark("weight"),
  score: mark("score"),
  distance: mark("distance"),
  norm: mark("norm"),
  cosine: mark("cosine")
};

// theme/theme.js
var NAMES = { light: "Custom Theme Light", dark: "Custom Theme Dark" };
var ICONS = {
  light: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10M11 1h2v3h-2zM11 20h2v3h-2zM1 11h3v2H1zM20 11h3v2h-3zM3.5 4.9l1.4-1.4L7 5.6 5.6 7zM17 18.4l1.4-1.4 2.1 2.1-1.4 1.4zM3.5 19.1L5.6 17 7 18.4l-2.1 2.1zM17 5.6l2.1-2.1 1.4 1.4L18.4 7z",
  dark: "M12.3 2A10 10 0 1 0 22 14.6 8 8 0 0 1 12.3 2z"
};
function findContext() {
  const app = document.querySelector("[data-testid=stApp]");
  const key = app && Object.keys(app).find((name) => name.startsWith("__reactFiber"));
  for (let fiber = key && app[key]; fiber; fiber = fiber.return) {
    const value = fiber.memoizedProps?.value;
    if (value?.setTheme && value.availableThemes) return value;
  }
  return null;
}
function store(theme, paths) {
  const base = location.pathname.replace(/[^/]*$/, "");
  const name = JSON.stringify(theme === "dark" ? "Dark" : "Light");
  for (const path of paths) localStorage.setItem(`stActiveTheme-${base}${path}-v2`, name);
}
function theme_default({ data: [data], parentElement, setTriggerValue }) {
  setFrench(data.french);
  const root = parentElement.querySelector(".theme");
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const other = (data.theme ?? system) === "dark" ? "light" : "dark";
  const button = root.querySelector("button") ?? root.appendChild(make("button"));
  button.type = "button";
  button.title = other === "dark" ? say("Dark background") : say("Light background");
  button.setAttribute("aria-label", button.title);
  const path = `<path d="${ICONS[other]}"/>`;
  button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true">${path}</svg>`;
  button.onclick = () => {
    store(other, data.paths);
    const context = findContext();
    const theme = context?.availableThemes.find(({ name }) => name === NAMES[other]);
    if (!theme) return location.reload();
    context.setTheme(theme);
    setTimeout(() => setTriggerValue("theme", other), 50);
  };
}
export {
  theme_default as default
};
