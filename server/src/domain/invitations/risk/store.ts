/** Reads the facts of a bond, and what its inviter is known by. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import type { Now } from "../../../platform/database/sql.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { RiskFacts } from "./model.ts";

type Key = { readonly memberId: string; readonly id: string };

/** As the function answers: what is not known is null. */
type Row = Omit<RiskFacts, "visitMs"> & { readonly visitMs: number | null };

/** See `functions/risk-facts.sql`. `devices` are the inviter's own, hashed as the bond's is. */
export async function readRiskFacts(
  tx: Tx,
  { memberId, id }: Key,
  known: { readonly devices: readonly Buffer[]; readonly anyone: Buffer; readonly now: Now },
): Promise<RiskFacts> {
  const { rows } = await tx.execute<{ facts: Row | null }>(sql`
    SELECT invitations_risk_facts(${memberId}, ${id}, ${sql.param([...known.devices])}::bytea[], ${known.anyone},
                                  ${known.now}::timestamptz) AS facts`);
  const facts = rows[0]?.facts;
  invariant(facts, "a bond that is judged is there");
  return { ...facts, visitMs: facts.visitMs ?? undefined };
}
