/** The lifecycle of what is moderated: one nickname or picture. */
import { defineLifecycle, type StateOf } from "../../platform/lifecycle.ts";

export const moderationLifecycle = defineLifecycle({
  name: "moderation",
  description:
    "A nickname or a picture of a member. The provider lets it pass, rejects it or leaves it to a " +
    "person; a word of the list sends it to a person at once. Until it has passed, others see the default.",
  stored: { table: "moderation_case", column: "state" },
  history: "moderation",
  states: ["SCREENING", "REVIEW", "PASSED", "REJECTED"],
  initial: ["SCREENING", "REVIEW"],
  final: ["REJECTED"],
  events: [
    { name: "hold", from: ["SCREENING"], to: "REVIEW", by: ["supplier", "system"] },
    { name: "pass", from: ["SCREENING", "REVIEW"], to: "PASSED", by: ["supplier", "operator"] },
    {
      name: "reject",
      from: ["SCREENING", "REVIEW", "PASSED"],
      to: "REJECTED",
      by: ["supplier", "operator"],
    },
  ],
});
export type ModerationState = StateOf<typeof moderationLifecycle>;
