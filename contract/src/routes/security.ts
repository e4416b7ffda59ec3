/** Routes of step-up authentication: the pay password, and a code by SMS. */
import { routesOf } from "../operation.ts";

export const security = routesOf({
  summary: { method: "GET", path: "/member/security", caller: "member" },
  sendCode: { method: "POST", path: "/member/step-up/send", caller: "member" },
  stepUp: { method: "POST", path: "/member/step-up", caller: "member" },
  setPayPassword: { method: "PUT", path: "/member/pay-password", caller: "member" },
});
