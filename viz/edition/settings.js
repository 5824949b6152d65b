// The settings of a page. Python declares them (viz/edition/declared.py); what follows from the
// state of those before is in `computed(values)` of the page.
//
// A setting is { name, kind, label, first, options, accepts, isOmitted, applies }: what it is at
// first, its [value, title] and whether it accepts a value, each given the state of the settings
// before it too; without options it accepts any text. An address has one that `isOmitted` only
// where it is not as at first, and one with `applies` only where that is true of the state. What is
// null at first follows the sentence. One that `isFixed` is always as at first.

import { t } from "../engine/text.js";

const WIDGETS = { choice: "list", head: "list", number: "slider" };
const SWITCH = ["off", "on"].map((value) => [value, value]);
const always = () => true;
export const upTo = (count, least = 1) =>
  Array.from({ length: count - least + 1 }, (_, i) => String(least + i));
const numbered = (numbers) => numbers.map((number) => [number, number]);

// A setting as it is declared: `options` or a `range`, of a switch neither.
function settingOf({ range, options, ...declared }) {
  const all = range ? numbered(upTo(range[1], range[0])) : (options ?? null);
  const listed = declared.kind === "switch" ? (all ?? SWITCH) : all;
  const optionsOf = typeof listed === "function" || !listed ? listed : () => listed;
  return {
    first: null,
    applies: always,
    accepts: (value, state) => !optionsOf || optionsOf(state).some(([option]) => option === value),
    ...declared,
    options: optionsOf,
  };
}

// The declared settings of a page; one that depends on another applies where that does, and one
// without options does not.
function declaredSettings(name, page, values) {
  const computed = page.computed?.(values) ?? {},
    all = new Map();
  const holds =
    (state) =>
    ([other, texts]) =>
      texts.includes(state[other]) && all.get(other).applies(state);
  for (const { applies: alternatives, ...declared } of values.pages[name].settings) {
    const isMet = (state) =>
      !alternatives || alternatives.some((each) => Object.entries(each).every(holds(state)));
    const setting = settingOf({ ...declared, applies: isMet, ...computed[declared.name] });
    const hasOptions = (state) => setting.options?.(state).length !== 0;
    const applies = (state) => setting.applies(state) && hasOptions(state);
    all.set(declared.name, { ...setting, applies });
  }
  return [...all.values()];
}

const stacksOf = ({ model }, values) => values.models[model].stacks;

// What all pages show of a model.
function viewSettings(models, example, values) {
  const { opening, labels } = values,
    shape = (state, axis) => stacksOf(state, values)[state.attention][axis];
  const places = (name, axis) => ({
    name,
    kind: "choice",
    label: labels[name],
    options: (state) => numbered(upTo(shape(state, axis))),
    first: (state) => String(Math.min(opening[name], shape(state, axis))),
  });
  return [
    {
      name: "model",
      kind: "choice",
      label: labels.model,
      options: models.map((name) => [name, values.models[name]?.title]),
      first: opening.model,
    },
    { name: "sentence", kind: "text", first: example },
    {
      name: "attention",
      kind: "choice",
      label: labels.attention,
      options: (state) =>
        Object.keys(stacksOf(state, values)).map((stack) => [stack, values.titles[stack]]),
      first: (state) =>
        [opening.attention, ...Object.keys(stacksOf(state, values))].find(
          (stack) => stack in stacksOf(state, values),
        ),
    },
    places("layer", 0),
    places("head", 1),
    {
      name: "words",
      kind: "switch",
      label: labels.words,
      options: numbered(["written", "merged"]),
      first: (state, { v }) => (v === "1" ? "written" : "merged"),
    },
  ];
}

// The settings of a page by its name in `pages`, in the order of its addresses.
export function settingsOf(pages, name, values) {
  const page = pages[name],
    { models, example } = values.pages[name];
  return [
    ...(page.hasNoSentence ? [] : viewSettings(models, example, values).map(settingOf)),
    ...(page.settings?.(values).map(settingOf) ?? declaredSettings(name, page, values)),
    settingOf({ name: "lecture", kind: "switch", first: "off", isOmitted: true }),
    settingOf({
      name: "embed",
      options: numbered(["false", "true"]),
      first: "false",
      isOmitted: true,
    }),
    settingOf({ name: "v", first: values.version, isFixed: true }),
  ];
}

// A setting of a page as Python declares it.
export const declared = ({ settings }, name) => settings.find((setting) => setting.name === name);

// The change of a setting to the next of these options, or with −1 to the one before; null at the
// end.
export function stepThrough(options, name, state, by) {
  const values = options.map(([value]) => value),
    next = values[values.indexOf(state[name]) + by];
  return next === undefined ? null : { [name]: next };
}

// The controls of a page, as components/sheet/controls.js draws them, of what it asks for: names of
// settings, of which those that apply are drawn, or controls, with a `name` beside what differs
// from the setting's own.
export const controlsOf = (asked, settings, state) =>
  asked.flatMap((given) => {
    const { name = given, ...own } = given,
      setting = settings.find((each) => each.name === name);
    if (!setting) return [given];
    const options =
      own.options ?? setting.options?.(state).map(([value, title]) => [value, t(title)]);
    if (!setting.applies(state) || options?.length === 0) return [];
    // One of Python is “on” or “off”, in any order.
    const isNamed = setting.kind !== "switch" || options.some(([value]) => value === "on");
    const [[off], [on]] = isNamed ? SWITCH : options;
    const control = {
      kind: WIDGETS[setting.kind] ?? setting.kind,
      name,
      label: t(setting.label ?? ""),
      value: state[name],
      options,
      least: options?.[0][0],
      most: options?.at(-1)[0],
      off,
      on,
      ...own,
    };
    return [{ ...control, isOn: state[name] === control.on }];
  });

// The same as parts of a sheet, of the only page in `pages`.
export function controlParts(asked, pages, state, values) {
  const settings = settingsOf(pages, Object.keys(pages)[0], values);
  return controlsOf(asked, settings, state).map((control) => ({ kind: "control", control }));
}
