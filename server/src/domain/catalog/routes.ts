/** Contract operations of home → actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  benefitPage,
  categories,
  type CityOf,
  homePage,
  oneBenefit,
  reportLostPage,
} from "./actions.ts";

export const homeRoutes = (
  context: Context,
  db: Db,
  { cityOf }: { readonly cityOf: CityOf },
): Handlers<"home"> => ({
  page: ({ regionCode }) => homePage(context, db, cityOf, regionCode),
  benefits: (input) => benefitPage(db, cityOf, input),
  benefit: (input) => oneBenefit(db, cityOf, input),
  categories: () => categories(db),
  reportLostPage: async ({ path, from }, { address }) => {
    await reportLostPage(context, db, { path, from, address });
    return {};
  },
});
