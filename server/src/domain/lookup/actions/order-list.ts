/** The operators' order list: checks the time span, reads a page, and renders its rows. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { OrderRow } from "@yunjing/contract/schemas/operators/order-views";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { displayOf, displayText } from "../../orders/actions.ts";
import { asOf } from "../../orders/model.ts";
import type { OrderRowData } from "../store/order-columns.ts";
import { listOrders, type OrderPosition } from "../store/order-list.ts";

const DAY_MS = 86_400_000;
/** The longest span of a list over all members: it bounds what a rare filter reads. */
const SPAN_MAX_MS = 31 * DAY_MS;
const PAGE_SIZE = 20;

const CURSOR = /^(\d{1,17})\.([0-9a-f-]{36})$/;

/** Refuses INPUT_INVALID for a cursor that this list has not made. */
function positionOf(cursor: string | undefined): OrderPosition | undefined {
  if (cursor === undefined) return undefined;
  const parts = CURSOR.exec(cursor);
  if (!parts?.[1] || !parts[2]) throw new Refusal("INPUT_INVALID", { field: "cursor" });
  return { micros: parts[1], id: parts[2] };
}

/** Omits amounts of zero. */
const positive = <N extends string>(name: N, amount: number | null) =>
  amount === null || amount === 0 ? {} : { [name]: amount };

function tendersOf(row: OrderRowData): OrderRow["tenders"] {
  const isByCode = row.source === "code";
  return {
    ...positive("cashFen", row.cashFen),
    ...positive("balanceFen", row.balanceFen),
    ...(isByCode ? {} : positive("points", row.points)),
    ...positive("pointsOffFen", row.pointsOffFen),
    ...positive("couponOffFen", row.couponOffFen),
    ...positive("levelOffFen", row.levelOffFen),
    ...(isByCode ? positive("codeFen", row.voucherFen) : {}),
    ...(row.codeLast4 === null ? {} : { codeLast4: row.codeLast4 }),
  };
}

function supplierOf(row: OrderRowData): Pick<OrderRow, "supplier"> {
  const { supplierId, supplierName, supplierState, tookMs, waitingSince } = row;
  if (supplierId === null || supplierName === null || supplierState === null) return {};
  return {
    supplier: {
      supplierId,
      name: supplierName,
      state: supplierState,
      ...(tookMs === null ? {} : { tookMs: Math.max(0, tookMs) }),
      ...(waitingSince === null ? {} : { waitingSince }),
    },
  };
}

/** Renders an order as a row of the list; an expired unpaid order is shown as closed. */
export function orderRowOf(context: Pick<Context, "clock">, data: OrderRowData): OrderRow {
  const row = asOf(data, context.clock.now());
  const display = displayOf(row);
  const { memberNo, nickname, phoneMask, isGuest, contactMask } = row;
  return {
    orderNo: row.orderNo,
    createdAt: row.createdAt,
    kind: row.kind,
    source: row.source,
    title: row.title,
    itemsText: row.itemsText,
    artwork: row.artwork,
    quantity: row.quantity,
    member: {
      ...(isGuest || memberNo === null ? {} : { memberNo }),
      nickname: isGuest ? "游客" : nickname,
      phoneMask: isGuest ? (contactMask ?? "") : phoneMask,
    },
    amountFen: row.payableFen,
    tenders: tendersOf(row),
    display,
    displayText: displayText(display, row.kind),
    ...supplierOf(row),
  };
}

/**
 * Returns a page of orders, newest first. Without a member or a number the list covers 24 hours,
 * or the span of `from` and `to` of at most 31 days. Refuses INPUT_INVALID.
 */
export async function operatorOrderList(
  context: Context,
  db: Db,
  input: Input<"operatorOrders", "list">,
): Promise<Output<"operatorOrders", "list">> {
  const { cursor, pageSize = PAGE_SIZE, ...wanted } = input;
  const isBounded = wanted.memberNo !== undefined || wanted.no !== undefined;
  const to = wanted.to ?? (isBounded ? undefined : context.clock.now().getTime());
  const from = wanted.from ?? (isBounded || to === undefined ? undefined : to - DAY_MS);
  if (!isBounded && from !== undefined && to !== undefined) {
    if (from > to || to - from > SPAN_MAX_MS) throw new Refusal("INPUT_INVALID", { field: "from" });
  }
  const after = positionOf(cursor);
  const filter = { ...wanted, from, to: wanted.to };
  const rows = await listOrders(db, filter, { after, limit: pageSize + 1 });
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  return {
    list: shown.map((row) => orderRowOf(context, row)),
    ...(last ? { nextCursor: `${last.micros}.${last.id}` } : {}),
  };
}
