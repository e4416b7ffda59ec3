/** Operators' operations on suppliers → the fulfilment room's actions. */
import { latestAlerts } from "../../platform/alerts.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { uuidOf } from "../../platform/random.ts";
import { Refusal } from "../../platform/refusal.ts";
import { type SettlementDay, settlementDays, settlementLines } from "../books/actions.ts";
import {
  cardStock,
  endCircuit,
  endLoss,
  enterTopUp,
  importList,
  listLosses,
  suppliersOf,
  turnSupplier,
} from "../fulfilment/actions.ts";

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

type Names = {
  /** The number people read of an order. */
  orderNoOf(ownerId: string, orderId: string): Promise<string | undefined>;
};

export const operatorSupplyRoutes = (
  context: Context,
  db: Db,
  names: Names,
): Handlers<"operatorSupply"> => ({
  suppliers: async () => ({ list: await suppliersOf(context, db) }),
  topUp: async ({ supplierId, amountFen, reason }, call) => {
    const { memberId: actor } = memberOf(call);
    // One entry for each request, however often it is sent.
    const entryId = uuidOf(`supplier-topup:${actor}:${call.key}`);
    await enterTopUp(context, db, { entryId, supplierId, amountFen, actor, note: reason });
    return {};
  },
  switch: async ({ supplierId, isOn }) => {
    await turnSupplier(db, supplierId, isOn);
    return {};
  },
  closeCircuit: async ({ supplierId }) => {
    await endCircuit(context, db, supplierId);
    return {};
  },
  stock: async () => ({ list: await cardStock(context, db) }),
  importCards: ({ product, cards, validUntil, dryRun }) =>
    importList(context, db, {
      ...{ product, text: cards, dryRun },
      validUntil: validUntil === undefined ? undefined : new Date(validUntil),
    }),
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
  alerts: async () => ({ list: await latestAlerts(db) }),
  losses: async () => {
    const rows = await listLosses(db);
    const list = rows.map(async ({ ownerId, orderId, settledAt, settlement, ...loss }) => ({
      ...loss,
      orderNo: (await names.orderNoOf(ownerId, orderId)) ?? "",
      ...(settledAt === null ? {} : { settledAt }),
      ...(settlement === null ? {} : { settlement }),
    }));
    return { list: await Promise.all(list) };
  },
  settleLoss: async ({ lossId, reason }, call) => {
    await endLoss(context, db, { lossId, by: memberOf(call).memberId, text: reason });
    return {};
  },
});
