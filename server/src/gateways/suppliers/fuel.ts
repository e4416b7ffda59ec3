/** The fuel card supplier over HTTP: tops up fuel cards; it issues no codes. */
import type { Supplier } from "../../domain/fulfilment/port.ts";
import type { Partner } from "../signing/call.ts";
import { signedSupplier } from "./orders.ts";

/** Throws TypeError at once when the origin is not safe. Calls never throw. */
export const fuelSupplier = (partner: Partner): Supplier =>
  signedSupplier(partner, { orders: "/fuel/v1/orders", kinds: ["topup"] });
