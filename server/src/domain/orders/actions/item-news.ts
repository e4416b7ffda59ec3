/** What fulfilment's news does to one item of a shop's order, in the transaction that brings them. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { tell } from "../../../platform/jobs/news.ts";
import { type EventLine, writeEvent } from "../../../platform/event.ts";
import { pushTo } from "../../../platform/push/log.ts";
import { deliveredUntil, keepCards } from "../../cards/actions.ts";
import type { Delivered } from "../../fulfilment/port.ts";
import type { ItemEvent } from "../item-machine.ts";
import { pickupPlace } from "../model.ts";
import type { ItemRefunder } from "../port.ts";
import {
  countPickupCodes,
  earn,
  followItems,
  holdActive,
  keepUntilUsed,
  type ItemKey,
  type ItemRow,
  moveItem,
} from "../store/items.ts";
import { reward } from "./reward.ts";
import { insertPickupCodes } from "../store/write.ts";
import { endUsedUp } from "./used-up.ts";

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
  line: Pick<EventLine, "name" | "actor" | "reason">,
) =>
  writeEvent(context, tx, {
    memberId: ownerId,
    entity: "order",
    entityId: orderId,
    data: { itemId },
    ...line,
  });

/** Tickets and other codes that are shown with the order. */
async function keepCodes(
  context: Context,
  tx: Tx,
  key: ItemKey,
  { codes, validDays }: { codes: readonly Delivered[]; validDays: number | undefined },
) {
  const before = await countPickupCodes(tx, key);
  const seal = (what: "code" | "qr", seq: number, text: string) =>
    context.secrets.seal(text, pickupPlace(what, key.orderId, seq));
  for (const [index, { code, qr, validUntil: suppliersEnd }] of codes.entries()) {
    const seq = before + index + 1;
    const codeSealed = seal("code", seq, code);
    const qrSealed = qr === undefined ? null : seal("qr", seq, qr);
    const until = deliveredUntil(context, {
      itemId: key.itemId,
      ...(validDays === undefined ? {} : { validDays }),
      ...(suppliersEnd === undefined ? {} : { validUntil: suppliersEnd }),
    });
    await insertPickupCodes(tx, key, {
      codes: [{ seq, codeSealed, qrSealed }],
      validUntil: until,
      now: context.clock.sql(),
    });
    await keepUntilUsed(tx, key, until);
  }
}

/** Hands over what was delivered: cards into the wallet, tickets with the order, a top-up needs nothing. */
async function handOver(
  context: Context,
  tx: Tx,
  key: ItemKey,
  { snapshot }: ItemRow,
  codes: readonly Delivered[],
): Promise<void> {
  const { ownerId, orderId, itemId } = key;
  const { title, spec, brandName: brand, artwork, tint, validDays } = snapshot;
  switch (snapshot.delivery) {
    case "card": {
      const ends = await keepCards(context, tx, {
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
      for (const until of ends) await keepUntilUsed(tx, key, until);
      return undefined;
    }
    case "movie":
      return keepCodes(context, tx, key, { codes, validDays: snapshot.validDays });
    case "topup":
    case "coupons":
    case "meal":
      return undefined;
  }
}

/** Moves an item and its order; undefined when the news is late, or comes twice. */
async function move(
  context: Context,
  tx: Tx,
  key: ItemKey,
  news: { event: ItemEvent; actor: EventLine["actor"]; reason?: string },
): Promise<{ item: ItemRow; isComplete: boolean } | undefined> {
  const { event, actor, reason } = news;
  const now = context.clock.sql();
  if (!(await holdActive(tx, key, now))) return undefined;
  const item = await moveItem(tx, key, event, now);
  if (!item) return undefined;
  const name = names[event];
  if (name !== undefined) {
    await note(context, tx, key, { name, actor, ...(reason === undefined ? {} : { reason }) });
  }
  await pushTo(context, tx, key.ownerId, { type: "order", orderId: key.orderId });
  return { item, isComplete: await followItems(tx, key, now) };
}

/** On its way, and how it goes. */
export async function itemState(
  context: Context,
  tx: Tx,
  key: ItemKey,
  news: { event: "sent" | "accepted" | "unknown" | "manual"; reason?: string },
): Promise<void> {
  const moved = await move(context, tx, key, { ...news, actor: { kind: "system" } });
  if (!moved || news.event !== "manual") return;
  const { ownerId: memberId, orderId: ref } = key;
  await tell(context, tx, { memberId, kind: "order.manual", ref });
}

/** All of the order is delivered: its history says so, and the cash that was kept earns points and growth. */
async function finish(context: Context, tx: Tx, key: ItemKey): Promise<void> {
  await note(context, tx, key, { name: "delivered", actor: { kind: "supplier" } });
  await reward(context, tx, key);
  await endUsedUp(context, tx, key);
}

/** Delivered: the codes are the member's, and what the item brought is revenue. */
export async function itemIssued(
  context: Context,
  tx: Tx,
  key: ItemKey,
  codes: readonly Delivered[],
): Promise<void> {
  const moved = await move(context, tx, key, { event: "issued", actor: { kind: "supplier" } });
  if (!moved) {
    // It was paid back meanwhile: the goods are gone and the money too, and a person settles it.
    context.log.error(key, "loss: an item was delivered that was not waiting for it");
    return note(context, tx, key, { name: "loss", actor: { kind: "supplier" } });
  }
  await handOver(context, tx, key, moved.item, codes);
  await earn(tx, key, context.clock.sql());
  const data = { delivery: moved.item.snapshot.delivery };
  await tell(context, tx, { memberId: key.ownerId, kind: "order.issued", ref: key.orderId, data });
  if (moved.isComplete) await finish(context, tx, key);
}

/** Definitely not delivered: what was paid for it goes back. */
export async function itemFailed(
  context: Context,
  tx: Tx,
  refunder: ItemRefunder,
  key: ItemKey,
  reason: string,
): Promise<void> {
  const actor = { kind: "supplier" } as const;
  const moved = await move(context, tx, key, { event: "failed", actor, reason });
  if (!moved) return;
  await refunder.refundItem(tx, { ...key, reason });
  if (moved.isComplete) await finish(context, tx, key);
}
