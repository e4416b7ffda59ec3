/** The public actions of the tickets module. */
export {
  addToTicket,
  closeOwnTicket,
  eraseTickets,
  openTicket,
  pageOfTickets,
  ticketOf,
} from "./actions/member.ts";
export {
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
} from "./actions/operator.ts";
export { latestOwnTickets, waitingTicketsOf } from "./store/list.ts";
export { answerHours } from "./view.ts";
export { preparedAnswerStateOf } from "./store/audited.ts";
