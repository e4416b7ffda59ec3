/** Route where a page gets the configuration of WeChat's JS-SDK. */
import { routesOf } from "../operation.ts";

export const wechat = routesOf({
  jsdk: { method: "POST", path: "/wechat/jsdk", caller: "anyone" },
});
