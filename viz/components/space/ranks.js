// How far in front a point is drawn; in three dimensions each rank has so many levels of depth,
// with markers of their own size and colour.

export const HIDDEN = 255;
export const GREY = 0;
export const GROUPED = 1;
export const STRONG = 2;
export const LIT = 3;
export const CHOSEN = 4;
export const LEVELS = 10;
