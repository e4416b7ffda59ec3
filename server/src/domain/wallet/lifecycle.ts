/** The lifecycles of a top-up and of a refund of a top-up. */
import { defineLifecycle, type StateOf } from "../../platform/lifecycle.ts";

/**
 * WAIT_PAY becomes CLOSED by time, on reading. A later payment is still credited: `pay` leads from
 * both. `full`: the balance cannot hold it, and the channel refunds it.
 */
export const topUpLifecycle = defineLifecycle({
  name: "top-up",
  description:
    "A member buys balance. An unpaid top-up counts as CLOSED once its time is over; a later " +
    "payment is still credited.",
  stored: { table: "topup", column: "state" },
  history: "topup",
  states: ["WAIT_PAY", "PAID", "REFUNDING", "PART_REFUNDED", "REFUNDED", "CLOSED"],
  initial: ["WAIT_PAY"],
  final: ["REFUNDED"],
  events: [
    { name: "pay", from: ["WAIT_PAY", "CLOSED"], to: "PAID", by: ["channel"] },
    { name: "expire", from: ["WAIT_PAY"], to: "CLOSED", by: ["time"] },
    { name: "full", from: ["WAIT_PAY", "CLOSED"], to: "CLOSED", by: ["channel"] },
    { name: "refund", from: ["PAID", "PART_REFUNDED"], to: "REFUNDING", by: ["member"] },
    { name: "back_part", from: ["REFUNDING"], to: "PART_REFUNDED", by: ["channel"] },
    { name: "back_whole", from: ["REFUNDING"], to: "REFUNDED", by: ["channel"] },
  ],
});
export type TopUpState = StateOf<typeof topUpLifecycle>;

export const topUpRefundLifecycle = defineLifecycle({
  name: "top-up-refund",
  description: "One refund of a top-up's unused principal.",
  stored: { table: "topup_refund", column: "state" },
  history: "topup_refund",
  states: ["PROCESSING", "DONE"],
  initial: ["PROCESSING"],
  final: ["DONE"],
  events: [{ name: "success", from: ["PROCESSING"], to: "DONE", by: ["channel"] }],
});
