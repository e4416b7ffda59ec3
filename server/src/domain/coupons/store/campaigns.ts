/** SQL statements that change templates and create the buckets of their campaigns. */
import type { CampaignType } from "@yunjing/contract/schemas/operators/campaigns";
import { type SQL, sql } from "drizzle-orm";
import {
  approvalsExpired,
  approvalsValidSince,
  approvalsExpiresAt,
} from "../../../sql/approvals.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";
import type { CampaignState } from "../lifecycle.ts";
import { couponsSpread } from "../../../sql/coupons.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { GivenOn, TemplateDraft } from "./templates.ts";

const json = (value: object) => sql`${JSON.stringify(value)}::jsonb`;

/** Inserts a draft; returns false when the id exists. */
export async function insertTemplate(
  tx: Tx,
  draft: TemplateDraft,
  { makerId, now }: { makerId: string; now: Now },
): Promise<boolean> {
  // Two unique keys contain the id, and a concurrent insert may meet either: neither is named.
  const made = await tx.execute(sql`
    INSERT INTO coupon_template (template_id, status, title, looks, rules, validity, audience, limits, is_listed,
                                 claim_from, claim_until, sort, given_on, maker_id, created_at)
    VALUES (${draft.templateId}, 'draft', ${draft.title}, ${json(draft.looks)}, ${json(draft.rules)},
            ${json(draft.validity)}, ${json(draft.audience)}, ${json(draft.limits)}, ${draft.isListed},
            ${draft.claimFrom ?? null}::timestamptz, ${draft.claimUntil ?? null}::timestamptz, ${draft.sort},
            ${draft.givenOn ?? null}, ${makerId}, ${sqlNow(now)})
    ON CONFLICT DO NOTHING`);
  return made.rowCount === 1;
}

/** A limit of coupons, and one of fen, for each bucket; null means unlimited. */
type Buckets = {
  readonly stock: readonly (number | null)[];
  readonly spend: readonly (number | null)[];
};

/** Inserts the buckets of a template that this transaction has inserted. */
export async function insertBuckets(tx: Tx, template: string, buckets: Buckets): Promise<void> {
  await tx.execute(sql`
    INSERT INTO campaign_stock (template_id, bucket, total)
    SELECT ${template}, at - 1, total::integer
    FROM jsonb_array_elements_text(${json(buckets.stock)}) WITH ORDINALITY AS x(total, at)`);
  await tx.execute(sql`
    INSERT INTO campaign_spend (template_id, bucket, budget_fen)
    SELECT ${template}, at - 1, fen::bigint
    FROM jsonb_array_elements_text(${json(buckets.spend)}) WITH ORDINALITY AS x(fen, at)`);
}

/** Replaces the buckets of a draft that this transaction has changed. */
export async function spreadBuckets(tx: Tx, template: string, buckets: Buckets): Promise<void> {
  const isDraft = await couponsSpread(tx, {
    template,
    stock: [...buckets.stock],
    spend: [...buckets.spend],
  });
  invariant(isDraft, "only a draft's buckets are spread");
}

/** Changes a draft; returns its new version, or undefined when it is no draft of that version. */
export async function updateDraft(
  tx: Tx,
  draft: TemplateDraft,
  sinceVersion: number,
): Promise<number | undefined> {
  const { rows } = await tx.execute<{ version: number }>(sql`
    UPDATE coupon_template
    SET title = ${draft.title}, looks = ${json(draft.looks)}, rules = ${json(draft.rules)},
        validity = ${json(draft.validity)}, audience = ${json(draft.audience)}, limits = ${json(draft.limits)},
        is_listed = ${draft.isListed}, claim_from = ${draft.claimFrom ?? null}::timestamptz,
        claim_until = ${draft.claimUntil ?? null}::timestamptz, sort = ${draft.sort},
        given_on = ${draft.givenOn ?? null}, version = version + 1
    WHERE template_id = ${draft.templateId} AND status = 'draft' AND version = ${sinceVersion}
    RETURNING version`);
  return rows[0]?.version;
}

/**
 * Changes a campaign's state; returns false when its state is not `from`. Revoking ends unused
 * coupons from now on.
 */
