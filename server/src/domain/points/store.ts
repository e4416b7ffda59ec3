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

/** Points left in active lots: of those that have ended by `now`, and of those that end by `soon`. */
export async function lotsEnding(
  db: Db | Tx,
  memberId: string,
  now: Date,
  soon: Date,
): Promise<{ expired: number; expiring: number }> {
  const { rows } = await db.execute<{ expired: number; expiring: number }>(sql`
    SELECT coalesce(sum(remaining) FILTER (WHERE expires_at <= ${now}), 0)::bigint AS expired,
           coalesce(sum(remaining) FILTER (WHERE expires_at > ${now}), 0)::bigint AS expiring
    FROM points_lot
    WHERE member_id = ${memberId} AND state = 'ACTIVE' AND expires_at <= ${soon}`);
  return rows[0] ?? { expired: 0, expiring: 0 };
}
