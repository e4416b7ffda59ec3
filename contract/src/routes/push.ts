/** Route where a page gets the ticket that opens its WebSocket. */
import { routesOf } from "../operation.ts";

export const push = routesOf({
  ticket: { method: "POST", path: "/push/ticket", caller: "member" },
});
