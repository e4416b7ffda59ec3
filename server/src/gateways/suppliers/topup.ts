/** The top-up supplier over HTTP: credit for phones and other accounts; it issues no codes. */
import type { Supplier } from "../../domain/fulfilment/port.ts";
import type { Partner } from "../signing/call.ts";
import { signedSupplier } from "./orders.ts";

/** Throws TypeError at once when the origin is not safe. Calls never throw. */
export const topupSupplier = (partner: Partner): Supplier =>
  signedSupplier(partner, { orders: "/topup/v1/orders", kinds: ["topup"] });
