/** Where a click on an invitation is told. */
import { routesOf } from "../operation.ts";

export const invite = routesOf({
  visit: { method: "POST", path: "/invite/visit", caller: "anyone" },
});
