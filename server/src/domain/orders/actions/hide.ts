/** Hides an ended order from a member's list; the order itself stays for bookkeeping. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { onceForMember } from "../../members/actions.ts";
import { orderCan } from "../lifecycle.ts";
import { asOf } from "../model.ts";
import { findOrder } from "../store/read.ts";
import { hideOrder } from "../store/write.ts";
import { keyOfOrder } from "./read.ts";
import type { OrderRequest } from "./receive.ts";

/** Refuses NOT_FOUND, KEY_REUSED, and ORDER_STATE while the order is under way. */
export async function hideFromList(
  context: Context,
  db: Db,
  { memberId, key, orderNo }: OrderRequest,
): Promise<Record<string, never>> {
  const intent = { memberId, route: "orders.hide", key, body: { orderNo } };
  return onceForMember(context, db, intent, async (tx) => {
    const at = await keyOfOrder(tx, memberId, orderNo);
    const order = await findOrder(tx, at);
    invariant(order, "a found order exists");
    const { allowed, reason } = orderCan.hide(asOf(order, context.clock.now()));
    if (!allowed) throw new Refusal("ORDER_STATE", reason === undefined ? undefined : { reason });
    await hideOrder(tx, memberId, at, context.clock.sql());
    return {};
  });
}
