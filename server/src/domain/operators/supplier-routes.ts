/** Maps operators' operations on one supplier to actions of their modules. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { importPrices } from "../catalog/actions.ts";
import { supplierSeries } from "../figures/actions.ts";
import {
  changeSupplierForm,
  supplierCallbacks,
  supplierForm,
  unknownOrders,
} from "../fulfilment/actions.ts";

export const operatorSupplierRoutes = (
  context: Context,
  db: Db,
): Handlers<"operatorSuppliers"> => ({
  detail: ({ supplierId }) => supplierForm(db, supplierId),
  change: async (input) => ({ version: await changeSupplierForm(db, input) }),
  series: async (input) => {
    await supplierForm(db, input.supplierId);
    return supplierSeries(context, db, input);
  },
  callbacks: (input) => supplierCallbacks(db, input),
  unknown: (input) => unknownOrders(context, db, input),
  importPrices: async (input, call) => {
    await supplierForm(db, input.supplierId);
    return importPrices(context, db, { ...input, operatorId: memberOf(call).memberId });
  },
});
