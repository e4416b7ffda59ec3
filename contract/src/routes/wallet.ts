/**
 * Routes where a member reads the balance, tops it up, refunds a top-up, and withdraws reward cash.
 */
import { routesOf } from "../operation.ts";

export const wallet = routesOf({
  summary: { method: "GET", path: "/wallet", caller: "member" },
  records: { method: "GET", path: "/wallet/records", caller: "member" },
  packages: { method: "GET", path: "/wallet/topup-packages", caller: "member" },
  topUp: { method: "POST", path: "/wallet/topups", caller: "member", key: true },
  topUps: { method: "GET", path: "/wallet/topups", caller: "member" },
  topUpDetail: { method: "GET", path: "/wallet/topups/{topUpNo}", caller: "member" },
  refundSheet: { method: "GET", path: "/wallet/topups/{topUpNo}/refund", caller: "member" },
  refund: { method: "POST", path: "/wallet/topups/{topUpNo}/refund", caller: "member", key: true },
});
