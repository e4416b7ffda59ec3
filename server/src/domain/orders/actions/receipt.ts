/** Shows an order to the holder of its receipt token, and claims it for a member's own list. */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { hashToken } from "../../../platform/secrets.ts";
import { refuseMerged } from "../../members/actions.ts";
import type { Order } from "../model.ts";
import { findOrder, findReceipt, historyOf } from "../store/read.ts";
import { claimGuest, insertClaim, belongsToMember } from "../store/write.ts";
import { detailOf } from "../view.ts";
import { receiveOrder } from "./receive.ts";

/**
 * Returns the token that shows one order. It is derived, so it can be issued again and is never
 * stored.
 */
export const receiptTokenOf = ({ secrets }: Context, orderId: string): string =>
  secrets.deriveToken("receipt", orderId);

/** Bad, revoked and outdated tokens get the same answer: NOT_FOUND. */
async function orderOfReceipt(context: Context, db: Db | Tx, token: string): Promise<Order> {
  const receipt = await findReceipt(db, hashToken(token));
  const order = receipt && !receipt.isRevoked ? await findOrder(db, receipt) : undefined;
  const until = order?.finishedAt && order.finishedAt + context.settings.receiptAfterEndMs;
  if (!order || (until && until <= context.clock.now().getTime())) throw new Refusal("NOT_FOUND");
  return order;
}

const keyOf = ({ ownerId, id }: Order) => ({ ownerId, orderId: id });

async function receiptOf(
  context: Context,
  db: Db | Tx,
  order: Order,
): Promise<Output<"orders", "receipt">> {
  const history = await historyOf(db, keyOf(order));
  const claimed = await belongsToMember(db, order.ownerId);
  return { ...detailOf(context, order, history), claimed };
}

/** Returns the order. Refuses NOT_FOUND. */
export async function readReceipt(
  context: Context,
  db: Db,
  token: string,
): Promise<Output<"orders", "receipt">> {
  return receiptOf(context, db, await orderOfReceipt(context, db, token));
}

/** Records that the token's holder has picked the meal up. Refuses NOT_FOUND, ORDER_STATE. */
export const receiveByReceipt = (
  context: Context,
  db: Db,
  token: string,
): Promise<Output<"orders", "receiptReceived">> =>
  transaction(db, async (tx) => {
    const order = await orderOfReceipt(context, tx, token);
    await receiveOrder(context, tx, keyOf(order), undefined);
    return receiptOf(context, tx, await orderOfReceipt(context, tx, token));
  });

/**
 * Adds a guest's order to the member's list. The first member to claim it gets it and may claim it
 * again; any other member, and any claim of a member's own order, gets NOT_FOUND. Refuses
 * ACCOUNT_MERGED.
 */
export const claimOrder = (
  context: Context,
  db: Db,
  { memberId, token }: { memberId: string; token: string },
): Promise<{ orderNo: string }> =>
  transaction(db, async (tx) => {
    await refuseMerged(tx, memberId);
    const order = await orderOfReceipt(context, tx, token);
    const { orderNo, kind, ownerId } = order;
    if (ownerId === memberId) return { orderNo };
    if (!(await claimGuest(tx, ownerId, memberId))) throw new Refusal("NOT_FOUND");
    await insertClaim(tx, memberId, { ...keyOf(order), orderNo, kind });
    return { orderNo };
  });
