/** Our own stock of cards as a supplier that delivers at once, and its import. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { randomBelow } from "../../../platform/random.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { type CardFault, readCards } from "../card-list.ts";
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
import { knownCards } from "../store/suppliers.ts";

/** The supplier id of our own stock. */
export const OWN_STOCK = "own";
const SHARDS = 64;
const BATCH = 1_000;

export type NewCardText = {
  readonly code: string;
  readonly secret?: string | undefined;
  /** ISO instant. */
  readonly validUntil?: string | undefined;
};

const cardSealContext = (cardId: string) => `card_stock:sealed:${cardId}`;

function openCard({ secrets }: Context, { cardId, sealed, validUntil }: SealedCard): Delivered {
  const { code, secret }: Delivered = JSON.parse(secrets.open(sealed, cardSealContext(cardId)));
  return {
    code,
    ...(secret === undefined ? {} : { secret }),
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

/**
 * A supplier of our own cards: allocates and delivers them in the same call, once for each number.
 */
export function ownStock(context: Context, db: Db): Supplier {
  const known = async (outNo: string) => {
    const take = await findTake(db, outNo);
    return take && answerOf(context, db, { ...take, outNo });
  };
  return {
    async place(order) {
      if (order.kind !== "card") return { state: "failed", reason: "KIND_NOT_TAKEN" };
      const { outNo, product, quantity } = order;
      const shard = randomBelow(context.random, SHARDS);
      const wanted = { product, outNo, quantity, shard, now: context.clock.sql() };
      const state = await callTake(db, wanted);
      invariant(state, "fulfilment_card_take returns one row");
      return answerOf(context, db, { state, product, outNo });
    },
    query: async (outNo) => (await known(outNo)) ?? { state: "absent" },
    async cancel(outNo) {
      await refuseTake(db, outNo, context.clock.sql());
      const answer = await known(outNo);
      invariant(answer, "a refused number is stored");
      return answer;
    },
  };
}

/**
 * Imports cards of one product into our own stock. A card that is in stock already, or twice in the
 * list, is refused. Returns how many are new and which lines (from 0) were refused. Cards are
 * sealed; a keyed hash finds duplicates.
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
      cardId,
      shard: randomBelow(random, SHARDS),
      sealed: secrets.seal(text, cardSealContext(cardId)),
      // The password is not part of the hash: one code with two passwords is a typing mistake, not
      // two cards.
      mac: macOf(context, product, code),
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

const macOf = ({ secrets }: Context, product: string, code: string): Buffer =>
  secrets.mac("card-lookup", `${product}:${code}`);

/**
 * Imports a pasted list; with `dryRun` only returns what the import would do. Returns how many are
 * new, and which lines were refused and why. Refuses INPUT_INVALID for a list without a single
 * card.
 */
export async function importList(
  context: Context,
  db: Db,
  list: { product: string; text: string; validUntil: Date | undefined; dryRun: boolean },
): Promise<{ added: number; refused: CardFault[] }> {
  const { product, text, validUntil, dryRun } = list;
  const { cards, faults } = readCards(text);
  if (cards.length === 0 && faults.length === 0)
    throw new Refusal("INPUT_INVALID", { field: "cards", text: "没有一行是卡密，请核对格式" });
  const macs = cards.map(({ code }) => macOf(context, product, code));
  const known = await knownCards(db, product, macs);
  const isKnown = (at: number) => known.has(macs[at]?.toString("hex") ?? "");
  const there = cards.flatMap(({ line }, at) =>
    isKnown(at) ? [{ line, why: "卡库里已有这张卡" }] : [],
  );
  const fresh = cards.filter((_, at) => !isKnown(at));
  const refused = [...faults, ...there].sort((a, b) => a.line - b.line);
  if (dryRun) return { added: fresh.length, refused };
  const until = validUntil?.toISOString();
  const { imported } = await importCards(context, db, {
    product,
    cards: fresh.map(({ code, secret }) => ({ code, secret, validUntil: until })),
  });
  return { added: imported, refused };
}

/** Counts the free cards of our own stock, by product. */
export const cardsLeft = (context: Context, db: Db, products: readonly string[]) =>
  countFree(db, products, context.clock.sql());
