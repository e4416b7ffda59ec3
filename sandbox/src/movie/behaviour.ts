/**
 * The sandbox cinema supplier: issues tickets valid for a month, collected at a machine by code or
 * QR scan.
 */
import type { SeededRandom } from "../seeded-random.ts";
import { createCodeGenerator } from "../suppliers/code-generator.ts";
import { endOfDay, refusalOfProduct, type SupplierBehaviour } from "../suppliers/behaviour.ts";

export type WantedTickets = {
  outNo: string;
  kind: "movie";
  product: string;
  quantity: number;
  contactPhone?: string;
};

const id = { type: "string", minLength: 1, maxLength: 64 };
const MONTH_MS = 30 * 86_400_000;
const CODE_FIGURES = 10;

/** `given` are the codes of earlier orders, which are not issued again. */
export function movieBehaviour(
  chance: SeededRandom,
  given: Iterable<string>,
): SupplierBehaviour<WantedTickets> {
  const fresh = createCodeGenerator(chance, given);
  return {
    path: "/movie/v1/orders",
    numberPrefix: "M",
    schema: {
      type: "object",
      required: ["outNo", "kind", "product", "quantity"],
      properties: {
        outNo: id,
        kind: { const: "movie" },
        product: id,
        quantity: { type: "integer", minimum: 1, maximum: 20 },
        contactPhone: { type: "string", minLength: 1, maxLength: 20 },
      },
    },
    sentinelTextOf: ({ contactPhone, product }) => contactPhone ?? product,
    refusalOf: refusalOfProduct,
    lateFailureReason: "CINEMA_CANCELLED",
    deliver({ quantity }, now) {
      const ticket = () => {
        const code = fresh.code(CODE_FIGURES);
        return { code, qr: `ticket:${code}` };
      };
      const codes = Array.from({ length: quantity }, ticket);
      return { codes, validUntil: endOfDay(new Date(now.getTime() + MONTH_MS)) };
    },
  };
}
