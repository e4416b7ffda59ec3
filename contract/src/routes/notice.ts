/** Routes of the maintenance notice. */
import { routesOf } from "../operation.ts";

export const notice = routesOf({
  current: { method: "GET", path: "/notice", caller: "anyone" },
});
