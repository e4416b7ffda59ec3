/** Public actions of the security module. */
export { setPayPassword } from "./actions/pay-password.ts";
export { securitySummary } from "./actions/summary.ts";
export { hasPayPassword } from "./store.ts";
export {
  cooldownOf,
  isProofValid,
  issueProof,
  sendStepUpCode,
  stepUp,
  consumeProof,
} from "./actions/step-up.ts";
export { erasePasswordAndProofs } from "./store.ts";
