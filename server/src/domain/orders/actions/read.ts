/** Reads orders: a page, the summary, one in detail. */
import { ownValue } from "@yunjing/contract/own-value";
import type { Input, Output } from "@yunjing/contract/operations";
import { PAGE_FIRST, PAGE_SIZE } from "@yunjing/contract/limits";
import type { Context } from "../../../platform/context.ts";
import { cursorOf, type Position, readUuidCursor } from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { Rendered } from "../../../platform/http/rendered.ts";
import { cardsOfOrder, walletCard } from "../../cards/actions.ts";
import { deliveryKindOf } from "../../catalog/model/delivery-kinds.ts";
import type { Order } from "../model.ts";
import type { ExternalOrders } from "../port.ts";
import { listLines } from "../store/list-text.ts";
import { countOrders, newestOrders } from "../store/list.ts";
import { findOrder, historyOf, type OrderKey, findOrderKey } from "../store/read.ts";
import { cardJson, cardOf, detailOf } from "../view.ts";

const LATEST = 3;
const LIVE_MAX = 10;
/** No orders are stored in another system. */
const noExternalOrders: ExternalOrders = {
  list: () => Promise.resolve([]),
  count: () => Promise.resolve({ kind: "all", count: 0 }),
};

const newestFirst = (a: Position, b: Position): number =>
  b.micros - a.micros || (a.id < b.id ? 1 : -1);

/**
 * Returns one page of a member's orders, own and external, under one cursor. Prefer a cursor;
 * without one, the pages before the requested one are read and skipped.
 */
export async function pageOfOrders(
  context: Context,
  db: Db,
  memberId: string,
  input: Input<"orders", "list">,
  elsewhere = noExternalOrders,
): Promise<Rendered<Output<"orders", "list">>> {
  const { page = PAGE_FIRST, pageSize = PAGE_SIZE, cursor, kind, state, keyword } = input;
  const after = readUuidCursor(cursor);
  const skipped = after ? 0 : (page - 1) * pageSize;
  const limit = skipped + pageSize + 1;
  const filter = { kind, state, keyword };
  const [lines, others] = await Promise.all([
    listLines(db, memberId, { filter, after, limit }, context.clock.sql()),
    elsewhere.list(memberId, { filter, after, limit }),
  ]);
  const together = others.length === 0 ? lines : [...lines, ...others].sort(newestFirst);
  const rows = together.slice(skipped, limit);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const hasMore = rows.length > pageSize;
  const list = shown
    .map((one) => ("kind" in one ? cardJson(context, one) : JSON.stringify(one.card)))
    .join(",");
  const next = hasMore && last ? `,"nextCursor":"${cursorOf(last)}"` : "";
  return new Rendered(
    `{"list":[${list}],"page":${page},"pageSize":${pageSize},"hasMore":${hasMore}${next}}`,
  );
}

/**
 * Returns the counts by kind and state, the orders with active pickup codes, and the latest orders.
 */
export async function summaryOfOrders(
  context: Context,
  db: Db,
  memberId: string,
  elsewhere = noExternalOrders,
): Promise<Output<"orders", "summary">> {
  const now = context.clock.sql();
  const some = (limit: number, state?: string) =>
    newestOrders(db, memberId, { filter: { state }, limit, now });
  const [counts, live, latest, theirs, theirLatest] = await Promise.all([
    countOrders(db, memberId, now),
    some(LIVE_MAX, "live"),
    some(LATEST),
    elsewhere.count(memberId),
    elsewhere.list(memberId, { filter: {}, after: undefined, limit: LATEST }),
  ]);
  const kinds: Record<string, number> = { all: 0, code: 0 };
  const states: Record<string, number> = { wait_pay: 0, processing: 0, ready: 0, after_sale: 0 };
  const add = (to: Record<string, number>, name: string, count: number) => {
    to[name] = (ownValue(to, name) ?? 0) + count;
  };
  for (const one of counts) {
    if ("bucket" in one) {
      if (Object.hasOwn(states, one.bucket)) add(states, one.bucket, one.count);
      continue;
    }
    add(kinds, "all", one.count);
    add(kinds, one.kind, one.count);
    if (one.source === "code") add(kinds, "code", one.count);
  }
  if (theirs.count > 0) {
    add(kinds, "all", theirs.count);
    add(kinds, theirs.kind, theirs.count);
  }
  const own = (order: Order & Position) => ({ ...order, card: cardOf(context, order) });
  const newest = [...latest.map(own), ...theirLatest].sort(newestFirst).slice(0, LATEST);
  return {
    kinds,
    states,
    live: live.map((order) => cardOf(context, order)),
    latest: newest.map(({ card }) => card),
  };
}

/** Returns an order that is known to exist, with its history. */
export async function detailByKey(
  context: Context,
  db: Db | Tx,
  key: OrderKey,
): Promise<Output<"orders", "detail">> {
  const order = await findOrder(db, key);
  invariant(order, "an order is found by its number or receipt");
  const history = await historyOf(db, key);
  return detailOf(context, order, history, await cardsOf(context, db, order));
}

/**
 * Returns the cards that an order brought, as the wallet shows them; skips the query when there can
 * be none.
 */
async function cardsOf(context: Context, db: Db | Tx, { ownerId, id, orderNo, items }: Order) {
  const isCard = (item: Order["items"][number]) => deliveryKindOf(item.delivery)?.keptAs === "card";
  if (!items.some((item) => item.state === "DONE" && isCard(item))) return [];
  const cards = await cardsOfOrder(db, { ownerId, orderId: id, now: context.clock.sql() });
  const now = context.clock.now().getTime();
  return cards.map((card) => ({ couponId: card.id, ...walletCard(card, { now, orderNo }) }));
}

/**
 * Returns the key of a member's order. Refuses NOT_FOUND for another member's and for an unknown
 * one.
 */
export async function keyOfOrder(
  db: Db | Tx,
  memberId: string,
  orderNo: string,
): Promise<OrderKey> {
  const key = await findOrderKey(db, memberId, orderNo);
  if (!key) throw new Refusal("NOT_FOUND");
  return key;
}

/** Returns one order of the member. Refuses NOT_FOUND. */
export async function orderDetail(
  context: Context,
  db: Db,
  memberId: string,
  orderNo: string,
): Promise<Output<"orders", "detail">> {
  return detailByKey(context, db, await keyOfOrder(db, memberId, orderNo));
}
