/** Wakes the dispatcher: a hint through NOTIFY, never more than a hint, since polling finds what a hint lost. */
import { sql } from "drizzle-orm";
import pg from "pg";
import type { Db } from "../database/pool.ts";
import type { Log } from "../log.ts";

const AGAIN_AFTER_MS = 1_000;

/** Tells all workers that something was queued. Call after the commit; a lost hint costs one poll. */
export async function wake(db: Db): Promise<void> {
  await db.execute(sql`NOTIFY yunjing_outbox`);
}

export type Bell = {
  ring(): void;
  /** Until the bell rings, at most `ms`; at once when it rang since the last wait. */
  wait(ms: number): Promise<void>;
};

/** A bell that one loop waits for. */
export function createBell(): Bell {
  let rang = false;
  let answer: (() => void) | undefined;
  return {
    ring() {
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

/** Rings the bell at every hint over a connection of its own, connecting again when it is lost. */
export function listenForHints(url: string, bell: Bell, log: Log): { close(): Promise<void> } {
  let isClosed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, application_name: "yunjing-listen" });
    client = next;
    let isLost = false;
    const lose = () => {
      if (isLost || isClosed) return;
      isLost = true;
      timer = setTimeout(() => void connect(), AGAIN_AFTER_MS);
    };
    next.on("error", lose);
    next.on("end", lose);
    next.on("notification", () => bell.ring());
    try {
      await next.connect();
      await next.query("LISTEN yunjing_outbox");
      if (isClosed) await next.end();
    } catch (error) {
      log.warn({ err: error }, "no hints from the database for now; polling goes on");
      lose();
    }
  };
  void connect();

  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
