// Values that Python wrote (tests/script_values.py).

import { readFileSync } from "node:fs";

export const pythonValues = (name) =>
  JSON.parse(readFileSync(new URL(`python/${name}`, import.meta.url), "utf-8"));
