/** Routes where a member reads and earns points, and of the shop that accepts them. */
import { routesOf } from "../operation.ts";

export const points = routesOf({
  summary: { method: "GET", path: "/points", caller: "member" },
  records: { method: "GET", path: "/points/records", caller: "member" },
  benefits: { method: "GET", path: "/points/benefits", caller: "member" },
  signIn: { method: "POST", path: "/points/sign-in", caller: "member" },
});
