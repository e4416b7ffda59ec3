/** Imports our own card stock for the demo's SKUs; a product that has cards is left unchanged. */
import { createHash } from "node:crypto";
import { cardsLeft, importCards, OWN_STOCK } from "../domain/fulfilment/actions.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { demoBenefits } from "./data/benefits.ts";

/** The number of cards for a SKU without own stock, which states no count. */
const CARDS_EACH = 30;

/**
 * Has the form of a card number, and is the same at every start: a card already issued is not
 * imported again.
 */
const codeOf = (product: string, n: number): string => {
  const digits = createHash("sha256").update(`${product}:${n}`).digest("hex").replace(/\D/g, "");
  return `YJ${digits.slice(0, 14).padEnd(14, "0")}`;
};

export async function seedOwnStock(context: Context, db: Db): Promise<void> {
  const skus = demoBenefits
    .flatMap((benefit) => benefit.skus)
    .filter(({ routes }) => routes.some(({ supplier }) => supplier === OWN_STOCK));
  const left = await cardsLeft(
    context,
    db,
    skus.map(({ id }) => id),
  );
  for (const { id: product, mode, stock } of skus) {
    const count = mode === "own" ? stock : CARDS_EACH;
    if (left.has(product) || count === 0) continue;
    const cards = Array.from({ length: count }, (_, n) => ({ code: codeOf(product, n) }));
    await importCards(context, db, { product, cards });
  }
}
