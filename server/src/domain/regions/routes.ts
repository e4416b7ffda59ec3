/** Maps the contract operations of regions to the tree in memory. */
import type { Handlers } from "../../platform/http/handlers.ts";
import { Refusal } from "../../platform/refusal.ts";
import { nearestCityOf } from "./nearest.ts";
import type { RegionTree } from "./tree.ts";

export function regionsRoutes(tree: RegionTree): Handlers<"regions"> {
  const nearest = nearestCityOf(tree);
  return {
    children: async ({ parent }) => {
      const found = tree.children(parent);
      if (!found) throw new Refusal("NOT_FOUND");
      return { list: [...found] };
    },
    cities: async () => ({ list: [...tree.cities] }),
    search: async ({ keyword }) => ({ list: [...tree.search(keyword)] }),
    nearest: async (position) => {
      const city = nearest(position);
      return city ? { city } : {};
    },
    hot: async () => ({ list: [...tree.hot] }),
  };
}
