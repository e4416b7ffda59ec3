/** The SQL statement of the operators' order list: one page by keyset. */
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { afterPosition, byUuid, type KeysetPage } from "../../../platform/database/keyset.ts";
import { displaySql, orderRowColumns, type OrderRowData, orderRowJoins } from "./order-columns.ts";

/** Instants in ms, amounts in fen; absent means not filtered. */
export type OrderFilter = {
  readonly no?: string | undefined;
  readonly display?: string | undefined;
  readonly kind?: string | undefined;
  readonly source?: string | undefined;
  readonly supplierId?: string | undefined;
  readonly tender?: "cash" | "balance" | "points" | "coupon" | "code" | undefined;
  readonly fromFen?: number | undefined;
  readonly toFen?: number | undefined;
  readonly memberNo?: string | undefined;
  readonly benefitId?: string | undefined;
  readonly cityCode?: string | undefined;
  readonly batchId?: string | undefined;
  readonly campaignId?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

const tenderConditions = {
  cash: sql`o.cash_fen > 0`,
  balance: sql`o.balance_fen > 0`,
  points: sql`o.points_off_fen > 0`,
  coupon: sql`o.coupon_off_fen > 0`,
  code: sql`o.source = 'code'`,
} as const;

/** Orders with this number: our own, our number at a supplier, or the supplier's. */
const withNumber = (no: string): SQL => sql`(o.member_id, o.id) IN (
  SELECT owner_id, order_id FROM order_no_claim WHERE order_no = ${no}
  UNION SELECT s.member_id, s.order_id FROM supplier_order s
    WHERE (s.member_id, s.id) IN (SELECT owner_id, supplier_order_id FROM supplier_out_no WHERE out_no = ${no})
  UNION SELECT s.member_id, s.order_id FROM supplier_order s WHERE s.supplier_no = ${no})`;

/** Returns one condition for each filter that is set, so that PostgreSQL plans for these only. */
function conditionsOf(filter: OrderFilter): SQL[] {
  const { no, display, kind, source, supplierId, tender, fromFen, toFen } = filter;
  const { memberNo, benefitId, cityCode, batchId, campaignId, from, to } = filter;
  const conditions: (SQL | undefined)[] = [
    from === undefined ? undefined : sql`o.created_at >= ${new Date(from)}`,
    to === undefined ? undefined : sql`o.created_at <= ${new Date(to)}`,
    no === undefined ? undefined : withNumber(no),
    display === undefined ? undefined : sql`${sql.raw(displaySql)} = ${display}`,
    kind === undefined ? undefined : sql`o.kind = ${kind}`,
    source === undefined ? undefined : sql`o.source = ${source}`,
    cityCode === undefined ? undefined : sql`o.city_code = ${cityCode}`,
    tender && tenderConditions[tender],
    fromFen === undefined ? undefined : sql`o.payable_fen >= ${fromFen}`,
    toFen === undefined ? undefined : sql`o.payable_fen <= ${toFen}`,
    memberNo === undefined
      ? undefined
      : sql`o.member_id = (SELECT member_id FROM member_no_claim WHERE member_no = ${memberNo})`,
    supplierId === undefined
      ? undefined
      : sql`EXISTS (SELECT 1 FROM supplier_order f WHERE f.member_id = o.member_id AND f.order_id = o.id
          AND f.supplier_id = ${supplierId})`,
    benefitId === undefined
      ? undefined
      : sql`EXISTS (SELECT 1 FROM order_item f WHERE f.member_id = o.member_id AND f.order_id = o.id
          AND f.snapshot->>'benefitId' = ${benefitId})`,
    batchId === undefined
      ? undefined
      : sql`EXISTS (SELECT 1 FROM code f WHERE f.code_mac = o.code_mac AND f.batch_id = ${batchId})`,
    campaignId === undefined
      ? undefined
      : sql`o.coupons @> ${JSON.stringify([{ templateId: campaignId }])}::jsonb`,
  ];
  return conditions.filter((condition) => condition !== undefined);
}

export type OrderSort = "newest" | "oldest" | "amountDown" | "amountUp";

const directions = {
  newest: "descending",
  oldest: "ascending",
  amountDown: "descending",
  amountUp: "ascending",
} as const;

/** Whether the list is ordered by the amount; the cursor then holds fen instead of a time. */
export const isByAmount = (sort: OrderSort): boolean => sort.startsWith("amount");

/** SQL condition: the order comes after the position, by its amount in fen. */
const afterAmount = (after: KeysetPage["after"], sort: OrderSort): SQL =>
  after
    ? sql`(o.payable_fen, o.id) ${sql.raw(directions[sort] === "ascending" ? ">" : "<")}
        (${after.micros}::bigint, ${after.id}::uuid)`
    : sql`true`;

/** The statement of a page; exported for the tests of its plan. */
export function orderPageSql(
  filter: OrderFilter,
  { after, limit }: KeysetPage,
  sort: OrderSort = "newest",
): SQL {
  const byTime = byUuid("o.created_at", "o.id");
  const isAfter = isByAmount(sort)
    ? afterAmount(after, sort)
    : afterPosition(byTime, after, directions[sort]);
  const down = directions[sort] === "descending" ? " DESC" : "";
  const first = isByAmount(sort) ? "o.payable_fen" : "o.created_at";
  const order = sql.raw(`${first}${down}, o.id${down}`);
  const where = sql.join([...conditionsOf(filter), isAfter], sql` AND `);
  // The page is cut before the joins, which then run once for each of its rows only.
  return sql`
    WITH page AS MATERIALIZED (
      SELECT o.member_id, o.id FROM orders o WHERE ${where}
      ORDER BY ${order} LIMIT ${limit + 1})
    SELECT ${sql.raw(orderRowColumns)}
    FROM page JOIN orders o ON o.member_id = page.member_id AND o.id = page.id ${sql.raw(orderRowJoins)}
    ORDER BY ${order}`;
}

/** Returns the page, and one order more when there is a next page. */
export async function listOrders(
  db: Db,
  filter: OrderFilter,
  page: KeysetPage,
  sort: OrderSort = "newest",
): Promise<OrderRowData[]> {
  const { rows } = await db.execute<OrderRowData>(orderPageSql(filter, page, sort));
  return isByAmount(sort) ? rows.map((row) => ({ ...row, micros: row.payableFen })) : rows;
}
