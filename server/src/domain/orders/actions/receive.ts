/** Records that a meal was picked up, by its member or the holder of its receipt token. */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { onceForMember } from "../../members/actions.ts";
import { orderCan } from "../lifecycle.ts";
import { findOrder, type OrderKey } from "../store/read.ts";
import { applyOrderEvent } from "./apply-event.ts";
import { keyOfOrder, orderDetail } from "./read.ts";

/** ACTIVE → DONE. A repeat changes nothing. Refuses ORDER_STATE with the reason. */
export async function receiveOrder(
  context: Context,
  tx: Tx,
  key: OrderKey,
  actorId: string | undefined,
): Promise<void> {
  const actor = { kind: "member", ...(actorId === undefined ? {} : { id: actorId }) } as const;
  const order = await findOrder(tx, key);
  invariant(order, "a found order exists");
  if (order.receivedAt !== null) return;
  const { allowed, reason } = orderCan.received(order);
  if (allowed && (await applyOrderEvent(context, tx, key, { event: "received", actor }))) return;
  const after = allowed ? await findOrder(tx, key) : order;
  if (after?.receivedAt != null) return;
  throw new Refusal("ORDER_STATE", reason === undefined ? undefined : { reason });
}

export type OrderRequest = {
  readonly memberId: string;
  readonly key: string;
  readonly orderNo: string;
};

/** Records that the member has picked up their meal. Refuses NOT_FOUND, ORDER_STATE, KEY_REUSED. */
export async function receiveOwnOrder(
  context: Context,
  db: Db,
  { memberId, key, orderNo }: OrderRequest,
): Promise<Output<"orders", "received">> {
  const intent = { memberId, route: "orders.received", key, body: { orderNo } };
  await onceForMember(context, db, intent, async (tx) => {
    await receiveOrder(context, tx, await keyOfOrder(tx, memberId, orderNo), memberId);
    return {};
  });
  return orderDetail(context, db, memberId, orderNo);
}
