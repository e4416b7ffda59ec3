/**
 * Limits of one database command (reliability.md, "Cloud-style calls"; the smaller figures are our
 * own choice).
 */
export const limits = {
  /** Commands in one multiCommand. */
  commandsMax: 10,
  stagesMax: 20,
  /** Length of a `where` given as text, in characters. */
  jqlLengthMax: 2_000,
  /** Length of one compared or searched text, in characters. */
  textLengthMax: 200,
  /** Nesting depth of conditions. */
  depthMax: 8,
  /** Comparisons in one `where`. */
  testsMax: 50,
  /** Values of one `in` or `nin`. */
  valuesMax: 100,
  orderKeysMax: 3,
  skipMax: 10_000,
  pageSize: 20,
  pageSizeMax: 100,
} as const;
