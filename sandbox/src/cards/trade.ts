/** The card supplier's trade: card numbers with their passwords, good for a year. */
import type { Chance } from "../chance.ts";
import { createFreshCodes } from "../suppliers/fresh-codes.ts";
import { endOfDay, refusalOfProduct, type Trade } from "../suppliers/trade.ts";

export type WantedCards = { outNo: string; kind: "card"; product: string; quantity: number };

const id = { type: "string", minLength: 1, maxLength: 64 };
const YEAR_MS = 365 * 86_400_000;
const [CODE_FIGURES, SECRET_FIGURES] = [16, 12];

/** `given` are the codes of earlier orders. */
export function cardsTrade(chance: Chance, given: Iterable<string>): Trade<WantedCards> {
  const fresh = createFreshCodes(chance, given);
  return {
    id: "cards",
    path: "/cards/v1/orders",
    letter: "C",
    schema: {
      type: "object",
      required: ["outNo", "kind", "product", "quantity"],
      properties: {
        outNo: id,
        kind: { const: "card" },
        product: id,
        quantity: { type: "integer", minimum: 1, maximum: 100 },
      },
    },
    // Nobody is called about a card: the product's own tail stands for the phone's.
    mark: ({ product }) => product,
    refusalOf: refusalOfProduct,
    failsFor: "SOLD_OUT",
    deliver({ quantity }, now) {
      const validUntil = endOfDay(new Date(now.getTime() + YEAR_MS));
      const card = () => ({
        ...{ code: fresh.code(CODE_FIGURES), secret: fresh.figures(SECRET_FIGURES), validUntil },
      });
      return { codes: Array.from({ length: quantity }, card) };
    },
  };
}
