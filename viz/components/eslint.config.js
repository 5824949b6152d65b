import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["bundles/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "max-len": ["error", 100],
      "max-lines": ["error", 400],
      "no-self-compare": "off", // value === value asks whether it is a number
      "no-shadow-restricted-names": "error",
      "prefer-const": ["error", { destructuring: "all" }],
    },
  },
  { files: ["*/*.js"], ignores: ["tests/"], languageOptions: { globals: globals.browser } },
  { files: ["*.js", "tests/*.js"], languageOptions: { globals: globals.node } },
];
