/** Maps operators' operations on the rules of points to actions of the points module. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { changeRule, listRules } from "../points/actions.ts";

export const operatorPointsRoutes = (context: Context, db: Db): Handlers<"operatorPoints"> => ({
  rules: () => listRules(context, db),
  changeRule: async (change, call) => ({
    version: await changeRule(context, db, { ...change, operatorId: memberOf(call).memberId }),
  }),
});
