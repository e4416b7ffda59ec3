/** The dining supplier's trade: meals from its menus, handed out for pickup codes. */
import type { Chance } from "../chance.ts";
import { endOfDay, type Trade } from "../suppliers/trade.ts";
import { type Offer, refusalOf } from "./acceptance.ts";
import { type WantedOrder, wantedOrderSchema } from "./orders.ts";
import { createPickupCodes } from "./pickup-codes.ts";

/** `given` are the codes of earlier orders. */
export function diningTrade(
  offer: Offer,
  { chance, given }: { chance: Chance; given: Iterable<string> },
): Trade<WantedOrder> {
  const codesFor = createPickupCodes(chance, given);
  return {
    id: "dining",
    path: "/dining/v1/orders",
    letter: "D",
    schema: wantedOrderSchema,
    mark: ({ contactPhone }) => contactPhone,
    refusalOf: (wanted) => refusalOf(wanted, offer),
    failsFor: "STORE_CANCELLED",
    deliver(wanted, now) {
      const { storeCode, pickupAt } = wanted;
      const store = offer.stores.find(({ supplierCode }) => supplierCode === storeCode);
      // Codes may be used until the pickup day ends in China.
      const validUntil = endOfDay(pickupAt === "now" ? now : new Date(pickupAt));
      return { codes: codesFor(wanted, store?.brand), validUntil };
    },
  };
}
