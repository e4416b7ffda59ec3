/** Time in the pretend world, and the work that falls due in it. */

export type Clock = {
  now(): Date;
  /** Does the work after `delayMs` of this clock's time; the answer calls it off. */
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
  /** Does the work at `dueMs` (since 1970), or at once when that is past. */
  at(dueMs: number, work: () => void): void;
  /** Calls off everything still due. */
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
