/** Routes of coupon campaigns; another person approves one in the approvals inbox. */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const may = { caller: "operator", permissions: ["campaigns:edit"] } as const;
/** An operator who compensates a member with a coupon chooses one of the campaigns. */
const reads = {
  caller: "operator",
  permissions: ["campaigns:edit", "campaigns:give"],
} as const;

export const operatorCampaigns = routesOf({
  list: { ...reads, method: "GET", path: "/campaigns" },
  counts: { ...reads, method: "GET", path: "/campaign-counts" },
  effects: { ...may, method: "GET", path: "/campaign-effects" },
  create: { ...may, method: "POST", path: "/campaigns" },
  simulate: { ...may, method: "POST", path: "/campaigns/simulate" },
  detail: { ...may, method: "GET", path: "/campaigns/{templateId}" },
  change: { ...may, method: "PUT", path: "/campaigns/{templateId}" },
  copy: { ...may, method: "POST", path: "/campaigns/{templateId}/copy" },
  submit: {
    ...may,
    method: "POST",
    path: "/campaigns/{templateId}/submit",
    stepUp: stepUpOf.proposal,
  },
  pause: { ...may, method: "POST", path: "/campaigns/{templateId}/pause" },
  resume: { ...may, method: "POST", path: "/campaigns/{templateId}/resume" },
  stop: { ...may, method: "POST", path: "/campaigns/{templateId}/stop" },
  members: { ...may, method: "GET", path: "/campaigns/{templateId}/members", isReadAudited: true },
  proposeBudget: {
    ...may,
    method: "POST",
    path: "/campaigns/{templateId}/budget",
    key: true,
    stepUp: stepUpOf.proposal,
  },
  give: { ...may, method: "POST", path: "/campaigns/{templateId}/give" },
});
