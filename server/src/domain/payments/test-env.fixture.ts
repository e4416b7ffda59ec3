/** A test database with a scripted channel, a listener, and an order to pay. */
import { expect } from "vitest";
import { closeDatabase, openDatabase } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { trialBalance } from "../ledger/actions.ts";
import { beginAttempt, type AttemptRequest } from "./actions.ts";
import { depsWith, scriptedChannel, recordingListener } from "./testing.ts";

/** The postings of one accepted payment. */
export const credited = { wxpay_credit: 1, wxpay_accept: 1 };

export async function openPaymentEnv() {
  const fresh = await freshDatabase();
  const context = testContext();
  const db = openDatabase({ url: fresh.appUrl, log: context.log });
  const channel = scriptedChannel();
  const business = recordingListener(context);
  const deps = depsWith(context, channel.channel, business);
  const wanted: AttemptRequest = {
    ownerId: context.ids.next(),
    bizType: "order",
    bizId: context.ids.next(),
    amountFen: 2_990,
    title: "肯德基香辣鸡腿堡套餐",
    via: "jsapi",
    address: "203.0.113.9",
    expiresAt: new Date(context.clock.now().getTime() + 15 * 60_000),
  };
  return {
    context,
    db,
    channel,
    business,
    deps,
    wanted,
    begin: (changes: Partial<AttemptRequest> = {}) =>
      beginAttempt(context, db, deps, { ...wanted, ...changes }),
    row: async (statement: string) => (await db.$client.query(statement)).rows,
    /** Counts the postings of each kind, and checks that the ledgers balance. */
    async txns() {
      const { isSound, txns } = await trialBalance(db);
      expect(isSound).toBe(true);
      return txns;
    },
    async close() {
      await closeDatabase(db);
      await fresh.drop();
    },
  };
}
export type PaymentEnv = Awaited<ReturnType<typeof openPaymentEnv>>;
