/** The lifecycle of a bulk send. */
import { defineLifecycle, type StateOf } from "../../platform/lifecycle.ts";

export const bulkSendLifecycle = defineLifecycle({
  name: "bulk-send",
  description:
    "A coupon or a message for each member of an audience. It waits for a second person when its " +
    "cost is above a limit; the job pauses it when the campaign has no coupon left.",
  stored: { table: "bulk_send", column: "state", key: "send_id" },
  history: "bulk_send",
  states: ["waiting", "running", "paused", "done", "cancelled"],
  initial: ["waiting", "running"],
  final: ["done", "cancelled"],
  events: [
    { name: "approve", from: ["waiting"], to: "running", by: ["operator"] },
    { name: "pause", from: ["running"], to: "paused", by: ["operator", "system"] },
    { name: "resume", from: ["paused"], to: "running", by: ["operator"] },
    { name: "finish", from: ["running"], to: "done", by: ["system"] },
    // Another person did not agree, or its maker took the proposal back.
    { name: "reject", from: ["waiting"], to: "cancelled", by: ["operator"] },
    { name: "cancel", from: ["running", "paused"], to: "cancelled", by: ["operator"] },
  ],
});
export type BulkSendState = StateOf<typeof bulkSendLifecycle>;
