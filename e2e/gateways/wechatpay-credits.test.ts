/**
 * Promise 4 of reliability.md: many payments, each notified twenty times, early, late or
 * never, are credited exactly once each.
 */
import { readFileSync } from "node:fs";
import {
  closeAttempts,
  pollDueAttempts,
  refreshAttempt,
  pollDueReturns,
  type AttemptRequest,
} from "@yunjing/server/domain/payments/actions";
import { trialBalance } from "@yunjing/server/domain/ledger/actions";
import { isSlowTier, repeatCount } from "@yunjing/server/platform/repeat-count.fixture";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  deliver,
  type PaymentTestEnv,
  type PayChannelEnv,
  startChannel,
  openPaymentTestEnv,
  startNoticeRecorder,
  type RecordedNotice,
} from "./wechatpay.fixture.ts";

/** Payments by the twentieth: each kind of notification has its share of them. */
const TWENTIETH = repeatCount({ suite: 1, slow: 5 });
const PAYMENTS = 20 * TWENTIETH;
const TIMES = 20;
const PARALLEL = 16;
const PATIENTLY = { timeout: 30_000, interval: 100 };
let channelEnv: PayChannelEnv;
/**
 * Receives every notification of WeChat first, so that the test decides when and how often our
 * server gets it.
 */
let relay: Awaited<ReturnType<typeof startNoticeRecorder>>;
beforeAll(async () => {
  relay = await startNoticeRecorder();
  channelEnv = await startChannel({
    callbackOrigin: relay.origin,
    answerDelayMs: 3_000,
    timeoutMs: 2_500,
  });
});
afterAll(async () => {
  await channelEnv.sandbox.close();
  relay.close();
});

/** Runs `work` on all items, a fixed number at a time. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>) {
  let next = 0;
  const runner = async () => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item !== undefined) await work(item);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, runner));
}

/** Returns the items in a shuffled order that is the same in every run. */
function shuffled<T>(items: readonly T[]): T[] {
  let seed = 20_261_121;
  const key = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return seed;
  };
  const keyed = items.map((item) => ({ item, at: key() }));
  return keyed.sort((a, b) => a.at - b.at).map(({ item }) => item);
}

type NotificationTiming = "notified" | "early" | "silent" | "afterClosing" | "tooLate";
type Payment = {
  readonly wanted: AttemptRequest;
  readonly timing: NotificationTiming;
  readonly outTradeNo: string;
};

/** Starts one payment and brings it to the state that its case requires at the time of payment. */
async function begin(paying: PaymentTestEnv, timing: NotificationTiming): Promise<Payment> {
  const wanted = paying.wanted();
  const started = await paying.begin(wanted).catch((error: unknown) => {
    if (timing !== "early") throw error;
  });
  const [row] = await paying.rows(
    "SELECT out_trade_no AS no FROM payment_attempt WHERE member_id = $1",
    [wanted.ownerId],
  );
  expect(started === undefined).toBe(timing === "early");
  if (timing === "afterClosing" || timing === "tooLate") {
    expect(await closeAttempts(paying.context, paying.db, paying.deps, wanted)).toBe("closed");
  }
  if (timing === "tooLate") paying.closedOrders.add(wanted.bizId);
  return { wanted, timing, outTradeNo: row.no };
}

async function beginAll(
  paying: PaymentTestEnv,
  counts: Readonly<Record<NotificationTiming, number>>,
) {
  const payments: Payment[] = [];
  for (const timing of ["notified", "silent", "afterClosing", "tooLate", "early"] as const) {
    // Early: WeChat accepts the order but its answer is lost; the notification comes first.
    await channelEnv.setFaults({ timeoutButDone: timing === "early" ? 1 : 0 });
    const all = Array.from({ length: counts[timing] }, () => timing);
    await inParallel(all, async () => payments.push(await begin(paying, timing)));
  }
  await channelEnv.setFaults({});
  return payments;
}

const distinct = (notices: readonly RecordedNotice[]): number =>
  new Set(notices.map(({ body }) => body.toString())).size;

/** Approves the payments. Returns WeChat's notifications, twenty per payment with different IDs. */
async function payAll(payments: readonly Payment[]): Promise<RecordedNotice[]> {
  const from = relay.notices.length;
  await inParallel(payments, ({ outTradeNo, timing }) =>
    channelEnv.approve(outTradeNo, { notify: timing !== "silent", times: TIMES, evenClosed: true }),
  );
  const due = payments.filter(({ timing }) => timing !== "silent").length * TIMES;
  // A busy machine may receive more notifications than requested, as in reality.
  await vi.waitFor(() => expect(distinct(relay.notices.slice(from))).toBe(due), PATIENTLY);
  return relay.notices.slice(from);
}

/**
 * Returns the results: ledger transactions by kind, and how often the business was notified of each
 * attempt.
 */
