// Where the points of a space are, as numbers around 0.

// The places of all points at each step, x, y and z one after the other.
export function unpackPlaces({ numbers, steps, names, dimensions, step_names }, reach) {
  const count = names.length;
  return step_names.map((_, step) => {
    const places = new Float32Array(3 * count);
    for (let i = 0; i < count; i++) {
      for (let axis = 0; axis < dimensions; axis++) {
        const share = numbers[(step * count + i) * dimensions + axis] / steps;
        places[3 * i + axis] = (2 * share - 1) * reach[axis];
      }
    }
    return places;
  });
}

// How far from 0 the farthest of these places lies.
export function farthest(places) {
  let most = 1e-6;
  for (let i = 0; i < places.length; i += 3) {
    most = Math.max(most, places[i] ** 2 + places[i + 1] ** 2 + places[i + 2] ** 2);
  }
  return Math.sqrt(most);
}
