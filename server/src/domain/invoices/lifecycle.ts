/** The lifecycle of an invoice. */
import { defineLifecycle, type StateOf } from "../../platform/lifecycle.ts";

/**
 * An invoice for the rest of a refunded one begins ISSUING. From ISSUING and REVERSING only the
 * issuer's answer leads on; without an answer the same number is queried.
 */
export const invoiceLifecycle = defineLifecycle({
  name: "invoice",
  description:
    "The invoice of an order, or of a dealer's statement of a month. An operator agrees to the member's request, the issuer issues it, " +
    "and a refund reverses it; what is left of the order then gets an invoice of its own. One that " +
    "an operator reverses has no successor: the member asks again.",
  stored: { table: "invoice", column: "state" },
  history: "invoice",
  states: [
    "REQUESTED",
    "ISSUING",
    "ISSUED",
    "FAILED",
    "REJECTED",
    "CANCELLED",
    "REVERSING",
    "REVERSED",
  ],
  initial: ["REQUESTED", "ISSUING"],
  final: ["FAILED", "REJECTED", "CANCELLED", "REVERSED"],
  events: [
    { name: "agree", from: ["REQUESTED"], to: "ISSUING", by: ["operator"] },
    { name: "reject", from: ["REQUESTED"], to: "REJECTED", by: ["operator"] },
    { name: "cancel", from: ["REQUESTED"], to: "CANCELLED", by: ["member", "system"] },
    { name: "issued", from: ["ISSUING"], to: "ISSUED", by: ["supplier"] },
    { name: "fail", from: ["ISSUING"], to: "FAILED", by: ["supplier"] },
    { name: "reverse", from: ["ISSUED"], to: "REVERSING", by: ["system", "operator"] },
    { name: "reversed", from: ["REVERSING"], to: "REVERSED", by: ["supplier"] },
  ],
});
export type InvoiceState = StateOf<typeof invoiceLifecycle>;
