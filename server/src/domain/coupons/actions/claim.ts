/**
 * The claim centre: lists coupons to claim, with the reason when one cannot be claimed, and claims
 * them.
 */
import { raisedReasons } from "@yunjing/contract/refusal-reasons";
import { PAGE_FIRST, PAGE_SIZE } from "@yunjing/contract/limits";
import type { Input, Output } from "@yunjing/contract/operations";
import type { ClaimableCoupon } from "@yunjing/contract/schemas/coupons";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { onceForMember } from "../../members/actions.ts";
import { FIRST_GRADE } from "../../catalog/model.ts";
import { memberLevelOf } from "../../levels/actions.ts";
import { sharedRead } from "../../../platform/shared-read.ts";
import { dayOf, timeOf } from "../dates.ts";
import { findCoupon } from "../store.ts";
import {
  type Audience,
  type CampaignStock,
  type CentrePosition,
  findTemplate,
  listedStock,
  type ListedTemplate,
  listTemplates,
  type Validity,
} from "../store/templates.ts";
import { templateAppearanceOf, walletCoupon } from "../view.ts";
import { grantCoupon } from "./grant.ts";

const DAY_MS = 86_400_000;

type MemberEligibility = {
  readonly grade: number;
  readonly createdAt: number;
  readonly isReturning: boolean;
};

/** A visitor without a login: what every member may claim, whatever the level and the age. */
const VISITOR: MemberEligibility = { grade: FIRST_GRADE, createdAt: 0, isReturning: true };

/**
 * Returns why a member is outside a campaign's audience, as text for the member; undefined when
 * inside.
 */
export function whyNotEligible(audience: Audience, eligibility: MemberEligibility, now: number) {
  const { grade, createdAt, isReturning } = eligibility;
  const { grades, joinedWithinDays } = audience;
  const isNewcomer =
    !isReturning && now - createdAt <= (joinedWithinDays ?? Number.POSITIVE_INFINITY) * DAY_MS;
  if (joinedWithinDays !== undefined && !isNewcomer) return "新会员专享";
  if (grades && !grades.includes(grade)) return `LV${Math.min(...grades)} 及以上会员专享`;
  return undefined;
}

type State = Pick<ClaimableCoupon, "state" | "why">;

function stateOf(
  template: ListedTemplate & CampaignStock,
  eligibility: MemberEligibility,
  now: number,
): State {
  const { claimFrom, limits, claimed, claimedToday, left, audience, barred } = template;
  if (claimed >= limits.perMember) return { state: "claimed", why: "已达领取上限" };
  if (left === 0) return { state: "over", why: "已领完" };
  if (claimFrom !== null && claimFrom > now)
    return { state: "not_yet", why: `${dayOf(claimFrom)} ${timeOf(claimFrom)} 开始领取` };
  const why = barred ? raisedReasons[barred] : whyNotEligible(audience, eligibility, now);
  if (why) return { state: "denied", why };
  if (limits.perDay !== undefined && claimedToday >= limits.perDay)
    return { state: "claimed", why: "今天已领过，明天再来" };
  return { state: "claimable" };
}

const validityText = (validity: Validity): string => {
  if (validity.mode === "fixed") return `${dayOf(new Date(validity.until).getTime())} 前有效`;
  if (validity.days === 1) return validity.mode === "claim" ? "领取当天有效" : "领取次日有效";
  const since = validity.mode === "claim" ? "领取后" : "领取次日起";
  return `${since} ${validity.days} 天内有效`;
};

function claimable(
  template: ListedTemplate & CampaignStock,
  eligibility: MemberEligibility,
  now: number,
): ClaimableCoupon {
  const { total, left, claimFrom, claimUntil } = template;
  return {
    templateId: template.templateId,
    ...templateAppearanceOf(template.title, template.looks, template.rules),
    validityText: validityText(template.validity),
    ...stateOf(template, eligibility, now),
    claimed: template.claimed,
    perMember: template.limits.perMember,
    ...(total === null || left === null
      ? {}
      : { leftPercent: total === 0 ? 0 : Math.ceil((left * 100) / total) }),
    ...(claimFrom === null ? {} : { claimFrom }),
    ...(claimUntil === null ? {} : { claimUntil }),
  };
}

