/** The lifecycle of a refund. */
import { defineLifecycle, type StateOf } from "../../platform/lifecycle.ts";

/**
 * A refund begins waiting for an operator or, where the rule or the system decides, approved. One
 * that the channel has paid succeeds, also after it was marked abnormal.
 */
export const refundLifecycle = defineLifecycle({
  name: "refund",
  description:
    "A refund of some items of an order. It begins waiting for an operator or, where the rule or " +
    "the system decides, approved.",
  stored: { table: "refund", column: "state" },
  history: "refund",
  states: ["APPLIED", "APPROVED", "REJECTED", "WITHDRAWN", "PROCESSING", "SUCCESS", "ABNORMAL"],
  initial: ["APPLIED", "APPROVED"],
  final: ["REJECTED", "WITHDRAWN", "SUCCESS"],
  events: [
    { name: "approve", from: ["APPLIED"], to: "APPROVED", by: ["operator"] },
    { name: "reject", from: ["APPLIED"], to: "REJECTED", by: ["operator"] },
    { name: "withdraw", from: ["APPLIED"], to: "WITHDRAWN", by: ["member"] },
    { name: "begin", from: ["APPROVED"], to: "PROCESSING", by: ["system"] },
    {
      name: "success",
      from: ["PROCESSING", "ABNORMAL"],
      to: "SUCCESS",
      by: ["channel", "system"],
    },
    { name: "abnormal", from: ["PROCESSING"], to: "ABNORMAL", by: ["channel"] },
    { name: "retry", from: ["ABNORMAL"], to: "PROCESSING", by: ["operator"] },
  ],
});
export type RefundState = StateOf<typeof refundLifecycle>;
