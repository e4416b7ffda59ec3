/**
 * Sends notifications (NOTIFY) after the commits that they report, several in one statement. A
 * transaction that notifies waits at its commit for every other one that does, in the whole
 * database; so no transaction that changes something notifies itself. A notification is a hint: one
 * that is lost, because the process died after the commit, is made up for by polling.
 */
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Channel } from "./listen.ts";

/** The least time between two statements of a process; what comes meanwhile goes into the next. */
const PAUSE_MS = 5;
/** PostgreSQL's limit is 8,000 bytes. */
export const PAYLOAD_BYTES_MAX = 7_900;

type Notification = { readonly channel: Channel; readonly payload: string };
type Sender = { waiting: Map<string, Notification>; sending: Promise<void> | undefined };

const senders = new WeakMap<pg.Pool, Sender>();

async function sendAll(pool: pg.Pool, sender: Sender): Promise<void> {
  while (sender.waiting.size > 0) {
    const notifications = [...sender.waiting.values()];
    sender.waiting = new Map();
    const channels = notifications.map(({ channel }) => channel);
    const payloads = notifications.map(({ payload }) => payload);
    // The pool reports a lost connection itself.
    await pool
      .query("SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) AS n(c, p)", [
        channels,
        payloads,
      ])
      .catch(() => undefined);
    await pause(PAUSE_MS);
  }
  sender.sending = undefined;
}

/**
 * Notifies at once, or together with others a few milliseconds later; equal ones are sent once.
 * Call it after the commit.
 */
export function notifySoon(pool: pg.Pool, channel: Channel, payload = ""): void {
  const sender = senders.get(pool) ?? { waiting: new Map(), sending: undefined };
  senders.set(pool, sender);
  sender.waiting.set(`${channel} ${payload}`, { channel, payload });
  sender.sending ??= sendAll(pool, sender);
}

/** Resolves when what was to be sent so far is sent; call it before the pool is closed. */
export const notificationsSent = async (pool: pg.Pool): Promise<void> => senders.get(pool)?.sending;
