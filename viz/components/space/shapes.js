// The shapes of markers, one for each group: they fill a path around 0 with about `radius`.

const corners =
  (count, turn, lengths = [1]) =>
  (pen, radius) => {
    for (let i = 0; i < count; i++) {
      const angle = turn + (2 * Math.PI * i) / count;
      const far = radius * lengths[i % lengths.length];
      pen.lineTo(far * Math.sin(angle), -far * Math.cos(angle));
    }
    pen.closePath();
  };

const plus = (turn) => (pen, radius) => {
  pen.rotate(turn);
  for (const [x, y] of [
    [0.4, 1.2],
    [1.2, 0.4],
  ]) {
    pen.rect(-x * radius, -y * radius, 2 * x * radius, 2 * y * radius);
  }
};

export const disc = (pen, radius) => pen.arc(0, 0, radius, 0, 2 * Math.PI);

export const SHAPES = [
  disc,
  corners(4, Math.PI / 4, [1.25]),
  corners(3, 0, [1.4]),
  corners(4, 0, [1.35]),
  plus(0),
  corners(3, Math.PI, [1.4]),
  plus(Math.PI / 4),
  corners(10, 0, [1.5, 0.65]),
];
