/** Formats a distance: to ten metres below one kilometre, to a tenth of a kilometre above. */

const STEP_METRES = 10;
const KILOMETRE = 1000;

/** Returns "320 米" or "1.1 公里"; never less than ten metres, because no phone is more precise. */
export function distanceText(metres: number): string {
  const near = Math.max(STEP_METRES, Math.round(metres / STEP_METRES) * STEP_METRES);
  return near < KILOMETRE ? `${near} 米` : `${(metres / KILOMETRE).toFixed(1)} 公里`;
}