async function readLedger(paying: PaymentTestEnv) {
  const { isSound, txns } = await trialBalance(paying.db);
  const deliveries = await paying.rows(
    "SELECT entity_id, count(*)::integer AS n FROM event WHERE entity = 'fixture' GROUP BY 1",
  );
  const [{ fen }] = await paying.rows(
    "SELECT coalesce(sum(change), 0)::integer AS fen FROM ledger_line WHERE purpose = 'suspense'",
  );
  const most = Math.max(0, ...deliveries.map(({ n }) => n));
  return { isSound, txns, noticeCount: deliveries.length, most, suspenseFen: fen };
}

/** Delivers all notifications, shuffled and in parallel, with queries in between. */
async function deliverAll(
  paying: PaymentTestEnv,
  notices: readonly RecordedNotice[],
  payments: readonly Payment[],
) {
  const statuses: Record<number, number> = {};
  const questions = payments.filter(({ timing }) => timing !== "silent").slice(0, 30);
  await Promise.all([
    inParallel(shuffled(notices), async (message) => {
      const status = await deliver(paying.origin, message);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }),
    inParallel(questions, ({ wanted }) =>
      refreshAttempt(paying.context, paying.db, paying.deps, wanted),
    ),
  ]);
  return statuses;
}

test(`${PAYMENTS} payments are credited once each, and those that come too late are refunded`, async () => {
  const paying = await openPaymentTestEnv(channelEnv);
  try {
    const tooLate = TWENTIETH;
    const counts = {
      notified: 13 * TWENTIETH,
      early: 2 * TWENTIETH,
      silent: 2 * TWENTIETH,
      afterClosing: 2 * TWENTIETH,
      tooLate,
    };
    const payments = await beginAll(paying, counts);
    const notices = await payAll(payments);
    expect(await deliverAll(paying, notices, payments)).toEqual({ 204: notices.length });
    await vi.waitFor(async () => {
      await pollDueAttempts(paying.context, paying.db, paying.deps);
      expect((await readLedger(paying)).noticeCount).toBe(PAYMENTS);
    }, PATIENTLY);
    expect(await readLedger(paying)).toEqual({
      isSound: true,
      noticeCount: PAYMENTS,
      most: 1,
      suspenseFen: tooLate * 2_990,
      txns: { wxpay_credit: PAYMENTS, wxpay_accept: PAYMENTS - tooLate },
    });

    await pollDueReturns(paying.context, paying.db, channelEnv);
    const isRefund = ({ path }: RecordedNotice) => path.endsWith("/refund");
    const aboutRefunds = () => relay.notices.filter(isRefund);
    await vi.waitFor(() => expect(distinct(aboutRefunds())).toBe(tooLate), PATIENTLY);
    const refunds = aboutRefunds();
    const statuses = await deliverAll(paying, [...refunds, ...refunds, ...refunds], []);
    expect(statuses).toEqual({ 204: refunds.length * 3 });
    expect(await readLedger(paying)).toMatchObject({
      isSound: true,
      suspenseFen: 0,
      txns: {
        wxpay_credit: PAYMENTS,
        wxpay_accept: PAYMENTS - tooLate,
        wxpay_return: tooLate,
      },
    });
  } finally {
    await paying.close();
  }
}, 90_000);

/** Replaces parts of the SQL function that applies a status update. */
async function mutate(paying: PaymentTestEnv, changes: readonly (readonly [string, string])[]) {
  const file = new URL("../../server/src/domain/payments/functions/apply.sql", import.meta.url);
  let text = readFileSync(file, "utf8");
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`apply.sql holds nothing like "${from}"`);
    text = text.replace(from, to);
  }
  await paying.owner.query(text);
}

const mutants: Record<string, readonly (readonly [string, string])[]> = {
  "credits are keyed by notification, and the attempt's state is ignored": [
    ["'wxpay_credit', v_transaction,", "'wxpay_credit', p_update->>'creditId',"],
    [" AND a.state <> 'SUCCESS'", ""],
  ],
  "a repeated posting does not stop, and the attempt's state is ignored": [
    ["p_now) = 'replay' THEN", "p_now) = 'never' THEN"],
    [" AND a.state <> 'SUCCESS'", ""],
  ],
};

test.runIf(isSlowTier).each(Object.entries(mutants))(
  "this fails when %s",
  async (_name, changes) => {
    const paying = await openPaymentTestEnv(channelEnv);
    try {
      await mutate(paying, changes);
      const counts = { notified: 8, early: 0, silent: 0, afterClosing: 0, tooLate: 0 };
      const payments = await beginAll(paying, counts);
      const notices = await payAll(payments);
      await deliverAll(paying, notices, payments);
      const { txns } = await readLedger(paying);
      const [{ n }] = await paying.rows("SELECT count(*)::integer AS n FROM payment_return");
      // Either a payment is credited twice, or a valid payment is treated as a second one and
      // refunded.
      expect((txns["wxpay_credit"] ?? 0) > 8 || n > 0).toBe(true);
    } finally {
      await paying.close();
    }
  },
  60_000,
);
