/** The card supplier's trade: card numbers with their passwords, good for a year; and top-ups, as such houses do. */
import type { Chance } from "../chance.ts";
import { createFreshCodes } from "../suppliers/fresh-codes.ts";
import { endOfDay, refusalOfProduct, type Trade } from "../suppliers/trade.ts";
import { topupTrade, type WantedTopup } from "../topup/trade.ts";

export type WantedCards = { outNo: string; kind: "card"; product: string; quantity: number };

const id = { type: "string", minLength: 1, maxLength: 64 };
const YEAR_MS = 365 * 86_400_000;
const [CODE_FIGURES, SECRET_FIGURES] = [16, 12];
const cardsSchema = {
  type: "object",
  required: ["outNo", "kind", "product", "quantity"],
  properties: {
    outNo: id,
    kind: { const: "card" },
    product: id,
    quantity: { type: "integer", minimum: 1, maximum: 100 },
  },
};

/** `given` are the codes of earlier orders. */
export function cardsTrade(
  chance: Chance,
  given: Iterable<string>,
): Trade<WantedCards | WantedTopup> {
  const fresh = createFreshCodes(chance, given);
  return {
    id: "cards",
    path: "/cards/v1/orders",
    letter: "C",
    schema: { oneOf: [cardsSchema, topupTrade.schema] },
    // Nobody is called about a card: the product's own tail stands for the phone's.
    mark: (wanted) => (wanted.kind === "topup" ? topupTrade.mark(wanted) : wanted.product),
    refusalOf: (wanted) =>
      wanted.kind === "topup" ? topupTrade.refusalOf(wanted) : refusalOfProduct(wanted),
    failsFor: "SOLD_OUT",
    deliver(wanted, now) {
      if (wanted.kind === "topup") return topupTrade.deliver(wanted, now);
      const validUntil = endOfDay(new Date(now.getTime() + YEAR_MS));
      const card = () => ({
        code: fresh.code(CODE_FIGURES),
        secret: fresh.figures(SECRET_FIGURES),
        validUntil,
      });
      return { codes: Array.from({ length: wanted.quantity }, card) };
    },
  };
}
