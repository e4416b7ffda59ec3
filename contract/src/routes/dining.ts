/** Routes of stores, menus and pickup slots. */
import { routesOf } from "../operation.ts";

export const dining = routesOf({
  cities: { method: "GET", path: "/dining/cities", caller: "anyone" },
  stores: { method: "GET", path: "/dining/stores", caller: "anyone" },
  store: { method: "GET", path: "/dining/stores/{storeId}", caller: "anyone" },
  favour: { method: "PUT", path: "/dining/stores/{storeId}/favourite", caller: "member" },
  menu: { method: "GET", path: "/dining/stores/{storeId}/menu", caller: "anyone" },
  slots: { method: "GET", path: "/dining/stores/{storeId}/slots", caller: "anyone" },
});
