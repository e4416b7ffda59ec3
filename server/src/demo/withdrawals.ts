/** Gives the demo member reward cash, part of which is in a withdrawal under review. */
import { createWithdrawal, securityProofs } from "../domain/withdrawals/actions.ts";
import { fakePayers } from "../domain/payments/actions.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { contextDaysAgo, contextOnDay } from "./earlier.ts";
import { grantToMember } from "./grant.ts";

/** The sandbox's official account: a live account never pays a demo withdrawal. */
const SANDBOX_APP_ID = "wx5eaf00d0a11ce000";
const REWARD_FEN = 8_880;
const WITHDRAWN_FEN = 2_000;
const REWARD_DAYS_AGO = 12;
/** Some two hours. */
const WITHDRAWN_DAYS_AGO = 0.09;
/** More than the age of any account of the demo. */
const AGE_MS = 1_000 * 86_400_000;

/** Runs once per database: the grant is posted once, and only then is a withdrawal created. */
export async function seedWithdrawal(context: Context, db: Db, memberId: string): Promise<void> {
  const gift = { memberId, ref: "demo-reward", rewardFen: REWARD_FEN, title: "邀请活动奖励" };
  if ((await grantToMember(contextOnDay(context, REWARD_DAYS_AGO), db, gift)) === "replay") return;
  const then = contextDaysAgo(context, WITHDRAWN_DAYS_AGO);
  // An account that counts as new sends its withdrawal to review.
  const strict = {
    ...then,
    settings: { ...context.settings, withdrawAccountAgeMs: AGE_MS },
  };
  const deps = { payers: fakePayers(SANDBOX_APP_ID), proofs: securityProofs(then) };
  const request = { memberId, key: "demo-withdrawal", amountFen: WITHDRAWN_FEN };
  await createWithdrawal(strict, db, deps, request);
}
