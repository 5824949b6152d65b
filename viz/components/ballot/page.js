// The page of a phone of a class: the ballot, in the colours that the reader's system asks for.

import draw from "./ballot.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => {
  document.documentElement.dataset.theme = dark.matches ? "dark" : "light";
};
dark.addEventListener("change", follow);
follow();
const code = new URLSearchParams(location.search).get("class")?.trim().toUpperCase();
if (code) {
  const parentElement = document.getElementById("phone").attachShadow({ mode: "open" });
  draw({ parentElement, code, here: import.meta.url });
}
