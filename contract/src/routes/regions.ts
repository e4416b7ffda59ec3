/** Routes of the national region tree. */
import { routesOf } from "../operation.ts";

export const regions = routesOf({
  children: { method: "GET", path: "/regions", caller: "anyone" },
  cities: { method: "GET", path: "/regions/cities", caller: "anyone" },
  search: { method: "GET", path: "/regions/search", caller: "anyone" },
  nearest: { method: "GET", path: "/regions/nearest", caller: "anyone" },
  hot: { method: "GET", path: "/regions/hot", caller: "anyone" },
});
