/** Reads the facts of a binding and the identifying signals of its inviter. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import type { Now } from "../../../platform/database/sql.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { RiskFacts } from "./model.ts";

type Key = { readonly memberId: string; readonly id: string };

/** The row as the SQL function returns it: unknown values are null. */
type Row = Omit<RiskFacts, "visitMs"> & { readonly visitMs: number | null };

/**
 * See `functions/risk-facts.sql`. `devices` are the inviter's own, hashed in the same way as the
 * binding's.
 */
export async function readRiskFacts(
  tx: Tx,
  { memberId, id }: Key,
  known: { readonly devices: readonly Buffer[]; readonly anyone: Buffer; readonly now: Now },
): Promise<RiskFacts> {
  const { rows } = await tx.execute<{ facts: Row | null }>(sql`
    SELECT invitations_risk_facts(${memberId}, ${id}, ${sql.param([...known.devices])}::bytea[], ${known.anyone},
                                  ${known.now}::timestamptz) AS facts`);
  const facts = rows[0]?.facts;
  invariant(facts, "a binding under a risk check exists");
  return { ...facts, visitMs: facts.visitMs ?? undefined };
}
