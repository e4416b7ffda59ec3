/** Maps operators' operations on dealers of codes to actions of the exchange module. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { refuseOwnAccount } from "../approvals/actions.ts";
import { dealersView, dealerStatement, setDealer } from "../exchange/actions.ts";

export const operatorDealerRoutes = (context: Context, db: Db): Handlers<"operatorDealers"> => ({
  list: async () => ({ list: await dealersView(context, db) }),
  set: async ({ sinceVersion, reason: _, priceBp = null, priceFen = null, ...terms }, call) => {
    refuseOwnAccount(memberOf(call).memberId, terms.memberId);
    const wanted = { ...terms, priceBp, priceFen, version: sinceVersion };
    return { version: await setDealer(context, db, wanted) };
  },
  statement: (input) => dealerStatement(context, db, input),
});
