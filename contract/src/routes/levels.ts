/** Routes where a member reads the levels and the progress to the next one. */
import { routesOf } from "../operation.ts";

export const levels = routesOf({
  summary: { method: "GET", path: "/member/levels", caller: "member" },
});
