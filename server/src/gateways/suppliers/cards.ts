/**
 * The card supplier over HTTP: issues codes with passwords and expiry dates, and also tops up
 * accounts.
 */
import type { Supplier } from "../../domain/fulfilment/port.ts";
import type { Partner } from "../signing/call.ts";
import { signedSupplier } from "./orders.ts";

/** Throws TypeError at once when the origin is not safe. Calls never throw. */
export const cardsSupplier = (partner: Partner): Supplier =>
  signedSupplier(partner, { orders: "/cards/v1/orders", kinds: ["card", "topup"] });
