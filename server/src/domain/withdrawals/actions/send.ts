/**
 * Sends transfers and queries them: one number each, queried before anything is sent under it
 * again.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { invariant } from "../../../platform/refusal.ts";
import { runEach, throwFailures } from "../../../platform/run-each.ts";
import { isSent } from "../lifecycle.ts";
import { nameSealContext, payeeSealContext, type Withdrawal } from "../model.ts";
import type { Payout, PayoutAnswer, PayoutChannel } from "../port.ts";
import {
  callClaimPoll,
  dueWithdrawals,
  findWithdrawal,
  recordRefusedAnswer,
  type WithdrawalKey,
} from "../store.ts";
import { applyStatusUpdate } from "./apply-status-update.ts";

const BATCH = 50;
const CALLS_AT_ONCE = 4;

/** Refusals caused by the request itself; a later query under the number can make them certain. */
const DEFINITE: ReadonlySet<string> = new Set(["PARAM_ERROR", "INVALID_REQUEST"]);

/**
 * The channel's answer, or `given_up`: the channel certainly has not accepted it and never will.
 */
type Answer = PayoutAnswer | { readonly state: "given_up"; readonly code: string };

/** Builds the same request at every retry, from the stored withdrawal. */
function orderOf({ secrets }: Context, withdrawal: Withdrawal): Payout {
  const { id, outBillNo, netFen: amountFen, payeeSealed, nameSealed } = withdrawal;
  invariant(outBillNo, "a sent order has its number");
  const openid = secrets.open(payeeSealed, payeeSealContext(id));
  const realName = nameSealed && secrets.open(nameSealed, nameSealContext(id));
  return { outBillNo, openid, amountFen, ...(realName ? { realName } : {}) };
}

/**
 * Whether the same request must be sent again: the channel requires it in the state ACCEPTED, and
 * to get the missing package.
 */
const needsResend = (answer: PayoutAnswer, withdrawal: Withdrawal): boolean =>
  answer.state === "known" &&
  (answer.update.state === "accepted" ||
    (answer.update.state === "wait_confirm" && withdrawal.package === null));

/** Queries the number before it sends under it again, unless it was never sent. */
async function queryOrTransfer(
  context: Context,
  channel: PayoutChannel,
  withdrawal: Withdrawal,
): Promise<Answer> {
  const { settings, clock } = context;
  const { outBillNo, pollCount, sentAt, refusedAt, channelStatus } = withdrawal;
  invariant(outBillNo && sentAt, "a sent order has its number");
  const order = () => orderOf(context, withdrawal);
  if (pollCount === 0) return channel.transfer(order());
  const answer = await channel.query(outBillNo);
  if (needsResend(answer, withdrawal)) return channel.transfer(order());
  if (answer.state !== "absent") return answer;
  const now = clock.now().getTime();
  // The channel forgets after a month: from then on, `absent` proves nothing.
  if (now - sentAt >= settings.payoutKnownMs) {
    return { state: "unknown", reason: "too old to be asked about" };
  }
  if (refusedAt === null) return channel.transfer(order());
  // Refused, and still absent a while later: no request can be on its way any more.
  return now - refusedAt >= settings.payoutRefusedMs
    ? { state: "given_up", code: channelStatus ?? "" }
    : { state: "unknown", reason: "refused just now" };
}

async function applyAnswer(
  context: Context,
  db: Db,
  channel: PayoutChannel,
  { withdrawal, answer }: { withdrawal: Withdrawal; answer: Answer },
): Promise<void> {
  const outBillNo = withdrawal.outBillNo ?? "";
  const { settings, clock } = context;
  const apply = (update: Parameters<typeof applyStatusUpdate>[3]) =>
    transaction(db, (tx) => applyStatusUpdate(context, tx, channel, update));
  switch (answer.state) {
    case "known":
      await apply(answer.update);
      return;
    case "given_up": {
      const { merchantId } = channel.account;
      await apply({ outBillNo, merchantId, state: "failed", code: answer.code });
      return;
    }
    case "refused": {
      const { code } = answer;
      const isRefused = DEFINITE.has(code);
      const afterMs = isRefused ? settings.payoutRefusedMs : settings.payoutShortMs;
      const nextAt = new Date(clock.now().getTime() + afterMs);
      context.log.error({ outBillNo, code }, "the channel does not accept a transfer");
      return recordRefusedAnswer(db, withdrawal, { code, isRefused, nextAt, now: clock.sql() });
    }
    case "absent":
    case "unknown":
      context.log.warn({ outBillNo, state: answer.state }, "no answer about a transfer");
  }
}

