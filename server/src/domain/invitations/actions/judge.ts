/** Asks the judge of fraud, and keeps what it said. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import type { Bond, Verdict } from "../model.ts";
import type { RiskJudge } from "../port.ts";
import { putVerdict } from "../store/bonds.ts";

/** What is to be done: in shadow everything passes, and the verdict is only written down. */
export async function judged(
  context: Context,
  tx: Tx,
  judge: RiskJudge,
  bond: Bond,
): Promise<Verdict> {
  const verdict = await judge.judge(tx, bond);
  await putVerdict(tx, bond, verdict);
  return context.settings.inviteJudgeShadow ? { ...verdict, verdict: "pass" } : verdict;
}
