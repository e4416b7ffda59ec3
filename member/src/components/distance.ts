/** How far something is, in words: to ten metres while one walks, to a tenth of a kilometre beyond. */

const STEP_METRES = 10;
const KILOMETRE = 1000;

/** "320 米", "1.1 公里"; never nearer than ten metres, which no phone knows any better. */
export function distanceText(metres: number): string {
  const near = Math.max(STEP_METRES, Math.round(metres / STEP_METRES) * STEP_METRES);
  return near < KILOMETRE ? `${near} 米` : `${(metres / KILOMETRE).toFixed(1)} 公里`;
}
