/** What may be asked of the closing room. */
export { closeDue, closeIfDue, closingsDue, forfeitLate, type Outcome } from "./actions/close.ts";
export {
  closingOf,
  closingOfMe,
  type ClosingWanted,
  requestClosing,
  withdrawClosing,
  withdrawRequest,
} from "./actions/request.ts";
