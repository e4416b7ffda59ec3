/** The lifecycles of a coupon and of a campaign (a coupon template). */
import { canMove, defineLifecycle, type StateOf } from "../../platform/lifecycle.ts";

export const couponLifecycle = defineLifecycle({
  name: "coupon",
  description:
    "A member's coupon (domain.md 8). PENDING and EXPIRED follow from its validity on reading; a " +
    "lapsed lock counts as AVAILABLE.",
  stored: { table: "member_coupon", column: "state" },
  history: "coupon",
  states: ["PENDING", "AVAILABLE", "LOCKED", "USED", "EXPIRED", "VOID"],
  initial: ["PENDING", "AVAILABLE"],
  final: ["EXPIRED", "VOID"],
  computed: ["PENDING", "EXPIRED"],
  events: [
    { name: "begin", from: ["PENDING"], to: "AVAILABLE", by: ["time"] },
    { name: "lock", from: ["AVAILABLE"], to: "LOCKED", by: ["member"] },
    { name: "unlock", from: ["LOCKED"], to: "AVAILABLE", by: ["system", "time"] },
    // An order may be paid after its lock lapsed.
    { name: "use", from: ["AVAILABLE", "LOCKED"], to: "USED", by: ["member", "system"] },
    // Its order was refunded in full.
    { name: "return", from: ["USED"], to: "AVAILABLE", by: ["system"] },
    { name: "expire", from: ["AVAILABLE", "LOCKED"], to: "EXPIRED", by: ["time"] },
    // A locked coupon only once its lock has lapsed.
    {
      name: "void",
      from: ["PENDING", "AVAILABLE", "LOCKED"],
      to: "VOID",
      by: ["operator", "system"],
    },
  ],
});

export const campaignLifecycle = defineLifecycle({
  name: "campaign",
  description:
    "A coupon template's campaign (domain.md 7). Its end by time, count or budget is computed, " +
    "not stored.",
  stored: {
    table: "coupon_template",
    column: "status",
    // `deterministicUuid` of the template.
    key: "substr(encode(sha256(convert_to('coupon_template:' || template_id, 'UTF8')), 'hex'), 1, 32)::uuid",
  },
  history: "coupon_template",
  states: ["draft", "review", "active", "paused", "ended", "archived"],
  initial: ["draft"],
  final: ["archived"],
  events: [
    { name: "submit", from: ["draft"], to: "review", by: ["operator"] },
    { name: "reject", from: ["review"], to: "draft", by: ["operator"] },
    { name: "approve", from: ["review"], to: "active", by: ["operator"] },
    { name: "pause", from: ["active"], to: "paused", by: ["operator"] },
    { name: "resume", from: ["paused"], to: "active", by: ["operator"] },
    { name: "end", from: ["active", "paused"], to: "ended", by: ["operator"] },
    { name: "archive", from: ["ended"], to: "archived", by: ["operator"] },
  ],
});
export type CampaignState = StateOf<typeof campaignLifecycle>;

/** Returns whether a campaign may change from one state to another. */
export const canTransition = (from: CampaignState, to: CampaignState): boolean =>
  canMove(campaignLifecycle, from, to);
