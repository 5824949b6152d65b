// The line below what is read out: the heads that lead from one word to another, or are the first
// by a measure; else what the head on show does over thousands of sentences.

import { fixed, translatable, quoted, t } from "../../engine/text.js";
import { make } from "../shared/elements.js";
import { headKey, placeOf } from "../shared/heads.js";
import { first } from "./search.js";

const STACKS = {
  encoder: translatable("encoder"),
  decoder: translatable("decoder"),
  cross: translatable("cross"),
};

export const shortName = (block, choice) =>
  t("{stack} {layer}.{head}", { ...placeOf(block, choice), stack: t(STACKS[block.stack]) });

const printed = (weight) => fixed(weight, 2).replace(/^0/, "");

// The heads by a measure, the largest first; `weight` is the share of the largest.
export function rankBy(profiles, measure) {
  const known = Object.entries(profiles.heads)
    .map(([name, [, , values]]) => ({ choice: choiceOf(name), value: values[measure] }))
    .filter(({ value }) => value !== null);
  const most = Math.max(1e-9, ...known.map(({ value }) => value));
  return known
    .map((head) => ({ ...head, weight: Math.max(0, head.value / most) }))
    .sort((a, b) => b.value - a.value);
}

function choiceOf(name) {
  const [stack, layer, head] = name.split("-");
  return [stack, layer - 1, head - 1];
}

// Who attends to whom: the pair, or the other way round where only that is possible.
function namesOf(data, pair, best) {
  if (!best) return pair.map((word) => word.name);
  const {
      choice: [stack],
      cell,
    } = best,
    block = data.blocks.find((each) => each.stack === stack);
  return [block.rows[cell.row], block.columns[cell.column]];
}

export class Findings {
  // `open(choice)` shows a head, `end()` ends the search, `order()` is called as another measure is
  // chosen.
  constructor(open, end, order) {
    this.element = make("div", "findings");
    this.list = make("div", "list");
    this.profile = make("span", "profile");
    this.orders = make("select", "orders");
    this.orders.addEventListener("change", order);
    this.least = Object.assign(make("input", "least"), { type: "range", min: 0, max: 100 });
    this.least.value = 0;
    this.least.addEventListener("input", order);
    this.orders.addEventListener("change", () => {
      this.least.value = 0;
    });
    this.element.append(this.list, this.profile, this.least, this.orders);
    this.element.setAttribute("role", "group");
    this.list.setAttribute("aria-live", "polite");
    Object.assign(this, { open, end });
  }

  // Of the pair [from, to] the `ranked` heads; a `lone` word waits for a second one. Without either
  // the heads by the measure that is chosen. Gives back the heads in their order, or null.
  show(data, pair, ranked, lone) {
    this.offer(data.profiles);
    this.blocks = data.blocks;
    const measure = this.orders.value === "" ? null : Number(this.orders.value);
    const all = pair || lone || measure === null ? null : rankBy(data.profiles, measure);
    const byMeasure = all && all.filter(({ weight }) => weight >= this.least.value / 100);
    this.offerLeast(all);
    const key = JSON.stringify([data.language.code, pair, ranked, lone, byMeasure]);
    if (key === this.key) return ranked ?? byMeasure;
    this.key = key;
    this.element.setAttribute("aria-label", t("Heads between two words, or by a measure"));
    const parts = all ? this.ordered(all, byMeasure) : this.parts(data, pair, ranked ?? [], lone);
    this.list.replaceChildren(...parts);
    this.profile.hidden = parts.length > 0;
    return ranked ?? byMeasure;
  }

  // Whether heads stand in the order of a measure.
  get isOrdered() {
    return !this.least.hidden;
  }

  // Whether some of them are left out.
  get isFiltered() {
    return this.isOrdered && this.least.value > 0;
  }

  // From which value on heads are shown, where they have an order.
  offerLeast(all) {
    this.least.hidden = !all?.length;
    if (!all?.length) return;
    const value = this.valueOf(all);
    this.least.title = t("Show heads with at least {value}", { value });
    this.least.setAttribute("aria-label", t("Show heads from this value on"));
    this.least.setAttribute("aria-valuetext", value);
  }

  valueOf(all) {
    return printed((all[0].value * this.least.value) / 100);
  }

  ordered(all, ranked) {
    const parts = this.buttons(ranked);
    if (ranked.length < all.length)
      parts.push(
        make(
          "span",
          "pair",
          t("from {value} on: {count} of {all} heads", {
            value: this.valueOf(all),
            count: ranked.length,
            all: all.length,
          }),
        ),
      );
    return parts;
  }

  // The measures to order heads by; none for a model whose heads nobody has measured.
  offer(profiles) {
    const titles = profiles ? [t("Order heads by …"), ...profiles.measures] : [];
    const key = JSON.stringify(titles);
    if (key === this.offered) return;
    this.offered = key;
    this.orders.hidden = !profiles;
    this.orders.setAttribute("aria-label", t("Order heads by …"));
    this.orders.replaceChildren(
      ...titles.map((title, place) =>
        Object.assign(make("option", "", title), { value: place ? String(place - 1) : "" }),
      ),
    );
  }

  // What a head does in general.
  describe({ profiles }, choice) {
    const profile = profiles?.heads[headKey(choice)];
    const text = profile
      ? t("{source}: {text}.", { source: profiles.source, text: profile[1] })
      : "";
    if (this.profile.textContent === text) return;
    this.profile.textContent = this.profile.title = text;
  }

  buttons(ranked) {
    return first(ranked).map(({ choice, value, weight }, place) => {
      const block = this.blocks.find(({ stack }) => stack === choice[0]);
      const text = `${shortName(block, choice)}  ${printed(value ?? weight)}`;
      const button = make("button", "apply", text);
      button.dataset.place = place + 1;
      button.addEventListener("click", () => this.open(choice));
      return button;
    });
  }

  parts(data, pair, ranked, lone) {
    if (lone)
      return [
        make(
          "span",
          "pair",
          t("{word}: click a second word to find the heads between them.", {
            word: quoted(lone.name),
          }),
        ),
      ];
    if (!pair) return [];
    const [from, to] = namesOf(data, pair, ranked[0]).map(quoted),
      parts = [];
    if (ranked.length) {
      parts.push(make("strong", "pair", t("{from} → {to}:", { from, to })));
      parts.push(...this.buttons(ranked));
    } else
      parts.push(
        make("span", "pair", t("No head of this model leads from {from} to {to}.", { from, to })),
      );
    const end = make("button", "apply end", "×");
    end.setAttribute("aria-label", t("End the search"));
    end.title = t("End the search");
    end.addEventListener("click", this.end);
    return [...parts, end];
  }
}