const CURSOR = /^(-?\d{1,9})\.([A-Za-z0-9_-]{1,64})$/;

/** Refuses BAD_REQUEST for a cursor that this server did not create. */
function positionOf(cursor: string | undefined): CentrePosition | undefined {
  if (cursor === undefined) return undefined;
  const [, sort, templateId] = CURSOR.exec(cursor) ?? [];
  if (sort === undefined || templateId === undefined) throw new Refusal("BAD_REQUEST");
  return { sort: Number(sort), templateId };
}

/** The stock of the campaigns, as the claim centre shows it. */
export type CentreStock = () => Promise<ReadonlyMap<string, CampaignStock>>;

/** Reads the stock once for all callers of a while. A claim itself takes from the stored stock. */
export const sharedCentreStock = (context: Context, db: Db): CentreStock =>
  sharedRead(context, () => listedStock(db));

const NO_STOCK: CampaignStock = { total: null, left: null };

/** Returns one page of the claim centre, for a member or for a visitor without a login. */
export async function claimCentre(
  context: Context,
  db: Db,
  memberId: string | undefined,
  input: Input<"coupons", "templates">,
  stock: CentreStock = () => listedStock(db),
): Promise<Output<"coupons", "templates">> {
  const { page = PAGE_FIRST, pageSize = PAGE_SIZE, cursor, categoryCode } = input;
  const after = positionOf(cursor);
  const skipped = after ? 0 : (page - 1) * pageSize;
  const [eligibility, rows, stocks] = await Promise.all([
    memberId === undefined ? VISITOR : memberLevelOf(context, db, memberId),
    listTemplates(db, {
      memberId,
      categoryCode,
      after,
      limit: skipped + pageSize + 1,
      now: context.clock.sql(),
    }),
    stock(),
  ]);
  const now = context.clock.now().getTime();
  const shown = rows.slice(skipped, skipped + pageSize);
  const hasMore = rows.length > skipped + pageSize;
  const last = shown.at(-1);
  return {
    list: shown.map((template) =>
      claimable(
        { ...template, ...(stocks.get(template.templateId) ?? NO_STOCK) },
        eligibility,
        now,
      ),
    ),
    page,
    pageSize,
    hasMore,
    ...(hasMore && last ? { nextCursor: `${last.sort}.${last.templateId}` } : {}),
  };
}

type Claim = {
  readonly memberId: string;
  readonly templateId: string;
  readonly key: string;
  readonly before?: (tx: Tx) => Promise<unknown>;
};

/**
 * Claims one coupon, or one pack, of which it returns the first coupon. `before` runs in its transaction once the member may claim, and may refuse.
 * Refuses NOT_FOUND, CLAIM_DENIED, CLAIM_LIMIT, CLAIM_OVER and KEY_REUSED.
 */
export async function claimCoupon(
  context: Context,
  db: Db,
  { memberId, templateId, key, before }: Claim,
): Promise<Output<"coupons", "claim">> {
  const intent = { memberId, route: "coupons.claim", key, body: { templateId } };
  const { id } = await onceForMember(context, db, intent, async (tx) => {
    const template = await findTemplate(tx, templateId);
    if (!template || template.status === "draft" || template.status === "review")
      throw new Refusal("NOT_FOUND");
    const eligibility = await memberLevelOf(context, tx, memberId);
    const reason = whyNotEligible(template.audience, eligibility, context.clock.now().getTime());
    if (reason) throw new Refusal("CLAIM_DENIED", { reason });
    await before?.(tx);
    const granted = await grantCoupon(context, tx, {
      memberId,
      templateId,
      source: "claim",
      ref: key,
    });
    return { id: granted.couponId };
  });
  const coupon = await findCoupon(db, { memberId, id, now: context.clock.sql() });
  invariant(coupon, "a granted coupon exists");
  return walletCoupon(coupon, { now: context.clock.now().getTime(), orderNo: undefined });
}
