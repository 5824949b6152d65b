// Which point is meant at a place of the picture.

import { LEVELS, STRONG } from "./ranks.js";

export const REACH = 12; // pixels around a point where it is meant
const HANDICAP = 3; // pixels that points in front are ahead of others

// The nearest of the points seen, -1 if none is within reach; of two as near the one in front.
// `order` holds the points seen, those in front last.
export function pointAtPlace({ x, y, order, seen, bucket }, [left, top], reach = REACH) {
  let best = -1;
  let least = reach;
  for (let place = 0; place < seen; place++) {
    const point = order[place];
    const far = Math.hypot(x[point] - left, y[point] - top);
    const ahead = bucket[point] >= STRONG * LEVELS ? HANDICAP : 0;
    if (far < reach && far - ahead <= least) {
      best = point;
      least = far - ahead;
    }
  }
  return best;
}
