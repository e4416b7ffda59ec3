/** Maps the operators' reports to their action. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { readReport } from "./actions.ts";

export const operatorReportRoutes = (context: Context, db: Db): Handlers<"operatorReports"> => ({
  read: (input) => readReport(context, db, input),
});
