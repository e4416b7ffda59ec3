/** What may be done about paying through the channel. */
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import {
  callRefundRelease,
  callRefundReserve,
  findPaid,
  type Paid,
  type Business,
} from "./store.ts";

export { type PaymentDeps } from "./actions/apply.ts";
export { beginAttempt, type Started, type Wanted } from "./actions/begin.ts";
export {
  askByNumber,
  closeAttempts,
  lookAtDue,
  refreshAttempt,
  type Standing,
} from "./actions/look.ts";
export { type NoticeDeps, receiveNotice } from "./actions/notice.ts";
export { returnDue, returnStarter } from "./actions/returns.ts";
export { knownPayers, pretendPayers, sandboxPayers } from "./payers.ts";
export type { Business, Paid } from "./store.ts";

type Part = { readonly ownerId: string; readonly attemptId: string; readonly amountFen: number };

/** The attempt that paid a business, with what a refund needs to know of it; undefined when none has. */
export const paidAttempt = (db: Db | Tx, business: Business): Promise<Paid | undefined> =>
  findPaid(db, business);

/**
 * Reserves part of a payment for a refund, before the channel is asked; false when less than that is left. Refunds of
 * one payment never pass it together: they meet on its row.
 */
export const reserveRefund = (context: Context, tx: Tx, part: Part): Promise<boolean> =>
  callRefundReserve(tx, part, context.clock.sql());

/** Gives a reservation back, once it is certain that nothing was or will be paid back for it. */
export const releaseRefund = (context: Context, tx: Tx, part: Part): Promise<boolean> =>
  callRefundRelease(tx, part, context.clock.sql());
