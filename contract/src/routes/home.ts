/** Where the home page, the benefit list and the lost-page report live. */
import { routesOf } from "../operation.ts";

export const home = routesOf({
  page: { method: "GET", path: "/home", caller: "anyone" },
  benefits: { method: "GET", path: "/benefits", caller: "anyone" },
  benefit: { method: "GET", path: "/benefits/{benefitId}", caller: "anyone" },
  categories: { method: "GET", path: "/categories", caller: "anyone" },
  reportLostPage: { method: "POST", path: "/report/lost-page", caller: "anyone" },
});
