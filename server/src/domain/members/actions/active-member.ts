/**
 * Checks that a member still exists before an action: refuses ACCOUNT_MERGED for a member who was
 * merged into another.
 */
import { sql } from "drizzle-orm";
import type { Context } from "../../../platform/context.ts";
import { raisedRefusal } from "../../../platform/database/failure.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import {
  type IdempotentRequest,
  runIdempotently,
  type ReserveKey,
  type KeyReservation,
} from "../../../platform/idempotency.ts";

const rethrow = (error: unknown): never => {
  throw raisedRefusal(error) ?? error;
};

/**
 * Refuses ACCOUNT_MERGED for a member who was merged into another; otherwise no merge of the member
 * can begin before the transaction ends. Call it before the transaction locks any other row of the
 * member. See `functions/refuse-merged.sql`.
 */
export async function refuseMerged(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`SELECT members_refuse_merged(${memberId})`).catch(rethrow);
}

const takeKey: ReserveKey = async (tx, { memberId, route, key }, { hash, now }) => {
  const { rows } = await tx
    .execute<KeyReservation>(
      sql`SELECT outcome, result FROM members_idempotency_reserve(${memberId}, ${route}, ${key}, ${hash}, ${now})`,
    )
    .catch(rethrow);
  return rows[0];
};

/**
 * Like `once`, for a member's actions: also refuses ACCOUNT_MERGED, unless the key was answered
 * before the merge.
 */
export const onceForMember = <T>(
  context: Context,
  db: Db,
  intent: IdempotentRequest,
  effect: (tx: Tx) => Promise<T>,
): Promise<T> => runIdempotently(context, db, intent, effect, takeKey);
