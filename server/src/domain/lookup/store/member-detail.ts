/**
 * SQL statements of the operators' page of one member. Each reads one part of one member, so their
 * number does not depend on what the member has.
 */
import type {
  MemberStatus,
  OperatorMemberDetail,
} from "@yunjing/contract/schemas/operators/members";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";
import { actorMemberSql } from "./actor.ts";

const ms = (column: string) => sql.raw(epochMsSql(column));

export type MemberHead = {
  readonly memberNo: string;
  readonly nickname: string;
  readonly phoneMask: string;
  readonly status: MemberStatus;
  readonly statusReason: string | null;
  readonly channel: string;
  readonly createdAt: number;
  readonly lastSeenAt: number | null;
  readonly phoneChangedAt: number | null;
  readonly mergedIntoNo: string | null;
  readonly hasWechat: boolean;
  readonly tags: string[];
};

export async function readMemberHead(db: Db, memberId: string): Promise<MemberHead | undefined> {
  const found = await db.execute<MemberHead>(sql`
    WITH i AS MATERIALIZED (
      SELECT member_no FROM member
      WHERE member_id = (SELECT merged_into FROM member WHERE member_id = ${memberId}))
    SELECT m.member_no AS "memberNo", m.nickname, m.phone_mask AS "phoneMask", m.status,
           m.reg_channel AS channel, ${ms("m.created_at")} AS "createdAt",
           ${ms("m.last_seen_at")} AS "lastSeenAt", ${ms("m.phone_changed_at")} AS "phoneChangedAt",
           (SELECT member_no FROM i) AS "mergedIntoNo",
           EXISTS (SELECT 1 FROM member_identity WHERE member_id = ${memberId}) AS "hasWechat",
           ARRAY(SELECT tag FROM member_tag t WHERE t.member_id = ${memberId} ORDER BY t.created_at, tag) AS tags,
           CASE WHEN m.status IN ('RESTRICTED', 'FROZEN') THEN
             (SELECT e.reason FROM event e WHERE e.member_id = ${memberId} AND e.entity_id = ${memberId}
                AND e.to_state = m.status ORDER BY e.at DESC, e.id DESC LIMIT 1) END AS "statusReason"
    FROM member m WHERE m.member_id = ${memberId} AND m.status <> 'GUEST'`);
  return found.rows[0];
}

export type MemberFigures = {
  readonly coupons: number;
  readonly couponsLocked: number;
  readonly couponsUsed: number;
  readonly couponsExpired: number;
  readonly cards: number;
  readonly expiringPoints: number;
  readonly expiringAt: number | null;
  readonly orders: number;
  readonly paidFen: number;
  readonly refundedFen: number;
  readonly wrongCodes: number;
  readonly inviteScore: number | null;
  readonly allCoupons: number;
  readonly codes: number;
  readonly invited: number;
  readonly invitedEffective: number;
  readonly messages: number;
};

/** Counts and sums over the rows of one member; the oldest end of points within 30 days. */
export async function readFigures(db: Db, memberId: string, now: Now): Promise<MemberFigures> {
  const found = await db.execute<MemberFigures>(sql`
    SELECT c.*, o.*, p.*, i.*,
      (SELECT count(*) FROM card WHERE member_id = ${memberId})::int AS cards,
      (SELECT count(DISTINCT code_mac) FROM code_session WHERE holder_id = ${memberId})::int AS codes,
      (SELECT count(*) FROM message WHERE member_id = ${memberId})::int AS messages,
      (SELECT coalesce(sum(used), 0) FROM limit_counter WHERE subject = ${`code-wrong:account:${memberId}`}
         AND window_start > ${sqlNow(now)} - interval '1 day')::int AS "wrongCodes",
      (SELECT risk_score FROM invite_binding WHERE member_id = ${memberId} AND risk_score IS NOT NULL
         ORDER BY bound_at DESC LIMIT 1)::int AS "inviteScore"
    FROM (SELECT count(*) FILTER (WHERE state IN ('AVAILABLE', 'LOCKED') AND valid_until > ${sqlNow(now)})::int AS coupons,
                 count(*) FILTER (WHERE state = 'LOCKED' AND lock_until > ${sqlNow(now)})::int AS "couponsLocked",
                 count(*) FILTER (WHERE state = 'USED')::int AS "couponsUsed",
                 count(*) FILTER (WHERE state IN ('AVAILABLE', 'LOCKED') AND valid_until <= ${sqlNow(now)})::int
                   AS "couponsExpired",
                 count(*)::int AS "allCoupons"
          FROM member_coupon WHERE member_id = ${memberId}) c,
         (SELECT count(*)::int AS orders, coalesce(sum(paid_fen), 0)::float8 AS "paidFen",
                 coalesce(sum(refunded_fen), 0)::float8 AS "refundedFen"
          FROM orders WHERE member_id = ${memberId}) o,
         (SELECT coalesce(sum(points), 0)::float8 AS "expiringPoints", ${ms("min(ends_at)")} AS "expiringAt"
          FROM points_sum WHERE member_id = ${memberId} AND points > 0
            AND ends_at BETWEEN ${sqlNow(now)} AND ${sqlNow(now)} + interval '30 days') p,
         (SELECT count(*)::int AS invited, count(*) FILTER (WHERE state = 'EFFECTIVE')::int AS "invitedEffective"
          FROM invite_friend WHERE member_id = ${memberId}) i`);
  const [figures] = found.rows;
  if (!figures) throw new Error("a row of sums is always there");
  return figures;
}

