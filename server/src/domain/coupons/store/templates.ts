/** SQL statements about templates and the counts of their campaigns. */
import type { Barred } from "@yunjing/contract/refusal-reasons";
import { sql } from "drizzle-orm";
import { type Db, runPrepared, type Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow, sqlNowText } from "../../../platform/database/sql.ts";
import type { CampaignState } from "../lifecycle.ts";
import { type CampaignRules, packSize } from "../pack.ts";
import type { CouponAppearance } from "../rules.ts";
import { barredSql } from "../store.ts";

/** Validity of an issued coupon; `claim` and `next_day` count whole days in Shanghai. */
export type Validity =
  | { readonly mode: "fixed"; readonly from: string; readonly until: string }
  | { readonly mode: "claim" | "next_day"; readonly days: number };

/**
 * Who may claim: all members, members of some grades, or members who joined within this number of
 * days.
 */
export type Audience = { readonly grades?: readonly number[]; readonly joinedWithinDays?: number };

export type GivenOn = "register" | "first_order" | "birthday";

export type Limits = { readonly perMember: number; readonly perDay?: number };

/** A template as an operator writes it. */
export type TemplateDraft = {
  readonly templateId: string;
  readonly title: string;
  readonly looks: CouponAppearance;
  readonly rules: CampaignRules;
  readonly validity: Validity;
  readonly audience: Audience;
  readonly limits: Limits;
  readonly isListed: boolean;
  readonly claimFrom?: Date;
  readonly claimUntil?: Date;
  readonly sort: number;
  /** What gives it to a member without a claim. */
  readonly givenOn?: GivenOn;
};

/** How many coupons, or packs, a campaign has in all and left; null for unlimited. */
export type CampaignStock = { readonly total: number | null; readonly left: number | null };

/**
 * The stock of every listed campaign, by template. On a cluster it lies by campaign, on all nodes: the
 * claim centre reads it once for all its callers (`claimCentre`).
 */
export async function listedStock(db: Db): Promise<ReadonlyMap<string, CampaignStock>> {
  const { rows } = await db.execute<CampaignStock & { readonly templateId: string }>(sql`
    SELECT template_id AS "templateId", CASE WHEN bool_or(total IS NULL) THEN NULL ELSE sum(total)::int END AS total,
           CASE WHEN bool_or(total IS NULL) THEN NULL ELSE sum(total - claimed)::int END AS left
    FROM campaign_stock
    WHERE template_id IN (SELECT template_id FROM coupon_template WHERE is_listed AND status = 'active') GROUP BY 1`);
  return new Map(rows.map(({ templateId, ...stock }) => [templateId, stock]));
}

/** A template in the claim centre with this member's counts; instants in ms. */
export type ListedTemplate = Omit<TemplateDraft, "claimFrom" | "claimUntil" | "isListed"> & {
  readonly claimFrom: number | null;
  readonly claimUntil: number | null;
  readonly claimed: number;
  readonly claimedToday: number;
  /** Why this member could not use it. */
  readonly barred: Barred | null;
};

const NOW = sqlNowText(2);
const listed = {
  name: "coupons_templates",
  text: `
    WITH page AS MATERIALIZED (
      SELECT t.* FROM coupon_template t
      WHERE t.is_listed AND t.status = 'active' AND (t.claim_until IS NULL OR t.claim_until > ${NOW})
        AND (t.validity->>'mode' <> 'fixed' OR (t.validity->>'until')::timestamptz > ${NOW})
        AND ($3::text IS NULL OR NOT t.rules ? 'only' OR t.rules->'only'->'categories' ? $3)
        AND ($4::int IS NULL OR (t.sort, t.template_id) > ($4, $5::text))
      ORDER BY t.sort, t.template_id LIMIT $6),
    y AS MATERIALIZED (
      SELECT template_id, claimed, day, claimed_on_day FROM coupon_tally
      WHERE member_id = $1 AND template_id IN (SELECT template_id FROM page))
    SELECT t.template_id AS "templateId", t.title, t.looks, t.rules, t.validity, t.audience, t.limits, t.sort,
           ${epochMsSql("t.claim_from")} AS "claimFrom", ${epochMsSql("t.claim_until")} AS "claimUntil",
           coalesce(y.claimed, 0) AS claimed,
           CASE WHEN y.day = (${NOW} AT TIME ZONE 'UTC' + interval '8 hours')::date THEN y.claimed_on_day ELSE 0 END
             AS "claimedToday",
           CASE WHEN $1::uuid IS NOT NULL THEN ${barredSql("t.template_id", "t.rules")} END
             AS barred
    FROM page t LEFT JOIN y ON y.template_id = t.template_id
    ORDER BY t.sort, t.template_id`,
};

export type CentrePosition = { readonly sort: number; readonly templateId: string };

