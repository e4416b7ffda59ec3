/** Outbox messages that were given up: listing them, and sending them again. */
import type { Context } from "../../../platform/context.ts";
import { cursorOf, readCursor } from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import {
  countDeadByTopic,
  type DeadMessage,
  readDeadMessages,
  requeueDead,
} from "../../../platform/jobs/dead-messages.ts";
import { Refusal } from "../../../platform/refusal.ts";

/** Dead messages that are counted by topic, and sent again by one call. */
const COUNT_MAX = 1_000;
const RESEND_MAX = 500;

export type DeadPage = {
  readonly list: readonly DeadMessage[];
  readonly topics: readonly { readonly topic: string; readonly dead: number }[];
  readonly nextCursor: string | undefined;
};

/** Returns a page, the latest first. Refuses BAD_REQUEST for a bad cursor. */
export async function deadPage(
  db: Db,
  wanted: {
    readonly topic: string | undefined;
    readonly cursor: string | undefined;
    readonly pageSize: number;
  },
): Promise<DeadPage> {
  const { topic, pageSize } = wanted;
  const after = readCursor(wanted.cursor);
  const [found, topics] = await Promise.all([
    readDeadMessages(db, { topic, after, limit: pageSize + 1 }),
    countDeadByTopic(db, COUNT_MAX),
  ]);
  const list = found.slice(0, pageSize);
  const last = list.at(-1);
  const nextCursor = found.length > pageSize && last ? cursorOf(last) : undefined;
  return { list, topics, nextCursor };
}

/** Refuses STATE_CHANGED when it is not dead any more. */
export const resendDead = (context: Context, db: Db, id: string): Promise<void> =>
  transaction(db, async (tx) => {
    if ((await requeueDead(context, tx, { id })) === 0) throw new Refusal("STATE_CHANGED");
  });

/** Sends at most five hundred of a topic again, the oldest first; returns how many. */
export const resendTopic = (context: Context, db: Db, topic: string): Promise<number> =>
  transaction(db, (tx) => requeueDead(context, tx, { topic, limit: RESEND_MAX }));
