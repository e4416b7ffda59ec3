/**
 * Two worker processes: they handle messages, receive callbacks and poll orders; some of it twice.
 */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { randomBelow, seededRandom } from "../../../platform/random.ts";
import type { TestContext } from "../../../platform/testing.ts";
import {
  type FulfilmentDeps,
  placeOrder,
  pollDueOrders,
  receiveCallback,
  cancelAtSupplier,
} from "../actions.ts";
import type { FaultySupplier } from "./suppliers.fixture.ts";

const AT_ONCE = 8;

/** Runs all, some concurrently. A failure is collected, not thrown. */
export async function runConcurrently<T>(items: readonly T[], act: (item: T) => Promise<unknown>) {
  const left = [...items];
  const failed: { item: T; error: unknown }[] = [];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      const [result] = await Promise.allSettled([act(item)]);
      if (result.status === "rejected") failed.push({ item, error: result.reason });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failed;
}

type Message = { ownerId: string; id: string; topic: string };

/** Takes all messages from the outbox; some are handled twice at once, as after a lease expired. */
async function takeMessages(db: Db, twice: () => boolean): Promise<Message[]> {
  const taken = await db.execute<Message>(sql`
    DELETE FROM outbox RETURNING member_id AS "ownerId", aggregate_id AS id, topic`);
  return taken.rows.flatMap((message) => (twice() ? [message, message] : [message]));
}

export function createWorkers(
  context: TestContext,
  [one, other]: readonly [Db, Db],
  deps: FulfilmentDeps,
  suppliers: readonly FaultySupplier[],
) {
  const random = seededRandom("crew");
  const twice = () => randomBelow(random, 100) < 3;
  let unprocessed: Message[] = [];

  return {
    async dispatch(): Promise<void> {
      const messages = [...unprocessed, ...(await takeMessages(one, twice))];
      const act = ({ topic, ...key }: Message) =>
        topic === "supplier.place"
          ? placeOrder(context, one, deps, key)
          : cancelAtSupplier(context, other, deps, key);
      unprocessed = (await runConcurrently(messages, act)).map(({ item }) => item);
    },
    async receiveCallbacks(): Promise<void> {
      const received = suppliers.map(async ({ id: supplierId, tick, again }) => {
        const failed = await runConcurrently(tick(), ({ event }) =>
          receiveCallback(context, other, deps, { supplierId, event }),
        );
        // An empty callback is never accepted; any other that was refused is sent again.
        for (const { item } of failed) {
          if (!item.event.eventId.endsWith("hollow")) again(item.event);
        }
      });
      await Promise.all(received);
    },
    async poll(db: Db): Promise<void> {
      for (let more = 1; more > 0; ) {
        const [result] = await Promise.allSettled([pollDueOrders(context, db, deps)]);
        more = result.status === "fulfilled" ? result.value : 0;
      }
    },
  };
}
