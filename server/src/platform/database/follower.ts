/**
 * What operators change and every process keeps in memory: one value, replaced when another process
 * reports a change, and read again every few seconds.
 */
import { failureText } from "../jobs/worker-failure.ts";
import type { Log } from "../log.ts";
import type { Channel, Listener } from "./listen.ts";
import type { Db } from "./pool.ts";

export type Follower<T> = {
  /** Returns the value as it was read last. */
  newest(): T;
  /** Reads the value from the database. Refreshes run one after the other. */
  refresh(db: Db): Promise<void>;
  /** Follows the changes of other processes; returns the function that ends it. */
  follow(db: Db, listener: Listener, pollMs?: number): () => Promise<void>;
};

export type Followed<T> = {
  readonly first: T;
  read(db: Db): Promise<T>;
  readonly channel: Channel;
  /** How often a process reads without a notification, in ms. */
  readonly pollMs: number;
  readonly log: Log;
  /** For the log: `settings`. */
  readonly what: string;
};

export function createFollower<T>({
  first,
  read,
  channel,
  pollMs: usualPollMs,
  log,
  what,
}: Followed<T>): Follower<T> {
  let newest = first;
  let reading: Promise<void> = Promise.resolve();
  const refresh = (db: Db): Promise<void> => {
    const next = reading.then(async () => {
      newest = await read(db);
    });
    reading = next.catch(() => undefined);
    return next;
  };
  return {
    newest: () => newest,
    refresh,
    follow(db, listener, pollMs = usualPollMs) {
      let timer: NodeJS.Timeout | undefined;
      let isStopping = false;
      const attempt = () =>
        refresh(db).catch((error: unknown) => {
          log.warn({ reason: failureText(error) }, `the ${what} could not be read`);
        });
      listener.listen(
        channel,
        () => void attempt(),
        () => void attempt(),
      );
      const poll = () => {
        timer = setTimeout(() => {
          void attempt().then(() => {
            if (!isStopping) poll();
          });
        }, pollMs);
        timer.unref();
      };
      poll();
      return async () => {
        isStopping = true;
        clearTimeout(timer);
        await reading;
      };
    },
  };
}
