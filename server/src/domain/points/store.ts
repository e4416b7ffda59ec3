/** Every statement over points lots. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { rethrowLedger } from "../ledger/actions.ts";
import type { Grant } from "./model.ts";

/** Calls points_grant. Refuses and fails as the ledger's own postings do. */
export async function callGrant(
  tx: Tx,
  given: Grant & {
    readonly lotId: string;
    readonly txnId: string;
    readonly hash: Buffer;
    readonly expiresAt: Date;
    readonly now: Date | null;
  },
): Promise<"posted" | "replay"> {
  const { rows } = await tx
    .execute<{ outcome: "posted" | "replay" }>(sql`SELECT points_grant(
      ${given.memberId}, ${given.lotId}, ${given.txnId}, ${given.kind}, ${given.ref}, ${given.hash},
      ${given.points}, ${given.actor}, ${given.orderId ?? null}, ${given.title ?? ""},
      ${given.expiresAt}, ${given.now}::timestamptz) AS outcome`)
    .catch(rethrowLedger);
  return rows[0]?.outcome ?? "replay";
}

/**
 * Points by their ends, as of `now`: `due` are frozen ones whose freeze is over, counted in the others as well, and so
 * is what holds that are over will give back, though no function has taken note of either.
 */
export async function lotsEnding(
  db: Db | Tx,
  memberId: string,
  now: Date,
  soon: Date,
): Promise<{ due: number; expired: number; expiring: number }> {
  const { rows } = await db.execute<{ due: number; expired: number; expiring: number }>(sql`
    WITH lot AS (
      SELECT state, remaining AS points, expires_at AS ends FROM points_lot
      WHERE member_id = ${memberId} AND (state = 'ACTIVE'
        OR state = 'PENDING' AND active_at <= ${now})
      UNION ALL
      SELECT 'ACTIVE', t.taken - t.back,
             CASE WHEN l.state <> 'EXPIRED' AND l.expires_at > h.expires_at THEN l.expires_at
                  ELSE h.expires_at + interval '7 days' END
      FROM points_hold h
      JOIN points_hold_lot t ON t.member_id = h.member_id AND t.hold_id = h.id
      JOIN points_lot l ON l.member_id = h.member_id AND l.id = t.lot_id
      WHERE h.member_id = ${memberId} AND h.state = 'open' AND h.expires_at <= ${now}
    )
    SELECT coalesce(sum(points) FILTER (WHERE state = 'PENDING'), 0)::bigint AS due,
           coalesce(sum(points) FILTER (WHERE ends <= ${now}), 0)::bigint AS expired,
           coalesce(sum(points) FILTER (WHERE ends > ${now} AND ends <= ${soon}), 0)::bigint AS expiring
    FROM lot`);
  return rows[0] ?? { due: 0, expired: 0, expiring: 0 };
}

/** Calls points_earn. */
export async function callEarn(
  tx: Tx,
  earned: {
    readonly memberId: string;
    readonly lotId: string;
    readonly txnId: string;
    readonly orderId: string;
    readonly points: number;
    readonly activeAt: Date;
    readonly expiresAt: Date;
    readonly title: string;
    readonly now: Date | null;
  },
): Promise<"posted" | "replay"> {
  const { rows } = await tx
    .execute<{ outcome: "posted" | "replay" }>(sql`SELECT points_earn(
      ${earned.memberId}, ${earned.lotId}, ${earned.txnId}, ${earned.orderId}, ${earned.points},
      ${earned.activeAt}, ${earned.expiresAt}, ${earned.title}, ${earned.now}::timestamptz) AS outcome`)
    .catch(rethrowLedger);
  return rows[0]?.outcome ?? "replay";
}

/** Members with lots whose time to begin or to end has come by `now` (null: the database's clock). */
export async function membersDue(db: Db, now: Date | null, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ member_id: string }>(sql`
    (SELECT member_id FROM points_lot
     WHERE state = 'PENDING' AND active_at <= coalesce(${now}::timestamptz, now())
     ORDER BY active_at LIMIT ${limit})
    UNION
    (SELECT member_id FROM points_lot
     WHERE state = 'ACTIVE' AND expires_at <= coalesce(${now}::timestamptz, now())
     ORDER BY expires_at LIMIT ${limit})`);
  return rows.map(({ member_id }) => member_id);
}

/** Calls points_expire, which settles the member's lots first. Answers how many points ended. */
export async function callExpire(db: Db, memberId: string, now: Date | null): Promise<number> {
  const { rows } = await db.execute<{ points: number }>(
    sql`SELECT points_expire(${memberId}, ${now}::timestamptz) AS points`,
  );
  return rows[0]?.points ?? 0;
}
