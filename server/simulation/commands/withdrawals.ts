/**
 * Withdrawal commands: request reward cash, review it, cancel it, and the payout channel's results.
 */
import {
  pickPreferring,
  expectOneOf,
  expectSame,
  type Member,
  mustPick,
  type Withdrawal,
} from "../model.ts";
import type { Run } from "../run.ts";
import { type Commands, hasMembers } from "./command.ts";

type Numbers = { readonly a: number; readonly b: number };

const REWARDS = [1_000, 4_000, 30_000] as const;
/** The last amount is above the limit without step-up verification. */
const AMOUNTS = [600, 1_500, 600, 1_500, 600, 1_500, 25_000] as const;
const WITHOUT_PROOF_FEN = 20_000;
const PER_DAY = 3;
const DAY_MS = 86_400_000;
const SHANGHAI_MS = 8 * 3_600_000;
const dayOf = (at: number): number => Math.floor((at + SHANGHAI_MS) / DAY_MS);

const hasAny = ({ model }: Run): boolean => model.withdrawals.length > 0;
const nameOf = ({ model }: Run, one: Withdrawal): string =>
  `withdrawal ${model.withdrawals.indexOf(one)}`;

/** One operator proposes reward cash, another approves it at once. */
async function reward(run: Run, { a, b }: Numbers): Promise<string> {
  const member = mustPick(run.model.members, a);
  const amount = mustPick(REWARDS, b);
  const { memberId } = member;
  const input = { memberId, account: "reward_cash", amount, reason: "活动奖励" } as const;
  const maker = await run.token(run.operators.maker, "console");
  const key = run.nextKey();
  const response = await run.server.call("operatorAdjustments", "propose", input, {
    token: maker,
    key,
  });
  expectSame("proposing a reward", response.code, "DONE");
  const checker = await run.token(run.operators.checker, "console");
  const { approvalId } = response.data;
  const agreed = await run.agree(`adjust.${approvalId}`, checker);
  expectSame("approving a reward", agreed.code, "DONE");
  member.fen += amount;
  return `${amount} to ${member.index}`;
}

/** States in which the money was returned; such a withdrawal does not count for the daily limit. */
const CAME_BACK: ReadonlySet<string> = new Set(["CANCELLED", "RETURNED"]);

async function withdraw(run: Run, { a, b }: Numbers): Promise<string> {
  const free = ({ memberId }: Member) => run.view?.books[memberId]?.["CNY reward_cash"] ?? 0;
  const amountFen = mustPick(AMOUNTS, b);
  const member = pickPreferring(run.model.members, a, (one) => free(one) >= amountFen);
  const today = run.model.withdrawals.filter(
    ({ memberIndex, at, state }) =>
      memberIndex === member.index && dayOf(at) === dayOf(run.now) && !CAME_BACK.has(state),
  );
  const response = await run.callIdempotent(
    ...([member.memberId, "withdrawals", "create", { amountFen }] as const),
    {
      resultOf: ({ withdrawalNo }) => withdrawalNo,
      otherInput: async () => ({ amountFen: amountFen + 1 }),
    },
  );
  if (amountFen > WITHOUT_PROOF_FEN) expectSame("withdrawing", response.code, "STEP_UP_NEEDED");
  else if (today.length >= PER_DAY) expectSame("withdrawing", response.code, "WITHDRAW_LIMIT");
  else if (free(member) >= amountFen) expectSame("withdrawing", response.code, "DONE");
  // An order may have released held money in the meantime.
  else expectOneOf("withdrawing", response.code, ["BALANCE_SHORT", "DONE"]);
  if (response.code !== "DONE") return response.code;
  const { withdrawalNo: no, state } = response.data;
  run.model.withdrawals.push({
    no,
    memberIndex: member.index,
    amountFen,
    at: run.now,
    decided: undefined,
    state: state === "reviewing" ? "REVIEWING" : "PAYING",
  });
  return `withdrawal ${run.model.withdrawals.length - 1} of ${member.index}: ${amountFen}, ${state}`;
}

