/** SQL statement of the operators' list of withdrawals, filtered and in keyset pages. */
import { type SQL, sql } from "drizzle-orm";
import {
  afterPosition,
  byPosition,
  microsSql,
  type Position,
} from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now } from "../../../platform/database/sql.ts";
import { approvalsExpired, approvalsExpiresAt } from "../../../sql/approvals.ts";
import type { Check } from "../model.ts";

/**
 * What a withdrawal waits for. `waiting`: a first person; `second`: another person; `sent`: the
 * channel or the payee; `rejected`: an operator or the member ended it.
 */
export type WithdrawalStage = "waiting" | "second" | "sent" | "done" | "rejected";

/** Absent means not filtered; instants in ms, amounts in fen. */
export type WithdrawalFilter = {
  /** Absent: everything that waits for an operator. */
  readonly stage?: WithdrawalStage | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly fromFen?: number | undefined;
  readonly toFen?: number | undefined;
  /** The number of a withdrawal, of its transfer, or of a member. */
  readonly keyword?: string | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
};

/** Money in fen, instants in ms. */
export type ListedWithdrawalRow = Position & {
  readonly ownerId: string;
  readonly withdrawalNo: string;
  readonly state: string;
  readonly stage: WithdrawalStage;
  readonly amountFen: number;
  readonly feeFen: number;
  readonly netFen: number;
  readonly checks: readonly Check[];
  readonly firstReviewer: string | null;
  readonly firstExpiresAt: number | null;
  readonly isFirstExpired: boolean;
  readonly reviewer: string | null;
  readonly reason: string | null;
  readonly createdAt: number;
  readonly decidedAt: number | null;
  readonly endedAt: number | null;
};

const isSecond = (now: Now): SQL =>
  sql`(w.first_reviewer IS NOT NULL AND NOT ${approvalsExpired.sql({ since: sql`w.first_reviewed_at`, now })})`;

const stageSql = (stage: WithdrawalStage | undefined, now: Now): SQL => {
  switch (stage) {
    case undefined:
      return sql`w.state = 'REVIEWING'`;
    case "waiting":
      return sql`w.state = 'REVIEWING' AND NOT ${isSecond(now)}`;
    case "second":
      return sql`w.state = 'REVIEWING' AND ${isSecond(now)}`;
    case "sent":
      return sql`w.state IN ('PAYING', 'WAIT_USER_CONFIRM')`;
    case "done":
      return sql`w.state = 'SUCCESS'`;
    case "rejected":
      return sql`w.state IN ('RETURNED', 'CANCELLED')`;
  }
};

const withNumber = (no: string): SQL => sql`(w.member_id, w.id) IN (
  SELECT owner_id, withdrawal_id FROM withdrawal_no WHERE withdrawal_no = ${no}
  UNION SELECT owner_id, withdrawal_id FROM withdrawal_bill WHERE out_bill_no = ${no}
  UNION SELECT f.member_id, f.id FROM member_no_claim c
    JOIN withdrawal f ON f.member_id = c.member_id WHERE c.member_no = ${no})`;

/** The statement of a page: what waits is listed oldest first, everything else newest first. */
export function withdrawalPageSql(filter: WithdrawalFilter, now: Now): SQL {
  const { stage, from, to, fromFen, toFen, keyword, after, limit } = filter;
  const isQueue = stage === undefined || stage === "waiting" || stage === "second";
  const order = isQueue ? "ascending" : "descending";
  const row = { time: sql`w.created_at`, id: sql`w.id::text` };
  const conditions = [stageSql(stage, now), afterPosition(row, after, order)];
  if (from !== undefined) conditions.push(sql`w.created_at >= ${new Date(from)}`);
  if (to !== undefined) conditions.push(sql`w.created_at < ${new Date(to)}`);
  if (fromFen !== undefined) conditions.push(sql`w.amount_fen >= ${fromFen}`);
  if (toFen !== undefined) conditions.push(sql`w.amount_fen <= ${toFen}`);
  if (keyword !== undefined) conditions.push(withNumber(keyword));
  return sql`
    SELECT w.member_id AS "ownerId", w.withdrawal_no AS "withdrawalNo", w.state,
           CASE WHEN w.state = 'REVIEWING' THEN CASE WHEN ${isSecond(now)} THEN 'second' ELSE 'waiting' END
                WHEN w.state = 'SUCCESS' THEN 'done' WHEN w.ended_at IS NOT NULL THEN 'rejected' ELSE 'sent' END AS stage,
           w.amount_fen::float8 AS "amountFen", w.fee_fen::float8 AS "feeFen", w.net_fen::float8 AS "netFen", w.checks,
           w.first_reviewer AS "firstReviewer",
           ${sql.raw(epochMsSql(approvalsExpiresAt.text({ since: "w.first_reviewed_at" })))} AS "firstExpiresAt",
           w.first_reviewer IS NOT NULL AND NOT ${isSecond(now)} AS "isFirstExpired", w.reviewer, w.reason,
           ${sql.raw(epochMsSql("w.created_at"))} AS "createdAt", ${sql.raw(epochMsSql("w.decided_at"))} AS "decidedAt",
           ${sql.raw(epochMsSql("w.ended_at"))} AS "endedAt", w.id::text AS id, ${microsSql("w.created_at")} AS micros
    FROM withdrawal w WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${byPosition(row, order)} LIMIT ${limit}`;
}

/** Returns the page. */
export async function readWithdrawalList(
  db: Db,
  filter: WithdrawalFilter,
  now: Now,
): Promise<ListedWithdrawalRow[]> {
  return (await db.execute<ListedWithdrawalRow>(withdrawalPageSql(filter, now))).rows;
}
