// The controls of a page beside its sentence. A control is one of
//   { kind: "list", name, label, options, value }: a setting with [value, title] to choose from,
//     and where that changes other settings, what it changes
//   { kind: "switch", name, label, on, off, isOn }: a setting of two values
//   { kind: "slider", name, label, least, most, value }: a setting that is a number
//   { kind: "text", name, label, value }: a setting that is typed
//   { kind: "chips", label, chips }: words to press, each { text, isOn, change }
//   { kind: "button", label, change }
//   { kind: "link", label, page, state }: another page, with these settings
// where `change` is the settings that it changes.

import { make } from "../shared/elements.js";

function button(text, act) {
  const element = make("button", "", text);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}

function labelled(text, element) {
  const label = make("label", "named");
  label.append(make("span", "", text), element);
  return label;
}

const MAKERS = {
  list({ name, label, options, value }, { change }) {
    const select = make("select");
    for (const [option, title] of options)
      select.append(Object.assign(make("option", "", title), { value: option }));
    select.value = value;
    select.addEventListener("change", () => {
      const [value, , changed] = options[select.selectedIndex];
      change(changed ?? { [name]: value });
    });
    return labelled(label, select);
  },
  switch({ name, label, on, off, isOn }, { change }) {
    const element = make("label"),
      box = Object.assign(make("input"), { type: "checkbox" });
    box.checked = isOn;
    box.addEventListener("change", () => change({ [name]: box.checked ? on : off }));
    element.append(box, make("span", "", label));
    return element;
  },
  slider({ name, label, least, most, value }, { change }) {
    const input = Object.assign(make("input"), { type: "range", min: least, max: most, value });
    const number = make("output", "", value),
      row = make("span", "row");
    input.addEventListener("input", () => {
      number.textContent = input.value;
    });
    input.addEventListener("change", () => change({ [name]: input.value }));
    row.append(input, number);
    return labelled(label, row);
  },
  text({ name, label, value }, { change }) {
    const input = make("input");
    input.value = value;
    input.addEventListener("change", () => change({ [name]: input.value }));
    return labelled(label, input);
  },
  chips({ label, chips }, { change }) {
    const row = make("div", "row");
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", label);
    row.append(
      make("span", "", label),
      ...chips.map((chip) => {
        const element = button(chip.text, () => change(chip.change));
        element.setAttribute("aria-pressed", chip.isOn);
        return element;
      }),
    );
    return row;
  },
  button: ({ label, change: settings }, { change }) => button(label, () => change(settings)),
  link({ label, page, state }, { linkTo }) {
    const link = make("a", "", label);
    linkTo(link, page, state);
    return link;
  },
};

// Draw the controls anew in `element`; what had the focus has it again. `change(settings)` is
// called with what the reader changes, `linkTo(link, page, state)` makes a link to a page.
export function showControls(element, controls, calls) {
  const reached = () => [...element.querySelectorAll("input, select, button, a")];
  const place = reached().indexOf(document.activeElement);
  element.replaceChildren(...controls.map((control) => MAKERS[control.kind](control, calls)));
  if (place >= 0) reached()[place]?.focus();
}
