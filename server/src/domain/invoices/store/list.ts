/** SQL statement of the operators' list of invoices, filtered and in keyset pages. */
import { type SQL, sql } from "drizzle-orm";
import type { InvoiceStage } from "@yunjing/contract/schemas/operators/invoices";
import {
  afterPosition,
  byPosition,
  byUuid,
  microsSql,
  type Position,
} from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { invoiceColumns, type InvoiceRow, invoiceTables } from "../store.ts";

export type InvoiceFilter = {
  /** Absent: what waits for an operator. */
  readonly stage?: InvoiceStage | undefined;
  /** ms */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** The number of an order, of a member, or on the invoice. */
  readonly keyword?: string | undefined;
};

const statesOf = (stage: InvoiceStage): readonly string[] => {
  switch (stage) {
    case "waiting":
      return ["REQUESTED"];
    case "open":
      return ["ISSUING", "REVERSING"];
    case "issued":
      return ["ISSUED"];
    case "reversed":
      return ["REVERSED"];
    case "ended":
      return ["FAILED", "REJECTED", "CANCELLED"];
  }
};

const withNumber = (no: string): SQL => sql`(i.member_id, i.id) IN (
  SELECT f.member_id, f.id FROM invoice f
    WHERE (f.member_id, f.order_id) IN (SELECT owner_id, order_id FROM order_no_claim WHERE order_no = ${no})
  UNION SELECT f.member_id, f.id FROM invoice f
    WHERE f.member_id IN (SELECT member_id FROM member_no_claim WHERE member_no = ${no})
  UNION SELECT f.member_id, f.id FROM invoice f WHERE f.official_no = ${no})`;

/** What waits is listed oldest first, everything else newest first. */
export async function readInvoiceList(
  db: Db,
  { stage = "waiting", from, to, keyword }: InvoiceFilter,
  { after, limit }: { readonly after: Position | undefined; readonly limit: number },
): Promise<(InvoiceRow & Position)[]> {
  const order = stage === "waiting" ? "ascending" : "descending";
  const row = byUuid("i.requested_at", "i.id");
  const conditions = [
    sql`i.state = ANY(${sql.param([...statesOf(stage)])}::text[])`,
    afterPosition(row, after, order),
  ];
  if (from !== undefined) conditions.push(sql`i.requested_at >= ${new Date(from)}`);
  if (to !== undefined) conditions.push(sql`i.requested_at < ${new Date(to)}`);
  if (keyword !== undefined) conditions.push(withNumber(keyword));
  const { rows } = await db.execute<InvoiceRow & Position>(sql`
    SELECT ${invoiceColumns}, ${microsSql("i.requested_at")} AS micros FROM ${invoiceTables}
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${byPosition(row, order)} LIMIT ${limit}`);
  return rows;
}