type Detail = OperatorMemberDetail;

/** The names of some members, and of those among them who are operators; their rows lie elsewhere. */
const namesOf = (ids: string): SQL =>
  sql.raw(`
    o AS MATERIALIZED (SELECT member_id, nickname FROM member WHERE member_id IN (${ids})),
    p AS MATERIALIZED (SELECT member_id, name FROM operator WHERE member_id IN (${ids}))`);

/** The newest notes, with the name of the operator. */
export async function readNotes(db: Db, memberId: string): Promise<Detail["notes"]> {
  const found = await db.execute<Detail["notes"][number]>(sql`
    WITH n AS MATERIALIZED (
      SELECT * FROM member_note WHERE member_id = ${memberId} ORDER BY created_at DESC, id DESC LIMIT 20
    ), ${namesOf("SELECT actor_id FROM n")}
    SELECT n.note AS text, coalesce(p.name, o.nickname, '') AS by, ${ms("n.created_at")} AS at
    FROM n LEFT JOIN o ON o.member_id = n.actor_id LEFT JOIN p ON p.member_id = n.actor_id
    ORDER BY n.created_at DESC, n.id DESC`);
  return found.rows;
}

export async function readFreezes(db: Db, memberId: string): Promise<Detail["freezes"]> {
  const found = await db.execute<Detail["freezes"][number]>(sql`
    WITH f AS MATERIALIZED (
      SELECT f.*, ${actorMemberSql("f.actor")} AS actor_id FROM ledger_freeze f
      WHERE f.member_id = ${memberId} AND f.is_frozen
    ), ${namesOf("SELECT actor_id FROM f")}
    SELECT f.asset, f.reason,
           coalesce(p.name, o.nickname, CASE WHEN f.actor = 'system' THEN '系统' ELSE '' END) AS actor,
           ${ms("f.changed_at")} AS "changedAt"
    FROM f LEFT JOIN o ON o.member_id = f.actor_id LEFT JOIN p ON p.member_id = o.member_id`);
  return found.rows;
}

/** Who invited the member. */
export async function readInviter(
  db: Db,
  memberId: string,
): Promise<NonNullable<Detail["inviter"]> | undefined> {
  const found = await db.execute<NonNullable<Detail["inviter"]>>(sql`
    WITH b AS MATERIALIZED (
      SELECT inviter_id, state FROM invite_binding
      WHERE member_id = ${memberId} AND state IN ('BOUND', 'EFFECTIVE'))
    SELECT i.member_no AS "memberNo", i.nickname, b.state FROM b JOIN member i ON i.member_id = b.inviter_id`);
  return found.rows[0];
}

/** Returns the nickname of a member; an empty text when there is none. */
export async function readNickname(db: Db, memberId: string): Promise<string> {
  const found = await db.execute<{ nickname: string }>(
    sql`SELECT nickname FROM member WHERE member_id = ${memberId}`,
  );
  return found.rows[0]?.nickname ?? "";
}

/** Returns how often an operator's counter was used in its window. */
export async function readUsed(
  db: Db,
  { subject, now, windowMs }: { subject: string; now: Date; windowMs: number },
): Promise<number> {
  const start = new Date(Math.floor(now.getTime() / windowMs) * windowMs);
  const found = await db.execute<{ used: number }>(
    sql`SELECT used FROM limit_counter WHERE subject = ${subject} AND window_start = ${start}`,
  );
  return found.rows[0]?.used ?? 0;
}
