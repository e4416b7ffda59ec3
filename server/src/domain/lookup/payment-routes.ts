/** Maps the operators' lists of payments and notifications to their actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { operatorNoticeList, operatorPaymentList } from "./actions/payment-list.ts";

export const operatorPaymentRoutes = (context: Context, db: Db): Handlers<"operatorPayments"> => ({
  list: (input) => operatorPaymentList(context, db, input),
  notices: (input) => operatorNoticeList(context, db, input),
});
