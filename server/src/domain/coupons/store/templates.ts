/** SQL statements about templates and the counts of their campaigns. */
import { sql } from "drizzle-orm";
import { type Db, runPrepared, type Tx } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";
import type { CampaignState } from "../lifecycle.ts";
import type { CouponRules } from "../rules.ts";
import type { CouponAppearance } from "../store.ts";

/** Validity of an issued coupon; `claim` and `next_day` count whole days in Shanghai. */
export type Validity =
  | { readonly mode: "fixed"; readonly from: string; readonly until: string }
  | { readonly mode: "claim" | "next_day"; readonly days: number };

/**
 * Who may claim: all members, members of some grades, or members who joined within this number of
 * days.
 */
export type Audience = { readonly grades?: readonly number[]; readonly joinedWithinDays?: number };

export type Limits = { readonly perMember: number; readonly perDay?: number };

/** A template as an operator writes it. */
export type TemplateDraft = {
  readonly templateId: string;
  readonly title: string;
  readonly looks: CouponAppearance;
  readonly rules: CouponRules;
  readonly validity: Validity;
  readonly audience: Audience;
  readonly limits: Limits;
  readonly isListed: boolean;
  readonly claimFrom?: Date;
  readonly claimUntil?: Date;
  readonly sort: number;
};

/** A template in the claim centre with this member's counts; instants in ms. */
export type ListedTemplate = Omit<TemplateDraft, "claimFrom" | "claimUntil" | "isListed"> & {
  readonly claimFrom: number | null;
  readonly claimUntil: number | null;
  /** Null for unlimited. */
  readonly total: number | null;
  readonly left: number | null;
  readonly claimed: number;
  readonly claimedToday: number;
};

const NOW = "coalesce($2::timestamptz, now())";
const listed = {
  name: "coupons_templates",
  text: `
    SELECT t.template_id AS "templateId", t.title, t.looks, t.rules, t.validity, t.audience, t.limits, t.sort,
           ${epochMsSql("t.claim_from")} AS "claimFrom", ${epochMsSql("t.claim_until")} AS "claimUntil",
           s.total, s.left, coalesce(y.claimed, 0) AS claimed,
           CASE WHEN y.day = (${NOW} AT TIME ZONE 'UTC' + interval '8 hours')::date THEN y.claimed_on_day ELSE 0 END
             AS "claimedToday"
    FROM coupon_template t
    CROSS JOIN LATERAL (
      SELECT CASE WHEN bool_or(total IS NULL) THEN NULL ELSE sum(total)::int END AS total,
             CASE WHEN bool_or(total IS NULL) THEN NULL ELSE sum(total - claimed)::int END AS left
      FROM campaign_stock WHERE template_id = t.template_id) s
    LEFT JOIN coupon_tally y ON y.member_id = $1 AND y.template_id = t.template_id
    WHERE t.is_listed AND t.status = 'active' AND (t.claim_until IS NULL OR t.claim_until > ${NOW})
      AND (t.validity->>'mode' <> 'fixed' OR (t.validity->>'until')::timestamptz > ${NOW})
      AND ($3::text IS NULL OR NOT t.rules ? 'only' OR t.rules->'only'->'categories' ? $3)
      AND ($4::int IS NULL OR (t.sort, t.template_id) > ($4, $5::text))
    ORDER BY t.sort, t.template_id LIMIT $6`,
};

export type CentrePosition = { readonly sort: number; readonly templateId: string };

/** Returns templates that can be claimed now or soon, with the member's number of claims. */
export const listTemplates = (
  db: Db,
  page: {
    readonly memberId: string;
    readonly categoryCode: string | undefined;
    readonly after: CentrePosition | undefined;
    readonly limit: number;
    readonly now: Date | null;
  },
) =>
  runPrepared<ListedTemplate>(db, listed, [
    page.memberId,
    page.now,
    page.categoryCode ?? null,
    page.after?.sort ?? null,
    page.after?.templateId ?? null,
    page.limit,
  ]);

export type TemplateRow = {
  readonly status: CampaignState;
  readonly audience: Audience;
  readonly makerId: string;
};

export async function findTemplate(
  db: Db | Tx,
  templateId: string,
): Promise<TemplateRow | undefined> {
  const found = await db.execute<TemplateRow>(sql`
    SELECT status, audience, maker_id AS "makerId" FROM coupon_template WHERE template_id = ${templateId}`);
  return found.rows[0];
}

/**
 * Returns whether coupons of a template are granted at present to members who bought or were
 * promised one.
 */
export async function isTemplateGranted(db: Db | Tx, templateId: string): Promise<boolean> {
  const found = await findTemplate(db, templateId);
  return found?.status === "active" || found?.status === "paused";
}

/** Returns at most `limit` templates of which coupons are granted at present, the newest first. */
export async function grantedTemplates(
  db: Db | Tx,
  limit: number,
): Promise<readonly { readonly templateId: string; readonly title: string }[]> {
  const found = await db.execute<{ templateId: string; title: string }>(sql`
    SELECT template_id AS "templateId", title FROM coupon_template
    WHERE status IN ('active', 'paused') ORDER BY created_at DESC, template_id LIMIT ${limit}`);
  return found.rows;
}
