/** The public actions of payments through a channel. */
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import {
  callRefundRelease,
  callRefundReserve,
  findWonAttempt,
  type WonAttempt,
  type Payable,
} from "./store.ts";

export { type PaymentDeps } from "./actions/apply-status-update.ts";
export {
  beginAttempt,
  type StartedAttempt,
  type AttemptRequest,
} from "./actions/begin.ts";
export {
  queryByOutTradeNo,
  closeAttempts,
  pollDueAttempts,
  refreshAttempt,
} from "./actions/poll.ts";
export { type NoticeDeps, receiveNotice } from "./actions/notice.ts";
export { pollDueReturns } from "./actions/returns.ts";
export { knownPayers, fakePayers, sandboxPayers } from "./payers.ts";
export type { Payable, WonAttempt } from "./store.ts";

type Part = { readonly ownerId: string; readonly attemptId: string; readonly amountFen: number };

/**
 * Returns the attempt that paid a payable, with what a refund needs of it; `undefined` when none
 * has.
 */
export const paidAttempt = (db: Db | Tx, business: Payable): Promise<WonAttempt | undefined> =>
  findWonAttempt(db, business);

/**
 * Reserves part of a payment for a refund, before the channel is called; false when less than that
 * is left. Concurrent refunds of one payment never exceed it: all of them lock its row.
 */
export const reserveRefund = (context: Context, tx: Tx, part: Part): Promise<boolean> =>
  callRefundReserve(tx, part, context.clock.sql());

/** Releases a reservation, once it is certain that nothing was or will be refunded for it. */
export const releaseRefund = (context: Context, tx: Tx, part: Part): Promise<boolean> =>
  callRefundRelease(tx, part, context.clock.sql());
export { attemptStateOf } from "./store/audited.ts";
