/** Applies a channel notification once, and stores its raw content in the same transaction. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import type { Notice, RefundStatusUpdate, TransferListener } from "../port.ts";
import { insertNotice, findReturnKeyByRefundNo } from "../store.ts";
import { applyStatusUpdate, type PaymentDeps } from "./apply-status-update.ts";
import { applyReturnUpdate } from "./returns.ts";

async function applyRefundUpdate(
  context: Context,
  tx: Tx,
  deps: PaymentDeps,
  update: RefundStatusUpdate,
) {
  const key = await findReturnKeyByRefundNo(tx, update.refundNo);
  const { merchantId } = deps.channel.account;
  const { returnListener } = deps;
  if (key)
    return (
      (await applyReturnUpdate(context, tx, {
        key,
        update,
        merchantId,
        returnListener,
      })) === "applied"
    );
  await deps.refundListener.onRefundUpdate(tx, update);
  return true;
}

/** The listeners of notifications: payments itself, and the module that sends transfers. */
export type NoticeDeps = PaymentDeps & { readonly transferListener: TransferListener };

/**
 * Receives a genuine notification; it may be acknowledged once this has returned. It is applied by
 * its subject (the channel's transaction, our refund number), never by its own id: the channel may
 * send one fact under two ids.
 */
export async function receiveNotice(
  context: Context,
  db: Db,
  deps: NoticeDeps,
  notice: Notice,
): Promise<void> {
  const eventKey = `wechatpay:${notice.id}`;
  const { envelope } = notice;
  // The envelope is encrypted; `subject` lets operators find the notifications of a number.
  if (notice.kind === "payment") {
    const { update } = notice;
    const stored = { key: eventKey, body: { ...envelope, subject: update.outTradeNo } };
    await applyStatusUpdate(context, db, deps, { update, source: "notice", notice: stored });
    return;
  }
  await transaction(db, async (tx) => {
    const isApplied =
      notice.kind === "refund"
        ? await applyRefundUpdate(context, tx, deps, notice.update)
        : await deps.transferListener.onTransferUpdate(tx, notice.update);
    const now = context.clock.sql();
    const { update } = notice;
    const subject = "refundNo" in update ? update.refundNo : update.outBillNo;
    await insertNotice(tx, { eventKey, body: { ...envelope, subject }, isApplied, now });
  });
}
