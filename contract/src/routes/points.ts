/** Where a member reads and earns points, and the shop that takes them. */
import { routesOf } from "../operation.ts";

export const points = routesOf({
  summary: { method: "GET", path: "/points", caller: "member" },
  records: { method: "GET", path: "/points/records", caller: "member" },
  benefits: { method: "GET", path: "/points/benefits", caller: "member" },
  signIn: { method: "POST", path: "/points/sign-in", caller: "member" },
});
