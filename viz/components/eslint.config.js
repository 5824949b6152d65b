import js from "@eslint/js";
import globals from "globals";

// It may be forbidden or full, and then throws: shared/storage.js.
const STORAGE = ["sessionStorage", "localStorage", "indexedDB"];
const message = "Use components/shared/storage.js, which never throws.";
// Numbers of all rows are too many for the arguments of one call.
const SPREAD = {
  selector: "CallExpression[callee.object.name='Math'] > SpreadElement [property.name='flat']",
  message: "Use largest or smallest of engine/numbers.js.",
};
// Rooms from top to bottom; each imports only those below it.
const ROOMS = ["edition", "components", "engine"];
const DOWNWARD = ROOMS.slice(1).map((room, place) => {
  const above = ROOMS.slice(0, place + 1).join("|");
  const rule = `Imports point downward: ${ROOMS.join(", ")}.`;
  return {
    files: [`${room}/**/*.js`],
    ignores: ["components/*.js", "components/tests/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [{ regex: `(^|/)(${above})/`, message: rule }] },
      ],
      "no-restricted-syntax": [
        "error",
        SPREAD,
        { selector: "ImportExpression[source.type='Literal']", message: rule },
      ],
    },
  };
});

export default [
  { ignores: ["components/bundles/"] },
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
    files: ROOMS.map((room) => `${room}/**/*.js`),
    ignores: ["components/*.js", "components/tests/**"],
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
  ...DOWNWARD,
  {
    files: ["components/*.js", "components/tests/*.js"],
    languageOptions: { globals: globals.node },
  },
];
