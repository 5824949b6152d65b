// How a head is called in an address. This file imports nothing: a test loads it alone.

export const headKey = ([stack, layer, head]) => `${stack}-${layer + 1}-${head + 1}`;
