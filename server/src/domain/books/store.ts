/** Statements over runs and cases. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { at, type Now } from "../../platform/database/sql.ts";
import { invariant } from "../../platform/refusal.ts";
import type { Asset } from "../ledger/model.ts";
import type { Opened, Opening, RunKind } from "./model.ts";

export async function insertRun(db: Db, run: { id: string; kind: RunKind; now: Now }) {
  await db.execute(sql`
    INSERT INTO recon_run (id, kind, started_at) VALUES (${run.id}, ${run.kind}, ${at(run.now)})`);
}

export type RunEnd = {
  readonly id: string;
  readonly state: "done" | "failed";
  readonly checks: readonly object[];
  readonly found: number;
  readonly now: Now;
};

export async function endRun(db: Db, { id, state, checks, found, now }: RunEnd): Promise<void> {
  await db.execute(sql`
    UPDATE recon_run SET state = ${state}, checks = ${JSON.stringify(checks)}::jsonb, found = ${found},
                         ended_at = ${at(now)}
    WHERE id = ${id} AND state = 'running'`);
}

/** Opens a case, or takes note that a live one was seen again, as it stands now. */
export async function putCase(
  tx: Tx,
  { caseId, runId, ...found }: Opening & { caseId: string; runId: string; now: Now },
): Promise<Opened> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO recon_case AS c (id, run_id, class, subject, member_id, expected, actual, proposal, opened_at, seen_at)
    VALUES (${caseId}, ${runId}, ${found.class}, ${found.subject}, ${found.memberId ?? null},
            ${JSON.stringify(found.expected)}::jsonb, ${JSON.stringify(found.actual)}::jsonb,
            ${found.proposal ? JSON.stringify(found.proposal) : null}::jsonb, ${at(found.now)}, ${at(found.now)})
    ON CONFLICT (class, subject) WHERE state IN ('open', 'proposed') DO UPDATE
      SET seen_at = excluded.seen_at, expected = excluded.expected, actual = excluded.actual,
          proposal = CASE c.state WHEN 'open' THEN excluded.proposal ELSE c.proposal END
    RETURNING id`);
  const id = rows[0]?.id;
  invariant(id, "a case that is put is there");
  return { caseId: id, outcome: id === caseId ? "opened" : "seen" };
}

/** Remembers which assets a case itself has frozen. */
export async function noteFrozen(tx: Tx, caseId: string, asset: Asset): Promise<void> {
  await tx.execute(sql`
    UPDATE recon_case SET frozen = array_append(array_remove(frozen, ${asset}), ${asset}) WHERE id = ${caseId}`);
}
