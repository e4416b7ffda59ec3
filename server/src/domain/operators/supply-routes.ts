/** Maps operators' operations on suppliers to actions of the fulfilment module. */
import { ownValue } from "@yunjing/contract/own-value";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf, operatorOf } from "../../platform/http/call.ts";
import { withoutNulls } from "../../platform/http/fields.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { deterministicUuid } from "../../platform/random.ts";
import { requireProof } from "../approvals/actions.ts";
import { productNames } from "../catalog/actions.ts";
import {
  cardStock,
  resetCircuit,
  resolveLoss,
  addPrepayment,
  importList,
  listLosses,
  listSupplierOverviews,
  setSupplierEnabled,
  testSupplier,
} from "../fulfilment/actions.ts";
import { type RoutingDeps, settlementRoutes, supplyRoutingRoutes } from "./settlement-routes.ts";

/** The supplier of our own cards. */
const OWN = "own";

type SupplierSetting = { readonly name: string; readonly isSet: boolean };

type SupplyDeps = RoutingDeps & {
  /** Returns the displayed number of an order. */
  orderNoOf(ownerId: string, orderId: string): Promise<string | undefined>;
  /** Which settings connect each supplier, by id, and whether they are set. Our own has none. */
  readonly supplierSettings: Readonly<Record<string, readonly SupplierSetting[]>>;
};

export const operatorSupplyRoutes = (
  context: Context,
  db: Db,
  names: SupplyDeps,
): Handlers<"operatorSupply"> => ({
  suppliers: async () => ({
    list: (await listSupplierOverviews(context, db)).map((supplier) => ({
      ...supplier,
      isConnected: Object.hasOwn(names.suppliers, supplier.supplierId),
      settings: [...(ownValue(names.supplierSettings, supplier.supplierId) ?? [])],
    })),
  }),
  test: ({ supplierId }) => testSupplier(context, db, { supplierId, suppliers: names.suppliers }),
  topUp: async ({ supplierId, amountFen, reason }, call) => {
    const { actor, isProven } = operatorOf(context, call);
    requireProof(context, { isProven }, amountFen);
    // One entry per request, even when it is sent repeatedly.
    const entryId = deterministicUuid(`supplier-topup:${actor}:${call.key}`);
    await addPrepayment(context, db, { entryId, supplierId, amountFen, actor, note: reason });
    return {};
  },
  switch: async ({ supplierId, isOn }) => {
    await setSupplierEnabled(db, supplierId, isOn);
    return {};
  },
  closeCircuit: async ({ supplierId }) => {
    await resetCircuit(context, db, supplierId);
    return {};
  },
  stock: async () => {
    const [stock, names] = await Promise.all([cardStock(context, db), productNames(db, OWN)]);
    return {
      list: stock.map((row) => ({
        ...row,
        ...withoutNulls({ title: names.get(row.product) ?? null }),
      })),
    };
  },
  importCards: ({ product, cards, validUntil, dryRun }) =>
    importList(context, db, {
      product,
      text: cards,
      dryRun,
      validUntil: validUntil === undefined ? undefined : new Date(validUntil),
    }),
  ...supplyRoutingRoutes(context, db, names),
  ...settlementRoutes(context, db),
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
    await resolveLoss(context, db, { lossId, by: memberOf(call).memberId, text: reason });
    return {};
  },
});
