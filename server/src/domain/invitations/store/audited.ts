/** Reads what operators change in invitations, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";

/** Returns an invitation campaign with its newest rule and its budget. */
export const campaignStateOf = (db: Db, campaignId: string) =>
  auditedRow(
    db,
    campaignId,
    sql`SELECT c.name, c.is_on AS "isOn", c.starts_at AS "startsAt", c.ends_at AS "endsAt", r.version,
               r.inviter, r.invitee, r.month_cap AS "monthCap", b."budgetFen"
        FROM invite_campaign c LEFT JOIN LATERAL (
          SELECT * FROM invite_rule WHERE campaign_id = c.campaign_id ORDER BY version DESC LIMIT 1) r ON true
        CROSS JOIN (SELECT sum(total_fen) AS "budgetFen" FROM invite_budget WHERE campaign_id = ${campaignId}) b
        WHERE c.campaign_id = ${campaignId}`,
  );

/** Returns an invited member's newest binding. */
export const bindingStateOf = (db: Db, memberId: string) =>
  auditedRow(
    db,
    memberId,
    sql`SELECT id AS "bindingId", inviter_id AS "inviterId", state, reason FROM invite_binding
        WHERE member_id = ${memberId} ORDER BY bound_at DESC, id DESC LIMIT 1`,
  );

type RewardKey = { readonly memberId: string; readonly rewardId: string };

/** Returns the state and the amount of a reward, and the state of its appeal. */
export const rewardStateOf = (db: Db, { memberId, rewardId }: RewardKey) =>
  auditedRow(
    db,
    rewardId,
    sql`SELECT r.state, r.kind, r.amount, r.reason, a.state AS appeal
        FROM invite_reward r
        LEFT JOIN invite_appeal a ON a.member_id = r.member_id AND a.reward_id = r.id
        WHERE r.member_id = ${memberId} AND r.id = ${rewardId}`,
  );
