/** The sandbox dining supplier: sells meals from its menus and issues pickup codes. */
import type { SeededRandom } from "../seeded-random.ts";
import { endOfDay, type SupplierBehaviour } from "../suppliers/behaviour.ts";
import { type Offer, refusalOf } from "./acceptance.ts";
import { type WantedOrder, wantedOrderSchema } from "./orders.ts";
import { createPickupCodeGenerator } from "./pickup-codes.ts";

/** `given` are the codes of earlier orders, which are not issued again. */
export function diningBehaviour(
  offer: Offer,
  { chance, given }: { chance: SeededRandom; given: Iterable<string> },
): SupplierBehaviour<WantedOrder> {
  const codesFor = createPickupCodeGenerator(chance, given);
  return {
    path: "/dining/v1/orders",
    numberPrefix: "D",
    schema: wantedOrderSchema,
    sentinelTextOf: ({ contactPhone }) => contactPhone,
    refusalOf: (wanted) => refusalOf(wanted, offer),
    lateFailureReason: "STORE_CANCELLED",
    deliver(wanted, now) {
      const { storeCode, pickupAt } = wanted;
      const store = offer.stores.find(({ supplierCode }) => supplierCode === storeCode);
      // Codes are valid until the end of the pickup day in China.
      const validUntil = endOfDay(pickupAt === "now" ? now : new Date(pickupAt));
      return { codes: codesFor(wanted, store?.brand), validUntil };
    },
  };
}
