// Why a text cannot be read, for its reader; models/errors.py has the same for Python.

import { t } from "../text.js";

// A text with {names} for its `values`, which a page says in the reader's language; all other
// errors are of the program.
export class Refusal extends Error {
  constructor(text, values = {}) {
    super(t(text, values));
    Object.assign(this, { text, values });
  }
}
