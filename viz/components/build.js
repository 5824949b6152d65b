// Bundles each component's modules into one file, bundles/<component>.js, which is committed:
// Streamlit loads a component from one text, and whoever runs the app needs no Node. `node build.js
// FOLDER` writes elsewhere.

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2] ?? join(here, "bundles");
const components = readdirSync(here)
  .filter((name) => existsSync(join(here, name, `${name}.js`)))
  .sort();
const options = {
  absWorkingDir: here,
  bundle: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  metafile: true,
  write: false,
};

// The licences of these packages, as comments: they ask for it.
function licencesOf(names) {
  const text = (name) => readFileSync(join(here, "node_modules", name, "LICENSE"), "utf-8").trim();
  const texts = new Map();
  for (const name of names) texts.set(text(name), [...(texts.get(text(name)) ?? []), name]);
  return [...texts].map(([licence, of]) => `/* ${of.join(", ")}\n\n${licence}\n*/\n`).join("");
}

// Our own modules stay as they are, so that a change of a bundle can be read. Packages are
// minified: they come in through a module d3.js, as `import * as d3 from "./d3.js"`.
const packages = {
  name: "packages",
  setup(builder) {
    builder.onResolve({ filter: /^\.\/d3\.js$/ }, ({ path }) => ({ path, external: true }));
  },
};

async function bundlePackages(folder) {
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: [`${folder}/d3.js`],
    format: "iife",
    globalName: "d3",
    minify: true,
    lineLimit: 200,
  });
  const files = Object.keys(metafile.inputs);
  const names = files.flatMap((file) => file.match(/(?:^|\/)node_modules\/([^/]+)\//)?.[1] ?? []);
  return licencesOf([...new Set(names)].sort()) + outputFiles[0].text;
}

mkdirSync(target, { recursive: true });
for (const name of components) {
  const { outputFiles } = await build({
    ...options,
    entryPoints: [`${name}/${name}.js`],
    plugins: [packages],
    banner: { js: `// Made of ${name}/ and shared/ by "npm run build": change those, not this.` },
  });
  const [start, end] = outputFiles[0].text.split('import * as d3 from "./d3.js";\n');
  const text = end === undefined ? start : start + (await bundlePackages(name)) + end;
  writeFileSync(join(target, `${name}.js`), text);
}
