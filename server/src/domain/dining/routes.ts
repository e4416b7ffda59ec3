/** Maps the contract operations of dining to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  type CityReader,
  favourStore,
  listCities,
  searchStores,
  showMenu,
  showSlots,
  showStore,
} from "./actions.ts";

export type DiningDeps = { readonly cityOf: CityReader };

export const diningRoutes = (
  context: Context,
  db: Db,
  { cityOf }: DiningDeps,
): Handlers<"dining"> => ({
  cities: ({ brand }) => listCities(context, db, { brand, cityOf }),
  stores: (input, call) => searchStores(context, db, input, call.member?.memberId),
  store: ({ storeId }) => showStore(context, db, storeId),
  favour: (input, call) => favourStore(context, db, { memberId: memberOf(call).memberId, input }),
  menu: (input) => showMenu(context, db, input),
  slots: ({ storeId }) => showSlots(context, db, storeId),
});
