/** The demo's top-up packages; mocks/07-wallet.png. */

/** [id, fen, bonus fen] */
export const demoPackages = [
  ["fifty", 5_000, 0],
  ["hundred", 10_000, 500],
  ["two-hundred", 20_000, 1_200],
  ["three-hundred", 30_000, 2_000],
  ["five-hundred", 50_000, 4_000],
] as const;

/** The preselected package. */
export const chosenPackage = "two-hundred";
