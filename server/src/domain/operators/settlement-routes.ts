/**
 * Maps operators' operations on supply routes and on settlements with suppliers to actions of their
 * modules.
 */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import { parseCalendarDay, withoutNulls } from "../../platform/http/fields.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { Refusal } from "../../platform/refusal.ts";
import { shanghaiDay } from "../../platform/shanghai.ts";
import { type SettlementDay, settlementDays, settlementLines } from "../reconciliation/actions.ts";
import { costsOfRoute, routesOfSku, setRoute } from "../catalog/actions.ts";
import type { FulfilmentDeps } from "../fulfilment/actions.ts";
import type { NamesOf } from "../../platform/person-names.ts";

const today = ({ clock }: Context): string => shanghaiDay(clock.now().getTime());

const settlementRow = ({ theirDeliveries, theirFen, ...row }: SettlementDay) => ({
  ...row,
  ...withoutNulls({ theirDeliveries, theirFen }),
});

type Supply = Handlers<"operatorSupply">;

export type RoutingDeps = {
  /** The suppliers that are connected, by id. */
  readonly suppliers: FulfilmentDeps["suppliers"];
  readonly namesOf: NamesOf;
};

export const supplyRoutingRoutes = (
  context: Context,
  db: Db,
  { suppliers, namesOf }: RoutingDeps,
): Pick<Supply, "routes" | "setRoute" | "routeCosts"> => ({
  routes: async ({ skuId }) => ({
    list: (await routesOfSku(db, skuId)).map(({ weight, ...route }) => ({
      ...route,
      ...withoutNulls({ weight }),
    })),
  }),
  setRoute: async ({ weight = null, product, costFen, ...input }, call) => {
    const operatorId = memberOf(call).memberId;
    const route = { ...input, weight, product, costFen, operatorId };
    await setRoute(context, db, { route, supplierIds: Object.keys(suppliers) });
    return {};
  },
  routeCosts: async (route) => ({ list: await costsOfRoute(db, namesOf, route) }),
});

export const settlementRoutes = (
  context: Context,
  db: Db,
): Pick<Supply, "settlements" | "settlement"> => ({
  settlements: async ({ supplierId = null, until, days = 31 }) => {
    const range = { supplierId, until: parseCalendarDay(until ?? today(context)), days };
    return { list: (await settlementDays(db, range)).map(settlementRow) };
  },
  settlement: async ({ supplierId, day }) => {
    const [found] = await settlementDays(db, { supplierId, until: parseCalendarDay(day), days: 1 });
    if (!found) throw new Refusal("NOT_FOUND");
    const lines = await settlementLines(db, { supplierId, day });
    return {
      settlement: settlementRow(found),
      lines: lines.map(({ difference, outNo, ...sides }) => ({
        difference,
        outNo,
        ...withoutNulls(sides),
      })),
    };
  },
});
