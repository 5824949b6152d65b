// The components that stand beside this script, as files of the same folder.

export { default as drawMatrices } from "../bundles/matrices.js";

// The module of a component.
export const load = (name) => import(new URL(`../bundles/${name}.js`, import.meta.url));
