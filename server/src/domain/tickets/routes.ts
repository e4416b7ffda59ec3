/** Maps the contract operations of members' tickets to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  addToTicket,
  closeOwnTicket,
  openTicket,
  pageOfTickets,
  answerHours,
  ticketOf,
} from "./actions.ts";

const authorOf = (call: Call) => ({ memberId: memberOf(call).memberId, key: call.key });

export const ticketsRoutes = (context: Context, db: Db): Handlers<"tickets"> => ({
  hours: () => answerHours(context, db),
  open: (input, call) => openTicket(context, db, { ...input, ...authorOf(call) }),
  list: (input, call) => pageOfTickets(db, { ...input, memberId: memberOf(call).memberId }),
  detail: ({ ticketId }, call) =>
    ticketOf(context, db, { memberId: memberOf(call).memberId, ticketId }),
  add: (input, call) => addToTicket(context, db, { ...input, ...authorOf(call) }),
  close: ({ ticketId }, call) => closeOwnTicket(context, db, { ticketId, ...authorOf(call) }),
});
