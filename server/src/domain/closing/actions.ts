/** What may be asked of the closing room. */
export {
  closeDue,
  closeIfDue,
  membersDueForClosing,
  forfeitLateArrivals,
  type CloseOutcome,
} from "./actions/close.ts";
export {
  closingOf,
  closingOfMe,
  type ClosingRequest,
  requestClosing,
  withdrawClosing,
  withdrawRequest,
} from "./actions/request.ts";
