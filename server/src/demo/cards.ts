/** Cards for whatever the demo's shop delivers from our own stock, and money at the suppliers. */
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { cardsLeft, importCards, OWN_STOCK, topUpSupplier } from "../domain/fulfilment/actions.ts";
import { demoBenefits } from "./data/benefits.ts";

const CARDS_EACH = 60;
/** Fixed, so that a later start finds what the first one paid. */
const DEPOSITS = [
  { supplierId: "topup", entryId: "0199d000-0000-7000-8000-000000000001", amountFen: 5_000_000 },
  { supplierId: "cards", entryId: "0199d000-0000-7000-8000-000000000002", amountFen: 3_000_000 },
  { supplierId: "movie", entryId: "0199d000-0000-7000-8000-000000000003", amountFen: 1_000_000 },
];

/** The same cards each time: loaded once, refused as duplicates ever after, given away or not. */
const cardsOf = (product: string) =>
  Array.from({ length: CARDS_EACH }, (_, n) => {
    const no = String(n + 1).padStart(4, "0");
    return { code: `YJ-${product.toUpperCase()}-${no}`, secret: `${no}${7919 * (n + 1)}` };
  });

/** Fills our own stock where it is empty, once for each card. */
export async function layOutCards(context: Context, db: Db): Promise<void> {
  const products = demoBenefits
    .flatMap(({ skus }) => skus)
    .filter(({ routes }) => routes.some(({ supplier }) => supplier === OWN_STOCK))
    .map(({ id }) => id);
  const left = await cardsLeft(context, db, products);
  for (const product of products) {
    if (!left.has(product)) await importCards(context, db, { product, cards: cardsOf(product) });
  }
  for (const deposit of DEPOSITS) {
    await topUpSupplier(context, db, { ...deposit, actor: "system", note: "演示预存款" });
  }
}
