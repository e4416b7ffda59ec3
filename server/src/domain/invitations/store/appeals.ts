/** SQL statements on appeals, each under the member ID of the reward's receiver. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import { invariant } from "../../../platform/refusal.ts";
import { fromStates } from "../../../platform/lifecycle.ts";
import { appealLifecycle } from "../lifecycle.ts";
import type { RewardKey } from "./rewards.ts";

async function callForOutcome<Answer extends string>(
  tx: Tx,
  call: ReturnType<typeof sql>,
): Promise<Answer> {
  const { rows } = await tx.execute<{ answer: Answer }>(sql`SELECT ${call} AS answer`);
  const row = rows[0];
  invariant(row, "a function of invitations returns a row");
  return row.answer;
}

/** See `functions/appeal.sql`. */
export const callAppeal = (
  tx: Tx,
  key: RewardKey,
  { words, openMs }: { words: string; openMs: number },
  now: Now,
): Promise<"waiting" | "missing" | "none" | "decided" | "late"> =>
  callForOutcome(
    tx,
    sql`invitations_appeal(${key.memberId}, ${key.id}, ${words}, ${openMs}, ${now}::timestamptz)`,
  );

export type AppealGrant = {
  readonly amount: number;
  readonly costFen: number;
  readonly baseFen: number;
  readonly freezeMs: number;
  readonly reviewer: string;
};

/**
 * See `functions/appeal.sql`. On any result but `granted` the caller must roll back the
 * transaction.
 */
export const callGrant = (
  tx: Tx,
  key: RewardKey,
  grant: AppealGrant,
  now: Now,
): Promise<"granted" | "over" | "budget"> =>
  callForOutcome(
    tx,
    sql`invitations_grant(${key.memberId}, ${key.id}, ${grant.amount}, ${grant.costFen}, ${grant.baseFen},
      ${grant.freezeMs}, ${grant.reviewer}, ${now}::timestamptz)`,
  );

/** See `functions/appeal.sql`. */
export const callDeny = (
  tx: Tx,
  key: RewardKey,
  { reviewer, reply }: { reviewer: string; reply: string },
  now: Now,
): Promise<"denied" | "over"> =>
  callForOutcome(
    tx,
    sql`invitations_deny(${key.memberId}, ${key.id}, ${reviewer}, ${reply}, ${now}::timestamptz)`,
  );

/** Closes a waiting appeal when its reward has ended or was paid; without one does nothing. */
export async function closeAppeal(
  tx: Tx,
  key: RewardKey,
  end: { state: "GRANTED" | "DENIED"; reviewer: string; now: Now },
): Promise<void> {
  const from = fromStates(appealLifecycle, end.state === "GRANTED" ? "grant" : "deny");
  await tx.execute(sql`
    UPDATE invite_appeal SET state = ${end.state}, reviewer = ${end.reviewer}, decided_at = ${sqlNow(end.now)}
    WHERE member_id = ${key.memberId} AND reward_id = ${key.id}
      AND state = ANY(${sql.param([...from])}::text[])`);
}
