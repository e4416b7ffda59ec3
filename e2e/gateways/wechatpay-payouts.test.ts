/**
 * No double payout: many withdrawals with lost answers, repeated notifications, and killed and
 * overlapping workers; one number each.
 */
import type { PayoutChannel } from "@yunjing/server/domain/withdrawals/port";
import { isSlowTier, repeatCount } from "@yunjing/server/platform/repeat-count.fixture";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  payeeActionsAt,
  type PayoutTestEnv,
  type ShownTransfer,
  startPayouts,
  transferChannelAt,
} from "./payouts.fixture.ts";
import { type PayChannelEnv, startChannel } from "./wechatpay.fixture.ts";

/** A multiple of five, for the five outcomes. */
const MANY = repeatCount({ suite: 20, slow: 50 });
const PATIENTLY = { timeout: 60_000, interval: 100 };
let channelEnv: PayChannelEnv;
beforeEach(async () => {
  channelEnv = await startChannel({
    answerDelayMs: 500,
    timeoutMs: 350,
    payNoticeRetryMs: [50, 100],
  });
});
afterEach(() => channelEnv.sandbox.close());

class WorkerKilled extends Error {}

/**
 * A channel whose worker may be killed before or after any call, so that the outcome of the request
 * is unknown.
 */
function crashingChannel(channel: PayoutChannel, every: number): PayoutChannel {
  let calls = 0;
  const died = async <A>(call: () => Promise<A>): Promise<A> => {
    const n = ++calls;
    if (n % every === 0) throw new WorkerKilled("before the call");
    const answer = await call();
    if (n % every === 1) throw new WorkerKilled("after the call");
    return answer;
  };
  return {
    account: channel.account,
    transfer: (order) => died(() => channel.transfer(order)),
    query: (no) => died(() => channel.query(no)),
    cancel: (no) => died(() => channel.cancel(no)),
  };
}

const ignoreKill = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    const deaths = error instanceof AggregateError ? error.errors : [error];
    if (!deaths.every((each) => each instanceof WorkerKilled)) throw error;
  });

type PayoutOutcome = "paid" | "silent" | "refused" | "lapsed";
const outcomeOf = (n: number): PayoutOutcome =>
  (["paid", "paid", "silent", "refused", "lapsed"] as const)[n % 5] ?? "paid";

/**
 * Sends the withdrawals: each message by two workers at once, then four pollers at a time, while
 * answers are lost.
 */
async function sendAll(out: PayoutTestEnv): Promise<void> {
  const members = await Promise.all(Array.from({ length: MANY }, () => out.member(8_000)));
  const keys = await Promise.all(members.map((memberId) => out.ask(memberId, 5_000)));
  await channelEnv.setFaults({ timeoutButDone: 0.3, error500: 0.2 });
  for (let from = 0; from < keys.length; from += 10) {
    const some = keys.slice(from, from + 10);
    await Promise.all([...some, ...some].map((key) => ignoreKill(out.send(key))));
  }
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: 4 }, () => ignoreKill(out.poll())));
  }
  await channelEnv.setFaults({});
}

async function waitForStates(out: PayoutTestEnv, states: readonly string[]): Promise<void> {
  await vi.waitFor(async () => {
    await Promise.all([ignoreKill(out.poll()), ignoreKill(out.poll())]);
    const left = (await out.withdrawals()).filter(({ state }) => !states.includes(state));
    expect(left).toEqual([]);
  }, PATIENTLY);
}

/**
 * The payees confirm, with several notifications or none; some accounts refuse the transfer, and
 * some transfers lapse.
 */
async function confirmAll(bills: readonly ShownTransfer[]): Promise<void> {
  const payees = payeeActionsAt(channelEnv);
  for (const refuses of [true, false]) {
    await channelEnv.setFaults({ failTransfer: refuses ? 1 : 0, timeoutButDone: 0.2 });
    const mine = bills.filter((_, n) => (outcomeOf(n) === "refused") === refuses);
    for (const { outBillNo } of mine) {
      const outcome = outcomeOf(bills.findIndex((bill) => bill.outBillNo === outBillNo));
      if (outcome === "lapsed") await payees.lapse(outBillNo);
      else await payees.confirm(outBillNo, { notify: outcome !== "silent", times: 3 });
    }
  }
  await channelEnv.setFaults({});
}

