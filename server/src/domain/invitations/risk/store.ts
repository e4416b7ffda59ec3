/** Reads the facts of a binding and the identifying signals of its inviter. */
import type { Tx } from "../../../platform/database/pool.ts";
import type { Now } from "../../../platform/database/sql.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { RiskFacts } from "./model.ts";
import { invitationsRiskFacts } from "../../../sql/invitations.ts";

type Key = { readonly memberId: string; readonly id: string };

/**
 * See `functions/risk-facts.sql`. `devices` are the inviter's own, hashed in the same way as the
 * binding's.
 */
export async function readRiskFacts(
  tx: Tx,
  { memberId, id }: Key,
  known: { readonly devices: readonly Buffer[]; readonly anyone: Buffer; readonly now: Now },
): Promise<RiskFacts> {
  const facts = await invitationsRiskFacts(tx, { member: memberId, id, ...known });
  invariant(facts, "a binding under a risk check exists");
  return { ...facts, visitMs: facts.visitMs ?? undefined };
}
