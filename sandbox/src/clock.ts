/** The sandbox's clock, and a scheduler for work that is due at a time on it. */

export type Clock = {
  now(): Date;
  /** Runs the work after `delayMs` of this clock's time. Returns a function that cancels it. */
  after(delayMs: number, work: () => void): () => void;
};

export const systemClock: Clock = {
  now: () => new Date(),
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
};

export type Scheduler = {
  /** Runs the work at `dueMs` (ms since 1970), or at once when that is past. */
  at(dueMs: number, work: () => void): void;
  /** Cancels all scheduled work. */
  close(): void;
};

export function createScheduler(clock: Clock): Scheduler {
  const open = new Set<() => void>();
  return {
    at(dueMs, work) {
      const callOff = clock.after(Math.max(0, dueMs - clock.now().getTime()), () => {
        open.delete(callOff);
        work();
      });
      open.add(callOff);
    },
    close() {
      for (const callOff of open) callOff();
      open.clear();
    },
  };
}
