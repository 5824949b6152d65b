// Several heads in one picture of lines: a chip for each, in its colour, that turns it on and off.

import { t } from "../../engine/text.js";
import { make } from "../shared/elements.js";
import { headKey } from "../shared/heads.js";
import { shortName } from "./findings.js";

const OFF = "-off";

// A colour for each head, its own where no head before it has that, else the next free one.
export function assignColours(preferred, count) {
  const assigned = [];
  for (const colour of preferred) {
    const steps = [...Array(count).keys()].map((step) => (colour + step) % count);
    assigned.push(steps.find((step) => !assigned.includes(step)) ?? colour % count);
  }
  return assigned;
}

// The head of a name as in an address, "encoder-1-2" or "encoder-1-2-off".
export function readOverlaid(name) {
  const [stack, layer, head] = name.split("-");
  return {
    name: name.replace(OFF, ""),
    choice: [stack, layer - 1, head - 1],
    isOn: !name.endsWith(OFF),
  };
}

export class Overlay {
  // `kept` is the list of names, `pick(choice)` shows a head.
  constructor(kept, pick) {
    Object.assign(this, { kept, pick });
    this.element = make("div", "overlay");
    this.element.setAttribute("role", "group");
  }

  // The heads of the block on show that lie over `choice`, and that one last, in their colours.
  heads(block, choice, colours) {
    const others = this.kept.names
      .map(readOverlaid)
      .filter(
        ({ choice: [stack, layer, head] }) =>
          stack === block.stack && layer < block.layers && head < block.heads,
      )
      .filter((other) => other.name !== headKey(choice));
    const all = [...others, { name: headKey(choice), choice, isOn: true, isShown: true }];
    const assigned = assignColours(
      all.map((head) => head.choice[2]),
      colours.length,
    );
    return all.map((head, place) => ({
      ...head,
      colour: colours[assigned[place]],
      title: shortName(block, head.choice),
    }));
  }

  has(choice) {
    const key = headKey(choice);
    return this.kept.names.some((name) => readOverlaid(name).name === key);
  }

  // Adds a head to the list or takes it away.
  toggle(choice) {
    const key = headKey(choice),
      { names } = this.kept;
    const others = names.filter((name) => readOverlaid(name).name !== key);
    this.kept.set(others.length < names.length ? others : [...names, key]);
  }

  turn({ name, isOn }) {
    this.kept.set(
      this.kept.names.map((overlaid) =>
        readOverlaid(overlaid).name === name ? `${name}${isOn ? OFF : ""}` : overlaid,
      ),
    );
  }

  paint(heads) {
    const key = JSON.stringify([heads, t("Lines of")]);
    if (key === this.key) return;
    this.key = key;
    this.element.setAttribute("aria-label", t("Heads whose lines are overlaid"));
    this.element.replaceChildren(...(heads.length > 1 ? this.chips(heads) : []));
  }

  chips(heads) {
    const clear = make("button", "apply", "×");
    clear.setAttribute("aria-label", t("Only the lines of this head"));
    clear.title = t("Only the lines of this head");
    clear.addEventListener("click", () => this.kept.set([]));
    return [make("span", "", t("Lines of")), ...heads.map((head) => this.chip(head)), clear];
  }

  chip(head) {
    const chip = make("button", "apply chip"),
      swatch = make("span", "swatch");
    swatch.style.background = head.colour;
    chip.append(swatch, make("span", "name", head.title));
    chip.classList.toggle("shown", Boolean(head.isShown));
    chip.setAttribute("aria-pressed", head.isOn);
    if (head.isShown) chip.disabled = true;
    else chip.addEventListener("click", () => this.turn(head));
    return chip;
  }
}
