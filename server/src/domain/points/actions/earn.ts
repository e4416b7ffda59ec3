/** Giving and earning points, telling how many there are, and what happens to lots by time alone. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { runReadQuery } from "../../../platform/database/read-query.ts";
import { requestHash } from "../../../platform/idempotency.ts";
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

/**
 * Gives points once for each (kind, ref); they end as the setting `pointsLifeMonths` says. What the member owes is paid
 * out of them first. Other content under the same ref is a Defect.
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

/** Percent of what the rule says: a member's level may raise it. */
const FULL_RATE = 100;

/**
 * Points for an order that is done, once for each order, as the rule in force says: 1 点 for each 元 of cash that was kept,
 * `rate` of it. They are frozen for `pointsFreezeMs`, and live as granted ones from the end of the freeze.
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
    title: "消费奖励",
    lotId: context.ids.next(),
    txnId: context.ids.next(),
    expiresAt: expiryOf(activeAt, context.settings.pointsLifeMonths),
    now: context.clock.sql(),
  });
}

/** The member's points as of `now`: lots begin and end by time, whether or not a job has run. */
export async function pointsOf(db: Db | Tx, memberId: string, now: Date): Promise<PointsView> {
  const balances = await balancesOf(db, memberId, now);
  return computePoints(balances, await runReadQuery(db, lotSumsQuery, [memberId, now]));
}

export { lotSumsQuery };

/** The points that these balances and lots make. */
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

/** Books what time has brought into one member's book, if anything: what is read afterwards needs no reckoning. */
export async function settleIfDue(context: Context, db: Db, memberId: string): Promise<void> {
  const now = context.clock.sql();
  if (await isDue(db, memberId, now)) await callExpire(db, memberId, now);
}

/** Books what time has brought into one member's book; answers how many points ended. */
export const settlePoints = (context: Context, tx: Tx, memberId: string): Promise<number> =>
  callExpire(tx, memberId, context.clock.sql());

const MEMBERS_AT_ONCE = 200;

/**
 * Books what began and what ended by time; safe at any time and by several at once. Answers the members seen; failures
 * are thrown at the end, so that one book keeps nobody else's waiting.
 */
export async function expireDueLots(context: Context, db: Db): Promise<number> {
  const members = await membersDue(db, context.clock.sql(), MEMBERS_AT_ONCE);
  const failures: unknown[] = [];
  for (const memberId of members) {
    const [result] = await Promise.allSettled([callExpire(db, memberId, context.clock.sql())]);
    if (result?.status === "rejected") failures.push(result.reason);
  }
  if (failures.length > 0) throw new AggregateError(failures, "some points were not booked");
  return members.length;
}
