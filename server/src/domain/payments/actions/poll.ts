/**
 * Queries the channel about open attempts: when a member returns, before closing, and on a
 * schedule.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { runEach, throwFailures } from "../../../platform/run-each.ts";
import { type Attempt, nextPollAt } from "../model.ts";
import type { PaymentStatusUpdate } from "../port.ts";
import {
  attemptsOf,
  type Payable,
  dueAttempts,
  findAttempt,
  findKeyByOutTradeNo,
  claimPoll,
} from "../store.ts";
import { applyStatusUpdate, type PaymentDeps } from "./apply-status-update.ts";

const BATCH = 50;
const CALLS_AT_ONCE = 4;

/** The certain result of a query: `open` can still be paid, `unknown` is neither. */
export type PaymentStatus = "paid" | "open" | "closed" | "unknown";

const isOpen = ({ state }: Attempt): boolean => state === "CREATED" || state === "PREPARED";

/** Applies a queried status update; `conflict` results in `unknown`. */
async function applyQueriedUpdate(
  context: Context,
  db: Db,
  deps: PaymentDeps,
  update: PaymentStatusUpdate,
): Promise<PaymentStatus> {
  const change = await applyStatusUpdate(context, db, deps, { update, source: "query" });
  if (change === "conflict" || change === "unknown_number") return "unknown";
  if (update.state === "unpaid") return "open";
  if (update.state === "paid") return "paid";
  return update.state === "closed" || change === "closed" ? "closed" : "paid";
}

/** Closes an attempt in our database, once the channel has closed it for certain. */
async function close(context: Context, db: Db, deps: PaymentDeps, attempt: Attempt) {
  const { appId, merchantId } = deps.channel.account;
  const update = { outTradeNo: attempt.outTradeNo, appId, merchantId, state: "closed" } as const;
  await applyStatusUpdate(context, db, deps, { update, source: "close" });
  return "closed" as const;
}

/**
 * An attempt that the channel has never received ends when it cannot be paid any more: it was never
 * prepared, or it is long expired.
 */
function canNeverBePaid(context: Context, attempt: Attempt): boolean {
  const endedMs = context.clock.now().getTime() - attempt.expiresAt;
  return attempt.state === "CREATED" || endedMs >= context.settings.payAbsentMs;
}

/** Queries one attempt. */
async function queryAttempt(
  context: Context,
  db: Db,
  deps: PaymentDeps,
  attempt: Attempt,
): Promise<PaymentStatus> {
  const answer = await deps.channel.query(attempt.outTradeNo);
  switch (answer.state) {
    case "known":
      return applyQueriedUpdate(context, db, deps, answer.update);
    case "absent":
      return "open";
    case "unknown":
      context.log.warn(
        { outTradeNo: attempt.outTradeNo, why: answer.reason },
        "no answer about a payment",
      );
      return "unknown";
  }
}

/**
 * Closes one attempt: queries first, and again when the channel answers that it was paid meanwhile.
 */
async function queryAndClose(
  context: Context,
  db: Db,
  deps: PaymentDeps,
  attempt: Attempt,
): Promise<PaymentStatus> {
  const status = await queryAttempt(context, db, deps, attempt);
  if (status !== "open") return status;
  const answer = await deps.channel.close(attempt.outTradeNo);
  switch (answer.state) {
    case "closed":
      return close(context, db, deps, attempt);
    case "absent":
      return canNeverBePaid(context, attempt) ? close(context, db, deps, attempt) : "unknown";
    case "paid": {
      const again = await queryAttempt(context, db, deps, attempt);
      return again === "open" ? "unknown" : again;
    }
    case "unknown":
      return "unknown";
  }
}

/** Returns the most important status of several attempts. */
function combineStatuses(statuses: readonly PaymentStatus[]): PaymentStatus {
  const order = ["paid", "unknown", "open"] as const;
  return order.find((each) => statuses.includes(each)) ?? "closed";
}

async function checkEach(
  attempts: readonly Attempt[],
  query: (attempt: Attempt) => Promise<PaymentStatus>,
): Promise<PaymentStatus> {
  const statuses: PaymentStatus[] = [];
  for (const attempt of attempts) {
    if (isOpen(attempt)) statuses.push(await query(attempt));
    else statuses.push(attempt.state === "SUCCESS" ? "paid" : "closed");
  }
  return combineStatuses(statuses);
}

/**
 * Closes every open attempt of a payable, so that none of them can be paid any more. `paid`: too
 * late, the listener was called. `unknown`: the channel gives no answer; no attempt may be treated
 * as closed.
 */
export const closeAttempts = async (
  context: Context,
  db: Db,
  deps: PaymentDeps,
  business: Payable,
): Promise<Exclude<PaymentStatus, "open">> => {
  const status = await checkEach(await attemptsOf(db, business), (attempt) =>
    queryAndClose(context, db, deps, attempt),
  );
  return status === "open" ? "unknown" : status;
};

/** Queries every open attempt of a payable now, for a member who returns from WeChat. */
export const refreshAttempt = async (
  context: Context,
  db: Db,
  deps: PaymentDeps,
  business: Payable,
): Promise<PaymentStatus> =>
  checkEach(await attemptsOf(db, business), (attempt) => queryAttempt(context, db, deps, attempt));

/**
 * Queries one attempt by its number, even when it is closed here: a bill may contain a payment that
 * was never notified. Returns `undefined` for an unknown number.
 */
export async function queryByOutTradeNo(
  context: Context,
  db: Db,
  deps: PaymentDeps,
  outTradeNo: string,
): Promise<PaymentStatus | undefined> {
  const key = await findKeyByOutTradeNo(db, outTradeNo);
  const attempt = key && (await findAttempt(db, key));
  return attempt && queryAttempt(context, db, deps, attempt);
}

/**
 * Polls every due attempt and returns how many. A poll is claimed by setting the next one, so a
 * crash only delays it. One failure does not block the others, but is thrown at the end.
 */
export async function pollDueAttempts(
  context: Context,
  db: Db,
  deps: PaymentDeps,
): Promise<number> {
  const due = await dueAttempts(db, context.clock.sql(), BATCH);
  let polled = 0;
  const poll = async (attempt: Attempt) => {
    const now = context.clock.now().getTime();
    const nextAt = new Date(nextPollAt(attempt, now, context.settings));
    if (!(await claimPoll(db, attempt, { now: context.clock.sql(), nextAt }))) return;
    polled++;
    await (now < attempt.expiresAt ? queryAttempt : queryAndClose)(context, db, deps, attempt);
  };
  throwFailures(await runEach(due, poll, CALLS_AT_ONCE), "some polls of payments failed");
  return polled;
}
