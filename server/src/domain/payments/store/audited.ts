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
        FROM trade_no t JOIN payment_attempt a ON a.member_id = t.owner_id AND a.id = t.attempt_id
        WHERE t.out_trade_no = ${outTradeNo}`,
  );
