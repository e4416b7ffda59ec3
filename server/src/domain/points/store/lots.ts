/** Every SQL statement about points lots. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import type { ReadQuery } from "../../../platform/database/read-query.ts";
import { sqlNow, epochMsSql, type Now, sqlNowText } from "../../../platform/database/sql.ts";
import { pointsEarn, pointsExpire, pointsGrant } from "../../../sql/points.ts";
import { rethrowLedgerError } from "../../ledger/actions.ts";
import { EXPIRING_WITHIN_MS, type Grant } from "../model.ts";
import { EXPIRED_TITLE } from "../texts.ts";

/** Calls points_grant. Refuses and fails like the ledger's own postings. */
export async function callGrant(
  tx: Tx,
  given: Grant & {
    readonly lotId: string;
    readonly txnId: string;
    readonly hash: Buffer;
    readonly expiresAt: Date;
    readonly now: Now;
  },
): Promise<"posted" | "replay"> {
  const { kind, ref, hash, actor, orderId = null, title = "" } = given;
  return await pointsGrant(tx, {
    member: given.memberId,
    lot: given.lotId,
    points: given.points,
    expires: given.expiresAt,
    posting: { id: given.txnId, kind, ref, hash, actor, orderId, title },
    now: given.now,
  }).catch(rethrowLedgerError);
}

const NOW = sqlNowText(2);

/**
 * The points of member `$1` that count as begun at `$2`, settled or not: the sums of active lots by their end,
 * frozen lots whose freeze is over, and points of expired holds. `points` are those of the row, `net` those that
 * are left when the due lots have repaid the debt in the order of points_activate.
 */
const BEGUN_LOTS = `
    begun AS (
      SELECT NULL::uuid AS id, 'ACTIVE' AS state, points, NULL::timestamptz AS begins, ends_at AS ends FROM points_sum
      WHERE member_id = $1::uuid AND points <> 0
      UNION ALL
      SELECT id, state, remaining, active_at, expires_at FROM points_lot
      WHERE member_id = $1::uuid AND state = 'PENDING' AND active_at <= ${NOW}
      UNION ALL
      SELECT l.id, 'ACTIVE', t.taken - t.back, l.active_at,
             CASE WHEN l.state <> 'EXPIRED' AND l.expires_at > h.expires_at THEN l.expires_at
                  ELSE h.expires_at + interval '7 days' END
      FROM points_hold h
      JOIN points_hold_lot t ON t.member_id = h.member_id AND t.hold_id = h.id
      JOIN points_lot l ON l.member_id = h.member_id AND l.id = t.lot_id
      WHERE h.member_id = $1::uuid AND h.state = 'open' AND h.expires_at <= ${NOW}
    ), lot AS (
      SELECT state, points, ends,
             CASE state WHEN 'PENDING' THEN least(points, greatest(0,
                    sum(points) OVER (PARTITION BY state ORDER BY begins, id) - coalesce(
                      (SELECT balance FROM ledger_account
                       WHERE member_id = $1::uuid AND purpose = 'debt' AND asset = 'PTS'), 0)))
                  ELSE points END AS net
      FROM begun
    )`;

export type LotSums = { due: number; expired: number; expiring: number };

/**
 * Points of member `$1` by their ends, as of `$2`: `due` are frozen ones whose freeze is over; the
 * other sums include what is left of these when the member's debt is repaid.
 */
export const lotSumsQuery: ReadQuery<LotSums, LotSums> = {
  name: "points_lots_ending",
  text: `
    WITH ${BEGUN_LOTS}
    SELECT coalesce(sum(points) FILTER (WHERE state = 'PENDING'), 0)::bigint AS due,
           coalesce(sum(net) FILTER (WHERE ends <= ${NOW}), 0)::bigint AS expired,
           coalesce(sum(net) FILTER (
             WHERE ends > ${NOW} AND ends <= ${NOW} + ${EXPIRING_WITHIN_MS} * interval '1 ms'), 0)::bigint AS expiring
    FROM lot`,
  toResult: ([row]) => row ?? { due: 0, expired: 0, expiring: 0 },
};

/** Calls points_earn. */
export async function callEarn(
  tx: Tx,
  earned: {
    readonly memberId: string;
    readonly lotId: string;
    readonly txnId: string;
    readonly orderId: string;
    readonly cashFen: number;
    readonly rate: number;
    readonly activeAt: Date;
    readonly expiresAt: Date;
    readonly title: string;
    readonly firstOrderTitle: string;
    readonly now: Now;
  },
): Promise<"posted" | "replay" | "none"> {
  const { lotId, txnId, orderId, cashFen, rate, title, firstOrderTitle } = earned;
  return await pointsEarn(tx, {
    member: earned.memberId,
    earning: { lotId, txnId, orderId, cashFen, rate, title, firstOrderTitle },
    active: earned.activeAt,
    expires: earned.expiresAt,
    now: earned.now,
  }).catch(rethrowLedgerError);
}

/**
 * Returns members with lots that begin or end by `now` and are not settled (null: the database's
 * clock), but for those in `except`: the members of the oldest `limit` lots of each kind.
 */
export async function membersDue(
  db: Db,
  { now, limit, except }: { now: Now; limit: number; except: readonly string[] },
): Promise<string[]> {
  const others = sql`member_id <> ALL (${sql.param([...except])}::uuid[])`;
  const { rows } = await db.execute<{ member_id: string }>(sql`
    (SELECT member_id FROM points_lot
     WHERE state = 'PENDING' AND active_at <= ${sqlNow(now)} AND ${others}
     ORDER BY active_at LIMIT ${limit})
    UNION
    (SELECT member_id FROM points_lot
     WHERE state = 'ACTIVE' AND expires_at <= ${sqlNow(now)} AND ${others}
     ORDER BY expires_at LIMIT ${limit})`);
  return rows.map(({ member_id }) => member_id);
}

