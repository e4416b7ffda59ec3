/** The lifecycles of a payment attempt and of a payment return. */
import { defineLifecycle, type StateOf } from "../../platform/lifecycle.ts";

/**
 * Received money is never ignored: `paid` leads to SUCCESS from any other state, also after we
 * closed the attempt or the channel refused to prepare it. Nothing leaves SUCCESS; returning money
 * is a refund.
 */
export const attemptLifecycle = defineLifecycle({
  name: "payment-attempt",
  description:
    "One attempt to pay at the channel, under one number. Received money leads to SUCCESS from " +
    "every other state.",
  stored: { table: "payment_attempt", column: "state" },
  history: "payment",
  states: ["CREATED", "PREPARED", "SUCCESS", "CLOSED", "FAILED"],
  initial: ["CREATED"],
  final: ["SUCCESS"],
  events: [
    { name: "prepared", from: ["CREATED"], to: "PREPARED", by: ["channel"] },
    { name: "refused", from: ["CREATED"], to: "FAILED", by: ["channel"] },
    {
      name: "paid",
      from: ["CREATED", "PREPARED", "CLOSED", "FAILED"],
      to: "SUCCESS",
      by: ["channel"],
    },
    { name: "closed", from: ["CREATED", "PREPARED"], to: "CLOSED", by: ["system", "time"] },
  ],
});

/**
 * ABNORMAL and REFUSED wait for an operator, and still accept the channel's `success` when it pays
 * after all.
 */
export const returnLifecycle = defineLifecycle({
  name: "payment-return",
  description:
    "A payment that nothing can use goes back to the payer. ABNORMAL and REFUSED wait for an " +
    "operator, and still accept the channel's success.",
  stored: { table: "payment_return", column: "state" },
  history: "payment_return",
  states: ["CREATED", "PROCESSING", "DONE", "ABNORMAL", "REFUSED"],
  initial: ["CREATED"],
  final: ["DONE"],
  events: [
    { name: "processing", from: ["CREATED"], to: "PROCESSING", by: ["channel"] },
    {
      name: "success",
      from: ["CREATED", "PROCESSING", "ABNORMAL", "REFUSED"],
      to: "DONE",
      by: ["channel"],
    },
    { name: "abnormal", from: ["CREATED", "PROCESSING"], to: "ABNORMAL", by: ["channel"] },
    { name: "closed", from: ["CREATED", "PROCESSING"], to: "REFUSED", by: ["channel"] },
    { name: "refused", from: ["CREATED"], to: "REFUSED", by: ["channel"] },
  ],
});
export type AttemptState = StateOf<typeof attemptLifecycle>;
export type ReturnState = StateOf<typeof returnLifecycle>;
