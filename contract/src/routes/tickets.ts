/** Routes of service tickets: a member asks, reads the answers, adds to a ticket and closes it. */
import { routesOf } from "../operation.ts";

export const tickets = routesOf({
  hours: { method: "GET", path: "/ticket-hours", caller: "member" },
  open: { method: "POST", path: "/tickets", caller: "member", key: true },
  list: { method: "GET", path: "/tickets", caller: "member" },
  detail: { method: "GET", path: "/tickets/{ticketId}", caller: "member" },
  add: { method: "POST", path: "/tickets/{ticketId}/entries", caller: "member", key: true },
  close: { method: "POST", path: "/tickets/{ticketId}/close", caller: "member", key: true },
});
