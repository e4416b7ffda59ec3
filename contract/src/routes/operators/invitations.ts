/**
 * Routes where operators run invitation campaigns, inspect invitation bindings, and decide rewards
 * under review.
 */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const edits = { caller: "operator", permissions: ["invitations:edit"] } as const;
const reviews = { caller: "operator", permissions: ["invitations:review"] } as const;

export const operatorInvitations = routesOf({
  campaigns: { ...edits, method: "GET", path: "/invitations/campaigns" },
  create: { ...edits, method: "POST", path: "/invitations/campaigns" },
  change: { ...edits, method: "PUT", path: "/invitations/campaigns/{campaignId}" },
  bindings: { ...reviews, method: "GET", path: "/invitations/bindings" },
  transfer: { ...reviews, method: "POST", path: "/invitations/bindings/{bindingId}/transfer" },
  reject: { ...reviews, method: "POST", path: "/invitations/bindings/{bindingId}/reject" },
  held: { ...reviews, method: "GET", path: "/invitations/rewards/held" },
  approveReward: {
    ...reviews,
    method: "POST",
    path: "/invitations/rewards/{rewardId}/approve",
    stepUp: stepUpOf.reward,
  },
  rejectReward: { ...reviews, method: "POST", path: "/invitations/rewards/{rewardId}/reject" },
  decideAppeal: {
    ...reviews,
    method: "POST",
    path: "/invitations/rewards/{rewardId}/appeal",
    stepUp: stepUpOf.reward,
  },
});
