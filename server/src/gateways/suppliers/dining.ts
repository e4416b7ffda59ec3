/** The dining supplier over HTTP: places, queries and cancels meals, and reads stores and menus. */
import type { TSchema } from "typebox";
import Value from "typebox/value";
import type { DiningSource } from "../../domain/dining/port.ts";
import type { Supplier } from "../../domain/fulfilment/port.ts";
import { Outage } from "../../platform/refusal.ts";
import { type Partner, requireSafeOrigin, signedCall } from "../signing/call.ts";
import { readAnswer, saysAbsent } from "./answer.ts";
import { MenuList, StoreList } from "./menu-shapes.ts";

const ORDERS = "/dining/v1/orders";
const pathOf = (outNo: string) => `${ORDERS}/${encodeURIComponent(outNo)}`;

/** Throws TypeError at once when the origin is not a safe one. Answers never throw. */
export function diningSupplier(partner: Partner): Supplier {
  requireSafeOrigin(partner.origin);
  return {
    async place(order) {
      const reply = await signedCall(partner, { method: "POST", path: ORDERS, body: order });
      return readAnswer(reply, order.outNo);
    },
    async query(outNo) {
      const reply = await signedCall(partner, { method: "GET", path: pathOf(outNo) });
      return saysAbsent(reply, outNo) ? { state: "absent" } : readAnswer(reply, outNo);
    },
    async cancel(outNo) {
      const path = `${pathOf(outNo)}/cancel`;
      const reply = await signedCall(partner, { method: "POST", path, body: {} });
      const answer = readAnswer(reply, outNo);
      // Still accepted after a cancel is no decision.
      return answer.state === "accepted" ? { state: "unknown", reason: "not cancelled" } : answer;
    },
  };
}

/** Throws TypeError at once when the origin is not a safe one. */
export function diningSource(partner: Partner): DiningSource {
  requireSafeOrigin(partner.origin);
  return {
    stores: async () => (await read(partner, "/dining/v1/stores", StoreList)).stores,
    menus: async () => (await read(partner, "/dining/v1/menus", MenuList)).menus,
  };
}

/** Undeclared fields are dropped, so that nothing of the supplier's enters the trade unseen. */
async function read<T extends TSchema>(partner: Partner, path: string, shape: T) {
  const reply = await signedCall(partner, { method: "GET", path });
  if (!reply.heard) throw new Outage("dining", reply.cause ?? reply.reason);
  const body = Value.Clean(shape, reply.body);
  if (reply.status !== 200 || !Value.Check(shape, body)) {
    throw new Outage("dining", `unreadable answer ${reply.status} to ${path}`);
  }
  return body;
}
