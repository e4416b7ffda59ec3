/** Maps operators' operations on bills to actions. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { parseCalendarDay, withoutNulls } from "../../../platform/http/fields.ts";
import type { Handlers } from "../../../platform/http/handlers.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { queryByOutTradeNo, type PaymentDeps } from "../../payments/actions.ts";
import { requestDay, listBillDays, listDifferences } from "./actions.ts";

const DAYS = 100;
const DIFFERENCES = 500;

export const operatorBillRoutes = (
  context: Context,
  db: Db,
  { payments }: { readonly payments: PaymentDeps },
): Handlers<"operatorBills"> => ({
  list: async ({ source = null, before }) => {
    const wanted = {
      source,
      before: before === undefined ? null : parseCalendarDay(before),
      limit: DAYS,
    };
    const days = await listBillDays(db, wanted);
    return {
      list: days.map(({ differing, classes, reason, nextTryAt, comparedAt, ...day }) => ({
        ...day,
        matched: day.rows - differing,
        classes: classes ?? {},
        ...withoutNulls({ reason, nextTryAt, comparedAt }),
      })),
    };
  },
  differences: async ({ source, day, class: kind = null }) => {
    const found = await listDifferences(db, {
      source,
      day: parseCalendarDay(day),
      class: kind,
      limit: DIFFERENCES,
    });
    return {
      list: found.map(({ class: name, subject, ...row }) => ({
        class: name,
        subject,
        ...withoutNulls(row),
      })),
    };
  },
  ask: async ({ outTradeNo }) => {
    const state = await queryByOutTradeNo(context, db, payments, outTradeNo);
    if (state === undefined) throw new Refusal("NOT_FOUND");
    return { state };
  },
  refetch: async ({ source, day }) => {
    await requestDay(context, db, { source, day: parseCalendarDay(day) });
    return {};
  },
});
