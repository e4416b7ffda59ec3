/** All SQL statements over bonus lots and holds of the balance. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import type { ReadQuery } from "../../../platform/database/read-query.ts";
import { sqlNow, epochMsSql, type Now, sqlNowText } from "../../../platform/database/sql.ts";
import { walletExpire } from "../../../sql/wallet.ts";
import { postingTitles } from "../texts.ts";

type Queryable = Db | Tx;

/**
 * The bonus of member `$1` that expired by `$2` and is not posted, in fen; includes what lapsed
 * holds return to a lot or to a grace lot.
 */
export const expiredBonus: ReadQuery<{ fen: number }, number> = {
  name: "wallet_ended_bonus",
  text: `
    SELECT coalesce(sum(fen), 0)::bigint AS fen FROM (
      SELECT remaining AS fen, expires_at AS ends FROM bonus_lot
      WHERE member_id = $1::uuid AND remaining > 0
      UNION ALL
      SELECT t.taken - t.back,
             CASE WHEN l.expired = 0 AND l.expires_at > h.expires_at THEN l.expires_at
                  ELSE h.expires_at + interval '7 days' END
      FROM wallet_hold h
      JOIN wallet_hold_lot t ON t.member_id = h.member_id AND t.hold_id = h.id
      JOIN bonus_lot l ON l.member_id = t.member_id AND l.id = t.lot_id
      WHERE h.member_id = $1::uuid AND h.state = 'open' AND h.expires_at <= ${sqlNowText(2)}
    ) lot WHERE ends <= ${sqlNowText(2)}`,
  toResult: ([row]) => row?.fen ?? 0,
};

/** Whether the member has expired bonus or a lapsed hold that is not posted. */
export async function hasUnbookedExpiry(
  db: Queryable,
  memberId: string,
  now: Now,
): Promise<boolean> {
  const { rows } = await db.execute<{ due: boolean }>(sql`
    SELECT EXISTS (SELECT FROM bonus_lot
                   WHERE member_id = ${memberId} AND remaining > 0 AND expires_at <= ${sqlNow(now)})
        OR EXISTS (SELECT FROM wallet_hold
                   WHERE member_id = ${memberId} AND state = 'open' AND expires_at <= ${sqlNow(now)})
      AS due`);
  return rows[0]?.due ?? false;
}

/** Lists members with expired bonus. */
export async function membersWithDueBonus(db: Db, now: Now, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ member_id: string }>(sql`
    SELECT DISTINCT member_id FROM (
      SELECT member_id FROM bonus_lot WHERE remaining > 0 AND expires_at <= ${sqlNow(now)}
      ORDER BY expires_at LIMIT ${limit}) due`);
  return rows.map(({ member_id }) => member_id);
}

/** Posts expired bonus; settles the member's holds first. Returns the expired sum in fen. */
export const callExpire = (db: Queryable, member: string, now: Now): Promise<number> =>
  walletExpire(db, { member, title: postingTitles.bonusExpired, now });

/** Returns the bonus that expires next, all of one instant; `at` in ms. */
export async function nextBonusExpiry(
  db: Queryable,
  memberId: string,
  now: Now,
): Promise<{ fen: number; at: number } | undefined> {
  const { rows } = await db.execute<{ fen: number; at: number }>(sql`
    SELECT sum(remaining)::bigint AS fen, ${sql.raw(epochMsSql("expires_at"))} AS at FROM bonus_lot
    WHERE member_id = ${memberId} AND remaining > 0 AND expires_at > ${sqlNow(now)}
    GROUP BY expires_at ORDER BY expires_at LIMIT 1`);
  return rows[0];
}

export type OpenHold = {
  readonly id: string;
  readonly orderId: string | null;
  readonly fen: number;
};

/** Lists what orders hold of the balance, the latest first. */
export async function openHolds(db: Queryable, memberId: string, now: Now): Promise<OpenHold[]> {
  const { rows } = await db.execute<OpenHold>(sql`
    SELECT id, order_id AS "orderId", bonus + principal + reward AS fen FROM wallet_hold
    WHERE member_id = ${memberId} AND state = 'open' AND expires_at > ${sqlNow(now)}
    ORDER BY created_at DESC, id DESC`);
  return rows;
}
