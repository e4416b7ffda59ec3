/**
 * Adapts the security module's proofs to withdrawals: a proof is used up in the transaction of the
 * withdrawal.
 */
import type { Context } from "../../platform/context.ts";
import { cooldownOf, hasPayPassword, consumeProof } from "../security/actions.ts";
import type { WithdrawProofs } from "./port.ts";

export const securityProofs = (context: Context): WithdrawProofs => ({
  hasPassword: hasPayPassword,
  consume: (tx, { memberId, stepUp }) =>
    consumeProof(context, tx, { memberId, purpose: "withdraw", stepUp }),
  cooldownOf: (tx, memberId) => cooldownOf(context, tx, memberId),
});
