/** The second proof of who asks, as the security room keeps it: used up in the transaction of the withdrawal. */
import type { Context } from "../../platform/context.ts";
import { coolingOf, hasPayPassword, takeProof } from "../security/actions.ts";
import type { WithdrawProofs } from "./port.ts";

export const keptProofs = (context: Context): WithdrawProofs => ({
  hasPassword: hasPayPassword,
  take: (tx, { memberId, stepUp }) =>
    takeProof(context, tx, { memberId, purpose: "withdraw", stepUp }),
  coolingOf: (tx, memberId) => coolingOf(context, tx, memberId),
});
