/** Maps operators' operations on tickets and closing accounts to actions of their modules. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf, recordChange } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
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
  ticketStateOf,
} from "../tickets/actions.ts";

const operatorOf = (call: Call) => ({ operatorId: memberOf(call).memberId });

export const operatorTicketRoutes = (
  context: Context,
  db: Db,
  deps: TicketDeps,
): Handlers<"operatorTickets"> => {
  /** Runs a write on a ticket; the audit shows its states before and after. */
  const changing = <T>(ticketId: string, call: Call, write: () => Promise<T>): Promise<T> =>
    recordChange(call, () => ticketStateOf(db, ticketId), write);
  return {
    list: (input, call) => ticketsForOperators(context, db, { ...input, ...operatorOf(call) }),
    detail: ({ ticketId }, call) =>
      ticketForOperator(context, db, { ticketId, ...operatorOf(call) }),
    take: ({ ticketId }, call) =>
      changing(ticketId, call, () => takeTicket(context, db, { ticketId, ...operatorOf(call) })),
    answer: (input, call) => {
      const answer = { ...input, ...operatorOf(call), key: call.key };
      return changing(input.ticketId, call, () => answerTicket(context, db, deps, answer));
    },
    handOver: (input, call) => {
      const transfer = { ...input, ...operatorOf(call) };
      return changing(input.ticketId, call, () => handOverTicket(context, db, transfer));
    },
    close: ({ ticketId, result }, call) => {
      const closing = { ticketId, result, ...operatorOf(call), key: call.key };
      return changing(ticketId, call, () => closeTicket(context, db, deps, closing));
    },
    answers: () => preparedAnswers(db),
    setAnswer: (input, call) => setPreparedAnswer(context, db, { ...input, ...operatorOf(call) }),
    closings: () => openClosings(db),
  };
};
