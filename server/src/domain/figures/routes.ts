/** Maps the operators' figures to their actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { fetching, liabilities, overview, redemptionsOfBatch, series, top } from "./actions.ts";

export const operatorFigureRoutes = (context: Context, db: Db): Handlers<"operatorFigures"> => ({
  overview: (input) => overview(context, db, input),
  series: (input) => series(context, db, input),
  top: (input) => top(context, db, input),
  fetching: (input) => fetching(context, db, input),
  batch: ({ batchId }) => redemptionsOfBatch(context, db, batchId),
  liabilities: (input) => liabilities(context, db, input),
});
