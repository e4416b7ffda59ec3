/**
 * Routes where a member who logged in by WeChat and also has an account by phone merges the two.
 */
import { routesOf } from "../operation.ts";

export const merging = routesOf({
  preview: { method: "POST", path: "/member/merge/preview", caller: "member" },
  run: { method: "POST", path: "/member/merge", caller: "member", key: true },
});
