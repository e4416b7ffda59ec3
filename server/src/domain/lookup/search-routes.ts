/** Maps the operators' search to its action. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { searchForOperator } from "./actions/search.ts";

export const operatorSearchRoutes = (context: Context, db: Db): Handlers<"operatorSearch"> => ({
  search: (input, call) => searchForOperator(context, db, { ...input, call }),
});