const isInReview = ({ state }: Withdrawal): boolean => state === "REVIEWING";

async function cancelWithdrawal(run: Run, { a }: Numbers): Promise<string> {
  const one = pickPreferring(run.model.withdrawals, a, isInReview);
  const { memberId } = mustPick(run.model.members, one.memberIndex);
  const input = { withdrawalNo: one.no };
  const response = await run.callIdempotent(
    ...([memberId, "withdrawals", "cancel", input] as const),
    {
      resultOf: ({ withdrawalNo }) => withdrawalNo,
    },
  );
  expectSame("taking a withdrawal back", response.code, isInReview(one) ? "DONE" : "ORDER_STATE");
  if (response.code === "DONE") one.decided = "CANCELLED";
  return `${nameOf(run, one)}: ${response.code}`;
}

/** An operator approves or rejects a withdrawal. */
export async function review(run: Run, one: Withdrawal, isGood: boolean): Promise<string> {
  const token = await run.token(run.operators.checker, "console");
  const input = { withdrawalNo: one.no, reason: "已核实" };
  const { code } = await (isGood
    ? run.server.call("operatorWithdrawals", "approve", input, { token })
    : run.server.call("operatorWithdrawals", "reject", input, { token }));
  expectSame("deciding a withdrawal", code, isInReview(one) ? "DONE" : "STATE_CHANGED");
  if (code === "DONE") one.decided = isGood ? "APPROVED" : "RETURNED";
  return `${nameOf(run, one)}: ${isGood ? "yes" : "no"}, ${code}`;
}

const openBills = ({ server }: Run): string[] =>
  [...server.externalSystems.fakes.payouts.bills]
    .filter(([, { state }]) => state === "wait_confirm")
    .map(([no]) => no);

const ENDS = ["success", "success", "failed", "cancelled"] as const;

/**
 * The payee confirms, or the channel ends the transfer in another way; the server is notified zero,
 * one or two times.
 */
async function sendPayoutStatusUpdate(run: Run, { a, b }: Numbers): Promise<string> {
  const { payouts, notices } = run.server.externalSystems.fakes;
  const bill = mustPick(openBills(run), a);
  const end = mustPick(ENDS, b);
  const update = payouts.end(bill, end);
  const id = `transfer-${bill}`;
  const notice = { id, envelope: { id }, kind: "transfer", update } as const;
  for (let time = 0; time < a % 3; time++) {
    const status = await run.server.deliverCallback(
      "/callback/wechatpay/transfer",
      notices.put(notice),
    );
    expectOneOf("a transfer's notice is taken", String(status), ["204"]);
  }
  return `${end}, notified ${a % 3} times`;
}

export const withdrawals: Commands = {
  reward: { weight: 3, isPossible: hasMembers, run: reward },
  withdraw: { weight: 6, isPossible: hasMembers, run: withdraw },
  cancelWithdrawal: { weight: 3, isPossible: hasAny, run: cancelWithdrawal },
  review: {
    weight: 4,
    isPossible: hasAny,
    run: (run, { a, b }) =>
      review(run, pickPreferring(run.model.withdrawals, a, isInReview), b % 3 !== 0),
  },
  payoutStatusUpdate: {
    weight: 5,
    isPossible: (run) => openBills(run).length > 0,
    run: sendPayoutStatusUpdate,
  },
  payoutFault: {
    weight: 2,
    isPossible: hasAny,
    run: async ({ server }, { a, b }) => {
      const call = mustPick(["transfer", "query"] as const, a);
      const failure = mustPick(["lost", "unheard", "PARAM_ERROR"] as const, b);
      server.externalSystems.fakes.payouts.script[call].push(failure);
      return `${call} will be ${failure}`;
    },
  },
};