/** Compares the results in the ledger, in our records and at the channel. */
async function expectEachPaidOnce(out: PayoutTestEnv): Promise<void> {
  const bills = await payeeActionsAt(channelEnv).all();
  const known = await out.withdrawals();
  expect(bills.map(({ outBillNo }) => outBillNo).toSorted()).toEqual(
    known.map(({ no }) => no).toSorted(),
  );
  // One number per payee, and both sides agree: `SUCCESS` here when paid there, `RETURNED`
  // otherwise.
  expect(new Set(bills.map(({ openid }) => openid)).size).toBe(MANY);
  const ends = new Map(bills.map((bill) => [bill.outBillNo, bill.state]));
  for (const { no, state } of known)
    expect(state).toBe(ends.get(no) === "SUCCESS" ? "SUCCESS" : "RETURNED");
  const paid = known.filter(({ state }) => state === "SUCCESS").length;
  expect(paid).toBe((MANY * 3) / 5);
  expect(await out.readLedger()).toEqual({
    isSound: true,
    faults: [],
    txns: { adjust: MANY, hold: MANY, hold_confirm: paid, hold_void: MANY - paid },
  });
  const sums = await out.rows<{ purpose: string; fen: number }>(
    `SELECT purpose, sum(change)::int AS fen FROM ledger_line
     WHERE purpose IN ('channel', 'fee', 'reward_cash', 'held_reward') GROUP BY 1 ORDER BY 1`,
  );
  expect(Object.fromEntries(sums.map(({ purpose, fen }) => [purpose, fen]))).toEqual({
    channel: paid * 4_970,
    fee: paid * 30,
    held_reward: 0,
    reward_cash: MANY * 8_000 - paid * 5_000,
  });
}

async function withdrawAll(out: PayoutTestEnv): Promise<void> {
  channelEnv.sandbox.callBackTo(out.origin);
  await sendAll(out);
  await waitForStates(out, ["WAIT_USER_CONFIRM"]);
  await confirmAll(await payeeActionsAt(channelEnv).all());
  await waitForStates(out, ["SUCCESS", "RETURNED"]);
  await expectEachPaidOnce(out);
}

test(`${MANY} withdrawals are each paid or returned once, under one number`, async () => {
  const out = await startPayouts(channelEnv, crashingChannel(transferChannelAt(channelEnv), 7));
  try {
    await withdrawAll(out);
  } finally {
    await out.close();
  }
}, 180_000);

test.runIf(isSlowTier)(
  "this fails when each attempt uses a new number",
  async () => {
    const channel = transferChannelAt(channelEnv);
    let tries = 0;
    const renumbering: PayoutChannel = {
      ...channel,
      transfer: async (order) => {
        const outBillNo = `${order.outBillNo.slice(0, 26)}${String(++tries).padStart(6, "0")}`;
        await channel.transfer({ ...order, outBillNo });
        return { state: "unknown", reason: "the answer has another number" };
      },
    };
    const out = await startPayouts(channelEnv, renumbering);
    try {
      await sendAll(out);
      await expect(expectEachPaidOnce(out)).rejects.toThrow("to deeply equal");
      const bills = await payeeActionsAt(channelEnv).all();
      expect(bills.length).toBeGreaterThan(MANY);
    } finally {
      await out.close();
    }
  },
  60_000,
);

test.runIf(isSlowTier)(
  "this fails when an unknown answer is treated as a failure",
  async () => {
    const channel = transferChannelAt(channelEnv);
    const rash: PayoutChannel = {
      ...channel,
      async transfer(order) {
        const answer = await channel.transfer(order);
        if (answer.state !== "unknown") return answer;
        const { merchantId } = channel.account;
        const update = { outBillNo: order.outBillNo, merchantId, state: "failed" } as const;
        return { state: "known", update };
      },
    };
    const out = await startPayouts(channelEnv, rash);
    try {
      await sendAll(out);
      await expect(expectEachPaidOnce(out)).rejects.toThrow("expected");
      const back = (await out.withdrawals()).filter(({ state }) => state === "RETURNED");
      const bills = new Map(
        (await payeeActionsAt(channelEnv).all()).map((bill) => [bill.outBillNo, bill]),
      );
      // The money is returned here while the channel still waits for its payee.
      expect(back.some(({ no }) => bills.get(no)?.state === "WAIT_USER_CONFIRM")).toBe(true);
    } finally {
      await out.close();
    }
  },
  120_000,
);
