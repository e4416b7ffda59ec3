/** Routes of the operators' login to the console, below its own prefix. */
import { routesOf } from "../../operation.ts";

export const operatorPassport = routesOf({
  smsSend: { method: "POST", path: "/passport/sms/send", caller: "anyone" },
  smsLogin: { method: "POST", path: "/passport/sms/login", caller: "anyone" },
  totpVerify: { method: "POST", path: "/passport/totp/verify", caller: "anyone" },
  totpRecover: { method: "POST", path: "/passport/totp/recover", caller: "anyone" },
  totpBegin: { method: "POST", path: "/passport/totp/begin", caller: "anyone" },
  totpConfirm: { method: "POST", path: "/passport/totp/confirm", caller: "anyone" },
  stepUp: { method: "POST", path: "/passport/step-up", caller: "operator" },
  refresh: { method: "POST", path: "/passport/refresh", caller: "anyone" },
  logout: { method: "POST", path: "/passport/logout", caller: "operator" },
  me: { method: "GET", path: "/passport/me", caller: "operator" },
});
