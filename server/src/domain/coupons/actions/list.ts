/** What operators read of campaigns: the list, and one in full with its days and its outlook. */
import type { Output } from "@yunjing/contract/operations";
import type { Campaign } from "@yunjing/contract/schemas/operators/campaigns";
import type { Context } from "../../../platform/context.ts";
import {
  cursorOf,
  keysetPageOf,
  keysetResult,
  readCursor,
} from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { memberLabels, memberNames } from "../../members/actions.ts";
import { outlookOf, type Outlook } from "../outlook.ts";
import { listCampaignMembers, type CampaignMemberFilter } from "../store/campaign-members.ts";
import { type CampaignDay, campaignDays } from "../store/campaign-days.ts";
import { type CampaignFigures, campaignFigures, type CampaignFilter } from "../store/campaigns.ts";
import { isPack, type PackPart, partAt } from "../pack.ts";
import { packFigures, type SeqFigures } from "../store/pack-figures.ts";
import { findDraft, findTemplate, type FoundDraft } from "../store/templates.ts";

const PAGE_MAX = 100;

export type CampaignQuery = Omit<CampaignFilter, "after" | "limit"> & {
  readonly cursor?: string | undefined;
  readonly pageSize?: number | undefined;
};

/** The campaigns as operators read them, with the names of their maker and checker. */
async function shown(db: Db, rows: readonly CampaignFigures[]): Promise<Campaign[]> {
  const labels = await memberLabels(
    db,
    rows.flatMap(({ makerId, checkerId }) => [makerId, checkerId ?? []].flat()),
  );
  const person = (id: string) => ({ id, name: labels.get(id)?.nickname ?? "" });
  return rows.map(({ sort: _sort, checkerId, ...row }) => {
    const { endedHow, expiresAt, total, budgetFen, reason: _why, decidedAt: _when, ...rest } = row;
    const { valueFen, percent, capFen, thresholdFen, claimFrom, claimUntil, givenOn, ...figures } =
      rest;
    return {
      ...figures,
      maker: person(figures.makerId),
      ...(checkerId === null ? {} : { checker: person(checkerId) }),
      ...withoutNulls({ endedHow, expiresAt, total, budgetFen, givenOn }),
      ...withoutNulls({ valueFen, percent, capFen, thresholdFen, claimFrom, claimUntil }),
    };
  });
}

/** One coupon of a pack with its figures. */
export type PartFigures = PackPart & Omit<SeqFigures, "seq">;

/** Returns the coupons of a pack with their figures; undefined for a campaign of a single coupon. */
async function partsOf(
  db: Db,
  { draft: { templateId, rules } }: FoundDraft,
): Promise<PartFigures[] | undefined> {
  if (!isPack(rules)) return undefined;
  const rows = await packFigures(db, templateId);
  return rules.parts.map((part) => {
    const own = rows.filter(({ seq }) => partAt(rules.parts, seq) === part);
    const sum = (name: "given" | "used" | "offFen") =>
      own.reduce((total, row) => total + row[name], 0);
    return { ...part, given: sum("given"), used: sum("used"), offFen: sum("offFen") };
  });
}

export type CampaignDetail = {
  readonly campaign: Campaign;
  readonly found: FoundDraft;
  readonly reason: string | null;
  readonly decidedAt: number | null;
  readonly days: readonly CampaignDay[];
  readonly outlook: Outlook | undefined;
  readonly parts: readonly PartFigures[] | undefined;
};

/** Days of the curve, and of the rate at which a budget is used. */
const DAYS = 30;

/** Returns one campaign with its rules, its days and the end of its budget. Refuses NOT_FOUND. */
export async function campaignDetail(
  context: Context,
  db: Db,
  templateId: string,
): Promise<CampaignDetail> {
  const now = context.clock.sql();
  const [found, [row], days] = await Promise.all([
    findDraft(db, templateId),
    campaignFigures(db, now, { templateId }),
    campaignDays(db, { templateId, days: DAYS, now }),
  ]);
  if (!found || !row) throw new Refusal("NOT_FOUND");
  const [campaign] = await shown(db, [row]);
  if (!campaign) throw new Refusal("NOT_FOUND");
  const outlook = outlookOf(row, days, context.clock.now().getTime());
  const { reason, decidedAt } = row;
  const parts = await partsOf(db, found);
  return { campaign, found, reason, decidedAt, days, outlook, parts };
}

/**
 * Returns a page in display order; without a page size at most a hundred. Its cursor is the display
 * order and the id of the last campaign. Refuses BAD_REQUEST for a bad cursor.
 */
export async function campaignPage(
  context: Context,
  db: Db,
  { cursor, pageSize = PAGE_MAX, ...filter }: CampaignQuery,
): Promise<{ readonly list: Campaign[]; readonly nextCursor?: string }> {
  const position = readCursor(cursor);
  const after = position && { sort: position.micros, templateId: position.id };
  const wanted = { ...filter, after, limit: pageSize + 1 };
  const found = await campaignFigures(db, context.clock.sql(), wanted);
  const rows = found.slice(0, pageSize);
  const list = await shown(db, rows);
  const last = rows.at(-1);
  const isMore = found.length > pageSize && last !== undefined;
  return {
    list,
    ...(isMore ? { nextCursor: cursorOf({ micros: last.sort, id: last.templateId }) } : {}),
  };
}

/**
 * Returns a page of the members who got a campaign's coupons, the latest first, with masked phones.
 * Refuses NOT_FOUND, and BAD_REQUEST for a foreign cursor.
 */
export async function campaignMemberPage(
  context: Context,
  db: Db,
  {
    cursor,
    pageSize,
    ...filter
  }: CampaignMemberFilter & Pick<CampaignQuery, "cursor" | "pageSize">,
): Promise<Output<"operatorCampaigns", "members">> {
  if (!(await findTemplate(db, filter.templateId))) throw new Refusal("NOT_FOUND");
  const page = keysetPageOf({ cursor, pageSize });
  const rows = await listCampaignMembers(db, filter, page, context.clock.sql());
  const nameOf = await memberNames(
    db,
    rows.map(({ memberId }) => memberId),
  );
  return keysetResult(rows, page, ({ memberId, usedAt, offFen, micros: _at, id, ...row }) => ({
    ...row,
    couponId: id,
    member: nameOf(memberId),
    ...withoutNulls({ usedAt, offFen }),
  }));
}
