/**
 * Test environment with one day of payments and supply, on a manual clock, against the sandbox
 * channel and suppliers.
 */
import { reconcileBills } from "@yunjing/server/domain/reconciliation/bills/actions";
import { billSources } from "@yunjing/server/domain/reconciliation/bills/sources";
import {
  beginAttempt,
  pollDueAttempts,
  type PaymentDeps,
  fakePayers,
  pollDueReturns,
} from "@yunjing/server/domain/payments/actions";
import { newRefundNo } from "@yunjing/server/domain/payments/model";
import { decidingListener } from "@yunjing/server/domain/payments/testing";
import { openAccount } from "@yunjing/server/gateways/wechatpay/account";
import { wechatPayBills } from "@yunjing/server/gateways/wechatpay/bill";
import { wechatPayChannel } from "@yunjing/server/gateways/wechatpay/channel";
import { topupSupplier } from "@yunjing/server/gateways/suppliers/topup";
import type { ManualClock } from "@yunjing/server/platform/clock";
import { closeDatabase, openDatabase } from "@yunjing/server/platform/database/pool";
import { freshDatabase } from "@yunjing/server/platform/database/testing";
import { systemRandom } from "@yunjing/server/platform/random";
import { testContext } from "@yunjing/server/platform/testing";
import { queryWithoutTriggers } from "../../server/src/platform/database/superuser.fixture.ts";
import type { Clock } from "@yunjing/sandbox/clock";
import { createSandbox } from "@yunjing/sandbox/sandbox";
import { sandboxKeys } from "@yunjing/sandbox/keys";
import { sandboxAccount } from "../gateways/wechatpay.fixture.ts";

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
const keys = sandboxKeys();

async function put(url: string, body: object, method = "PUT"): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}

const WECHATPAY_PATH = "/sandbox/wechatpay";

/** Creates the transactions of a day: payments, refunds and top-ups. */
function createTransactions({ context, clock, db, origin, payments, supplier, row }: BaseTestEnv) {
  let supplies = 0;
  return {
    /**
     * Starts a payment, pays it in the channel and, if `isNotified`, applies the notification.
     * Returns its number.
     */
    async pay(amountFen: number, { isNotified = true } = {}): Promise<string> {
      const ownerId = context.ids.next();
      await beginAttempt(context, db, payments, {
        ownerId,
        bizType: "order",
        bizId: context.ids.next(),
        amountFen,
        via: "jsapi",
        title: "话费,`50`元",
        address: "203.0.113.9",
        expiresAt: new Date(clock.now().getTime() + 15 * MINUTE_MS),
      });
      const numbers = "SELECT out_trade_no FROM payment_attempt WHERE member_id = $1";
      const [attempt] = await row(numbers, [ownerId]);
      const outTradeNo = String(attempt?.out_trade_no);
      await put(`${origin}${WECHATPAY_PATH}/${outTradeNo}/approve`, { notify: false }, "POST");
      if (isNotified) {
        clock.advance(MINUTE_MS);
        await pollDueAttempts(context, db, payments);
      }
      return outTradeNo;
    },
    /** Refunds a payment completely, as one that no order accepted. */
    async sendBack(outTradeNo: string): Promise<void> {
      const [id, eventId] = [context.ids.next(), context.ids.next()];
      await row(
        `SELECT payments_return(member_id, jsonb_build_object('id', $2::uuid, 'eventId', $3::uuid,
           'attemptId', id, 'refundNo', $4::text, 'amountFen', amount_fen, 'reason', '来晚了'), $5)
         FROM payment_attempt WHERE out_trade_no = $1`,
        [outTradeNo, id, eventId, newRefundNo(context.random), clock.now()],
      );
      for (let polls = 0; polls < 3; polls++) {
        clock.advance(MINUTE_MS);
        await pollDueReturns(context, db, payments);
      }
    },
    /** Has the supplier deliver a top-up, and records it as fulfilment would. */
    async topUp(costFen: number): Promise<string> {
      const outNo = `T${String((supplies += 1)).padStart(9, "0")}`;
      await supplier.place({
        outNo,
        kind: "topup",
        product: "mobile-50",
        account: "13900001111",
        quantity: 1,
        faceFen: 5_000,
      });
      const answer = await supplier.query(outNo);
      if (answer.state !== "issued") throw new Error(`it is ${answer.state}`);
      const [ownerId, id, orderId] = [context.ids.next(), context.ids.next(), context.ids.next()];
      await queryWithoutTriggers(
        db.$client,
        `INSERT INTO supplier_order (member_id, id, order_id, supplier_id, out_no, request, state, supplier_no,
           cost_fen, created_at, ended_at)
         VALUES ($1, $2, $3, 'topup', $4, '{"kind":"topup","quantity":1}', 'SUCCESS', $5, $6, $7, $7)`,
        [ownerId, id, orderId, outNo, answer.supplierNo, costFen, clock.now()],
      );
      await row("INSERT INTO supplier_out_no VALUES ($1, $2, $3, 'topup')", [outNo, ownerId, id]);
      return outNo;
    },
    /** Sets the clock to 10:10 of the next day. */
    nextMorning(): void {
      const day = Math.floor((clock.now().getTime() + 28_800_000) / DAY_MS) * DAY_MS - 28_800_000;
      clock.set(new Date(day + DAY_MS + 610 * MINUTE_MS));
    },
  };
}

