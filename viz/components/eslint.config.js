import js from "@eslint/js";
import globals from "globals";

// It may be forbidden or full, and then throws: shared/storage.js.
const STORAGE = ["sessionStorage", "localStorage", "indexedDB"];
const message = "Use shared/storage.js, which never throws.";

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
