/**
 * Wakes the outbox dispatcher through NOTIFY. A notification is only a hint: polling finds the work
 * when one is lost.
 */
import type { Listener } from "../database/listen.ts";
import { notifySoon } from "../database/notify.ts";
import type { Db } from "../database/pool.ts";

const OUTBOX_CHANNEL = "yunjing_outbox";

/**
 * Notifies all workers of a queued message, soon. Call after the commit; a lost hint costs one poll.
 */
export async function wakeWorkers(db: Db): Promise<void> {
  notifySoon(db.$client, OUTBOX_CHANNEL);
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

/**
 * Raises the signal at every notification, and whenever listening starts: what was notified before
 * was not heard.
 */
export function wakeOnNotify(listener: Listener, wakeSignal: WakeSignal): void {
  const wake = () => wakeSignal.raise();
  listener.listen(OUTBOX_CHANNEL, wake, wake);
}
