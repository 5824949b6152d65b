// What is used of D3.

export { select } from "d3-selection";
export { zoom, zoomIdentity } from "d3-zoom";
