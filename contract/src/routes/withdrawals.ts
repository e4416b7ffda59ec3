/** Routes where a member withdraws reward cash to WeChat. */
import { routesOf } from "../operation.ts";

export const withdrawals = routesOf({
  sheet: { method: "GET", path: "/wallet/withdrawals/sheet", caller: "member" },
  create: { method: "POST", path: "/wallet/withdrawals", caller: "member", key: true },
  list: { method: "GET", path: "/wallet/withdrawals", caller: "member" },
  detail: { method: "GET", path: "/wallet/withdrawals/{withdrawalNo}", caller: "member" },
  cancel: {
    method: "POST",
    path: "/wallet/withdrawals/{withdrawalNo}/cancel",
    caller: "member",
    key: true,
  },
});
