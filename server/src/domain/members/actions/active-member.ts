/**
 * Checks that a member still exists before an action: refuses ACCOUNT_MERGED for a member who was
 * merged into another.
 */
import type { Context } from "../../../platform/context.ts";
import { raisedRefusal } from "../../../platform/database/failure.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import {
  type IdempotentRequest,
  runIdempotently,
  type ReserveKey,
} from "../../../platform/idempotency.ts";
import { membersIdempotencyReserve, membersRefuseMerged } from "../../../sql/members.ts";

const rethrow = (error: unknown): never => {
  throw raisedRefusal(error) ?? error;
};

/**
 * Refuses ACCOUNT_MERGED for a member who was merged into another; otherwise no merge of the member
 * can begin before the transaction ends. Call it before the transaction locks any other row of the
 * member. See `functions/refuse-merged.sql`.
 */
export const refuseMerged = (tx: Tx, memberId: string): Promise<void> =>
  membersRefuseMerged(tx, { member: memberId }).catch(rethrow);

const takeKey: ReserveKey = (tx, { memberId, ...key }, request) =>
  membersIdempotencyReserve(tx, { member: memberId, ...key, ...request }).catch(rethrow);

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
