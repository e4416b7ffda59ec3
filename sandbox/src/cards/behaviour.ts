/**
 * The sandbox card supplier: issues card numbers with passwords, valid for a year, and takes
 * top-ups, as real card suppliers do.
 */
import type { SeededRandom } from "../seeded-random.ts";
import { createCodeGenerator } from "../suppliers/code-generator.ts";
import { endOfDay, refusalOfProduct, type SupplierBehaviour } from "../suppliers/behaviour.ts";
import { topupBehaviour, type WantedTopup } from "../topup/behaviour.ts";

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

/** `given` are the codes of earlier orders, which are not issued again. */
export function cardsBehaviour(
  chance: SeededRandom,
  given: Iterable<string>,
): SupplierBehaviour<WantedCards | WantedTopup> {
  const fresh = createCodeGenerator(chance, given);
  return {
    path: "/cards/v1/orders",
    numberPrefix: "C",
    schema: { oneOf: [cardsSchema, topupBehaviour.schema] },
    // A card order has no phone: the end of the product id is read as the sentinel instead.
    sentinelTextOf: (wanted) =>
      wanted.kind === "topup" ? topupBehaviour.sentinelTextOf(wanted) : wanted.product,
    refusalOf: (wanted) =>
      wanted.kind === "topup" ? topupBehaviour.refusalOf(wanted) : refusalOfProduct(wanted),
    lateFailureReason: "SOLD_OUT",
    deliver(wanted, now) {
      if (wanted.kind === "topup") return topupBehaviour.deliver(wanted, now);
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
