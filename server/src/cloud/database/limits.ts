/** How much one database command may ask for (reliability.md, "Cloud-style calls"; the smaller figures are ours). */
export const limits = {
  /** Commands in one multiCommand. */
  commandsMax: 10,
  stagesMax: 20,
  /** Of a `where` as text, in characters. */
  jqlLengthMax: 2_000,
  /** Of one text that is compared or looked for, in characters. */
  textLengthMax: 200,
  /** How deep conditions may stand in one another. */
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
