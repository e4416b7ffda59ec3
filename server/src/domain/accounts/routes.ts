/** Maps the contract operations of saved accounts to actions. */
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { listAccounts, removeAccount } from "./actions.ts";

export const accountsRoutes = (db: Db): Handlers<"accounts"> => ({
  list: async ({ formKind }, call) => ({
    list: await listAccounts(db, memberOf(call).memberId, formKind),
  }),
  remove: async ({ savedAccountId }, call) => {
    await removeAccount(db, memberOf(call).memberId, savedAccountId);
    return {};
  },
});
