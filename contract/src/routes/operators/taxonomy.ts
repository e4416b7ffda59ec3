/** Routes where operators name what is sold: brands, categories and popular search words. */
import { routesOf } from "../../operation.ts";

const mayRead = { caller: "operator", permissions: ["catalog:read", "catalog:edit"] } as const;
const mayEdit = { caller: "operator", permissions: ["catalog:edit"] } as const;

export const operatorTaxonomy = routesOf({
  brands: { ...mayRead, method: "GET", path: "/catalog/brands" },
  setBrand: { ...mayEdit, method: "PUT", path: "/catalog/brands/{code}" },
  orderBrands: { ...mayEdit, method: "POST", path: "/catalog/brands/order" },
  categories: { ...mayRead, method: "GET", path: "/catalog/categories" },
  setCategory: { ...mayEdit, method: "PUT", path: "/catalog/categories/{code}" },
  orderCategories: { ...mayEdit, method: "POST", path: "/catalog/categories/order" },
  hotWords: { ...mayRead, method: "GET", path: "/catalog/hot-words" },
  setHotWord: { ...mayEdit, method: "PUT", path: "/catalog/hot-words" },
  orderHotWords: { ...mayEdit, method: "POST", path: "/catalog/hot-words/order" },
});
