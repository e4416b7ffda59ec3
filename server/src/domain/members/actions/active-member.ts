/** What a member does is done for a member that is there: one who has ended in a merge is refused ACCOUNT_MERGED. */
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
 * Refuses ACCOUNT_MERGED to a member who has ended in another; otherwise no merge of the member begins before the
 * transaction ends. Call it before the transaction takes any other row of the member. See `functions/refuse-merged.sql`.
 */
export async function refuseMerged(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`SELECT members_refuse_merged(${memberId})`).catch(rethrow);
}

const takeKey: ReserveKey = async (tx, { memberId, route, key }, { hash, now }) => {
  const { rows } = await tx
    .execute<KeyReservation>(
      sql`SELECT outcome, result FROM members_idem_take(${memberId}, ${route}, ${key}, ${hash}, ${now})`,
    )
    .catch(rethrow);
  return rows[0];
};

/** As `once`, for what a member does: refuses ACCOUNT_MERGED as well, unless the key was answered before the merge. */
export const onceForMember = <T>(
  context: Context,
  db: Db,
  intent: IdempotentRequest,
  effect: (tx: Tx) => Promise<T>,
): Promise<T> => runIdempotently(context, db, intent, effect, takeKey);
