/** Maps operators' operations on tickets and closing accounts to actions of their modules. */
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { readOperatorsWith } from "./store/accounts.ts";
import { openClosings } from "../closing/actions.ts";
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
async function mayAnswerTickets(tx: Tx, memberId: string): Promise<boolean> {
  const found = await readOperatorsWith(tx, { permission: "tickets:handle", memberId });
  return found.length > 0;
}

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
  closings: () => openClosings(db),
});
