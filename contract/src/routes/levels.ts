/** Where a member reads the levels and the way to the next. */
import { routesOf } from "../operation.ts";

export const levels = routesOf({
  summary: { method: "GET", path: "/member/levels", caller: "member" },
});
