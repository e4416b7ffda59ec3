/** Wakes the dispatcher: a hint through NOTIFY, never more than a hint, since polling finds what a hint lost. */
import { sql } from "drizzle-orm";
import type { Listener } from "../database/listen.ts";
import type { Db } from "../database/pool.ts";

/** Tells all workers that something was queued. Call after the commit; a lost hint costs one poll. */
export async function wakeWorkers(db: Db): Promise<void> {
  await db.execute(sql`NOTIFY yunjing_outbox`);
}

export type WakeSignal = {
  raise(): void;
  /** Until the bell rings, at most `ms`; at once when it rang since the last wait. */
  wait(ms: number): Promise<void>;
};

/** A bell that one loop waits for. */
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

/** Rings the bell at every hint. */
export function wakeOnNotify(listener: Listener, bell: WakeSignal): void {
  listener.listen("yunjing_outbox", () => bell.raise());
}
