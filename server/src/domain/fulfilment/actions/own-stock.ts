/** Our own stock of cards as a supplier that delivers at once, and loading it. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { randomBelow } from "../../../platform/random.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { Delivered, Supplier, SupplierAnswer } from "../port.ts";
import {
  callTake,
  cardsOf,
  countFree,
  findTake,
  insertCards,
  type NewCard,
  refuseTake,
  type SealedCard,
  type Taken,
} from "../store/cards.ts";

/** The supplier id of our own stock. */
export const OWN_STOCK = "own";
const LANES = 64;
const BATCH = 1_000;

export type NewCardText = {
  readonly code: string;
  readonly secret?: string | undefined;
  /** ISO instant. */
  readonly validUntil?: string | undefined;
};

const placeOf = (cardId: string) => `card_stock:sealed:${cardId}`;

function openCard({ secrets }: Context, { cardId, sealed, validUntil }: SealedCard): Delivered {
  const { code, secret }: Delivered = JSON.parse(secrets.open(sealed, placeOf(cardId)));
  return {
    ...{ code, ...(secret === undefined ? {} : { secret }) },
    ...(validUntil === null ? {} : { validUntil: new Date(validUntil).toISOString() }),
  };
}

async function answerOf(
  context: Context,
  db: Db,
  { state, product, outNo }: { state: Taken; product: string; outNo: string },
): Promise<SupplierAnswer> {
  if (state === "refused") return { state: "failed", reason: "SOLD_OUT" };
  const cards = await cardsOf(db, { product, outNo });
  const codes = cards.map((card) => openCard(context, card));
  return { state: "issued", supplierNo: outNo, codes };
}

/** Cards of our own: picked and delivered in the moment they are asked for, once for each number. */
export function ownStock(context: Context, db: Db): Supplier {
  const known = async (outNo: string) => {
    const take = await findTake(db, outNo);
    return take && answerOf(context, db, { ...take, outNo });
  };
  return {
    async place(order) {
      if (order.kind !== "card") return { state: "failed", reason: "KIND_NOT_TAKEN" };
      const { outNo, product, quantity } = order;
      const lane = randomBelow(context.random, LANES);
      const wanted = { product, outNo, quantity, lane, now: context.clock.sql() };
      const state = await callTake(db, wanted);
      invariant(state, "fulfilment_card_take answers one row");
      return answerOf(context, db, { state, product, outNo });
    },
    query: async (outNo) => (await known(outNo)) ?? { state: "absent" },
    async cancel(outNo) {
      await refuseTake(db, outNo, context.clock.sql());
      const answer = await known(outNo);
      invariant(answer, "a number that was refused is known");
      return answer;
    },
  };
}

/**
 * Loads cards of one product into our own stock. A card that is there already, or twice in the list, is refused: answers
 * how many are new and which lines (from 0) were refused. Cards are sealed; what finds a duplicate is a keyed hash.
 */
export async function importCards(
  context: Context,
  db: Db,
  { product, cards }: { product: string; cards: readonly NewCardText[] },
): Promise<{ imported: number; refused: number[] }> {
  const { ids, secrets, random, clock } = context;
  const sealed = cards.map(({ code, secret, validUntil }): NewCard => {
    const cardId = ids.next();
    const text = JSON.stringify({ code, secret });
    return {
      ...{ cardId, lane: randomBelow(random, LANES), sealed: secrets.seal(text, placeOf(cardId)) },
      // One code with another password is another card's typing mistake, not another card.
      mac: secrets.mac("card-lookup", `${product}:${code}`),
      validUntil: validUntil === undefined ? null : new Date(validUntil),
    };
  });
  const made = new Set<string>();
  for (let from = 0; from < sealed.length; from += BATCH) {
    const some = sealed.slice(from, from + BATCH);
    for (const id of await insertCards(db, { product, cards: some, now: clock.sql() }))
      made.add(id);
  }
  const refused = sealed.flatMap(({ cardId }, line) => (made.has(cardId) ? [] : [line]));
  return { imported: made.size, refused };
}

/** How many cards of our own stock may still be given, by product. */
export const cardsLeft = (context: Context, db: Db, products: readonly string[]) =>
  countFree(db, products, context.clock.sql());
