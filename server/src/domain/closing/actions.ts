/** The public actions of the closing module. */
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
