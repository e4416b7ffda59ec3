/** What may be done with partners: jumps, their orders, and what operators decide. */
export { exchangePass, jump, jumpCard, type JumpDeps } from "./actions/jump.ts";
export { clicksOf, reportsOf } from "./actions/look-up.ts";
export {
  closeHost,
  decideHost,
  partnersView,
  proposeHost,
  pullNow,
  putCheckedLink,
  setLink,
  switchLink,
  switchPartner,
} from "./actions/operate.ts";
export { applyWords, partnersOrders, pullOrders } from "./actions/reports.ts";
export { putPartner } from "./store.ts";
