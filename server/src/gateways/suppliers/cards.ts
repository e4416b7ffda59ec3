/** The card supplier over HTTP: it delivers codes with their passwords and ends, and tops accounts up besides. */
import type { Supplier } from "../../domain/fulfilment/port.ts";
import type { Partner } from "../signing/call.ts";
import { signedSupplier } from "./orders.ts";

/** Throws TypeError at once when the origin is not a safe one. Answers never throw. */
export const cardsSupplier = (partner: Partner): Supplier =>
  signedSupplier(partner, { orders: "/cards/v1/orders", kinds: ["card", "topup"] });
