/** Routes of a member's own profile. */
import { routesOf } from "../operation.ts";

export const member = routesOf({
  me: { method: "GET", path: "/member/me", caller: "member" },
  terms: { method: "GET", path: "/member/terms", caller: "member" },
  acceptTerms: { method: "POST", path: "/member/terms", caller: "member" },
  update: { method: "PATCH", path: "/member/me", caller: "member" },
});
