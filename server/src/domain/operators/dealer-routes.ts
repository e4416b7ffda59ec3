/** Operators' operations on dealers of codes → the exchange room's actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { dealersView, dealerStatement, setDealer } from "../exchange/actions.ts";

export const operatorDealerRoutes = (context: Context, db: Db): Handlers<"operatorDealers"> => ({
  list: async () => ({ list: await dealersView(context, db) }),
  set: async ({ sinceVersion, reason: _, priceBp = null, priceFen = null, ...terms }) => ({
    version: await setDealer(context, db, { ...terms, priceBp, priceFen, version: sinceVersion }),
  }),
  statement: (asked) => dealerStatement(context, db, asked),
});
