/**
 * Payment commands: top-ups, channel payments, and the channel's notices, which may be late,
 * duplicated or missing.
 */
import type { Notice } from "../../src/domain/payments/port.ts";
import { expectOneOf, expectSame, mustPick } from "../model.ts";
import type { Run } from "../run.ts";
import { type Commands, hasMembers } from "./command.ts";

const AMOUNTS = [1_000, 3_000, 5_000] as const;

/** Returns the trades at the channel, in the order of their creation. */
const tradesOf = ({ server }: Run): string[] => [...server.externalSystems.fakes.pay.trades.keys()];

async function topUp(run: Run, { a, b }: { a: number; b: number }): Promise<string> {
  const member = mustPick(run.model.members, a);
  const amountFen = mustPick(AMOUNTS, b);
  const response = await run.callIdempotent(
    ...([member.memberId, "wallet", "topUp", { amountFen }] as const),
    {
      resultOf: ({ topUp: { topUpNo } }) => topUpNo,
      otherInput: async () => ({ amountFen: amountFen + 1 }),
    },
  );
  expectSame("topping up", response.code, "DONE");
  const { topUp: begun, payment } = response.data;
  const { outTradeNo: trade = "" } = payment;
  run.model.topUps.push({ no: begun.topUpNo, memberIndex: member.index, trade, amountFen });
  return `${amountFen} of ${member.index}`;
}

/** The payer pays at the channel; the server is not notified. */
function approveTrade(run: Run, at: number): string {
  const { pay } = run.server.externalSystems.fakes;
  const open = tradesOf(run).filter((no) => pay.trades.get(no)?.state === "NOTPAY");
  const no = mustPick(open, at);
  pay.pay(no);
  run.model.paidTrades.add(no);
  return `trade ${tradesOf(run).indexOf(no)}`;
}

/** Sends the channel's payment notice, sometimes twice. */
async function notify(run: Run, { a, b, c }: { a: number; b: number; c: number }): Promise<string> {
  const { pay, notices } = run.server.externalSystems.fakes;
  const paid = [...run.model.paidTrades];
  const no = mustPick(paid, a);
  const id = `notice-${no}-${b % 2}`;
  const notice: Notice = { id, envelope: { id }, kind: "payment", update: pay.pay(no) };
  const times = 1 + (c % 2);
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) {
    if (run.crashAt > 0) run.server.crashablePool.dieAfter(run.crashAt);
    run.crashAt = 0;
    const url = "/callback/wechatpay/payment";
    const status = await run.server.deliverCallback(url, notices.put(notice));
    expectOneOf("a notice is taken", String(status), ["204", "0"]);
    // The channel repeats a notice that got no answer.
    if (status === 0) await run.server.deliverCallback(url, notices.put(notice));
    statuses.push(status);
  }
  return `trade ${tradesOf(run).indexOf(no)}: ${statuses.join(" ")}`;
}

export const money: Commands = {
  topUp: { weight: 4, isPossible: hasMembers, run: topUp },
  payerPays: {
    weight: 9,
    isPossible: ({ server }) =>
      [...server.externalSystems.fakes.pay.trades.values()].some(({ state }) => state === "NOTPAY"),
    run: async (run, { a }) => approveTrade(run, a),
  },
  payNotice: { weight: 7, isPossible: ({ model }) => model.paidTrades.size > 0, run: notify },
  channelFault: {
    weight: 2,
    isPossible: () => true,
    run: async ({ server }, { a, b }) => {
      const { script } = server.externalSystems.fakes.pay;
      const call = mustPick(["prepare", "query", "close", "refund", "queryRefund"] as const, a);
      const failure = b % 2 === 0 ? "lost" : "unheard";
      script[call].push(failure);
      return `${call} will be ${failure}`;
    },
  },
  queryTopUp: {
    weight: 2,
    isPossible: ({ model }) => model.topUps.length > 0,
    run: async (run, { a }) => {
      const { no: topUpNo, memberIndex } = mustPick(run.model.topUps, a);
      const member = mustPick(run.model.members, memberIndex);
      const response = await run.callAsMember(member, "wallet", "topUpDetail", { topUpNo });
      expectSame("asking after a top-up", response.code, "DONE");
      return response.data.topUp.state;
    },
  },
};
