/**
 * The dining supplier over HTTP: places, queries and cancels meal orders, and reads stores and
 * menus.
 */
import type { TSchema } from "typebox";
import Value from "typebox/value";
import type { DiningSource } from "../../domain/dining/port.ts";
import type { Supplier } from "../../domain/fulfilment/port.ts";
import { Outage } from "../../platform/refusal.ts";
import { type Partner, requireSafeOrigin, signedCall } from "../signing/call.ts";
import { MenuList, StoreList } from "./menu-schemas.ts";
import { signedSupplier } from "./orders.ts";

/** Throws TypeError at once when the origin is not safe. Calls never throw. */
export const diningSupplier = (partner: Partner): Supplier =>
  signedSupplier(partner, { orders: "/dining/v1/orders", kinds: ["meal"] });

/** Throws TypeError at once when the origin is not safe. */
export function diningSource(partner: Partner): DiningSource {
  requireSafeOrigin(partner.origin);
  return {
    stores: async () => (await read(partner, "/dining/v1/stores", StoreList)).stores,
    menus: async () => (await read(partner, "/dining/v1/menus", MenuList)).menus,
  };
}

/** Removes undeclared fields, so that no unknown data of the supplier enters the domain. */
async function read<T extends TSchema>(partner: Partner, path: string, shape: T) {
  const reply = await signedCall(partner, { method: "GET", path });
  if (!reply.answered) throw new Outage("dining", reply.cause ?? reply.reason);
  const body = Value.Clean(shape, reply.body);
  if (reply.status !== 200 || !Value.Check(shape, body)) {
    throw new Outage("dining", `unreadable answer ${reply.status} to ${path}`);
  }
  return body;
}
