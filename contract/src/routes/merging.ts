/** Where somebody who came by WeChat and has an account by phone makes the two one. */
import { routesOf } from "../operation.ts";

export const merging = routesOf({
  preview: { method: "POST", path: "/member/merge/preview", caller: "member" },
  run: { method: "POST", path: "/member/merge", caller: "member", key: true },
});
