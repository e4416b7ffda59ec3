/** The public actions of the partners module: jumps, partner orders, and operators' actions. */
export { exchangePass, jump, jumpCard, type JumpDeps } from "./actions/jump.ts";
export { hostApprovals } from "./actions/approval-kind.ts";
export { clicksOf, reportsOf } from "./actions/search.ts";
export {
  closeHost,
  decideHost,
  partnersView,
  proposeHost,
  pullNow,
  storeCheckedLink,
  setLink,
  switchLink,
  switchPartner,
} from "./actions/operator.ts";
export { countReports } from "./actions/counts.ts";
export { applyOrderUpdates, partnersOrders, pullOrders } from "./actions/reports.ts";
export { insertPartner } from "./store.ts";
export { hostStateOf, linkStateOf, partnerStateOf } from "./store/audited.ts";
