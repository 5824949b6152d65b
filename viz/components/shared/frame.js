// A frame in another page.

const USUAL = 840; // pixels

// Tell the page around this frame how many pixels high an element is, whenever that changes: the
// message that LTI has for it. Nothing is heard in return. Pictures are as high as in a window of
// usual height: else frame and picture would make each other higher.
export function tellHeight(element) {
  if (parent === window) return;
  document.documentElement.style.setProperty("--window-height", `${USUAL}px`);
  let told = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(element.getBoundingClientRect().height);
    if (height === told) return;
    told = height;
    parent.postMessage({ subject: "lti.frameResize", height }, "*");
  }).observe(element);
}
