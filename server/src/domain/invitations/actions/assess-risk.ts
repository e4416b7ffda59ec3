/** Runs the fraud risk check on a binding, and stores its decision. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import type { InvitationBinding, RiskDecision } from "../model.ts";
import type { RiskCheck } from "../port.ts";
import { storeRiskDecision } from "../store/bindings.ts";

/**
 * Returns the effective decision. In shadow mode everything passes, and the decision is only
 * recorded.
 */
export async function assessRisk(
  context: Context,
  tx: Tx,
  riskCheck: RiskCheck,
  binding: InvitationBinding,
): Promise<RiskDecision> {
  const decision = await riskCheck.assess(tx, binding);
  await storeRiskDecision(tx, binding, decision);
  return context.settings.inviteJudgeShadow ? { ...decision, decision: "pass" } : decision;
}
