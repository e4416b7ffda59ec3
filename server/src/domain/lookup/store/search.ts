/** SQL statements of the operators' search: each finds at most a few rows by an index, newest first. */
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";
import { orderRowColumns, type OrderRowData, orderRowJoins } from "./order-columns.ts";

/** At most this many of each kind are found. */
export const FOUND_MAX = 5;
const limit = sql.raw(`LIMIT ${FOUND_MAX}`);

/** The statement's columns are those of `T`. */
async function rowsOf<T extends object>(db: Db, statement: SQL): Promise<T[]> {
  return (await db.execute(statement)).rows.map((row: object) => row as T);
}

export type FoundMember = {
  readonly memberId: string;
  readonly memberNo: string;
  readonly nickname: string;
  readonly phoneMask: string;
  readonly status: string;
};

export type MemberTerm =
  | { readonly by: "phoneHash"; readonly hash: Buffer }
  | { readonly by: "last4"; readonly last4: string }
  | { readonly by: "memberNo"; readonly memberNo: string };

function memberCondition(term: MemberTerm): SQL {
  switch (term.by) {
    case "phoneHash":
      return sql`m.member_id = (SELECT member_id FROM phone_claim WHERE phone_hash = ${term.hash})`;
    case "last4":
      return sql`m.phone_mask <> '' AND right(m.phone_mask, 4) = ${term.last4} AND m.status <> 'GUEST'`;
    case "memberNo":
      return sql`m.member_id = (SELECT member_id FROM member_no_claim WHERE member_no = ${term.memberNo})`;
  }
}

export const findMembers = (db: Db, term: MemberTerm): Promise<FoundMember[]> =>
  rowsOf(
    db,
    sql`
    SELECT m.member_id AS "memberId", m.member_no AS "memberNo", m.nickname, m.phone_mask AS "phoneMask", m.status
    FROM member m WHERE ${memberCondition(term)} ORDER BY m.created_at DESC ${limit}`,
  );

export type OrderTerm =
  | { readonly by: "orderNo"; readonly orderNo: string }
  | { readonly by: "contactLast4"; readonly last4: string }
  | { readonly by: "members"; readonly memberIds: readonly string[] };

function orderCondition(term: OrderTerm): SQL {
  switch (term.by) {
    case "orderNo":
      return sql`(o.member_id, o.id) IN
        (SELECT owner_id, order_id FROM order_no_claim WHERE order_no = ${term.orderNo})`;
    case "contactLast4":
      return sql`o.contact_mask IS NOT NULL AND right(o.contact_mask, 4) = ${term.last4}`;
    case "members":
      return sql`o.member_id = ANY (${sql.param([...term.memberIds])}::uuid[])`;
  }
}

export const findOrders = (db: Db, term: OrderTerm): Promise<OrderRowData[]> =>
  rowsOf(
    db,
    sql`
    WITH page AS MATERIALIZED (
      SELECT o.member_id, o.id FROM orders o WHERE ${orderCondition(term)} ORDER BY o.created_at DESC ${limit})
    SELECT ${sql.raw(orderRowColumns)}
    FROM page JOIN orders o ON o.member_id = page.member_id AND o.id = page.id ${sql.raw(orderRowJoins)}
    ORDER BY o.created_at DESC`,
  );

export type FoundCode = {
  readonly codeId: string;
  readonly last4: string;
  readonly serial: number;
  readonly batchName: string;
  readonly state: string;
};

export type CodeTerm =
  | { readonly by: "mac"; readonly mac: Buffer }
  | { readonly by: "last4"; readonly last4: string };

export const findCodes = (db: Db, term: CodeTerm): Promise<FoundCode[]> =>
  rowsOf(
    db,
    sql`
    SELECT c.code_id AS "codeId", c.last4, c.serial, b.name AS "batchName", c.state
    FROM (SELECT * FROM code WHERE ${
      term.by === "mac" ? sql`code_mac = ${term.mac}` : sql`last4 = ${term.last4}`
    } ORDER BY created_at DESC ${limit}) c
    JOIN code_batch b ON b.batch_id = c.batch_id ORDER BY c.created_at DESC`,
  );

export type FoundNumber = {
  readonly number: string;
  readonly orderNo: string;
  readonly title: string;
  readonly state: string;
};

/** Our number at a supplier, the supplier's number, and numbers of payments, exactly. */
export const findNumbers = (db: Db, text: string): Promise<FoundNumber[]> =>
  rowsOf(
    db,
    sql`
    SELECT f.number, o.order_no AS "orderNo", o.title, f.state FROM (
      SELECT s.member_id, s.order_id, s.out_no AS number, s.state FROM supplier_order s
        WHERE (s.member_id, s.id) IN (SELECT owner_id, supplier_order_id FROM supplier_out_no WHERE out_no = ${text})
      UNION ALL SELECT s.member_id, s.order_id, s.supplier_no, s.state FROM supplier_order s
        WHERE s.supplier_no = ${text}
      UNION ALL SELECT a.member_id, a.biz_id, a.out_trade_no, a.state FROM payment_attempt a
        WHERE (a.member_id, a.id) IN (SELECT owner_id, attempt_id FROM trade_no WHERE out_trade_no = ${text})
          AND a.biz_type = 'order'
      UNION ALL SELECT a.member_id, a.biz_id, a.transaction_id, a.state FROM payment_attempt a
        WHERE (a.member_id, a.id) IN (SELECT owner_id, attempt_id FROM channel_txn WHERE transaction_id = ${text})
          AND a.biz_type = 'order'
      UNION ALL SELECT r.member_id, r.order_id, r.refund_no, r.state FROM refund r
        WHERE (r.member_id, r.id) IN (SELECT owner_id, refund_id FROM refund_no WHERE refund_no = ${text})) f
    JOIN orders o ON o.member_id = f.member_id AND o.id = f.order_id ${limit}`,
  );

export type FoundWithdrawal = {
  readonly withdrawalNo: string;
  readonly state: string;
  readonly amountFen: number;
  readonly createdAt: number;
};

export const findWithdrawals = (db: Db, withdrawalNo: string): Promise<FoundWithdrawal[]> =>
  rowsOf(
    db,
    sql`
    SELECT w.withdrawal_no AS "withdrawalNo", w.state, w.amount_fen::float8 AS "amountFen",
           ${sql.raw(epochMsSql("w.created_at"))} AS "createdAt"
    FROM withdrawal w
    WHERE (w.member_id, w.id) IN (
      SELECT owner_id, withdrawal_id FROM withdrawal_no WHERE withdrawal_no = ${withdrawalNo})`,
  );

export type FoundName = { readonly id: string; readonly title: string; readonly state: string };

/** Escapes the wildcards of LIKE. */
const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

export const findBatches = (db: Db, text: string): Promise<FoundName[]> =>
  rowsOf(
    db,
    sql`
    SELECT batch_id AS id, name AS title, state FROM code_batch
    WHERE name ILIKE ${patternOf(text)} ORDER BY created_at DESC, batch_id DESC ${limit}`,
  );

export const findCampaigns = (db: Db, text: string): Promise<FoundName[]> =>
  rowsOf(
    db,
    sql`
    SELECT template_id AS id, title, status AS state FROM coupon_template
    WHERE title ILIKE ${patternOf(text)} OR template_id = ${text} ORDER BY title ${limit}`,
  );

export const findBenefits = (db: Db, text: string): Promise<FoundName[]> =>
  rowsOf(
    db,
    sql`
    SELECT benefit_id AS id, title, status AS state FROM benefit
    WHERE title ILIKE ${patternOf(text)} OR benefit_id = ${text} ORDER BY title ${limit}`,
  );
