/**
 * Maps the contract operations of withdrawals to actions; each returns the withdrawal after the
 * action.
 */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  cancelWithdrawal,
  createWithdrawal,
  pageOfWithdrawals,
  findView,
  type WithdrawDeps,
  withdrawalOf,
  withdrawalSheetOf,
} from "./actions.ts";

const memberIdOf = (call: Call): string => memberOf(call).memberId;

/** `wake` wakes the outbox dispatcher after the commit. */
export function withdrawalsRoutes(
  context: Context,
  db: Db,
  { wake, ...deps }: WithdrawDeps & { readonly wake: (db: Db) => Promise<void> },
): Handlers<"withdrawals"> {
  return {
    sheet: (_input, call) => withdrawalSheetOf(context, db, deps, memberIdOf(call)),
    create: async ({ amountFen, realName, stepUp }, call) => {
      const { key: intent, device, address } = call;
      const asked = { amountFen, realName, stepUp, device, address };
      const request = { memberId: memberIdOf(call), key: intent, ...asked };
      const key = await createWithdrawal(context, db, deps, request);
      await wake(db);
      return findView(db, deps, key);
    },
    list: (input, call) => pageOfWithdrawals(db, deps, memberIdOf(call), input),
    detail: ({ withdrawalNo }, call) =>
      withdrawalOf(context, db, deps, { memberId: memberIdOf(call), withdrawalNo }),
    cancel: async ({ withdrawalNo }, call) => {
      const request = { memberId: memberIdOf(call), key: call.key, withdrawalNo };
      return findView(db, deps, await cancelWithdrawal(context, db, request));
    },
  };
}
