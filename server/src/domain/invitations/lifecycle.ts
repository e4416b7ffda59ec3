/** The lifecycles of an invitation binding, of its rewards, and of an appeal against one. */
import { defineLifecycle, type StateOf } from "../../platform/lifecycle.ts";

export const bindingLifecycle = defineLifecycle({
  name: "invitation-binding",
  description:
    "Binds an invited member to the inviter. A transfer ends the binding as MOVED, and inserts " +
    "another for the new inviter in the old state. It lapses by its date on reading.",
  stored: { table: "invite_binding", column: "state" },
  history: "invite_binding",
  states: ["BOUND", "EFFECTIVE", "REJECTED", "MOVED"],
  initial: ["BOUND", "EFFECTIVE"],
  final: ["REJECTED", "MOVED"],
  events: [
    { name: "earn", from: ["BOUND"], to: "EFFECTIVE", by: ["system"] },
    {
      name: "reject",
      from: ["BOUND", "EFFECTIVE"],
      to: "REJECTED",
      by: ["operator", "system"],
    },
    { name: "transfer", from: ["BOUND", "EFFECTIVE"], to: "MOVED", by: ["operator"] },
  ],
});

/**
 * A reward that an operator refused may be granted after an appeal; one that was settled can only
 * be clawed back.
 */
export const rewardLifecycle = defineLifecycle({
  name: "invitation-reward",
  description:
    "A reward of an invitation. It is frozen until the order can no longer be refunded, held for " +
    "review where the risk check or the monthly cap says so, then settled or ended.",
  stored: { table: "invite_reward", column: "state" },
  history: "invite_reward",
  states: ["FROZEN", "HELD", "SETTLED", "CANCELLED", "REJECTED", "CLAWED_BACK"],
  initial: ["FROZEN", "HELD", "CANCELLED"],
  final: ["CANCELLED", "CLAWED_BACK"],
  events: [
    { name: "hold", from: ["FROZEN"], to: "HELD", by: ["system"] },
    { name: "settle", from: ["FROZEN", "HELD"], to: "SETTLED", by: ["operator", "time"] },
    { name: "cancel", from: ["FROZEN", "HELD"], to: "CANCELLED", by: ["system"] },
    { name: "reject", from: ["FROZEN", "HELD"], to: "REJECTED", by: ["operator", "system"] },
    { name: "claw_back", from: ["SETTLED"], to: "CLAWED_BACK", by: ["operator", "system"] },
    // An appeal is granted.
    { name: "grant", from: ["HELD", "REJECTED"], to: "FROZEN", by: ["operator"] },
  ],
});

export const appealLifecycle = defineLifecycle({
  name: "invitation-appeal",
  description: "A member's appeal against a held or refused reward, once for each reward.",
  stored: { table: "invite_appeal", column: "state", key: "reward_id" },
  history: "invite_appeal",
  states: ["WAITING", "GRANTED", "DENIED"],
  initial: ["WAITING"],
  final: ["GRANTED", "DENIED"],
  events: [
    { name: "grant", from: ["WAITING"], to: "GRANTED", by: ["operator"] },
    // The system, when its reward ends.
    { name: "deny", from: ["WAITING"], to: "DENIED", by: ["operator", "system"] },
  ],
});
export type BindingState = StateOf<typeof bindingLifecycle>;
export type RewardState = StateOf<typeof rewardLifecycle>;
export type AppealState = StateOf<typeof appealLifecycle>;
