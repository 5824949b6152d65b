import js from "@eslint/js";
import globals from "globals";

// It may be forbidden or full, and then throws: shared/storage.js.
const STORAGE = ["sessionStorage", "localStorage", "indexedDB"];
const message = "Use shared/storage.js, which never throws.";
// Numbers of all rows are too many for the arguments of one call.
const SPREAD = {
  selector: "CallExpression[callee.object.name='Math'] > SpreadElement [property.name='flat']",
  message: "Use largest or smallest of shared/numbers.js.",
};

export default [
  { ignores: ["bundles/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // Prettier breaks lines; what it cannot break, a string, may be longer. A comment may not.
      "max-len": [
        "error",
        {
          code: 100,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
        },
      ],
      "no-self-compare": "off", // value === value asks whether it is a number
      "no-shadow-restricted-names": "error",
      "no-restricted-syntax": ["error", SPREAD],
      "prefer-const": ["error", { destructuring: "all" }],
    },
  },
  {
    files: ["*/*.js", "edition/pages/*.js"],
    ignores: ["tests/"],
    languageOptions: { globals: globals.browser },
    rules: {
      "no-restricted-globals": ["error", ...STORAGE.map((name) => ({ name, message }))],
      "no-restricted-properties": [
        "error",
        ...STORAGE.map((property) => ({ property, message })),
        { object: "document", property: "cookie", message },
      ],
    },
  },
  { files: ["*.js", "tests/*.js"], languageOptions: { globals: globals.node } },
];
