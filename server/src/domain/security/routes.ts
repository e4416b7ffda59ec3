/** Maps the contract operations of security to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { securitySummary, sendStepUpCode, setPayPassword, stepUp } from "./actions.ts";

export const securityRoutes = (context: Context, db: Db): Handlers<"security"> => ({
  summary: (_input, call) => securitySummary(context, db, memberOf(call).memberId),
  sendCode: ({ purpose }, call) => {
    const { address, device } = call;
    return sendStepUpCode(context, db, {
      memberId: memberOf(call).memberId,
      purpose,
      address,
      device,
    });
  },
  stepUp: (input, call) => stepUp(context, db, memberOf(call).memberId, input),
  setPayPassword: (input, call) =>
    setPayPassword(context, db, { memberId: memberOf(call).memberId, ...input }),
});
