/** Where a page asks for the ticket that opens its socket. */
import { routesOf } from "../operation.ts";

export const push = routesOf({
  ticket: { method: "POST", path: "/push/ticket", caller: "member" },
});