const pollDelayMs = ({ settings }: Context, { state }: Withdrawal): number =>
  state === "WAIT_USER_CONFIRM" ? settings.payoutWaitLookMs : settings.payoutLookMs;

/**
 * Polls a transfer once, unless another process has claimed the poll; returns true when this
 * process claimed it.
 */
async function pollWithdrawal(
  context: Context,
  db: Db,
  channel: PayoutChannel,
  withdrawal: Withdrawal,
): Promise<boolean> {
  const { clock } = context;
  const nextAt = new Date(clock.now().getTime() + pollDelayMs(context, withdrawal));
  if (!(await callClaimPoll(db, withdrawal, { now: clock.sql(), nextAt }))) return false;
  const answer = await queryOrTransfer(context, channel, withdrawal);
  await applyAnswer(context, db, channel, { withdrawal, answer });
  return true;
}

/**
 * Sends a transfer after the commit that created its number; the outbox handler calls it. Safe to
 * run twice.
 */
export async function sendWithdrawal(
  context: Context,
  db: Db,
  channel: PayoutChannel,
  key: WithdrawalKey,
): Promise<void> {
  const withdrawal = await findWithdrawal(db, key);
  // Once sent, the poller handles it: a repeated message sends nothing twice.
  if (withdrawal?.state === "PAYING" && withdrawal.pollCount === 0) {
    await pollWithdrawal(context, db, channel, withdrawal);
  }
}

/** A member who refreshes repeatedly gets the stored state if it is not older than this. */
const FRESH_MS = 2_000;

/** Whether the channel was queried within `FRESH_MS`. */
function isFresh(context: Context, withdrawal: Withdrawal): boolean {
  const leftMs = (withdrawal.nextPollAt ?? 0) - context.clock.now().getTime();
  return leftMs > pollDelayMs(context, withdrawal) - FRESH_MS;
}

/** As `refreshWithdrawal`, but skips the query when the channel was queried within `FRESH_MS`. */
export async function refreshIfStale(
  context: Context,
  db: Db,
  channel: PayoutChannel,
  key: WithdrawalKey,
): Promise<Withdrawal | undefined> {
  const withdrawal = await findWithdrawal(db, key);
  return withdrawal && isFresh(context, withdrawal)
    ? withdrawal
    : refreshWithdrawal(context, db, channel, key);
}

/** Queries a transfer under way now; one that was never sent is left to its outbox handler. */
export async function refreshWithdrawal(
  context: Context,
  db: Db,
  channel: PayoutChannel,
  key: WithdrawalKey,
): Promise<Withdrawal | undefined> {
  const withdrawal = await findWithdrawal(db, key);
  if (!withdrawal || !isSent(withdrawal.state) || withdrawal.pollCount === 0) return withdrawal;
  await pollWithdrawal(context, db, channel, withdrawal);
  return findWithdrawal(db, key);
}

/** Polls every due transfer and returns how many; failures are thrown at the end. */
export async function pollDueWithdrawals(
  context: Context,
  db: Db,
  channel: PayoutChannel,
): Promise<number> {
  const due = await dueWithdrawals(db, context.clock.sql(), BATCH);
  let polled = 0;
  const poll = async (each: Withdrawal) => {
    if (await pollWithdrawal(context, db, channel, each)) polled++;
  };
  throwFailures(await runEach(due, poll, CALLS_AT_ONCE), "some polls of transfers failed");
  return polled;
}
