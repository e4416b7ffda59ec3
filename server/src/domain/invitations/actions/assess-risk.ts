/** Asks the judge of fraud, and keeps what it said. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import type { InvitationBinding, RiskDecision } from "../model.ts";
import type { RiskCheck } from "../port.ts";
import { storeRiskDecision } from "../store/bindings.ts";

/** What is to be done: in shadow everything passes, and the verdict is only written down. */
export async function assessRisk(
  context: Context,
  tx: Tx,
  judge: RiskCheck,
  bond: InvitationBinding,
): Promise<RiskDecision> {
  const verdict = await judge.assess(tx, bond);
  await storeRiskDecision(tx, bond, verdict);
  return context.settings.inviteJudgeShadow ? { ...verdict, decision: "pass" } : verdict;
}
