/** SQL statements on campaigns that another person approves. */
import { type SQL, sql } from "drizzle-orm";
import { afterPosition, byPosition, microsSql } from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now } from "../../../platform/database/sql.ts";
import { approvalsExpired, approvalsExpiresAt } from "../../../sql/approvals.ts";
import { type ApprovalQuery, type ApprovalSummary, boxOrder } from "../../approvals/port.ts";
import type { GivenOn, TemplateDraft } from "./templates.ts";

/** Money in fen; null for unlimited. `total` counts coupons, also those of packs. */
export type CampaignApproval = Omit<ApprovalSummary, "subject" | "amountFen" | "beneficiary"> &
  Pick<TemplateDraft, "rules" | "validity" | "audience" | "limits" | "looks" | "isListed"> & {
    readonly givenOn: GivenOn | null;
    readonly total: number | null;
    readonly budgetFen: number | null;
  };

const expired = (now: Now) => approvalsExpired.sql({ since: sql`t.submitted_at`, now });

const campaigns = (now: Now, time: string): SQL => sql`
  WITH stock AS MATERIALIZED (
    SELECT template_id, CASE WHEN bool_or(total IS NULL) THEN NULL ELSE sum(total)::int END AS total
    FROM campaign_stock GROUP BY template_id
  ), spend AS MATERIALIZED (
    SELECT template_id, CASE WHEN bool_or(budget_fen IS NULL) THEN NULL ELSE sum(budget_fen)::float8 END AS budget
    FROM campaign_spend GROUP BY template_id
  )
  SELECT t.template_id AS ref, t.title, t.rules, t.validity, t.audience, t.limits, t.looks,
         t.is_listed AS "isListed", t.given_on AS "givenOn", t.maker_id AS maker,
         coalesce(t.reason, '') AS reason,
         CASE WHEN t.status = 'review' AND ${expired(now)} THEN 'expired' WHEN t.status = 'review' THEN 'waiting'
              WHEN t.status = 'draft' THEN 'rejected' ELSE 'approved' END AS state,
         t.checker_id AS checker, t.reason AS decision,
         ${sql.raw(epochMsSql("t.submitted_at"))} AS "createdAt",
         ${sql.raw(epochMsSql(approvalsExpiresAt.text({ since: "t.submitted_at" })))} AS "expiresAt",
         CASE WHEN t.status <> 'review' THEN ${sql.raw(epochMsSql("t.decided_at"))} END AS "decidedAt",
         ${microsSql(time)} AS micros,
         stock.total, spend.budget AS "budgetFen"
  FROM coupon_template t LEFT JOIN stock USING (template_id) LEFT JOIN spend USING (template_id)`;

const times = { made: "t.submitted_at", decided: "t.decided_at" } as const;

export async function readCampaignApprovals(
  db: Db,
  query: ApprovalQuery,
  now: Now,
): Promise<CampaignApproval[]> {
  const { time, order } = boxOrder(query.box, times);
  const condition = {
    waiting: sql`t.status = 'review' AND NOT ${expired(now)} AND t.maker_id <> ${query.operatorId}`,
    made: sql`t.maker_id = ${query.operatorId}`,
    decided: sql`t.status <> 'review' AND t.decided_at IS NOT NULL AND t.checker_id IS NOT NULL`,
  }[query.box];
  const row = { time: sql.raw(time), id: sql`'campaign.' || t.template_id` };
  const { rows } = await db.execute<CampaignApproval>(sql`
    ${campaigns(now, time)} WHERE t.submitted_at IS NOT NULL AND ${condition}
      AND ${afterPosition(row, query.after, order)}
    ORDER BY ${byPosition(row, order)} LIMIT ${query.limit}`);
  return rows;
}

export async function findCampaignApproval(
  db: Db | Tx,
  templateId: string,
  now: Now,
): Promise<CampaignApproval | undefined> {
  const { rows } = await db.execute<CampaignApproval>(sql`
    ${campaigns(now, "t.submitted_at")} WHERE t.template_id = ${templateId} AND t.submitted_at IS NOT NULL`);
  return rows[0];
}

export async function lockTemplate(tx: Tx, templateId: string): Promise<void> {
  await tx.execute(
    sql`SELECT FROM coupon_template WHERE template_id = ${templateId} FOR NO KEY UPDATE`,
  );
}
