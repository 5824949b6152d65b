// The menu of all pages by group and the search, as in the app.

import { mount } from "../components/host/page.js";
import { make } from "../components/shared/elements.js";
import { t } from "../engine/text.js";

// What shows the menu in an element: `pages` are as Python describes them; the function is called
// with the name of the page on show and with what makes a link lead to another.
export function makeMenu(element, pages) {
  const links = new Map(),
    groups = new Map();
  for (const [name, { title, group, terms }] of Object.entries(pages)) {
    if (name.endsWith("+")) continue; // its looks that are drawn
    if (!groups.has(group)) {
      const details = Object.assign(make("details"), { name: "pages" });
      details.append(make("summary", "", t(group)), make("div"));
      groups.set(group, details);
    }
    const link = groups.get(group).lastChild.appendChild(make("a"));
    link.append(t(title), make("small", "", t(terms).split(", ")[0]));
    links.set(name, link);
  }
  const close = (target = null) => {
    for (const group of groups.values()) if (!group.contains(target)) group.open = false;
  };
  addEventListener("click", ({ target }) => close(target.closest?.("a") ? null : target));
  addEventListener("keydown", ({ key }) => key === "Escape" && close());
  element.replaceChildren(...groups.values());
  return (shown, linkTo) => {
    for (const [name, link] of links) {
      linkTo(link, name);
      if (name === shown) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    for (const [name, group] of groups)
      group.classList.toggle("current", pages[shown].group === name);
  };
}

// The search of the app: `found` are the places that its entries lead to, [page, parameters].
export async function showSearch(element, { found, ...texts }, open) {
  const { default: search } = await import(new URL("../bundles/search.js", import.meta.url));
  const show = mount(search, "search", element, (_, place) => open(...found[place]));
  show(new TextEncoder().encode(JSON.stringify(texts)));
}
