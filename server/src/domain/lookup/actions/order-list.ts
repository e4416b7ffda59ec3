/** The operators' order list: checks the time span, reads a page, and renders its rows. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { OrderRow } from "@yunjing/contract/schemas/operators/order-views";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { type CityOf, shortCityName } from "../../catalog/actions.ts";
import { displayOf, displayText } from "../../orders/actions.ts";
import { asOf } from "../../orders/model.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { keysetPageOf, keysetResult } from "../../../platform/database/keyset.ts";
import { spanOf } from "../span.ts";
import type { OrderRowData } from "../store/order-columns.ts";
import { isByAmount, listOrders } from "../store/order-list.ts";

/** The longest span that is ordered by amount. */
const AMOUNT_SPAN_MAX_MS = 7 * 86_400_000 + 60_000;

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

/** Gives the names of cities; without it an order shows none. */
export type OrderRowDeps = { readonly cityOf?: CityOf };

/** Renders an order as a row of the list; an expired unpaid order is shown as closed. */
export function orderRowOf(
  context: Pick<Context, "clock">,
  data: OrderRowData,
  { cityOf }: OrderRowDeps = {},
): OrderRow {
  const row = asOf(data, context.clock.now());
  const display = displayOf(row);
  const { memberNo, nickname, phoneMask, isGuest, contactMask } = row;
  const city = row.cityCode === null ? undefined : cityOf?.(row.cityCode);
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
    ...(city === undefined ? {} : { cityName: shortCityName(city.name) }),
  };
}

/**
 * Returns a page of orders, newest first unless sorted. Without a member or a number the list covers 24 hours,
 * or the span of `from` and `to` of at most 31 days. Refuses INPUT_INVALID.
 */
export async function operatorOrderList(
  context: Context,
  db: Db,
  input: Input<"operatorOrders", "list">,
  deps: OrderRowDeps = {},
): Promise<Output<"operatorOrders", "list">> {
  const { cursor, pageSize, sort = "newest", ...wanted } = input;
  const isBounded = wanted.memberNo !== undefined || wanted.no !== undefined;
  const span = spanOf(context.clock.now(), wanted, isBounded);
  const page = keysetPageOf({ cursor, pageSize });
  // Ordered by amount, all orders of the span are read: it must be short.
  const lengthMs = (span.to ?? context.clock.now().getTime()) - (span.from ?? 0);
  if (isByAmount(sort) && !isBounded && lengthMs > AMOUNT_SPAN_MAX_MS)
    throw new Refusal("INPUT_INVALID", {
      field: "sort",
      text: "按金额排序最多看 7 天，请缩短时间",
    });
  const rows = await listOrders(db, { ...wanted, ...span }, page, sort);
  return keysetResult(rows, page, (row) => orderRowOf(context, row, deps));
}
