/** Applies a notification once, and keeps it as it came, in the transaction of its effect. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import type { Notice, RefundWord, TransferListener } from "../port.ts";
import { keepNotice, ownerOfReturn } from "../store.ts";
import { applyAtOnce, applyWord, type PaymentDeps } from "./apply.ts";
import { applyReturnWord } from "./returns.ts";

async function applyRefund(context: Context, tx: Tx, deps: PaymentDeps, word: RefundWord) {
  const key = await ownerOfReturn(tx, word.refundNo);
  const { merchantId } = deps.channel.account;
  const { returned } = deps;
  if (key)
    return (await applyReturnWord(context, tx, { key, word, merchantId, returned })) === "applied";
  await deps.refunds.onRefundWord(tx, word);
  return true;
}

/** What hears notifications: payments itself, and whoever sends money out. */
export type NoticeDeps = PaymentDeps & { readonly transfers: TransferListener };

/**
 * Receives a genuine notification; it may be acknowledged once this has returned. What it says is applied by what it is
 * about (the channel's transaction, our refund number), never by its own id: the channel may tell one thing under two.
 */
export async function receiveNotice(
  context: Context,
  db: Db,
  deps: NoticeDeps,
  notice: Notice,
): Promise<void> {
  const eventKey = `wechatpay:${notice.id}`;
  const { envelope } = notice;
  if (notice.kind === "payment") {
    const isApplied = await applyAtOnce(context, db, deps, { ...notice, eventKey, envelope });
    if (isApplied) return;
  }
  await transaction(db, async (tx) => {
    let isApplied: boolean;
    if (notice.kind === "refund") isApplied = await applyRefund(context, tx, deps, notice.word);
    else if (notice.kind === "transfer") {
      isApplied = await deps.transfers.onTransferWord(tx, notice.word);
    } else {
      const { word } = notice;
      const change = await applyWord(context, tx, deps, { word, source: "notice" });
      isApplied = change !== "conflict" && change !== "unknown_number";
    }
    const now = context.clock.sql();
    await keepNotice(tx, { eventKey, body: envelope, isApplied, now });
  });
}
