/** Routes of login, refresh and logout. */
import { routesOf } from "../operation.ts";

export const passport = routesOf({
  smsSend: { method: "POST", path: "/passport/sms/send", caller: "anyone" },
  smsLogin: { method: "POST", path: "/passport/sms/login", caller: "anyone" },
  wechatAuthorize: { method: "POST", path: "/passport/wechat/authorize", caller: "anyone" },
  wechatLogin: { method: "POST", path: "/passport/wechat/login", caller: "anyone" },
  refresh: { method: "POST", path: "/passport/refresh", caller: "anyone" },
  logout: { method: "POST", path: "/passport/logout", caller: "member" },
});