export async function updateCampaignState(
  tx: Tx,
  templateId: string,
  move: {
    readonly from: CampaignState;
    readonly to: CampaignState;
    readonly checkerId?: string;
    readonly reason?: string;
    readonly endedHow?: string;
    /** Starts the 24 hours of a review, or requires that they are not over. */
    readonly time?: "starts" | "must last";
    readonly now: Now;
  },
): Promise<boolean> {
  const { from, to, checkerId, reason, endedHow, time = null, now } = move;
  const revokedAt = endedHow === "unused" ? sqlNow(now) : sql`revoked_at`;
  const submittedAt = time === "starts" ? sqlNow(now) : sql`submitted_at`;
  const moved = await tx.execute(sql`
    UPDATE coupon_template
    SET status = ${to}, checker_id = coalesce(${checkerId ?? null}::uuid, checker_id),
        reason = coalesce(${reason ?? null}, reason), ended_how = coalesce(${endedHow ?? null}, ended_how),
        revoked_at = ${revokedAt},
        submitted_at = ${submittedAt}, decided_at = ${sqlNow(now)}
    WHERE template_id = ${templateId} AND status = ${from}
      AND (${time}::text IS DISTINCT FROM 'must last' OR submitted_at > ${approvalsValidSince.sql({ now })})
      AND (${time}::text IS DISTINCT FROM 'starts' OR status <> 'review'
           OR submitted_at IS NULL OR submitted_at <= ${approvalsValidSince.sql({ now })})`);
  return moved.rowCount === 1;
}

/** Returns whether a campaign waits for another person's approval and its time for that is over. */
export async function isCampaignExpired(tx: Tx, templateId: string, now: Now): Promise<boolean> {
  const { rows } = await tx.execute<{ isExpired: boolean }>(sql`
    SELECT status = 'review' AND ${approvalsExpired.sql({ since: sql`submitted_at`, now })} AS "isExpired"
    FROM coupon_template WHERE template_id = ${templateId}`);
  return rows[0]?.isExpired ?? false;
}

/**
 * A campaign's figures for operators: numbers of coupons (a pack counts as its coupons), money in fen;
 * null for unlimited.
 */
export type CampaignFigures = {
  readonly templateId: string;
  readonly title: string;
  readonly status: CampaignState;
  readonly endedHow: string | null;
  readonly makerId: string;
  readonly checkerId: string | null;
  /** Of the last decision about it. */
  readonly reason: string | null;
  readonly decidedAt: number | null;
  readonly type: CampaignType;
  /** Coupons that one issue gives: those of a pack, else 1. */
  readonly size: number;
  readonly valueFen: number | null;
  readonly percent: number | null;
  readonly capFen: number | null;
  readonly thresholdFen: number | null;
  readonly isListed: boolean;
  readonly givenOn: GivenOn | null;
  /** Instants in ms. */
  readonly claimFrom: number | null;
  readonly claimUntil: number | null;
  readonly createdAt: number;
  readonly sort: number;
  /** End of the time to approve it, in ms; null unless it is in review. */
  readonly expiresAt: number | null;
  readonly isExpired: boolean;
  readonly total: number | null;
  readonly claimed: number;
  readonly used: number;
  readonly budgetFen: number | null;
  readonly heldFen: number;
  readonly spentFen: number;
};

/** Absent means not filtered; instants in ms. */
export type CampaignFilter = {
  readonly state?: CampaignState | undefined;
  readonly type?: CampaignType | undefined;
  /** When it was created. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Words of its title, or its id. */
  readonly keyword?: string | undefined;
  readonly templateId?: string | undefined;
  readonly after?: { readonly sort: number; readonly templateId: string } | undefined;
  /** Absent: all of them; there are few. */
  readonly limit?: number | undefined;
};

