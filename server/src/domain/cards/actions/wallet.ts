/**
 * The member's wallet: coupons and third-party cards in one list by tab; those that expire first
 * come first.
 */
import { PAGE_FIRST, PAGE_SIZE } from "@yunjing/contract/limits";
import type { Input, Output } from "@yunjing/contract/operations";
import type { WalletItem } from "@yunjing/contract/schemas/coupons";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { countCoupons, couponOf, couponPage, walletCoupon } from "../../coupons/actions.ts";
import { walletCard } from "../model.ts";
import { type CardSearch, countCards, findCard, listCards } from "../store.ts";

/** Finds order numbers; the orders module is above this one. */
export type OrderNumbers = {
  orderNoOf(ownerId: string, orderId: string): Promise<string | undefined>;
  /** Returns the order with this number that a member, or one merged into them, has. */
  orderIdOf(memberId: string, orderNo: string): Promise<string | undefined>;
};

const CURSOR = /^(-?\d{1,18})\.([0-9a-f-]{36})$/;

/** Refuses BAD_REQUEST for a cursor that this server did not issue. */
function positionOf(cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const [, micros, id] = CURSOR.exec(cursor) ?? [];
  if (micros === undefined || id === undefined) throw new Refusal("BAD_REQUEST");
  return { micros: Number(micros), id };
}

type Named = { readonly orderId: string | null; readonly ownerId?: string };

/** Returns the numbers of the orders of these rows, reading each order once. */
async function namesOf(orders: OrderNumbers, memberId: string, rows: readonly Named[]) {
  const owners = new Map(
    rows.flatMap(({ orderId, ownerId = memberId }) =>
      orderId === null ? [] : [[orderId, ownerId]],
    ),
  );
  const named = [...owners].map(
    async ([id, ownerId]) => [id, await orders.orderNoOf(ownerId, id)] as const,
  );
  const byId = new Map(await Promise.all(named));
  return ({ orderId }: Named) => (orderId === null ? undefined : byId.get(orderId));
}

/** An order number is the day, ten digits and a check digit. */
const ORDER_NO = /^\d{19}$/;

async function searchOf(
  orders: OrderNumbers,
  memberId: string,
  keyword: string,
): Promise<CardSearch | undefined> {
  const wanted = keyword.trim();
  if (wanted === "") return undefined;
  const orderId = ORDER_NO.test(wanted) ? await orders.orderIdOf(memberId, wanted) : undefined;
  return { keyword: wanted.toLowerCase(), orderId };
}

type ListInput = Input<"coupons", "list">;

/**
 * Returns one page of a tab, with the count of coupons and cards in each tab; with a keyword, of the
 * cards that it finds.
 */
export async function walletPage(
  context: Context,
  db: Db,
  orders: OrderNumbers,
  { memberId, input }: { memberId: string; input: ListInput },
): Promise<Output<"coupons", "list">> {
  const { page = PAGE_FIRST, pageSize = PAGE_SIZE, cursor } = input;
  const { state: tab = "available", kind = "coupon" } = input;
  const now = context.clock.sql();
  const at = context.clock.now().getTime();
  const after = positionOf(cursor);
  const skipped = after ? 0 : (page - 1) * pageSize;
  const search =
    kind === "card" ? await searchOf(orders, memberId, input.keyword ?? "") : undefined;
  const query = { memberId, tab, after, limit: skipped + pageSize + 1, now };
  const cut = <T>(rows: T[]) => rows.slice(skipped);
  const [coupons, cards, ofCoupons, ofCards] = await Promise.all([
    kind === "coupon" ? couponPage(db, query).then(cut) : [],
    kind === "card" ? listCards(db, { ...query, search }).then(cut) : [],
    countCoupons(db, memberId, now),
    countCards(db, memberId, now, search),
  ]);
  const rows = [...coupons, ...cards];
  const last = rows[Math.min(rows.length, pageSize) - 1];
  const hasMore = rows.length > pageSize;
  const orderNo = await namesOf(orders, memberId, rows.slice(0, pageSize));
  const list: WalletItem[] = [
    ...coupons.map((row) => walletCoupon(row, { now: at, orderNo: orderNo(row) })),
    ...cards.map((row) => walletCard(row, { now: at, orderNo: orderNo(row) })),
  ].slice(0, pageSize);
  return {
    list,
    page,
    pageSize,
    hasMore,
    counts: { coupon: ofCoupons, card: ofCards },
    ...(hasMore && last ? { nextCursor: `${last.micros}.${last.id}` } : {}),
  };
}

/**
 * Returns one coupon or card of the member. Refuses NOT_FOUND for another member's and for an
 * unknown one.
 */
export async function walletItem(
  context: Context,
  db: Db,
  orders: OrderNumbers,
  { memberId, id }: { memberId: string; id: string },
): Promise<WalletItem> {
  const at = context.clock.now().getTime();
  const coupon = await couponOf(context, db, memberId, id);
  if (coupon) {
    const orderNo = await namesOf(orders, memberId, [coupon]);
    return walletCoupon(coupon, { now: at, orderNo: orderNo(coupon) });
  }
  const card = await findCard(db, { memberId, id, now: context.clock.sql() });
  if (!card) throw new Refusal("NOT_FOUND");
  const orderNo = await namesOf(orders, memberId, [card]);
  return walletCard(card, { now: at, orderNo: orderNo(card) });
}
