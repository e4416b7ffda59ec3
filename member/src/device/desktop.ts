/** Returns true on a computer: a fine pointer that hovers, and a wide window. */
export const isDesktop = (): boolean =>
  matchMedia("(hover: hover) and (pointer: fine) and (min-width: 640px)").matches;
