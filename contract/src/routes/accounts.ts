/** Routes where a member reads and deletes the accounts saved from earlier orders. */
import { routesOf } from "../operation.ts";

export const accounts = routesOf({
  list: { method: "GET", path: "/accounts", caller: "member" },
  remove: { method: "DELETE", path: "/accounts/{savedAccountId}", caller: "member" },
});
