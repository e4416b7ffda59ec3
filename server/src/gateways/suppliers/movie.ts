/**
 * The cinema supplier over HTTP: issues ticket codes with the QR text that the ticket machine
 * scans.
 */
import type { Supplier } from "../../domain/fulfilment/port.ts";
import type { Partner } from "../signing/call.ts";
import { signedSupplier } from "./orders.ts";

/** Throws TypeError at once when the origin is not safe. Calls never throw. */
export const movieSupplier = (partner: Partner): Supplier =>
  signedSupplier(partner, { orders: "/movie/v1/orders", kinds: ["movie"] });
