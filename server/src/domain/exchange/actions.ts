/** What may be asked of the exchange room by the composition and the demo. */
export { codeReturner } from "./actions/give-back.ts";
export { leaveSession } from "./actions/leave.ts";
export { openSession } from "./actions/open.ts";
export { orderMeal, type Wake } from "./actions/order-meal.ts";
export { redeemCode } from "./actions/redeem.ts";
export { resumeSession } from "./actions/resume.ts";
export { approveBatch } from "./batches/approve.ts";
export { createBatch } from "./batches/create.ts";
export { type DemoTarget, grantCodes, standingCodes } from "./batches/grant.ts";
export { importBatch } from "./batches/import.ts";
export { makeBatch } from "./batches/submit.ts";
export { dealersView, dealerStatement, setDealer } from "./dealers/actions.ts";
export { eraseDealer, openBatchesOf } from "./dealers/close.ts";
export { plantCanaries } from "./guessing/canaries.ts";
export { guessWatch, setFriction, watchGuesses } from "./guessing/watch.ts";
export { codeTaker } from "./actions/waiting-code.ts";
