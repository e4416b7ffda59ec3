/** Reward cash on its way out: asked for, reviewed, taken back, and what the payout channel makes of it. */
import { aim, expectOneOf, expectSame, type Member, mustPick, type Withdrawal } from "../model.ts";
import type { Run } from "../run.ts";
import { type Commands, hasMembers } from "./command.ts";

type Numbers = { readonly a: number; readonly b: number };

const REWARDS = [1_000, 4_000, 30_000] as const;
/** The last is more than may go out without a proof of who asks. */
const AMOUNTS = [600, 1_500, 600, 1_500, 600, 1_500, 25_000] as const;
const WITHOUT_PROOF_FEN = 20_000;
const PER_DAY = 3;
const DAY_MS = 86_400_000;
const SHANGHAI_MS = 8 * 3_600_000;
const dayOf = (at: number): number => Math.floor((at + SHANGHAI_MS) / DAY_MS);

const hasAny = ({ model }: Run): boolean => model.withdrawals.length > 0;
const nameOf = ({ model }: Run, one: Withdrawal): string =>
  `withdrawal ${model.withdrawals.indexOf(one)}`;

/** One operator gives reward cash, another agrees at once. */
async function reward(run: Run, { a, b }: Numbers): Promise<string> {
  const member = mustPick(run.model.members, a);
  const amount = mustPick(REWARDS, b);
  const { memberId } = member;
  const input = { memberId, account: "reward_cash", amount, reason: "活动奖励" } as const;
  const maker = await run.token(run.desk.maker, "console");
  const key = run.nextKey();
  const said = await run.world.call("operatorAdjustments", "propose", input, { token: maker, key });
  expectSame("proposing a reward", said.code, "DONE");
  const checker = await run.token(run.desk.checker, "console");
  const { approvalId } = said.data;
  const verdict = { approvalId, reason: "核对无误" };
  const agreed = await run.world.call("operatorAdjustments", "approve", verdict, {
    token: checker,
  });
  expectSame("approving a reward", agreed.code, "DONE");
  member.fen += amount;
  return `${amount} to ${member.seat}`;
}

/** Came to nothing: its money is back, and it counts for no limit. */
const CAME_BACK: ReadonlySet<string> = new Set(["CANCELLED", "RETURNED"]);

async function withdraw(run: Run, { a, b }: Numbers): Promise<string> {
  const free = ({ memberId }: Member) => run.view?.books[memberId]?.["CNY reward_cash"] ?? 0;
  const amountFen = mustPick(AMOUNTS, b);
  const member = aim(run.model.members, a, (one) => free(one) >= amountFen);
  const today = run.model.withdrawals.filter(
    ({ seat, at, state }) =>
      seat === member.seat && dayOf(at) === dayOf(run.now) && !CAME_BACK.has(state),
  );
  const said = await run.intend(
    ...([member.memberId, "withdrawals", "create", { amountFen }] as const),
    {
      what: ({ withdrawalNo }) => withdrawalNo,
      other: async () => ({ amountFen: amountFen + 1 }),
    },
  );
  if (amountFen > WITHOUT_PROOF_FEN) expectSame("withdrawing", said.code, "STEP_UP_NEEDED");
  else if (today.length >= PER_DAY) expectSame("withdrawing", said.code, "WITHDRAW_LIMIT");
  else if (free(member) >= amountFen) expectSame("withdrawing", said.code, "DONE");
  // What an order held may have come back just now.
  else expectOneOf("withdrawing", said.code, ["BALANCE_SHORT", "DONE"]);
  if (said.code !== "DONE") return said.code;
  const { withdrawalNo: no, state } = said.data;
  run.model.withdrawals.push({
    no,
    seat: member.seat,
    amountFen,
    at: run.now,
    decided: undefined,
    state: state === "reviewing" ? "REVIEWING" : "PAYING",
  });
  return `withdrawal ${run.model.withdrawals.length - 1} of ${member.seat}: ${amountFen}, ${state}`;
}

const waits = ({ state }: Withdrawal): boolean => state === "REVIEWING";

async function takeBack(run: Run, { a }: Numbers): Promise<string> {
  const one = aim(run.model.withdrawals, a, waits);
  const { memberId } = mustPick(run.model.members, one.seat);
  const input = { withdrawalNo: one.no };
  const said = await run.intend(...([memberId, "withdrawals", "cancel", input] as const), {
    what: ({ withdrawalNo }) => withdrawalNo,
  });
  expectSame("taking a withdrawal back", said.code, waits(one) ? "DONE" : "ORDER_STATE");
  if (said.code === "DONE") one.decided = "CANCELLED";
  return `${nameOf(run, one)}: ${said.code}`;
}

/** An operator lets one out, or says no. */
export async function review(run: Run, one: Withdrawal, isGood: boolean): Promise<string> {
  const token = await run.token(run.desk.checker, "console");
  const input = { withdrawalNo: one.no, reason: "已核实" };
  const { code } = await (isGood
    ? run.world.call("operatorWithdrawals", "approve", input, { token })
    : run.world.call("operatorWithdrawals", "reject", input, { token }));
  expectSame("deciding a withdrawal", code, waits(one) ? "DONE" : "STATE_CHANGED");
  if (code === "DONE") one.decided = isGood ? "APPROVED" : "RETURNED";
  return `${nameOf(run, one)}: ${isGood ? "yes" : "no"}, ${code}`;
}

const openBills = ({ world }: Run): string[] =>
  [...world.outside.now.payouts.bills]
    .filter(([, { state }]) => state === "wait_confirm")
    .map(([no]) => no);

const ENDS = ["success", "success", "failed", "cancelled"] as const;

/** The payee confirms or the channel ends it otherwise; now and then we are told, once or twice. */
async function payoutWord(run: Run, { a, b }: Numbers): Promise<string> {
  const { payouts, notices } = run.world.outside.now;
  const bill = mustPick(openBills(run), a);
  const end = mustPick(ENDS, b);
  const word = payouts.end(bill, end);
  const id = `transfer-${bill}`;
  const letter = { id, envelope: { id }, kind: "transfer", word } as const;
  for (let time = 0; time < a % 3; time++) {
    const status = await run.world.deliver("/callback/wechatpay/transfer", notices.put(letter));
    expectOneOf("a transfer's notice is taken", String(status), ["204"]);
  }
  return `${end}, told ${a % 3} times`;
}

export const withdrawals: Commands = {
  reward: { weight: 3, can: hasMembers, act: reward },
  withdraw: { weight: 6, can: hasMembers, act: withdraw },
  takeBack: { weight: 3, can: hasAny, act: takeBack },
  review: {
    weight: 4,
    can: hasAny,
    act: (run, { a, b }) => review(run, aim(run.model.withdrawals, a, waits), b % 3 !== 0),
  },
  payoutWord: { weight: 5, can: (run) => openBills(run).length > 0, act: payoutWord },
  payoutMood: {
    weight: 2,
    can: hasAny,
    act: async ({ world }, { a, b }) => {
      const call = mustPick(["transfer", "query"] as const, a);
      const mood = mustPick(["lost", "unheard", "PARAM_ERROR"] as const, b);
      world.outside.now.payouts.script[call].push(mood);
      return `${call} will be ${mood}`;
    },
  },
};
