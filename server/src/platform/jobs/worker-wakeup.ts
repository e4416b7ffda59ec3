/**
 * Wakes the outbox dispatcher through NOTIFY. A notification is only a hint: polling finds the work
 * when one is lost.
 */
import { sql } from "drizzle-orm";
import type { Listener } from "../database/listen.ts";
import type { Db } from "../database/pool.ts";

/** Notifies all workers of a queued message. Call after the commit; a lost hint costs one poll. */
export async function wakeWorkers(db: Db): Promise<void> {
  await db.execute(sql`NOTIFY yunjing_outbox`);
}

export type WakeSignal = {
  raise(): void;
  /**
   * Resolves on a signal, after at most `ms`; at once when the signal was raised since the last
   * wait.
   */
  wait(ms: number): Promise<void>;
};

/** Creates a wake signal for one waiting loop. */
export function createWakeSignal(): WakeSignal {
  let rang = false;
  let answer: (() => void) | undefined;
  return {
    raise() {
      rang = true;
      answer?.();
    },
    async wait(ms) {
      if (!rang) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          answer = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      answer = undefined;
      rang = false;
    },
  };
}

/** Raises the signal at every notification. */
export function wakeOnNotify(listener: Listener, wakeSignal: WakeSignal): void {
  listener.listen("yunjing_outbox", () => wakeSignal.raise());
}
