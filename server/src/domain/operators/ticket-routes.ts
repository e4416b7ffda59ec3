/** Maps operators' operations on tickets and closing accounts to actions of their modules. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { mayOperator, readOperatorsWith } from "./store/accounts.ts";
import { openClosings, stopClosing } from "../closing/actions.ts";
import { memberIdOf } from "../members/actions.ts";
import {
  answerTicket,
  closeTicket,
  handOverTicket,
  preparedAnswers,
  setPreparedAnswer,
  takeTicket,
  type TicketDeps,
  ticketForOperator,
  ticketsForOperators,
} from "../tickets/actions.ts";

/** Returns whether an operator may answer tickets now. */
const mayAnswerTickets = mayOperator("tickets:handle");

const operatorOf = (call: Call) => ({ operatorId: memberOf(call).memberId });

export const operatorTicketRoutes = (
  context: Context,
  db: Db,
  deps: TicketDeps,
): Handlers<"operatorTickets"> => ({
  list: (input, call) => ticketsForOperators(context, db, { ...input, ...operatorOf(call) }),
  detail: ({ ticketId }, call) => ticketForOperator(context, db, { ticketId, ...operatorOf(call) }),
  take: ({ ticketId }, call) => takeTicket(context, db, { ticketId, ...operatorOf(call) }),
  answer: (input, call) =>
    answerTicket(context, db, deps, { ...input, ...operatorOf(call), key: call.key }),
  colleagues: async () => ({ list: await readOperatorsWith(db, { permission: "tickets:handle" }) }),
  handOver: (input, call) =>
    handOverTicket(context, db, { ...input, ...operatorOf(call), mayAnswer: mayAnswerTickets }),
  close: ({ ticketId, result }, call) =>
    closeTicket(context, db, deps, { ticketId, result, ...operatorOf(call), key: call.key }),
  answers: () => preparedAnswers(db),
  setAnswer: (input, call) => setPreparedAnswer(context, db, { ...input, ...operatorOf(call) }),
  stopClosing: async ({ memberNo, closingId, reason }, call) => {
    const memberId = await memberIdOf(db, { memberNo });
    const stop = { memberId, closingId, reason, ...operatorOf(call), key: call.key };
    await stopClosing(context, db, stop);
    return {};
  },
  closings: () => openClosings(db),
});