/**
 * Calls points_expire, which settles one step of the member's lots. Returns how many points
 * expired.
 */
export const callExpire = (db: Db | Tx, memberId: string, now: Now): Promise<number> =>
  pointsExpire(db, { member: memberId, title: EXPIRED_TITLE, now });

/** Returns whether any of this member's lots or holds are due and not settled. */
export async function isDue(db: Db | Tx, memberId: string, now: Now): Promise<boolean> {
  const { rows } = await db.execute<{ due: boolean }>(sql`
    SELECT EXISTS (SELECT FROM points_lot
                   WHERE member_id = ${memberId} AND state = 'PENDING' AND active_at <= ${sqlNow(now)})
        OR EXISTS (SELECT FROM points_lot
                   WHERE member_id = ${memberId} AND state = 'ACTIVE' AND expires_at <= ${sqlNow(now)})
        OR EXISTS (SELECT FROM points_hold WHERE member_id = ${memberId} AND state = 'open'
                   AND expires_at <= ${sqlNow(now)}) AS due`);
  return rows[0]?.due ?? false;
}

/** Points that begin or end together; `at` in ms. */
export type PointsAtTime = { readonly points: number; readonly at: number };

/** A lot whose freeze has not ended. */
export type PendingLot = {
  readonly id: string;
  readonly sourceKind: string;
  readonly sourceRef: string;
  readonly points: number;
  readonly beginsAt: number;
  readonly at: number;
};

/** Returns lots that have not begun at `now`, the earliest begin first. */
export async function listPendingLots(
  db: Db | Tx,
  memberId: string,
  now: Now,
): Promise<PendingLot[]> {
  const { rows } = await db.execute<PendingLot>(sql`
    SELECT id, source_kind AS "sourceKind", source_ref AS "sourceRef", remaining AS points,
           ${sql.raw(epochMsSql("active_at"))} AS "beginsAt", ${sql.raw(epochMsSql("created_at"))} AS at
    FROM points_lot WHERE member_id = ${memberId} AND state = 'PENDING' AND remaining > 0
      AND active_at > ${sqlNow(now)}
    ORDER BY active_at, id`);
  return rows;
}

/** The spendable points of member `$1` at `$2` by their end, the nearest first. */
export const pointsByExpiryQuery: ReadQuery<PointsAtTime, readonly PointsAtTime[]> = {
  name: "points_by_expiry",
  text: `
    WITH ${BEGUN_LOTS}
    SELECT sum(net)::bigint AS points, ${epochMsSql("ends")} AS at
    FROM lot WHERE net > 0 AND ends > ${NOW} GROUP BY ends ORDER BY ends`,
  toResult: (rows) => rows,
};

/**
 * Returns the total points a member ever received, less those taken back; grace lots are not
 * counted as new points.
 */
export async function lifetimeOf(db: Db | Tx, memberId: string, now: Now): Promise<number> {
  const { rows } = await db.execute<{ points: number }>(sql`
    SELECT sum(points)::bigint AS points FROM (
      SELECT coalesce(sum(received), 0) AS points FROM points_sum WHERE member_id = ${memberId}
      UNION ALL
      SELECT coalesce(sum(amount - clawed), 0) FROM points_lot
      WHERE member_id = ${memberId} AND state = 'PENDING' AND active_at <= ${sqlNow(now)}
    ) part`);
  return rows[0]?.points ?? 0;
}

/** The advisory lock of a recount; any number not used elsewhere works. */
const RECOUNT_LOCK = 7_261_014;

/**
 * Adds the difference between the lots and their sums; one statement, so that both are of one moment. A
 * build before the sums changes lots without them (decision 0200). Returns how many sums were wrong.
 */
export async function recountPoints(tx: Tx): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${RECOUNT_LOCK})`);
  const { rows } = await tx.execute<{ corrected: number }>(sql`
    WITH part AS (
      SELECT member_id, expires_at AS ends_at, CASE state WHEN 'ACTIVE' THEN remaining ELSE 0 END AS points,
             CASE WHEN state = 'CANCELLED' OR source_kind = 'grace' THEN 0 ELSE amount - clawed END AS received
      FROM points_lot WHERE state <> 'PENDING'
      UNION ALL
      SELECT member_id, ends_at, -points, -received FROM points_sum
    ), difference AS (
      SELECT member_id, ends_at, sum(points) AS points, sum(received) AS received FROM part GROUP BY 1, 2
    ), added AS (
      INSERT INTO points_sum AS s (member_id, ends_at, points, received)
      SELECT member_id, ends_at, points, received FROM difference WHERE points <> 0 OR received <> 0
      ORDER BY member_id, ends_at
      ON CONFLICT (member_id, ends_at)
      DO UPDATE SET points = s.points + excluded.points, received = s.received + excluded.received
      RETURNING 1
    )
    SELECT count(*)::int AS corrected FROM added`);
  return rows[0]?.corrected ?? 0;
}

/** Returns the sources of lots, by lot id. */
export async function sourcesOf(
  db: Db | Tx,
  memberId: string,
  lotIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly kind: string; readonly ref: string }>> {
  if (lotIds.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; kind: string; ref: string }>(sql`
    SELECT id, source_kind AS kind, source_ref AS ref FROM points_lot
    WHERE member_id = ${memberId} AND id = ANY (${sql.param([...lotIds])}::uuid[])`);
  return new Map(rows.map(({ id, kind, ref }) => [id, { kind, ref }]));
}
