/** Where a page asks to be let into WeChat's own functions. */
import { routesOf } from "../operation.ts";

export const wechat = routesOf({
  jsdk: { method: "POST", path: "/wechat/jsdk", caller: "anyone" },
});
