// Bundles each component's modules and its style into one file, bundles/<component>.js, which is
// committed: the browser loads a component from one file, and whoever runs the app needs no Node.
// preview/ is no component but a worker of one, without a style. The edition without a server is
// bundles/edition: what its page and its worker begin with, and what several of these share; sheet/
// is among these. engine/networks/kernel.wat is assembled to bundles/kernel.wasm.
// `node build.js FOLDER` writes elsewhere.

import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import wabt from "wabt";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2] ?? join(here, "bundles");
const components = readdirSync(here)
  .filter((name) => name !== "sheet" && existsSync(join(here, name, `${name}.js`)))
  .sort();
// The licences of these packages, as comments: they ask for it.
function licencesOf(names) {
  const text = (name) => readFileSync(join(here, "node_modules", name, "LICENSE"), "utf-8").trim();
  const texts = new Map();
  for (const name of names) texts.set(text(name), [...(texts.get(text(name)) ?? []), name]);
  return [...texts].map(([licence, of]) => `/* ${of.join(", ")}\n\n${licence}\n*/\n`).join("");
}

// The component, which puts on its style before it draws.
async function entryOf(name) {
  if (!existsSync(join(here, name, `${name}.css`))) return `import "./${name}/${name}.js";`;
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: [`${name}/${name}.css`],
    bundle: true,
    charset: "utf8",
    minify: true,
    write: false,
  });
  return `import draw from "./${name}/${name}.js";
    import { dress } from "./shared/dress.js";
    const style = ${JSON.stringify(outputFiles[0].text.trim())};
    export default (properties) => {
      dress(properties.parentElement, style);
      return draw(properties);
    };`;
}

const OPTIONS = {
  absWorkingDir: here,
  bundle: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  minify: true,
  lineLimit: 250,
};
// A page in one file brings its components along, and has none beside it.
const ALONE = {
  name: "alone",
  setup({ onLoad }) {
    onLoad({ filter: /sheet\/beside\.js$/ }, () => ({
      contents: "export const drawMatrices = null, load = null;",
    }));
  },
};
const MADE = 'by "npm run build": change those, not this.';

mkdirSync(target, { recursive: true });
for (const name of components) {
  const { outputFiles, metafile } = await build({
    ...OPTIONS,
    stdin: { contents: await entryOf(name), resolveDir: here },
    metafile: true,
    write: false,
    plugins: [ALONE],
  });
  const files = Object.keys(metafile.inputs);
  const names = files.flatMap((file) => file.match(/(?:^|\/)node_modules\/([^/]+)\//)?.[1] ?? []);
  const made = `// Made of ${name}/, shared/ and engine/ ${MADE}\n`;
  const licences = licencesOf([...new Set(names)].sort());
  writeFileSync(join(target, `${name}.js`), made + licences + outputFiles[0].text);
}

rmSync(join(target, "edition"), { recursive: true, force: true });
await build({
  ...OPTIONS,
  entryPoints: ["begin", "main", "worker"].map((name) => `../edition/${name}.js`),
  splitting: true,
  external: ["../bundles/*"],
  banner: { js: `// Made of edition/, engine/, sheet/, host/ and shared/ ${MADE}` },
  outdir: join(target, "edition"),
});

const kernel = join(here, "../engine/networks/kernel.wat");
const module = (await wabt()).parseWat(kernel, readFileSync(kernel));
writeFileSync(join(target, "kernel.wasm"), module.toBinary({}).buffer);
