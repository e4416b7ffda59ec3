/** The public actions of the closing module. */
export {
  closeDue,
  membersDueForClosing,
  forfeitLateArrivals,
} from "./actions/close.ts";
export { openClosings } from "./actions/open-closings.ts";
export {
  closingOf,
  closingOfMe,
  requestClosing,
  stopClosing,
  withdrawClosing,
} from "./actions/request.ts";
