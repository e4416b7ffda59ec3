/**
 * Gives the demo member a balance history: each day by the wallet's own actions, with that day's
 * clock.
 */
import { sql } from "drizzle-orm";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { DOMAIN_EVENT_TOPIC } from "../platform/jobs/domain-events.ts";
import { type NoticeDeps, receiveNotice } from "../domain/payments/actions.ts";
import type { PayChannel } from "../domain/payments/port.ts";
import { beginTopUp, expireBonus, topUpListener } from "../domain/wallet/actions.ts";
import { walletConfirm, walletHold, walletVoid } from "../sql/wallet.ts";
import { contextOnDay } from "./earlier.ts";
import { bonusExpiredDaysAgo, purchases, topUps } from "./data/balance.ts";

const HOUR_MS = 3_600_000;
const ACCOUNT = { appId: "demo", merchantId: "demo" };

const nothing = async () => ({ state: "unknown", reason: "long ago" }) as const;
/**
 * A fake payment channel for the history: it accepts every payment, and returns "unknown" to every
 * query.
 */
const demoPayChannel: PayChannel = {
  account: ACCOUNT,
  prepare: async ({ outTradeNo }) => ({ state: "prepared", prepayId: `demo-${outTradeNo}` }),
  sign: (prepayId) => ({
    appId: ACCOUNT.appId,
    timeStamp: "0",
    nonceStr: "demo",
    package: prepayId,
    signType: "RSA",
    paySign: "demo",
  }),
  query: nothing,
  close: nothing,
  refund: nothing,
  queryRefund: nothing,
};

/** Payment dependencies with the fake channel. */
export const demoPaymentDeps = (then: Context): NoticeDeps => ({
  channel: demoPayChannel,
  payers: { openidOf: async (memberId) => `demo-${memberId}` },
  listener: topUpListener(then),
  refundListener: { onRefundUpdate: async () => undefined },
  transferListener: { onTransferUpdate: async () => false },
});

/** The channel's notification of a successful payment. */
export const paidNotice = (then: Context, outTradeNo: string, amountFen: number) => ({
  ...({ id: `demo:${outTradeNo}`, envelope: {}, kind: "payment" } as const),
  update: {
    ...({ ...ACCOUNT, outTradeNo, state: "paid", transactionId: `demo${outTradeNo}` } as const),
    amountFen,
    currency: "CNY",
    paidAt: then.clock.now(),
  },
});

/** Tops up, and receives the channel's payment notification at once. */
async function topUp(then: Context, db: Db, memberId: string, packageId: string): Promise<void> {
  const payments = demoPaymentDeps(then);
  const key = then.ids.next();
  const { topUp: opened, payment } = await beginTopUp(
    then,
    db,
    { payments },
    {
      memberId,
      key,
      address: "127.0.0.1",
      input: { packageId },
    },
  );
  const outTradeNo = payment.outTradeNo ?? "";
  await receiveNotice(then, db, payments, paidNotice(then, outTradeNo, opened.amountFen));
}

type Spent = (typeof purchases)[number];

/** Holds and spends as an order does, or voids the hold. */
async function spend(then: Context, db: Db, memberId: string, bought: Spent): Promise<void> {
  const hold = then.ids.next();
  const now = then.clock.now();
  const end = new Date(now.getTime() + HOUR_MS);
  const { fen, title } = bought;
  const held = { member: memberId, hold, actor: "system", now };
  const order = then.ids.next();
  await walletHold(db, { ...held, order, amountFen: fen, expires: end, title });
  if ("isGivenUp" in bought) await walletVoid(db, held);
  else await walletConfirm(db, { ...held, title });
}

/** Not idempotent: call it once per database. */
export async function seedBalanceHistory(
  context: Context,
  db: Db,
  memberId: string,
): Promise<void> {
  const pastActions: { daysAgo: number; run: (then: Context) => Promise<unknown> }[] = [
    ...topUps.map(({ daysAgo, packageId }) => ({
      daysAgo,
      run: (then: Context) => topUp(then, db, memberId, packageId),
    })),
    { daysAgo: bonusExpiredDaysAgo, run: (then: Context) => expireBonus(then, db) },
    ...purchases.map((bought) => ({
      daysAgo: bought.daysAgo,
      run: (then: Context) => spend(then, db, memberId, bought),
    })),
  ].toSorted((a, b) => b.daysAgo - a.daysAgo);
  for (const { daysAgo, run } of pastActions) await run(contextOnDay(context, daysAgo));
  // The domain events of the history become due now; otherwise reconciliation would report them as
  // undelivered for weeks.
  await db.execute(sql`
    UPDATE outbox SET due_at = ${context.clock.now()}
    WHERE member_id = ${memberId} AND topic = ${DOMAIN_EVENT_TOPIC} AND state = 'queued'`);
}
