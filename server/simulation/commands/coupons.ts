/**
 * Coupon commands of one campaign: claims up to the member limit and the stock; orders use the
 * coupons automatically.
 */
import { BUDGET_FEN, TEMPLATE } from "../initial-data.ts";
import { type Coupon, expectSame, mustPick, type Order } from "../model.ts";
import type { Run } from "../run.ts";
import { type Commands, hasMembers } from "./command.ts";

const DAY_MS = 86_400_000;
const SHANGHAI_MS = 8 * 3_600_000;

/** Returns the last millisecond of a period of `days` days in Shanghai that begins today. */
const endOf = (now: number, days: number): number =>
  Math.floor((now + SHANGHAI_MS) / DAY_MS + days) * DAY_MS - SHANGHAI_MS - 1;

async function claim(run: Run, { a }: { a: number }): Promise<string> {
  const member = mustPick(run.model.members, a);
  const { coupons } = run.model;
  const own = coupons.filter(({ memberIndex }) => memberIndex === member.index);
  const { id: templateId, perMember, stock, days } = TEMPLATE;
  const response = await run.callIdempotent(
    ...([member.memberId, "coupons", "claim", { templateId }] as const),
    { resultOf: ({ id }) => id, otherInput: async () => ({ templateId: "another" }) },
  );
  const may =
    own.length >= perMember ? "CLAIM_LIMIT" : coupons.length >= stock ? "CLAIM_OVER" : "DONE";
  expectSame("claiming", response.code, may);
  if (response.code !== "DONE") return response.code;
  coupons.push({ id: response.data.id, memberIndex: member.index, endsAt: endOf(run.now, days) });
  return `coupon ${coupons.length - 1} of ${member.index}`;
}

/** Returns the campaign budget in fen that waiting and paid orders use. */
const spentBudgetFen = ({ model, now }: Run): number =>
  model.orders
    .filter(({ state, expiresAt }) =>
      state === "WAIT_PAY" ? expiresAt > now : state === "ACTIVE" || state === "DONE",
    )
    .reduce((sum, { discountFen }) => sum + discountFen, 0);

/** Returns whether the campaign budget can cover another `offFen`. */
export const fitsBudget = (run: Run, offFen: number): boolean =>
  spentBudgetFen(run) + offFen <= BUDGET_FEN;

/** Returns the coupon that a quote chose. Throws when it is not the member's or has expired. */
export function expectUsable(run: Run, id: string, memberIndex: Order["memberIndex"]): Coupon {
  const coupon = run.model.coupons.find((one) => one.id === id);
  if (!coupon || coupon.memberIndex !== memberIndex)
    throw new Error(`member ${memberIndex} is offered coupon ${id}`);
  const until = run.view?.coupons.find((one) => one.id === id)?.until ?? 0;
  expectSame("a coupon that is offered has not ended", until > run.now, true);
  return coupon;
}

export const coupons: Commands = {
  claim: { weight: 4, isPossible: hasMembers, run: claim },
};
