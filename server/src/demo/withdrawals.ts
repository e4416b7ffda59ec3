/** Gives the demo member reward cash, of which part is on its way out and waits for an operator. */
import { createWithdrawal, securityProofs } from "../domain/withdrawals/actions.ts";
import { fakePayers } from "../domain/payments/actions.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { grantToMember } from "./grant.ts";

/** The sandbox's official account: nothing of the demo is ever paid by a live one. */
const PRETEND_APP = "wx5eaf00d0a11ce000";
const REWARD_FEN = 8_880;
const WITHDRAWN_FEN = 2_000;
const WEEK_MS = 7 * 86_400_000;

/** Once a database: the gift is posted once, and only then a withdrawal made. */
export async function seedWithdrawal(context: Context, db: Db, memberId: string): Promise<void> {
  const gift = { memberId, ref: "demo-reward", rewardFen: REWARD_FEN };
  if ((await grantToMember(context, db, gift)) === "replay") return;
  // The account is of today, which outside the sandbox is what brings a withdrawal before a person.
  const strict = {
    ...context,
    settings: { ...context.settings, withdrawAccountAgeMs: WEEK_MS },
  };
  const deps = { payers: fakePayers(PRETEND_APP), proofs: securityProofs(context) };
  const wish = { memberId, key: "demo-withdrawal", amountFen: WITHDRAWN_FEN };
  await createWithdrawal(strict, db, deps, wish);
}