function conditionsOf(filter: CampaignFilter): SQL {
  const { state, type, from, to, keyword, after, templateId } = filter;
  const words = `%${keyword?.replace(/[\\%_]/g, "\\$&")}%`;
  const conditions: (SQL | undefined)[] = [
    sql`true`,
    state && sql`t.status = ${state}`,
    templateId === undefined ? undefined : sql`t.template_id = ${templateId}`,
    type && sql`t.rules->>'type' = ${type}`,
    from === undefined ? undefined : sql`t.created_at >= ${new Date(from)}`,
    to === undefined ? undefined : sql`t.created_at < ${new Date(to)}`,
    keyword === undefined
      ? undefined
      : sql`(t.title ILIKE ${words} OR t.template_id ILIKE ${words})`,
    after && sql`(t.sort, t.template_id) > (${after.sort}, ${after.templateId})`,
  ];
  return sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` AND `,
  );
}

/** Counts the campaigns of each state; a state without campaigns has 0. */
export async function countCampaigns(
  db: Db,
  filter: Omit<CampaignFilter, "state">,
): Promise<Readonly<Record<CampaignState, number>>> {
  const { rows } = await db.execute<{ status: CampaignState; count: number }>(sql`
    SELECT t.status, count(*)::int AS count FROM coupon_template t
    WHERE ${conditionsOf(filter)} GROUP BY t.status`);
  const none = { draft: 0, review: 0, active: 0, paused: 0, ended: 0, archived: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
}

/** Returns campaigns with their figures, in display order. */
export async function campaignFigures(
  db: Db | Tx,
  now: Now,
  filter: CampaignFilter = {},
): Promise<CampaignFigures[]> {
  const found = await db.execute<CampaignFigures>(sql`
    WITH s AS MATERIALIZED (
      SELECT template_id, CASE WHEN bool_or(total IS NULL) THEN NULL ELSE sum(total)::int END AS total,
             coalesce(sum(claimed), 0)::int AS claimed, coalesce(sum(used), 0)::int AS used
      FROM campaign_stock
      WHERE template_id IN (SELECT t.template_id FROM coupon_template t WHERE ${conditionsOf(filter)}) GROUP BY 1),
    m AS MATERIALIZED (
      SELECT template_id, CASE WHEN bool_or(budget_fen IS NULL) THEN NULL ELSE sum(budget_fen)::bigint END AS "budgetFen",
             coalesce(sum(held_fen), 0)::bigint AS "heldFen", coalesce(sum(spent_fen), 0)::bigint AS "spentFen"
      FROM campaign_spend
      WHERE template_id IN (SELECT t.template_id FROM coupon_template t WHERE ${conditionsOf(filter)}) GROUP BY 1)
    SELECT t.template_id AS "templateId", t.title, t.status, t.ended_how AS "endedHow", t.maker_id AS "makerId",
           t.checker_id AS "checkerId", t.reason, ${sql.raw(epochMsSql("t.decided_at"))} AS "decidedAt",
           t.rules->>'type' AS type, t.pack_size AS size, (t.rules->>'valueFen')::float8 AS "valueFen",
           (t.rules->>'percent')::int AS percent, (t.rules->>'capFen')::float8 AS "capFen", (t.rules->>'thresholdFen')::float8 AS "thresholdFen",
           t.is_listed AS "isListed", t.given_on AS "givenOn", t.sort, ${sql.raw(epochMsSql("t.claim_from"))} AS "claimFrom",
           ${sql.raw(epochMsSql("t.claim_until"))} AS "claimUntil", ${sql.raw(epochMsSql("t.created_at"))} AS "createdAt",
           CASE WHEN t.status = 'review'
             THEN ${sql.raw(epochMsSql(approvalsExpiresAt.text({ since: "t.submitted_at" })))} END AS "expiresAt",
           t.status = 'review' AND ${approvalsExpired.sql({ since: sql`t.submitted_at`, now })} AS "isExpired",
           s.total, coalesce(s.claimed, 0) AS claimed, coalesce(s.used, 0) AS used,
           m."budgetFen", coalesce(m."heldFen", 0)::bigint AS "heldFen", coalesce(m."spentFen", 0)::bigint AS "spentFen"
    FROM coupon_template t LEFT JOIN s ON s.template_id = t.template_id LEFT JOIN m ON m.template_id = t.template_id
    WHERE ${conditionsOf(filter)}
    ORDER BY t.sort, t.template_id LIMIT ${filter.limit ?? null}`);
  return found.rows;
}
