/** Time as the product sees it. Production lets the database's clock rule; tests and the simulation own theirs. */

export type Clock = {
  /** The present instant. */
  now(): Date;
  /** What statements take as `p_now`: null in production, where `coalesce(p_now, now())` asks the database. */
  sql(): Date | null;
};

export const systemClock: Clock = { now: () => new Date(), sql: () => null };

export type ManualClock = Clock & { advance(ms: number): void; set(at: Date): void };

/** A clock that moves only when told. */
export function manualClock(start: Date): ManualClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    sql: () => new Date(at),
    advance: (ms) => {
      at += ms;
    },
    set: (next) => {
      at = next.getTime();
    },
  };
}
