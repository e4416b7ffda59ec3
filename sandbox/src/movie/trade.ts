/** The cinema supplier's trade: tickets for any show of a month, taken at the machine by code or scan. */
import type { Chance } from "../chance.ts";
import { createFreshCodes } from "../suppliers/fresh-codes.ts";
import { endOfDay, refusalOfProduct, type Trade } from "../suppliers/trade.ts";

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

/** `given` are the codes of earlier orders. */
export function movieTrade(chance: Chance, given: Iterable<string>): Trade<WantedTickets> {
  const fresh = createFreshCodes(chance, given);
  return {
    id: "movie",
    path: "/movie/v1/orders",
    letter: "M",
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
    mark: ({ contactPhone, product }) => contactPhone ?? product,
    refusalOf: refusalOfProduct,
    failsFor: "CINEMA_CANCELLED",
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
