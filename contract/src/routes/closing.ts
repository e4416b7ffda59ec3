/** Routes of closing an account: the obstacles, the request, and its withdrawal. */
import { routesOf } from "../operation.ts";

export const closing = routesOf({
  show: { method: "GET", path: "/member/closing", caller: "member" },
  request: { method: "POST", path: "/member/closing", caller: "member", key: true },
  withdraw: { method: "POST", path: "/member/closing/withdraw", caller: "member", key: true },
});
