/** Reveals a card's secret to its owner, and marks a card as used. */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { invariant, limitExceeded, Refusal } from "../../../platform/refusal.ts";
import type { CardListener } from "../port.ts";
import { barcodeOf, type CardRow, cardSealContext } from "../model.ts";
import { findCard, markCardUsed, recordReveal, revealsSince } from "../store.ts";

const DAY_MS = 86_400_000;

export type CardRequest = {
  readonly memberId: string;
  readonly id: string;
  readonly device: string;
  readonly requestId: string;
};

/** Refuses NOT_FOUND for another member's card and for an unknown one. */
async function ownCard(context: Context, db: Db, memberId: string, id: string): Promise<CardRow> {
  const card = await findCard(db, { memberId, id, now: context.clock.sql() });
  if (!card) throw new Refusal("NOT_FOUND");
  return card;
}

/**
 * Returns the secret. The same transaction records who revealed it, when and on which device.
 * Refuses NOT_FOUND, STATE_CHANGED for a void card, and RATE_LIMITED for a card that was revealed
 * too often within a day.
 */
export async function revealCard(
  context: Context,
  db: Db,
  { memberId, id, device, requestId }: CardRequest,
): Promise<Output<"coupons", "reveal">> {
  const { ownerId } = await ownCard(context, db, memberId, id);
  const now = context.clock.now().getTime();
  const opened = await transaction(db, async (tx) => {
    const sealed = await recordReveal(tx, { memberId: ownerId, id, now: context.clock.sql() });
    if (!sealed) throw new Refusal("STATE_CHANGED");
    const since = new Date(now - DAY_MS);
    const { shown, firstAt } = await revealsSince(tx, { memberId: ownerId, id, since });
    if (shown >= context.settings.cardRevealsPerDay)
      throw limitExceeded("RATE_LIMITED", firstAt + DAY_MS - now);
    await writeHistoryEntry(context, tx, {
      memberId: ownerId,
      entity: "card",
      entityId: id,
      name: "revealed",
      ...(sealed.isFirst ? { from: "READY", to: "REVEALED" } : {}),
      actor: { kind: "member", id: memberId },
      requestId,
      data: { device, count: sealed.revealCount },
    });
    return sealed;
  });
  const card = await ownCard(context, db, memberId, id);
  invariant(card.revealedAt !== null, "a revealed card has its time");
  const open = (part: "secret" | "qr", sealed: Buffer | null) =>
    sealed === null ? {} : { [part]: context.secrets.open(sealed, cardSealContext(part, id)) };
  const code = context.secrets.open(opened.codeSealed, cardSealContext("code", id));
  const barcode = barcodeOf(card.form, code);
  return {
    id,
    form: card.form,
    code,
    ...open("secret", opened.secretSealed),
    ...open("qr", opened.qrSealed),
    ...(barcode === undefined ? {} : { barcode }),
    ...(card.form === "link" ? { link: code } : {}),
    ...(card.validUntil === null ? {} : { validUntil: card.validUntil }),
    state: card.state,
    revealCount: opened.revealCount,
    revealedAt: card.revealedAt,
  };
}

/**
 * Marks a card as used. A repeat changes nothing. Refuses NOT_FOUND, and STATE_CHANGED for a void
 * card.
 */
export async function markUsed(
  context: Context,
  db: Db,
  listener: CardListener,
  { memberId, id, requestId }: CardRequest,
): Promise<CardRow> {
  const { ownerId, orderId, state } = await ownCard(context, db, memberId, id);
  if (state === "void") throw new Refusal("STATE_CHANGED");
  await transaction(db, async (tx) => {
    await listener.lockOrder(tx, { ownerId, orderId });
    if (!(await markCardUsed(tx, { memberId: ownerId, id, now: context.clock.sql() }))) return;
    await writeHistoryEntry(context, tx, {
      memberId: ownerId,
      entity: "card",
      entityId: id,
      name: "used",
      to: "MARKED_USED",
      actor: { kind: "member", id: memberId },
      requestId,
    });
    await listener.onUsed(tx, { ownerId, orderId }, memberId);
  });
  return ownCard(context, db, memberId, id);
}
