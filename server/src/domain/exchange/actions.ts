/** The public actions of the exchange module for the composition root and the demo. */
export { codeReturner } from "./actions/return-code.ts";
export { openSession } from "./actions/open.ts";
export { orderMeal } from "./actions/order-meal.ts";
export { redeemCode } from "./actions/redeem.ts";
export { batchApprovals, exportApprovals, voidApprovals } from "./batches/approval-kinds.ts";
export { approveBatch } from "./batches/approve.ts";
export { freezeBatch } from "./batches/change.ts";
export { batchesOfSetMeals } from "./batches/store.ts";
export { createBatch } from "./batches/create.ts";
export {
  type DemoTarget,
  demoTargets,
  grantCodes,
  ensureCodes,
  unusedCodes,
} from "./batches/grant.ts";
export { submitAndGenerate } from "./batches/submit.ts";
export { dealersView, dealerStatement, owedOf, ownTerms, setDealer } from "./dealers/actions.ts";
export { firstDay, monthOf } from "./dealers/model.ts";
export { enterPayment, paymentsOfMonth, reversePayment } from "./dealers/payments.ts";
export { eraseDealer, openBatchesOf } from "./dealers/close.ts";
export { createCanaries } from "./guessing/canaries.ts";
export {
  guessOverview,
  setFriction,
} from "./guessing/monitor.ts";
export { codeRedeemer } from "./actions/waiting-code.ts";
export {
  extendCode,
  freezeCode,
  proposeCodeVoid,
  releaseCodeByOperator,
  resumeCode,
} from "./actions/operator/one-code.ts";
export {
  batchStateOf,
  canaryStateOf,
  codeStateOf,
  dealerMonthStateOf,
  dealerPaymentStateOf,
  dealerStateOf,
  frictionState,
} from "./store/audited.ts";
export { recountCodes } from "./store/counts.ts";
