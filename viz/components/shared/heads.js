// A head that is clicked in one picture is shown in others of the page at once.

const CHOSEN = "heads-up-head";
const PATIENCE = 15_000; // milliseconds in which the server follows a click

// How a head is called in an address.
export const headKey = ([stack, layer, head]) => `${stack}-${layer + 1}-${head + 1}`;

// How a head is called on the screen; some `layers` or `heads` of a model have their numbers there.
export const placeOf = ({ title, stack, numbers }, [, layer, head]) => ({
  mechanism: title,
  stack,
  layer: (numbers?.layers[layer] ?? layer) + 1,
  head: (numbers?.heads[head] ?? head) + 1,
});

export const announce = (name) => document.dispatchEvent(new CustomEvent(CHOSEN, { detail: name }));

// Which head stands in a picture: the one clicked last, until the server has come as far.
export class Chosen {
  constructor(root, paint) {
    const listener = (event) => {
      if (!root.isConnected) return document.removeEventListener(CHOSEN, listener);
      Object.assign(this, { clicked: event.detail, since: performance.now() });
      paint();
    };
    document.addEventListener(CHOSEN, listener);
  }

  // The head to show where the server's is `name`.
  after(name) {
    if (name === this.clicked || performance.now() - this.since > PATIENCE) this.clicked = null;
    return this.clicked ?? name;
  }
}
