/** SQL statements on appeals, each under the member ID of the reward's receiver. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import { stateChangeSql } from "../../../platform/entity-history.ts";
import { fromStates } from "../../../platform/lifecycle.ts";
import { appealLifecycle } from "../lifecycle.ts";
import type { RewardKey } from "./rewards.ts";
import type { ResultOf } from "../../../platform/database/sql-function.ts";
import { invitationsAppeal, invitationsDeny, invitationsGrant } from "../../../sql/invitations.ts";

/** See `functions/appeal.sql`. */
export const callAppeal = (
  tx: Tx,
  { memberId, id }: RewardKey,
  appeal: { words: string; openMs: number },
  now: Now,
): Promise<ResultOf<typeof invitationsAppeal>> =>
  invitationsAppeal(tx, { member: memberId, id, ...appeal, now });

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
  { memberId, id }: RewardKey,
  { costFen: cost, baseFen: base, ...grant }: AppealGrant,
  now: Now,
): Promise<ResultOf<typeof invitationsGrant>> =>
  invitationsGrant(tx, { member: memberId, id, cost, base, ...grant, now });

/** See `functions/appeal.sql`. */
export const callDeny = (
  tx: Tx,
  { memberId, id }: RewardKey,
  denial: { reviewer: string; reply: string },
  now: Now,
): Promise<ResultOf<typeof invitationsDeny>> =>
  invitationsDeny(tx, { member: memberId, id, ...denial, now });

/**
 * Closes a waiting appeal when its reward has ended or was paid; without one does nothing. `actor`
 * is `system` or `operator:<id>`.
 */
export async function closeAppeal(
  tx: Tx,
  key: RewardKey,
  end: { state: "GRANTED" | "DENIED"; reviewer: string; actor: string; now: Now },
): Promise<void> {
  const event = end.state === "GRANTED" ? "grant" : "deny";
  const from = fromStates(appealLifecycle, event);
  const recorded = stateChangeSql(
    {
      memberId: key.memberId,
      entity: "invite_appeal",
      entityId: key.id,
      name: event,
      from: "WAITING",
      to: end.state,
      by: end.actor,
      now: end.now,
    },
    "moved",
  );
  await tx.execute(sql`
    WITH moved AS (UPDATE invite_appeal SET state = ${end.state}, reviewer = ${end.reviewer}, decided_at = ${sqlNow(end.now)}
    WHERE member_id = ${key.memberId} AND reward_id = ${key.id}
      AND state = ANY(${sql.param([...from])}::text[])
    RETURNING 1),
    recorded AS (${recorded})
    SELECT 1 FROM moved`);
}
