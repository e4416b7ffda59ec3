/** Routes of audiences: segments, lists of members, and jobs that give or write to each of them. */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

/** Both who give coupons and who write messages choose an audience. */
const chooses = {
  caller: "operator",
  permissions: ["campaigns:edit", "messages:send"],
} as const;
const gives = { caller: "operator", permissions: ["campaigns:edit"] } as const;
const writes = { caller: "operator", permissions: ["messages:send"] } as const;

export const operatorAudiences = routesOf({
  segments: { ...chooses, method: "GET", path: "/segments" },
  createSegment: { ...chooses, method: "POST", path: "/segments", key: true },
  countSegment: { ...chooses, method: "POST", path: "/segments/count" },
  changeSegment: { ...chooses, method: "PUT", path: "/segments/{segmentId}" },
  deleteSegment: { ...chooses, method: "DELETE", path: "/segments/{segmentId}" },
  lists: { ...chooses, method: "GET", path: "/member-lists" },
  createList: { ...chooses, method: "POST", path: "/member-lists", key: true },
  forecast: { ...gives, method: "POST", path: "/campaigns/{templateId}/give-forecast" },
  giveSegment: {
    ...gives,
    method: "POST",
    path: "/campaigns/{templateId}/give-segment",
    key: true,
    stepUp: stepUpOf.proposal,
  },
  sendMessage: { ...writes, method: "POST", path: "/messages/sends", key: true },
  sends: { ...chooses, method: "GET", path: "/sends" },
  send: { ...chooses, method: "GET", path: "/sends/{sendId}" },
  sendMembers: {
    ...chooses,
    method: "GET",
    path: "/sends/{sendId}/members",
    isReadAudited: true,
  },
  pause: { ...chooses, method: "POST", path: "/sends/{sendId}/pause" },
  resume: { ...chooses, method: "POST", path: "/sends/{sendId}/resume" },
  cancel: { ...chooses, method: "POST", path: "/sends/{sendId}/cancel" },
  templates: { ...writes, method: "GET", path: "/messages/templates" },
  setTemplate: { ...writes, method: "PUT", path: "/messages/templates/{code}" },
});
