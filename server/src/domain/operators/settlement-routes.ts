/** Operators' operations on the ways to have a thing, and on what suppliers are owed → the rooms' actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { Refusal } from "../../platform/refusal.ts";
import { type SettlementDay, settlementDays, settlementLines } from "../books/actions.ts";
import { routesOfSku, setRouteOfSku } from "../catalog/actions.ts";

/** The fields that are there: the wire has no nulls. */
type Present<T> = { [K in keyof T]: Exclude<T[K], null> };
const present = <T extends object>(row: T): Partial<Present<T>> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Present<T>;

/** A day of the calendar: the schema lets the thirtieth of February pass. */
function dayOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  if (!isDay) throw new Refusal("BAD_REQUEST");
  return day;
}

const SHANGHAI_MS = 8 * 3_600_000;
const today = ({ clock }: Context): string =>
  new Date(clock.now().getTime() + SHANGHAI_MS).toISOString().slice(0, 10);

const settlementRow = ({ theirDeliveries, theirFen, ...row }: SettlementDay) => ({
  ...row,
  ...present({ theirDeliveries, theirFen }),
});

type Supply = Handlers<"operatorSupply">;

export const wayRoutes = (db: Db): Pick<Supply, "routes" | "setRoute"> => ({
  routes: async ({ skuId }) => ({
    list: (await routesOfSku(db, skuId)).map(({ weight, ...route }) => ({
      ...route,
      ...present({ weight }),
    })),
  }),
  setRoute: async ({ reason: _, weight = null, ...route }) => {
    if (!(await setRouteOfSku(db, { ...route, weight }))) throw new Refusal("NOT_FOUND");
    return {};
  },
});

export const settlementRoutes = (
  context: Context,
  db: Db,
): Pick<Supply, "settlements" | "settlement"> => ({
  settlements: async ({ supplierId = null, until, days = 31 }) => {
    const range = { supplierId, until: dayOf(until ?? today(context)), days };
    return { list: (await settlementDays(db, range)).map(settlementRow) };
  },
  settlement: async ({ supplierId, day }) => {
    const [found] = await settlementDays(db, { supplierId, until: dayOf(day), days: 1 });
    if (!found) throw new Refusal("NOT_FOUND");
    const lines = await settlementLines(db, { supplierId, day });
    return {
      settlement: settlementRow(found),
      lines: lines.map(({ difference, outNo, ...sides }) => ({
        ...{ difference, outNo, ...present(sides) },
      })),
    };
  },
});
