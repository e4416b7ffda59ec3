/** Maps the contract operations of points to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { Shop } from "../catalog/actions.ts";
import { pointsBenefits } from "./actions/mall.ts";
import { pointsRecords } from "./actions/records.ts";
import { pointsSummary, signIn } from "./actions/summary.ts";
import type { PointsOrderLookup } from "./port.ts";

export type PointsDeps = { readonly shop: Shop; readonly orderLookup: PointsOrderLookup };

const memberIdOf = (call: Call): string => memberOf(call).memberId;

export const pointsRoutes = (
  context: Context,
  db: Db,
  { shop, orderLookup }: PointsDeps,
): Handlers<"points"> => ({
  summary: (_input, call) => pointsSummary(context, db, memberIdOf(call)),
  records: (input, call) =>
    pointsRecords(context, db, orderLookup, { memberId: memberIdOf(call), input }),
  benefits: (input, call) => pointsBenefits(context, shop, { memberId: memberIdOf(call), input }),
  signIn: (_input, call) => signIn(context, db, memberIdOf(call)),
});
