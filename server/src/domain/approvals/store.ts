/** Statements over approvals. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { at, msOf, type Now } from "../../platform/database/sql.ts";
import type { Approval, ApprovalState } from "./model.ts";

const approvals = sql.raw(`
  SELECT id, kind, subject, payload, reason, maker, state, checker, decision, ${msOf("created_at")} AS "createdAt",
         ${msOf("decided_at")} AS "decidedAt"
  FROM approval`);

export type NewApproval = Pick<
  Approval,
  "id" | "kind" | "subject" | "payload" | "reason" | "maker"
>;

export async function insertApproval(tx: Tx, made: NewApproval, now: Now): Promise<void> {
  await tx.execute(sql`
    INSERT INTO approval (id, kind, subject, payload, reason, maker, created_at)
    VALUES (${made.id}, ${made.kind}, ${made.subject}, ${JSON.stringify(made.payload)}::jsonb, ${made.reason},
            ${made.maker}, ${at(now)})`);
}

/** Takes the approval for the rest of the transaction: of two deciders one waits here, and finds it decided. */
export async function takeApproval(tx: Tx, id: string): Promise<Approval | undefined> {
  const { rows } = await tx.execute<Approval>(sql`${approvals} WHERE id = ${id} FOR UPDATE`);
  return rows[0];
}

export type Verdict = {
  readonly id: string;
  readonly state: "approved" | "rejected";
  readonly checker: string;
  readonly decision: string;
};

/** False when it waits no more. */
export async function putVerdict(tx: Tx, verdict: Verdict, now: Now): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE approval SET state = ${verdict.state}, checker = ${verdict.checker}, decision = ${verdict.decision},
                        decided_at = ${at(now)}
    WHERE id = ${verdict.id} AND state = 'waiting'`);
  return done.rowCount === 1;
}

/** Those of a kind in a state, newest first; the waiting ones oldest first. */
export async function readApprovals(
  db: Db,
  { kind, state, limit }: { kind: string; state: ApprovalState; limit: number },
): Promise<Approval[]> {
  const order = sql.raw(state === "waiting" ? "created_at, id" : "created_at DESC, id DESC");
  const { rows } = await db.execute<Approval>(sql`
    ${approvals} WHERE kind = ${kind} AND state = ${state} ORDER BY ${order} LIMIT ${limit}`);
  return rows;
}
