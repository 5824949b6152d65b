// The pages of the edition, by their path in its folder as in the app; "heads" is the front page.
//
// Which pages there are, their texts, models, examples and settings, Python says:
// viz/view/edition.py and viz/edition/declared.py, as values.pages. A page's module, registered
// here by its name, has
// - `picture`, the module that draws it, "bundles/explorer" or one that is called as a bundle is
// - `models(state, values)`, the names of those whose files it needs, loaded when it is opened
// - `run({ models, state, values, language, file, tables, tell })`, which the worker calls:
//   the content of the page, also as a promise. `content.packed` is what the picture draws,
//   `content.title` names the window, `content.notes` are said above the picture, `content.state`
//   has settings that this sentence limits or that the address does not say; `content.picture` is
//   that of a lesson's step, whose text is `content.lesson`; `file(name)` loads a file of JSON, and
//   `tell(text, done, all)` says how far a long computation is
// and, where it needs them,
// - `computed(values)`, what of the declared settings follows from the state: see settings.js
// - `controls({ state, values, content })`: names of settings, and controls of controls.js
// - `controlsFollow`, whether these need `content`, which a first picture lacks: first_pictures.js
// - `hear(name, message, { state, values })`: the settings that a message of the picture changes,
//   or null
// - `step(state, [axis, by], values, content)`: those that an arrow of a lecture changes, or null
// - `looks`, the names of settings that the picture itself changes: only the address follows
// - `asksSentence(state, values)`, whether the field of the sentence is shown, where it is not
//   always
// - `hasNoSentence`, whether its address has no model and no sentence of its own; its settings are
//   then in `settings(values)`
// - `sections` below the picture, by the name of the switch that opens one, { run, isLong }: `run`
//   gives the parts of a sheet, and awaits `pause(text, done, all)` between two runs of a model
// - `readsTables`, whether `tables` of `run` are the lexicon and how often words were seen
// - `hasPanel`, whether the panel of what-ifs is shown; `scrolls`, whether it may be higher than
//   the window in a lecture.
// The page and the worker both read this module, so it touches no document.

import { align } from "./pages/align.js";
import { depth } from "./pages/depth.js";
import { fill } from "./pages/fill.js";
import { heads } from "./pages/heads.js";
import { inside } from "./pages/inside.js";
import { lessonsOf } from "./pages/lessons.js";
import { mask } from "./pages/mask.js";
import { next } from "./pages/next.js";
import { order } from "./pages/order.js";

const SHOWN = { heads, inside, mask, order, next, fill, align, depth };
export const PAGES = { ...SHOWN, lessons: lessonsOf(SHOWN) };
export const FRONT = "heads";
