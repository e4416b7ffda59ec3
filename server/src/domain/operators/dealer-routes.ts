/** Maps operators' operations on dealers of codes to actions of the exchange module. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { refuseOwnAccount } from "../approvals/actions.ts";
import { memberIdOf, memberNames } from "../members/actions.ts";
import { dealersView, dealerStatement, setDealer } from "../exchange/actions.ts";

export const operatorDealerRoutes = (context: Context, db: Db): Handlers<"operatorDealers"> => ({
  list: async () => {
    const list = await dealersView(context, db);
    const names = await memberNames(
      db,
      list.map(({ memberId }) => memberId),
    );
    return { list: list.map((row) => ({ ...row, memberNo: names(row.memberId).memberNo })) };
  },
  set: async ({ sinceVersion, reason: _, ...wanted }, call) => {
    const { priceBp = null, priceFen = null, memberId: id, memberNo, ...terms } = wanted;
    const named = {
      ...(id !== undefined && { memberId: id }),
      ...(memberNo !== undefined && { memberNo }),
    };
    const memberId = await memberIdOf(db, named);
    refuseOwnAccount(memberOf(call).memberId, memberId);
    const dealer = { ...terms, memberId, priceBp, priceFen, version: sinceVersion };
    return { version: await setDealer(context, db, dealer) };
  },
  statement: (input) => dealerStatement(context, db, input),
});
