/** The civil time of Asia/Shanghai, which keeps no summer time. */

/** How far it is ahead of UTC. */
export const SHANGHAI_MS = 8 * 3_600_000;

/** The day of an instant in ms, YYYY-MM-DD. */
export const shanghaiDay = (at: number): string =>
  new Date(at + SHANGHAI_MS).toISOString().slice(0, 10);

/** Its month, YYYY-MM. */
export const shanghaiMonth = (at: number): string => shanghaiDay(at).slice(0, 7);