/** A sandbox clock driven by the test's clock: due work runs at once. */
const sandboxClockOf = (clock: ManualClock): Clock => ({
  now: () => clock.now(),
  after(_ms, work) {
    const timer = setImmediate(work);
    return () => clearImmediate(timer);
  },
});

async function openBase() {
  const fresh = await freshDatabase();
  const context = testContext();
  const { clock } = context;
  const db = openDatabase({ url: fresh.appUrl, log: context.log });
  const sandbox = createSandbox({ keys, clock: sandboxClockOf(clock) });
  const origin = await sandbox.listen();
  const parts = { timeoutMs: 5_000, clock, random: systemRandom };
  const account = openAccount(sandboxAccount(origin), parts);
  const payments: PaymentDeps = {
    channel: wechatPayChannel(account),
    payers: fakePayers(account.appId),
    listener: decidingListener(context, async () => "accepted"),
    refundListener: { onRefundUpdate: async () => undefined },
  };
  return {
    context,
    clock,
    db,
    origin,
    account,
    payments,
    supplier: topupSupplier({ origin, key: keys.supplier, ...parts }),
    row: async (text: string, values: unknown[] = []) =>
      (await db.$client.query(text, values)).rows,
    async close() {
      await sandbox.close();
      await closeDatabase(db);
      await fresh.drop();
    },
  };
}
type BaseTestEnv = Awaited<ReturnType<typeof openBase>>;

export async function openBillTestEnv() {
  const grounds = await openBase();
  const { context, db, origin, account, supplier, row } = grounds;
  const bills = wechatPayBills(account);
  const sources = billSources(bills, { topup: supplier });
  return {
    ...grounds,
    ...createTransactions(grounds),
    bills,
    keep: () => reconcileBills(context, db, sources),
    setPayFaults: (faults: object) => put(`${origin}${WECHATPAY_PATH}/faults`, faults),
    setTopupFaults: (faults: object) => put(`${origin}/sandbox/suppliers/topup/faults`, faults),
    agree: (prices: object) => put(`${origin}/sandbox/suppliers/topup/prices`, prices),
    found: async (): Promise<string[]> =>
      (await row("SELECT class || ' ' || subject AS line FROM bill_difference ORDER BY 1")).map(
        ({ line }) => line,
      ),
  };
}
export type BillTestEnv = Awaited<ReturnType<typeof openBillTestEnv>>;