/** Returns templates that can be claimed now or soon, with the member's number of claims. */
export const listTemplates = (
  db: Db,
  page: {
    /** Undefined for a visitor, who has claimed nothing and is not barred. */
    readonly memberId: string | undefined;
    readonly categoryCode: string | undefined;
    readonly after: CentrePosition | undefined;
    readonly limit: number;
    readonly now: Date | null;
  },
) =>
  runPrepared<ListedTemplate>(db, listed, [
    page.memberId ?? null,
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

/** A campaign as its maker wrote it; null for unlimited. `total` counts coupons, or packs. */
export type FoundDraft = {
  readonly draft: TemplateDraft;
  readonly version: number;
  readonly total: number | null;
  readonly budgetFen: number | null;
};

type DraftRow = Omit<TemplateDraft, "claimFrom" | "claimUntil" | "givenOn"> &
  Omit<FoundDraft, "draft"> & {
    readonly claimFrom: number | null;
    readonly claimUntil: number | null;
    readonly givenOn: GivenOn | null;
  };

/** Returns a campaign of any state as its maker wrote it. */
export async function findDraft(db: Db | Tx, templateId: string): Promise<FoundDraft | undefined> {
  const found = await db.execute<DraftRow>(sql`
    WITH stock AS MATERIALIZED (
      SELECT CASE WHEN bool_or(total IS NULL) THEN NULL ELSE sum(total)::int END AS total
      FROM campaign_stock WHERE template_id = ${templateId}),
    spend AS MATERIALIZED (
      SELECT CASE WHEN bool_or(budget_fen IS NULL) THEN NULL ELSE sum(budget_fen)::float8 END AS "budgetFen"
      FROM campaign_spend WHERE template_id = ${templateId})
    SELECT t.template_id AS "templateId", t.title, t.looks, t.rules, t.validity, t.audience, t.limits,
           t.is_listed AS "isListed", t.sort, t.given_on AS "givenOn", t.version,
           ${sql.raw(epochMsSql("t.claim_from"))} AS "claimFrom",
           ${sql.raw(epochMsSql("t.claim_until"))} AS "claimUntil",
           s.total, m."budgetFen"
    FROM coupon_template t CROSS JOIN stock s CROSS JOIN spend m WHERE t.template_id = ${templateId}`);
  const [row] = found.rows;
  if (!row) return undefined;
  const { version, total, budgetFen, claimFrom, claimUntil, givenOn, ...rest } = row;
  const draft = {
    ...rest,
    ...(claimFrom === null ? {} : { claimFrom: new Date(claimFrom) }),
    ...(claimUntil === null ? {} : { claimUntil: new Date(claimUntil) }),
    ...(givenOn === null ? {} : { givenOn }),
  };
  const packs = total === null ? null : total / packSize(draft.rules);
  return { draft, version, total: packs, budgetFen };
}

export type GivenTemplate = { readonly templateId: string; readonly audience: Audience };

/** Returns the active campaigns that an event gives now. */
export async function listGivenOn(db: Db, on: GivenOn, now: Now): Promise<GivenTemplate[]> {
  const { rows } = await db.execute<GivenTemplate>(sql`
    SELECT template_id AS "templateId", audience FROM coupon_template
    WHERE given_on = ${on} AND status = 'active' AND (claim_from IS NULL OR claim_from <= ${sqlNow(now)})
      AND (claim_until IS NULL OR claim_until > ${sqlNow(now)})
    ORDER BY sort, template_id`);
  return rows;
}

export type NewcomerTemplate = Pick<ListedTemplate, "templateId" | "title" | "looks" | "rules"> & {
  readonly isGiven: boolean;
};

/**
 * Returns the active campaigns for new members that have coupons left: what the registration gives,
 * and what the claim centre lists for those who have just joined.
 */
export async function listNewcomerTemplates(
  db: Db,
  { now, limit }: { readonly now: Now; readonly limit: number },
): Promise<NewcomerTemplate[]> {
  const { rows } = await db.execute<NewcomerTemplate>(sql`
    WITH stocked AS MATERIALIZED (
      SELECT DISTINCT template_id FROM campaign_stock
      WHERE (total IS NULL OR claimed < total)
        AND template_id IN (SELECT template_id FROM coupon_template WHERE status = 'active'))
    SELECT template_id AS "templateId", title, looks, rules, given_on IS NOT NULL AS "isGiven"
    FROM coupon_template
    WHERE status = 'active'
      AND (given_on = 'register' OR (given_on IS NULL AND is_listed AND audience ? 'joinedWithinDays'))
      AND NOT audience ? 'grades'
      AND (claim_from IS NULL OR claim_from <= ${sqlNow(now)})
      AND (claim_until IS NULL OR claim_until > ${sqlNow(now)})
      AND (validity->>'mode' <> 'fixed' OR (validity->>'until')::timestamptz > ${sqlNow(now)})
      AND template_id IN (SELECT template_id FROM stocked)
    ORDER BY given_on IS NULL, sort, template_id LIMIT ${limit}`);
  return rows;
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
