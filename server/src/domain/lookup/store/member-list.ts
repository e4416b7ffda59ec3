/** SQL statements of the operators' member list and of the search by phone. */
import type { OperatorMemberRow } from "@yunjing/contract/schemas/operators/members";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";
import {
  afterPosition,
  byUuid,
  type KeysetPage,
  type Position,
  positionColumns,
} from "../../../platform/database/keyset.ts";

/** At most this many of a member's orders are counted for the list. */
const ORDERS_MAX = 100;

/** A row of the list with its position. */
export type MemberRowData = Omit<OperatorMemberRow, "lastSeenAt"> &
  Position & { readonly lastSeenAt: number | null };

/** Instants in ms; absent means not filtered. */
export type MemberFilter = {
  readonly memberNo?: string | undefined;
  readonly grade?: number | undefined;
  readonly tag?: string | undefined;
  readonly status?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly has?: "balance" | "debt" | "frozen" | "risk" | undefined;
};

const hasConditions = {
  balance: sql`EXISTS (SELECT 1 FROM ledger_account a WHERE a.member_id = m.member_id AND a.asset = 'CNY'
    AND a.purpose IN ('principal', 'bonus', 'reward_cash') AND a.balance > 0)`,
  debt: sql`m.member_id IN (SELECT member_id FROM ledger_account
    WHERE asset = 'PTS' AND purpose = 'debt' AND balance > 0)`,
  frozen: sql`m.member_id IN (SELECT member_id FROM ledger_freeze WHERE is_frozen)`,
  risk: sql`m.status IN ('RESTRICTED', 'FROZEN')`,
} as const;

/** Returns one condition for each filter that is set, so that PostgreSQL plans for these only. */
function conditionsOf({ memberNo, grade, tag, status, from, to, has }: MemberFilter): SQL[] {
  const conditions: (SQL | undefined)[] = [
    sql`m.status <> 'GUEST'`,
    memberNo === undefined
      ? undefined
      : sql`m.member_id = (SELECT member_id FROM member_no_claim WHERE member_no = ${memberNo})`,
    grade === undefined
      ? undefined
      : sql`coalesce((SELECT l.grade FROM member_level l WHERE l.member_id = m.member_id), 1) = ${grade}`,
    tag === undefined
      ? undefined
      : sql`m.member_id IN (SELECT member_id FROM member_tag WHERE tag = ${tag})`,
    status === undefined ? undefined : sql`m.status = ${status}`,
    from === undefined ? undefined : sql`m.created_at >= ${new Date(from)}`,
    to === undefined ? undefined : sql`m.created_at <= ${new Date(to)}`,
    has && hasConditions[has],
  ];
  return conditions.filter((condition) => condition !== undefined);
}

/** The rows of members `m` that a statement named `page` selects. */
const rowsOf = (page: SQL): SQL => sql`
  WITH page AS MATERIALIZED (${page})
  SELECT ${positionColumns("m.created_at", "m.member_id")}, m.member_no AS "memberNo", m.nickname,
         m.phone_mask AS "phoneMask", m.status, coalesce(l.grade, 1)::int AS grade, v.name AS "levelName",
         ARRAY(SELECT tag FROM member_tag t WHERE t.member_id = m.member_id ORDER BY t.created_at, tag) AS tags,
         coalesce((SELECT balance FROM ledger_account a WHERE a.member_id = m.member_id AND a.asset = 'PTS'
                   AND a.purpose = 'available'), 0)::float8 AS points,
         coalesce((SELECT sum(balance) FROM ledger_account a WHERE a.member_id = m.member_id AND a.asset = 'CNY'
                   AND a.purpose IN ('principal', 'bonus', 'reward_cash')), 0)::float8 AS "balanceFen",
         (SELECT count(*) FROM (SELECT 1 FROM orders o WHERE o.member_id = m.member_id
                                LIMIT ${ORDERS_MAX}) placed)::int AS orders,
         ${sql.raw(epochMsSql("m.created_at"))} AS "createdAt", ${sql.raw(epochMsSql("m.last_seen_at"))} AS "lastSeenAt"
  FROM page JOIN member m ON m.member_id = page.member_id
  LEFT JOIN member_level l ON l.member_id = m.member_id
  JOIN level v ON v.grade = coalesce(l.grade, 1)
  ORDER BY m.created_at DESC, m.member_id DESC`;

/** The statement of a page; exported for the tests of its plan. */
export function memberPageSql(filter: MemberFilter, { after, limit }: KeysetPage): SQL {
  const conditions = conditionsOf(filter);
  conditions.push(afterPosition(byUuid("m.created_at", "m.member_id"), after, "descending"));
  return rowsOf(sql`
    SELECT m.member_id FROM member m WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY m.created_at DESC, m.member_id DESC LIMIT ${limit + 1}`);
}

/** Returns one member more than the page, newest first. */
export async function listMembers(
  db: Db,
  filter: MemberFilter,
  page: KeysetPage,
): Promise<MemberRowData[]> {
  return (await db.execute<MemberRowData>(memberPageSql(filter, page))).rows;
}

/** A whole phone by its keyed hash, or its last four digits, which the mask shows. */
export type PhoneTerm =
  | { readonly by: "hash"; readonly hash: Buffer }
  | { readonly by: "last4"; readonly last4: string };

/** Returns at most `limit` members with this phone, newest first. */
export async function findMembersByPhone(
  db: Db,
  term: PhoneTerm,
  limit: number,
): Promise<MemberRowData[]> {
  const condition =
    term.by === "hash"
      ? sql`m.member_id = (SELECT member_id FROM phone_claim WHERE phone_hash = ${term.hash})`
      : sql`m.phone_mask <> '' AND right(m.phone_mask, 4) = ${term.last4}`;
  const page = sql`
    SELECT m.member_id FROM member m WHERE ${condition}
    ORDER BY m.created_at DESC, m.member_id DESC LIMIT ${limit}`;
  return (await db.execute<MemberRowData>(rowsOf(page))).rows;
}
