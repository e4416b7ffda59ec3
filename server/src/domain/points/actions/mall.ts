/** The points mall: offers for points, the cheapest first, and why this member cannot get one. */
import { PAGE_FIRST, PAGE_SIZE } from "@yunjing/contract/limits";
import type { Input, Output } from "@yunjing/contract/operations";
import type { Limits } from "@yunjing/contract/schemas/benefit";
import type { PointsBenefit } from "@yunjing/contract/schemas/points";
import type { Context } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { type PointsOffer, pointsOffers, type Shop } from "../../catalog/actions.ts";
import { listLevels, memberLevelOf } from "../../levels/actions.ts";
import { pointsOf } from "./earn.ts";

type MallInput = Input<"points", "benefits">;
type Mall = Output<"points", "benefits">;

/** Sort key of an offer: available ones first, then by points, by money, by id. */
type SortKey = readonly [gone: number, points: number, cashFen: number, id: string];

const sortKeyOf = ({ isSoldOut, points, cashFen, card }: PointsOffer): SortKey => [
  ...([isSoldOut ? 1 : 0, points, cashFen] as const),
  card.benefitId,
];

function compare(left: SortKey, right: SortKey): number {
  for (const at of [0, 1, 2] as const) if (left[at] !== right[at]) return left[at] - right[at];
  if (left[3] === right[3]) return 0;
  return left[3] < right[3] ? -1 : 1;
}

const CURSOR = /^([01]):(\d{1,10}):(\d{1,10}):([\w-]{1,64})$/;
const cursorOf = (place: SortKey): string => Buffer.from(place.join(":")).toString("base64url");

/** Refuses BAD_REQUEST for a cursor that this server did not create. */
function readCursor(cursor: string): SortKey {
  const found = CURSOR.exec(Buffer.from(cursor, "base64url").toString());
  const [, gone, points, cashFen, id] = found ?? [];
  if (id === undefined) throw new Refusal("BAD_REQUEST");
  return [Number(gone), Number(points), Number(cashFen), id];
}

/** Returns the tightest limit as a short text: 每月限 2 件. */
function limitOf({ perOrder, perDay, perMonth, life: perMember }: Limits): string | undefined {
  if (perMember !== undefined) return `每人限 ${perMember} 件`;
  if (perMonth !== undefined) return `每月限 ${perMonth} 件`;
  if (perDay !== undefined) return `每天限 ${perDay} 件`;
  return perOrder === undefined ? undefined : `每单限 ${perOrder} 件`;
}

type MemberMeans = {
  readonly available: number;
  readonly grade: number;
  /** The names of the grades. */
  readonly names: ReadonlyMap<number, string>;
};

const isOpenTo = ({ gradeMin = 0 }: PointsOffer, grade: number): boolean => grade >= gradeMin;

/** Returns whether this member's points and grade are sufficient now; money is not checked. */
const isInReach = (offer: PointsOffer, { available, grade }: MemberMeans): boolean =>
  !offer.isSoldOut && offer.points <= available && isOpenTo(offer, grade);

function viewOf(offer: PointsOffer, { available, grade, names }: MemberMeans): PointsBenefit {
  const { card, skuId, points, cashFen, left, limits, gradeMin, category } = offer;
  const limitText = limitOf(limits);
  const needs = gradeMin !== undefined && !isOpenTo(offer, grade);
  return {
    ...card,
    skuId,
    points,
    cashFen,
    category,
    ...(left === undefined ? {} : { left }),
    ...(limitText === undefined ? {} : { limitText }),
    ...(needs ? { gradeNeeded: `${names.get(gradeMin) ?? ""}可兑` } : {}),
    missing: Math.max(0, points - available),
  };
}

/** Returns the number of offers of each category, in order of first occurrence. */
function categoriesOf(offers: readonly PointsOffer[]): Mall["categories"] {
  const counts = new Map<string, { code: string; name: string; count: number }>();
  for (const { category } of offers) {
    const known = counts.get(category.code) ?? { ...category, count: 0 };
    counts.set(category.code, { ...known, count: known.count + 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count);
}

/** Refuses BAD_REQUEST for a cursor that this server did not create. */
export async function pointsBenefits(
  context: Context,
  shop: Shop,
  { memberId, input }: { memberId: string; input: MallInput },
): Promise<Mall> {
  const { page = PAGE_FIRST, pageSize = PAGE_SIZE, cursor } = input;
  const { affordable = false, categoryCode, pointsMax } = input;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const [{ grade }, { available }, ladder] = await Promise.all([
    memberLevelOf(context, shop.db, memberId),
    pointsOf(shop.db, memberId, context.clock.now()),
    listLevels(shop.db),
  ]);
  const names = new Map(ladder.map((level) => [level.grade, level.name]));
  const means = { available, grade, names };
  const all = await pointsOffers(shop, grade);
  const wanted = all
    .filter(
      (offer) =>
        (!affordable || isInReach(offer, means)) &&
        (categoryCode === undefined || offer.category.code === categoryCode) &&
        (pointsMax === undefined || offer.points <= pointsMax),
    )
    .map((offer) => ({ offer, place: sortKeyOf(offer) }))
    .toSorted((left, right) => compare(left.place, right.place));
  const rest = after ? wanted.filter(({ place }) => compare(place, after) > 0) : wanted;
  const start = after ? 0 : (page - 1) * pageSize;
  const shown = rest.slice(start, start + pageSize);
  const hasMore = rest.length > start + pageSize;
  const last = shown.at(-1);
  return {
    list: shown.map(({ offer }) => viewOf(offer, means)),
    total: wanted.length,
    page,
    pageSize,
    hasMore,
    ...(hasMore && last ? { nextCursor: cursorOf(last.place) } : {}),
    affordableCount: all.filter((offer) => isInReach(offer, means)).length,
    categories: categoriesOf(all),
  };
}
