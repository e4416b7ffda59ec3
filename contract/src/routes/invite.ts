/**
 * Routes where a member reads the invited friends and the rewards, and where a click on an
 * invitation is recorded.
 */
import { routesOf } from "../operation.ts";

export const invite = routesOf({
  summary: { method: "GET", path: "/invite", caller: "member" },
  rewards: { method: "GET", path: "/invite/rewards", caller: "member" },
  appeal: { method: "POST", path: "/invite/rewards/{rewardId}/appeal", caller: "member" },
  landing: { method: "GET", path: "/invite/landing/{inviteCode}", caller: "anyone" },
  face: { method: "GET", path: "/invite/faces/{inviteCode}.png", caller: "anyone" },
  visit: { method: "POST", path: "/invite/visit", caller: "anyone" },
});
