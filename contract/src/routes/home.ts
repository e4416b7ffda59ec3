/** Routes of the home page, the benefit list and the report of a missing page. */
import { routesOf } from "../operation.ts";

export const home = routesOf({
  page: { method: "GET", path: "/home", caller: "anyone" },
  benefits: { method: "GET", path: "/benefits", caller: "anyone" },
  suggest: { method: "GET", path: "/benefits/search/suggest", caller: "anyone" },
  benefit: { method: "GET", path: "/benefits/{benefitId}", caller: "anyone" },
  favour: { method: "PUT", path: "/benefits/{benefitId}/favourite", caller: "member" },
  categories: { method: "GET", path: "/categories", caller: "anyone" },
  brands: { method: "GET", path: "/brands", caller: "anyone" },
  serviceContacts: { method: "GET", path: "/service-contacts", caller: "anyone" },
  shareTexts: { method: "GET", path: "/share-texts", caller: "anyone" },
  agreements: { method: "GET", path: "/agreements", caller: "anyone" },
  agreement: { method: "GET", path: "/agreements/{kind}", caller: "anyone" },
  help: { method: "GET", path: "/help", caller: "anyone" },
  reportLostPage: { method: "POST", path: "/report/lost-page", caller: "anyone" },
});
