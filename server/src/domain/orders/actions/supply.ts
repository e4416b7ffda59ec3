/**
 * Builds the supplier requests of an item when the order is placed, so that paying is one
 * statement.
 */
import type { Context } from "../../../platform/context.ts";
import { Defect } from "../../../platform/refusal.ts";
import { deliveryKinds } from "../../catalog/model/delivery-kinds.ts";
import { orderRoutes } from "../../fulfilment/actions.ts";
import { contactSealContext, generateOutNo, type SupplierRequest } from "../../fulfilment/model.ts";
import type { QuotedItem } from "../quote-token.ts";

/** Returns the supplier request; `undefined` where we deliver ourselves. */
function requestOf({ snapshot, quantity, faceFen }: QuotedItem): SupplierRequest | undefined {
  switch (deliveryKinds[snapshot.delivery].supply) {
    case "topup":
      return { kind: "topup", quantity, faceFen: faceFen ?? snapshot.marketFen };
    case "card":
      return { kind: "card", quantity };
    case "movie":
      return { kind: "movie", quantity };
    case "coupon_pack":
      return undefined;
    case "meal":
      throw new Defect("a meal is ordered at a store, not in the shop");
  }
}

/** Returns the account to charge or the phone the tickets go to: the form's first field. */
const contactOf = ({ input }: QuotedItem): string | undefined => Object.values(input)[0];

/** `contact` is sealed to the supplier order that will contain it. */
export function supplyOf(
  context: Context,
  item: QuotedItem,
): { supply?: object; contact?: Buffer } {
  const request = requestOf(item);
  if (!request) return {};
  const { ids, secrets, random } = context;
  const routes = orderRoutes(item.routes, { random });
  const id = ids.next();
  const contact = request.kind === "card" ? undefined : contactOf(item);
  return {
    supply: {
      id,
      routes,
      outNo: generateOutNo(context),
      request,
      messageId: ids.next(),
    },
    ...(contact === undefined ? {} : { contact: secrets.seal(contact, contactSealContext(id)) }),
  };
}
