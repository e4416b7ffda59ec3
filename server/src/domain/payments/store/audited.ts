/** Reads what operators change in payments, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";

/** Returns the state of a payment attempt. */
export const attemptStateOf = (db: Db, outTradeNo: string) =>
  auditedRow(
    db,
    outTradeNo,
    sql`SELECT a.state, a.outcome, a.amount_fen AS "amountFen", a.returned_fen AS "returnedFen"
        FROM payment_attempt a
        WHERE (a.member_id, a.id) IN (SELECT owner_id, attempt_id FROM trade_no WHERE out_trade_no = ${outTradeNo})`,
  );
