/** Routes of a member's addresses. */
import { routesOf } from "../operation.ts";

export const addresses = routesOf({
  list: { method: "GET", path: "/addresses", caller: "member" },
  add: { method: "POST", path: "/addresses", caller: "member" },
  recognise: { method: "POST", path: "/addresses/recognise", caller: "member" },
  change: { method: "PATCH", path: "/addresses/{addressId}", caller: "member" },
  remove: { method: "DELETE", path: "/addresses/{addressId}", caller: "member" },
  makeDefault: { method: "POST", path: "/addresses/{addressId}/default", caller: "member" },
  used: { method: "POST", path: "/addresses/{addressId}/used", caller: "member" },
});
