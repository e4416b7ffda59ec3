/**
 * A member's points summary: balances, what begins and ends when, the sign-in week, tasks and
 * rules.
 */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { runReadQuery } from "../../../platform/database/read-query.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { memberSummaryOf } from "../../members/actions.ts";
import {
  dayOf,
  EXPIRING_WITHIN_MS,
  expiryOf,
  type Rule,
  type RuleId,
  signPoints,
  WEEK_DAYS,
} from "../model.ts";
import {
  pointsByExpiryQuery,
  lifetimeOf,
  type PointsAtTime,
  listPendingLots,
} from "../store/lots.ts";
import { callSignIn, rulesAt, signedDays, tasksDone } from "../store/rules.ts";
import { rulesText, taskViews } from "../texts.ts";
import { pointsOf, settleIfDue } from "./earn.ts";
import { shanghaiMonth } from "../../../platform/shanghai.ts";

type Summary = Output<"points", "summary">;
type Rules = ReadonlyMap<RuleId, Rule>;

const sum = (turns: readonly { readonly points: number }[]): number =>
  turns.reduce((all, { points }) => all + points, 0);

/**
 * Returns the points that expire in each month, the nearest first; `at` is the first expiry in the
 * month.
 */
function calendarOf(ends: readonly PointsAtTime[]): Summary["calendar"] {
  const months = new Map<string, { month: string; points: number; at: number }>();
  for (const { points, at } of ends) {
    const month = shanghaiMonth(at);
    const known = months.get(month);
    months.set(month, { month, points: points + (known?.points ?? 0), at: known?.at ?? at });
  }
  return [...months.values()];
}

/**
 * Returns the running week of the streak: seven days including today. After a missed day a new week
 * begins.
 */
function signInOf(
  signed: readonly { day: string; streak: number; points: number }[],
  rule: Rule | undefined,
  now: Date,
): Summary["signIn"] {
  const today = dayOf(now);
  const last = signed[0];
  const isSigned = last?.day === today;
  const streak = last && (isSigned || last.day === dayOf(now, -1)) ? last.streak : 0;
  // Today's index in the week, from 0.
  const place = (isSigned ? streak - 1 : streak) % WEEK_DAYS;
  const byDay = new Map(signed.map((one) => [one.day, one.points]));
  const todayStreak = isSigned ? streak : streak + 1;
  return {
    isSigned,
    streak,
    todayPoints: byDay.get(today) ?? signPoints(rule, todayStreak),
    days: Array.from({ length: WEEK_DAYS }, (_, n) => {
      const day = dayOf(now, n - place);
      const state = n < place || (n === place && isSigned) ? "signed" : "coming";
      return {
        day,
        points: byDay.get(day) ?? signPoints(rule, todayStreak + n - place),
        state: n === place && !isSigned ? "today" : state,
      };
    }),
  };
}

/**
 * Computed for the present time: lots, holds and rules begin and end by time; no job needs to run.
 * The request settles one step of the due lots, and what is left counts as if it were settled.
 */
export async function pointsSummary(context: Context, db: Db, memberId: string): Promise<Summary> {
  await settleIfDue(context, db, memberId);
  const now = context.clock.now();
  const at = context.clock.sql();
  const rules: Rules = await rulesAt(db, at);
  const [points, waiting, ends, lifetime, signed, done, member] = await Promise.all([
    pointsOf(db, memberId, at),
    listPendingLots(db, memberId, at),
    runReadQuery(db, pointsByExpiryQuery, [memberId, at]),
    lifetimeOf(db, memberId, at),
    signedDays(db, memberId, WEEK_DAYS),
    tasksDone(db, memberId),
    memberSummaryOf(db, memberId),
  ]);
  const soon = now.getTime() + EXPIRING_WITHIN_MS;
  const expiring = ends.filter((end) => end.at <= soon);
  const [first] = waiting;
  const [firstEnd] = expiring;
  const together = waiting.filter(({ beginsAt }) => beginsAt === first?.beginsAt);
  return {
    available: sum(ends),
    pending: points.pending,
    ...(first ? { nextPending: { points: sum(together), at: first.beginsAt } } : {}),
    expiring: sum(expiring),
    ...(firstEnd ? { nextExpiring: { ...firstEnd } } : {}),
    debt: points.debt,
    lifetime,
    calendar: calendarOf(ends),
    signIn: signInOf(signed, rules.get("sign_in"), now),
    // Tasks are for new members, not for members who closed an earlier account.
    tasks: taskViews(rules, done).filter(
      ({ state }) => state === "done" || member?.isReturning !== true,
    ),
    rules: rulesText(rules, context.settings),
  };
}

/** Signs in for today, once, in the caller's transaction. */
export const signInWithTx = (context: Context, tx: Tx, memberId: string) =>
  callSignIn(tx, {
    memberId,
    lotId: context.ids.next(),
    txnId: context.ids.next(),
    expiresAt: expiryOf(context.clock.now(), context.settings.pointsLifeMonths),
    now: context.clock.sql(),
  });

/** Signs in for today, once; a repeat returns the same and gives no more points. */
export async function signIn(
  context: Context,
  db: Db,
  memberId: string,
): Promise<Output<"points", "signIn">> {
  const signed = await transaction(db, (tx) => signInWithTx(context, tx, memberId));
  return { ...signed, summary: await pointsSummary(context, db, memberId) };
}
