/** The public actions of the exchange module for the composition root and the demo. */
export { codeReturner } from "./actions/return-code.ts";
export { releaseSession } from "./actions/release-session.ts";
export { openSession } from "./actions/open.ts";
export { orderMeal, type Wake } from "./actions/order-meal.ts";
export { redeemCode } from "./actions/redeem.ts";
export { resumeSession } from "./actions/resume.ts";
export { approveBatch } from "./batches/approve.ts";
export { createBatch } from "./batches/create.ts";
export { type DemoTarget, grantCodes, ensureCodes } from "./batches/grant.ts";
export { importBatch } from "./batches/import.ts";
export { submitAndGenerate } from "./batches/submit.ts";
export { dealersView, dealerStatement, setDealer } from "./dealers/actions.ts";
export { eraseDealer, openBatchesOf } from "./dealers/close.ts";
export { createCanaries } from "./guessing/canaries.ts";
export {
  guessOverview,
  setFriction,
  monitorGuesses,
} from "./guessing/monitor.ts";
export { codeRedeemer } from "./actions/waiting-code.ts";
