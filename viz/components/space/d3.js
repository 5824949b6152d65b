// What is used of D3. The build minifies it: Streamlit sends a component's script with each of its
// messages.

export { select } from "d3-selection";
export { zoom, zoomIdentity } from "d3-zoom";
