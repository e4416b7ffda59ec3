/** What may be asked of the security room. */
export { setPayPassword } from "./actions/pay-password.ts";
export { securityOf } from "./actions/read.ts";
export { hasPayPassword } from "./store.ts";
export {
  coolingOf,
  isProofGood,
  makeProof,
  sendStepUpCode,
  stepUp,
  takeProof,
} from "./actions/step-up.ts";
export { eraseSecrets } from "./store.ts";
