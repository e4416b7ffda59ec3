/** Grants and earns points, computes their number, and settles lots that begin or end by time. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import type { Now } from "../../../platform/database/sql.ts";
import { runReadQuery } from "../../../platform/database/read-query.ts";
import { unlessLocked } from "../../../platform/database/transaction.ts";
import { requestHash } from "../../../platform/idempotency.ts";
import { type EachFailure, runEach, throwFailures } from "../../../platform/run-each.ts";
import { balancesOf } from "../../ledger/actions.ts";
import type { Balances } from "../../ledger/model.ts";
import { expiryOf, type Grant, type PointsView } from "../model.ts";
import {
  callEarn,
  callExpire,
  callGrant,
  type LotSums,
  isDue,
  lotSumsQuery,
  membersDue,
} from "../store/lots.ts";
import { earningTitles } from "../texts.ts";

/**
 * Credits points once for each (kind, ref); they expire by the setting `pointsLifeMonths`. The
 * member's debt is paid from them first. Different content under the same ref is a Defect.
 */
export const creditPoints = (
  context: Context,
  tx: Tx,
  given: Grant,
): Promise<"posted" | "replay"> =>
  callGrant(tx, {
    ...given,
    lotId: context.ids.next(),
    txnId: context.ids.next(),
    hash: requestHash({ points: given.points, orderId: given.orderId }),
    expiresAt: expiryOf(context.clock.now(), context.settings.pointsLifeMonths),
    now: context.clock.sql(),
  });

/** Percentage of the rule's points; a member's level may raise it. */
const FULL_RATE = 100;

/**
 * Credits points for a completed order, once for each order, by the rule in force: 1 点 for each 元
 * of cash that was not refunded, `rate` percent of it. They are frozen for `pointsFreezeMs`, and
 * expire like granted ones, counted from the end of the freeze.
 */
export function earnForOrder(
  context: Context,
  tx: Tx,
  done: {
    readonly memberId: string;
    readonly orderId: string;
    readonly cashFen: number;
    readonly rate?: number;
  },
): Promise<"posted" | "replay" | "none"> {
  const { memberId, orderId, cashFen, rate = FULL_RATE } = done;
  const activeAt = new Date(context.clock.now().getTime() + context.settings.pointsFreezeMs);
  return callEarn(tx, {
    memberId,
    orderId,
    cashFen,
    rate,
    activeAt,
    title: earningTitles.points_earn,
    firstOrderTitle: earningTitles.points_task,
    lotId: context.ids.next(),
    txnId: context.ids.next(),
    expiresAt: expiryOf(activeAt, context.settings.pointsLifeMonths),
    now: context.clock.sql(),
  });
}

/**
 * Returns the member's points at `now`: lots begin and end by time, whether or not a job has run.
 */
export async function pointsOf(db: Db | Tx, memberId: string, now: Now): Promise<PointsView> {
  const balances = await balancesOf(db, memberId, now);
  return computePoints(balances, await runReadQuery(db, lotSumsQuery, [memberId, now]));
}

export { lotSumsQuery };

/** Computes the points from these balances and lots. */
export function computePoints(balances: Balances, { due, expired, expiring }: LotSums): PointsView {
  const repaid = Math.min(due, balances.debt);
  const available = Math.max(0, balances.available + due - repaid - expired);
  return {
    available,
    pending: balances.pending - due,
    expiring: Math.min(available, expiring),
    debt: balances.debt - repaid,
  };
}

/**
 * Settles one step of a member's lots if any have begun or ended. Reads must still count the due
 * ones by time: a member with very many has some left, which the job settles. So a read does not wait
 * for the member's ledger either: while a posting or the job holds it, nothing is settled.
 */
export async function settleIfDue(context: Context, db: Db, memberId: string): Promise<void> {
  const now = context.clock.sql();
  if (!(await isDue(db, memberId, now))) return;
  await unlessLocked(db, (tx) => callExpire(tx, memberId, now));
}

/** Settles one step of a member's lots, in the caller's transaction; returns the expired points. */
export const settlePoints = (context: Context, tx: Tx, memberId: string): Promise<number> =>
  callExpire(tx, memberId, context.clock.sql());

/** How many due lots of each kind are read at once to find their members. */
const LOTS_AT_ONCE = 200;

/** A run ends after 10,000 lots of a member (`points_lots_per_step`); the next run settles the rest. */
const ROUNDS_PER_RUN = 50;

/**
 * Settles lots that began or ended by time, in steps of their own transactions, the members in
 * turn; safe at any time and when several run at once. Returns the number of members processed. A
 * member whose step fails is left out of the rest of the run, and the failures are thrown at its
 * end, so that one member does not delay the others.
 */
export async function expireDueLots(context: Context, db: Db): Promise<number> {
  const seen = new Set<string>();
  const failures: EachFailure<string>[] = [];
  const now = () => context.clock.sql();
  for (let round = 0; round < ROUNDS_PER_RUN; round++) {
    const except = failures.map(({ item }) => item);
    const members = await membersDue(db, { now: now(), limit: LOTS_AT_ONCE, except });
    if (members.length === 0) break;
    for (const memberId of members) seen.add(memberId);
    failures.push(...(await runEach(members, (memberId) => callExpire(db, memberId, now()))));
  }
  throwFailures(failures, "some points were not settled");
  return seen.size;
}
