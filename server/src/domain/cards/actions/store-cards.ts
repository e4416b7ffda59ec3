/**
 * Stores what a supplier delivered as cards of the member, in the transaction that completes the
 * item.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { validityOf } from "../../catalog/actions.ts";
import type { Delivered } from "../../fulfilment/port.ts";
import { cardSealContext, formOf, maskOf } from "../model.ts";
import { countOfItem, insertCard, voidOfItem, voidUnseenOfItem } from "../store.ts";

export type DeliveredCards = {
  readonly ownerId: string;
  readonly orderId: string;
  readonly itemId: string;
  readonly brand?: string;
  readonly title: string;
  readonly artwork?: string;
  readonly tint?: string;
  readonly cards: readonly Delivered[];
  /** The promised days of validity in the fulfilment contract; absent when it promises no end. */
  readonly validDays?: number;
};

/**
 * Returns the expiry of a delivered card or ticket. Logs a supplier's expiry that is earlier than
 * promised.
 */
export function deliveredValidUntil(
  { clock, log }: Context,
  {
    validDays,
    validUntil,
    itemId,
  }: Pick<DeliveredCards, "validDays" | "itemId"> & Pick<Delivered, "validUntil">,
): Date | null {
  const { until, isShortened } = validityOf(validDays, validUntil, clock.now().getTime());
  if (isShortened) {
    log.warn(
      { itemId, validDays, validUntil },
      "a supplier's card expires before the promised day",
    );
  }
  return until === undefined ? null : new Date(until);
}

/**
 * Seals and stores each card. Returns the expiry of each, null for a card that does not expire. A
 * second delivery of the same item changes nothing.
 */
export async function storeCards(
  context: Context,
  tx: Tx,
  delivered: DeliveredCards,
): Promise<readonly (Date | null)[]> {
  const { ownerId, orderId, itemId, cards } = delivered;
  const { secrets, ids, clock } = context;
  const ends = cards.map((card) =>
    deliveredValidUntil(context, {
      itemId,
      ...(delivered.validDays === undefined ? {} : { validDays: delivered.validDays }),
      ...(card.validUntil === undefined ? {} : { validUntil: card.validUntil }),
    }),
  );
  for (const [index, card] of cards.entries()) {
    const id = ids.next();
    const seal = (part: "code" | "secret" | "qr", text: string | undefined) =>
      text === undefined ? null : secrets.seal(text, cardSealContext(part, id));
    await insertCard(
      tx,
      {
        ownerId,
        id,
        orderId,
        itemId,
        seq: index + 1,
        of: cards.length,
        title: delivered.title,
        brand: delivered.brand ?? null,
        form: formOf(card),
        mask: maskOf(card),
        artwork: delivered.artwork ?? "coupon",
        tint: delivered.tint ?? "sea",
        codeSealed: secrets.seal(card.code, cardSealContext("code", id)),
        secretSealed: seal("secret", card.secret),
        qrSealed: seal("qr", card.qr),
        validUntil: ends[index] ?? null,
      },
      clock.sql(),
    );
  }
  return ends;
}

/**
 * Counts the cards of an item for the refund rule: how many there are, how many were revealed or
 * used, and which (by sequence number).
 */
export const countRevealed = (db: Db | Tx, ownerId: string, itemId: string) =>
  countOfItem(db, ownerId, itemId);

type VoidRequest = {
  readonly ownerId: string;
  readonly itemId: string;
  readonly count: number;
  readonly reason: string;
  readonly actor: Parameters<typeof writeHistoryEntry>[2]["actor"];
};

async function noteEnded(context: Context, tx: Tx, ids: readonly string[], request: VoidRequest) {
  for (const entityId of ids) {
    await writeHistoryEntry(context, tx, {
      memberId: request.ownerId,
      entity: "card",
      entityId,
      name: "voided",
      to: "VOID",
      actor: request.actor,
      reason: request.reason,
    });
  }
  return ids.length;
}

/**
 * Voids cards of an item that is refunded or replaced, unrevealed ones first. Returns how many were
 * voided.
 */
export const voidCards = async (context: Context, tx: Tx, request: VoidRequest): Promise<number> =>
  noteEnded(context, tx, await voidOfItem(tx, request), request);

/**
 * Voids only cards that were never revealed, for automatic refunds. Returns how many were voided.
 */
export const voidUnseenCards = async (
  context: Context,
  tx: Tx,
  request: VoidRequest,
): Promise<number> => noteEnded(context, tx, await voidUnseenOfItem(tx, request), request);
