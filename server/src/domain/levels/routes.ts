/** Maps the contract operations of levels to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { summaryOf } from "./actions/summary.ts";

export const levelsRoutes = (context: Context, db: Db): Handlers<"levels"> => ({
  summary: (_input, call) => summaryOf(context, db, memberOf(call).memberId),
});
