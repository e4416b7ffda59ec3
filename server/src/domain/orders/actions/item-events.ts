/** Applies fulfilment's events to one item of a shop order, in the same transaction. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { publishEvent } from "../../../platform/jobs/domain-events.ts";
import { type HistoryEntry, writeHistoryEntry } from "../../../platform/entity-history.ts";
import { pushToMember } from "../../../platform/push/event-log.ts";
import { deliveredValidUntil, storeCards } from "../../cards/actions.ts";
import { deliveryKindOf } from "../../catalog/model/delivery-kinds.ts";
import type { Delivered } from "../../fulfilment/port.ts";
import type { ItemEvent } from "../lifecycle.ts";
import { pickupSealContext } from "../model.ts";
import type { ItemRefunder } from "../port.ts";
import {
  countPickupCodes,
  recognizeRevenue,
  syncOrderWithItems,
  lockActiveOrder,
  extendPickupUntil,
  type ItemKey,
  type ItemRow,
  moveItem,
} from "../store/items.ts";
import { grantOrderReward } from "./reward.ts";
import { insertPickupCodes } from "../store/write.ts";
import { completeWhenAllUsed } from "./card-listener.ts";

const names: Readonly<Record<ItemEvent, string | undefined>> = {
  sent: "submitted",
  accepted: undefined,
  unknown: "checking",
  manual: "by_hand",
  issued: undefined,
  failed: "item_failed",
};

const note = (
  context: Context,
  tx: Tx,
  { ownerId, orderId, itemId }: ItemKey,
  line: Pick<HistoryEntry, "name" | "actor" | "reason">,
) =>
  writeHistoryEntry(context, tx, {
    memberId: ownerId,
    entity: "order",
    entityId: orderId,
    data: { itemId },
    ...line,
  });

/** Stores the codes of tickets, which are shown with the order. */
async function storeTicketCodes(
  context: Context,
  tx: Tx,
  key: ItemKey,
  { codes, validDays }: { codes: readonly Delivered[]; validDays: number | undefined },
) {
  const before = await countPickupCodes(tx, key);
  const seal = (what: "code" | "qr", seq: number, text: string) =>
    context.secrets.seal(text, pickupSealContext(what, key.orderId, seq));
  for (const [index, { code, qr, validUntil: suppliersEnd }] of codes.entries()) {
    const seq = before + index + 1;
    const codeSealed = seal("code", seq, code);
    const qrSealed = qr === undefined ? null : seal("qr", seq, qr);
    const until = deliveredValidUntil(context, {
      itemId: key.itemId,
      ...(validDays === undefined ? {} : { validDays }),
      ...(suppliersEnd === undefined ? {} : { validUntil: suppliersEnd }),
    });
    await insertPickupCodes(tx, key, {
      codes: [{ seq, codeSealed, qrSealed }],
      validUntil: until,
      now: context.clock.sql(),
    });
    await extendPickupUntil(tx, key, until);
  }
}

/**
 * Stores what was delivered: cards in the wallet, ticket codes with the order; a top-up has nothing
 * to store.
 */
async function deliverItem(
  context: Context,
  tx: Tx,
  key: ItemKey,
  { snapshot }: ItemRow,
  codes: readonly Delivered[],
): Promise<void> {
  const { ownerId, orderId, itemId } = key;
  const { title, spec, brandName: brand, artwork, tint, validDays } = snapshot;
  switch (deliveryKindOf(snapshot.delivery)?.keptAs) {
    case "card": {
      const ends = await storeCards(context, tx, {
        ownerId,
        orderId,
        itemId,
        brand,
        artwork,
        tint,
        title: spec === "" ? title : `${title} ${spec}`,
        cards: codes,
        ...(validDays === undefined ? {} : { validDays }),
      });
      for (const until of ends) await extendPickupUntil(tx, key, until);
      return undefined;
    }
    case "order_code":
      return storeTicketCodes(context, tx, key, { codes, validDays: snapshot.validDays });
    case "credit":
    case "coupon":
    case undefined:
      return undefined;
  }
}

/** Moves an item and its order; returns `undefined` for a late or repeated event. */
async function applyItemEvent(
  context: Context,
  tx: Tx,
  key: ItemKey,
  change: { event: ItemEvent; actor: HistoryEntry["actor"]; reason?: string },
): Promise<{ item: ItemRow; isComplete: boolean } | undefined> {
  const { event, actor, reason } = change;
  const now = context.clock.sql();
  if (!(await lockActiveOrder(tx, key, now))) return undefined;
  const item = await moveItem(tx, key, { event, by: actor.kind, now });
  if (!item) return undefined;
  const name = names[event];
  if (name !== undefined) {
    await note(context, tx, key, { name, actor, ...(reason === undefined ? {} : { reason }) });
  }
  await pushToMember(context, tx, key.ownerId, { type: "order", orderId: key.orderId });
  return { item, isComplete: await syncOrderWithItems(tx, key, { by: actor.kind, now }) };
}

/** Applies a non-final state: sent, accepted, unknown or manual. */
export async function onItemState(
  context: Context,
  tx: Tx,
  key: ItemKey,
  change: { event: "sent" | "accepted" | "unknown" | "manual"; reason?: string },
): Promise<void> {
  const moved = await applyItemEvent(context, tx, key, { ...change, actor: { kind: "system" } });
  if (!moved || change.event !== "manual") return;
  const { ownerId: memberId, orderId: ref } = key;
  await publishEvent(context, tx, { memberId, kind: "order.manual", ref });
}

/**
 * Handles the delivery of the whole order: writes the history entry; the cash not refunded earns
 * points and growth.
 */
async function completeDelivery(context: Context, tx: Tx, key: ItemKey): Promise<void> {
  await note(context, tx, key, { name: "delivered", actor: { kind: "supplier" } });
  await grantOrderReward(context, tx, key);
  await completeWhenAllUsed(context, tx, key);
}

/** Applies a delivery: stores the codes for the member, and recognises the item's revenue. */
export async function onItemIssued(
  context: Context,
  tx: Tx,
  key: ItemKey,
  codes: readonly Delivered[],
): Promise<void> {
  const moved = await applyItemEvent(context, tx, key, {
    event: "issued",
    actor: { kind: "supplier" },
  });
  if (!moved) {
    // It was refunded meanwhile: goods and money are both gone, and an operator settles the loss.
    context.log.error(key, "loss: an item was delivered that was not waiting for it");
    return note(context, tx, key, { name: "loss", actor: { kind: "supplier" } });
  }
  await deliverItem(context, tx, key, moved.item, codes);
  await recognizeRevenue(tx, key, context.clock.sql());
  const data = { delivery: moved.item.snapshot.delivery };
  await publishEvent(context, tx, {
    memberId: key.ownerId,
    kind: "order.issued",
    ref: key.orderId,
    data,
  });
  if (moved.isComplete) await completeDelivery(context, tx, key);
}

/** Applies a definite failure: refunds what was paid for the item. */
export async function onItemFailed(
  context: Context,
  tx: Tx,
  refunder: ItemRefunder,
  key: ItemKey,
  reason: string,
): Promise<void> {
  const actor = { kind: "supplier" } as const;
  const moved = await applyItemEvent(context, tx, key, { event: "failed", actor, reason });
  if (!moved) return;
  await refunder.refundItem(tx, { ...key, reason });
  if (moved.isComplete) await completeDelivery(context, tx, key);
}
