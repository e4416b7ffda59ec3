/** Maps the contract operations of closing an account to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { closingOf, requestClosing, withdrawClosing } from "./actions.ts";

export const closingRoutes = (context: Context, db: Db): Handlers<"closing"> => ({
  show: (_input, call) => closingOf(context, db, memberOf(call).memberId),
  request: ({ forfeits, stepUp }, call) =>
    requestClosing(context, db, {
      memberId: memberOf(call).memberId,
      key: call.key,
      forfeits,
      stepUp,
    }),
  withdraw: (_input, call) =>
    withdrawClosing(context, db, { memberId: memberOf(call).memberId, key: call.key }),
});
