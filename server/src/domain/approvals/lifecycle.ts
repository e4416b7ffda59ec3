/** The lifecycle of a proposal that a second person decides. */
import { defineLifecycle, type StateOf } from "../../platform/lifecycle.ts";

export const approvalLifecycle = defineLifecycle({
  name: "approval",
  description:
    "A proposal waits for a second person. It expires on reading; an expired row stays `waiting`. " +
    "Its maker may withdraw it.",
  stored: { table: "approval", column: "state" },
  history: "approval",
  states: ["waiting", "approved", "rejected", "withdrawn", "expired"],
  initial: ["waiting"],
  final: ["approved", "rejected", "withdrawn", "expired"],
  computed: ["expired"],
  events: [
    { name: "approve", from: ["waiting"], to: "approved", by: ["operator"] },
    { name: "reject", from: ["waiting"], to: "rejected", by: ["operator"] },
    { name: "withdraw", from: ["waiting"], to: "withdrawn", by: ["operator"] },
    { name: "expire", from: ["waiting"], to: "expired", by: ["time"] },
  ],
});
export type ApprovalState = StateOf<typeof approvalLifecycle>;
