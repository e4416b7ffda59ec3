/** Maps operators' operations on stores and menus to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  checkPrices,
  menuBrands,
  menuLines,
  type OperatorDeps,
  overrideProduct,
  overrideStore,
  storeLines,
  syncNow,
  syncRuns,
} from "./actions.ts";

export const operatorDiningRoutes = (
  context: Context,
  db: Db,
  deps: OperatorDeps,
): Handlers<"operatorDining"> => ({
  stores: (input) => storeLines(context, db, deps, input),
  setStore: async (input, call) => {
    const { memberId: operatorId } = memberOf(call);
    return { sinceVersion: await overrideStore(context, db, deps, { ...input, operatorId }) };
  },
  menus: () => menuBrands(db),
  menu: ({ brand }) => menuLines(db, deps, brand),
  checkPrices: ({ brand }) => checkPrices(db, deps, brand),
  setProduct: async (input, call) => {
    const { memberId: operatorId } = memberOf(call);
    return { sinceVersion: await overrideProduct(context, db, deps, { ...input, operatorId }) };
  },
  sync: (_input, call) => syncNow(context, db, deps, memberOf(call).memberId),
  syncRuns: (input) => syncRuns(db, deps.namesOf, input),
});
