/** What an icon is: one path on a 24 grid, drawn as a line or filled as a shape. */

export interface IconDrawing {
  readonly path: string;
  /** Drawn as a flat shape rather than a line. */
  readonly isFilled?: true;
}

/** A drawing of one line. */
export const line = (path: string): IconDrawing => ({ path });
