/** Maps the contract operations of refunds to actions; each returns the sheet after the action. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { applyForRefund, refundSheetOf, withdrawRefund } from "./actions.ts";

const memberIdOf = (call: Call): string => memberOf(call).memberId;

/** `wake` wakes the outbox dispatcher after the commit. */
export const refundsRoutes = (
  context: Context,
  db: Db,
  { wake }: { readonly wake: (db: Db) => Promise<void> },
): Handlers<"refunds"> => ({
  sheet: ({ orderNo }, call) => refundSheetOf(context, db, memberIdOf(call), orderNo),
  apply: async ({ orderNo, items, reason, evidence }, call) => {
    const memberId = memberIdOf(call);
    const request = { memberId, key: call.key, orderNo, items, reason, evidence };
    await applyForRefund(context, db, request);
    await wake(db);
    return refundSheetOf(context, db, memberId, orderNo);
  },
  withdraw: async ({ orderNo }, call) => {
    const memberId = memberIdOf(call);
    await withdrawRefund(context, db, { memberId, key: call.key, orderNo });
    return refundSheetOf(context, db, memberId, orderNo);
  },
});
