/** Applies fulfilment's events to an order, in the same transaction. */
import type { Context } from "../../../platform/context.ts";
import { type DomainEvent, publishEvent } from "../../../platform/jobs/domain-events.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import type { Delivered, FulfilmentListener } from "../../fulfilment/port.ts";
import { FAILED, pickupSealContext, RETURNED } from "../model.ts";
import type { CodeReturner, ItemRefunder } from "../port.ts";
import { recognizeRevenue, endQueuedItems } from "../store/items.ts";
import { findPayingCode, type OrderKey, readAmount } from "../store/read.ts";
import { insertPickupCodes } from "../store/write.ts";
import { giftFailed } from "./gift-failed.ts";
import { applyOrderEvent } from "./apply-event.ts";
import { grantOrderReward } from "./reward.ts";
import { onItemFailed, onItemIssued, onItemState } from "./item-events.ts";

const supplier = { kind: "supplier" } as const;
const system = { kind: "system" } as const;

export type ListenerDeps = {
  /** Returns an exchange code to its holder for reuse. */
  readonly codes: CodeReturner;
  /** Refunds what was paid for an item. */
  readonly refunds: ItemRefunder;
};

/** Stores the pickup codes of a meal, each part sealed to its context. */
async function storePickupCodes(
  context: Context,
  tx: Tx,
  key: OrderKey,
  codes: readonly Delivered[],
) {
  const seal = (text: string, what: "code" | "qr", seq: number) =>
    context.secrets.seal(text, pickupSealContext(what, key.orderId, seq));
  const sealed = codes.map(({ code, qr }, index) => {
    const seq = index + 1;
    const qrSealed = qr === undefined ? null : seal(qr, "qr", seq);
    return { seq, codeSealed: seal(code, "code", seq), qrSealed };
  });
  const validUntil = codes[0]?.validUntil;
  const until = validUntil === undefined ? null : new Date(validUntil);
  const now = context.clock.sql();
  await insertPickupCodes(tx, key, { codes: sealed, validUntil: until, now });
}

/** Publishes a domain event of the order, in the transaction of the change. */
const publishOrderEvent = (
  context: Context,
  tx: Tx,
  { ownerId: memberId, orderId: ref }: OrderKey,
  kind: DomainEvent["kind"],
  data: NonNullable<DomainEvent["data"]> = {},
): Promise<void> => publishEvent(context, tx, { memberId, kind, ref, data });

/** Recognises the difference paid beyond the code as revenue; its cash earns points and growth. */
async function recognizeDifference(context: Context, tx: Tx, key: OrderKey): Promise<void> {
  const now = context.clock.sql();
  const paid = await endQueuedItems(tx, key, "DONE", now);
  if (paid.length === 0) return;
  for (const itemId of paid) await recognizeRevenue(tx, { ...key, itemId }, now);
  await grantOrderReward(context, tx, key);
}

/** Closes a meal that was bought without a code, and refunds all of it. */
async function boughtMealFailed(
  context: Context,
  tx: Tx,
  refunds: ItemRefunder,
  key: OrderKey,
  reason: string,
): Promise<void> {
  const closed = { event: "returned", actor: supplier, reason, closedReason: FAILED } as const;
  if (!(await applyOrderEvent(context, tx, key, closed))) return;
  await endQueuedItems(tx, key, "FAILED", context.clock.sql());
  await refunds.refundItem(tx, { ...key, reason });
}

/**
 * Handles events of supplier orders: of an order paid by a code as a whole (no `itemId`), and of
 * single items.
 */
export const fulfilmentListener = (
  context: Context,
  { codes: returner, refunds }: ListenerDeps,
): FulfilmentListener => ({
  // A late or repeated event finds the order in a later state and changes nothing.
  onState: async (tx, { state, reason, itemId, ...key }) => {
    const why = reason === undefined ? {} : { reason };
    if (itemId !== undefined) {
      return onItemState(context, tx, { ...key, itemId }, { event: state, ...why });
    }
    const isNew = await applyOrderEvent(context, tx, key, { event: state, actor: system, ...why });
    if (isNew && state === "manual") await publishOrderEvent(context, tx, key, "order.manual");
  },

  amountOf: readAmount,

  onIssued: async (tx, { codes, itemId, ownerId, orderId }) => {
    const key = { ownerId, orderId };
    if (itemId !== undefined) return onItemIssued(context, tx, { ...key, itemId }, codes);
    const isReady = await applyOrderEvent(context, tx, key, { event: "issued", actor: supplier });
    invariant(isReady, "pickup codes arrived for an order that was not waiting for them");
    await storePickupCodes(context, tx, key, codes);
    await publishOrderEvent(context, tx, key, "order.issued", { delivery: "meal" });
    await recognizeDifference(context, tx, key);
  },

  /** Code first, then order: the lock order of reliability.md. */
  onFailed: async (tx, { reason, itemId, ...key }) => {
    const paid = await findPayingCode(tx, key);
    if (itemId !== undefined) {
      const item = { ...key, itemId };
      if (paid?.codeMac) return giftFailed(context, tx, returner, { key: item, paid, reason });
      return onItemFailed(context, tx, refunds, item, reason);
    }
    invariant(paid, "a failed supplier order belongs to an order");
    if (paid.orderState !== "ACTIVE") return;
    const { codeMac, codeId, redemptionN } = paid;
    if (codeMac === null || codeId === null || redemptionN === null) {
      return boughtMealFailed(context, tx, refunds, key, reason);
    }
    const outcome = await returner.returnCode(tx, { ...key, codeMac, codeId, redemptionN });
    if (outcome === "refused") {
      const why = `兑换码已退回过多次：${reason}`;
      await applyOrderEvent(context, tx, key, { event: "manual", actor: system, reason: why });
      await publishOrderEvent(context, tx, key, "order.manual");
      return;
    }
    const closed = { event: "returned", actor: supplier, reason, closedReason: RETURNED } as const;
    if (await applyOrderEvent(context, tx, key, closed)) {
      await publishOrderEvent(context, tx, key, "order.returned");
      const paid = await endQueuedItems(tx, key, "FAILED", context.clock.sql());
      for (const item of paid) await refunds.refundItem(tx, { ...key, itemId: item, reason });
      return;
    }
    const after = await findPayingCode(tx, key);
    invariant(after?.orderState === "CLOSED", "a code was given back for an order that goes on");
  },
});
