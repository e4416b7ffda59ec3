/**
 * Handles a definite delivery failure of a code's gift: the code's use is returned, and the order
 * is closed.
 */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { publishEvent } from "../../../platform/jobs/domain-events.ts";
import { invariant } from "../../../platform/refusal.ts";
import { undoSale } from "../../catalog/actions.ts";
import { RETURNED } from "../model.ts";
import type { CodeReturner } from "../port.ts";
import { lockActiveOrder, isOpenItem, type ItemKey, moveItem } from "../store/items.ts";
import type { PayingCode } from "../store/read.ts";
import { applyOrderEvent } from "./apply-event.ts";
import { onItemState } from "./item-events.ts";

/**
 * A late or repeated event finds the item ended and changes nothing. Lock order: member ledger,
 * order, code.
 */
export async function giftFailed(
  context: Context,
  tx: Tx,
  codes: CodeReturner,
  failed: { readonly key: ItemKey; readonly paid: PayingCode; readonly reason: string },
): Promise<void> {
  const { key, reason } = failed;
  const { codeMac, codeId, redemptionN } = failed.paid;
  const now = context.clock.sql();
  if (!(await lockActiveOrder(tx, key, now)) || !(await isOpenItem(tx, key))) return;
  invariant(codeMac && codeId && redemptionN, "a gift is paid by a code");
  const { ownerId, orderId } = key;
  const outcome = await codes.returnCode(tx, { ownerId, orderId, codeMac, codeId, redemptionN });
  if (outcome === "refused") {
    const why = `兑换码已退回过多次：${reason}`;
    await onItemState(context, tx, key, { event: "manual", reason: why });
    return;
  }
  await moveItem(tx, key, { event: "failed", by: "supplier", now });
  const actor = { kind: "supplier" } as const;
  const closed = { event: "returned", actor, reason, closedReason: RETURNED } as const;
  const isClosed = await applyOrderEvent(context, tx, key, closed);
  invariant(isClosed, "a locked order that waits for its item can be closed");
  await publishEvent(context, tx, { memberId: ownerId, kind: "order.returned", ref: orderId });
  // Last, because concurrent transactions wait for this lock.
  await undoSale(tx, orderId, now);
}
