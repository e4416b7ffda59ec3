/**
 * The product's time source. Production uses the database's clock; tests and the simulation control
 * their own.
 */

export type Clock = {
  /** The current instant. */
  now(): Date;
  /**
   * The value of `p_now` in statements: null in production, where `sqlNow` and `coalesce(p_now, now())`
   * use the database's clock.
   */
  sql(): Date | null;
};

export const systemClock: Clock = { now: () => new Date(), sql: () => null };

export type ManualClock = Clock & { advance(ms: number): void; set(at: Date): void };

/** Creates a clock that moves only when set or advanced. */
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
