/** The type of an icon: one path on a 24 grid, drawn as a line or filled as a shape. */

export interface IconDrawing {
  readonly path: string;
  /** Drawn as a filled shape rather than a line. */
  readonly isFilled?: true;
}

/** Returns a line drawing of one path. */
export const line = (path: string): IconDrawing => ({ path });
