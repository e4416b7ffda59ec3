/** Login, refresh and logout of operators in the console. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { invariant, Refusal } from "../../platform/refusal.ts";
import {
  type Authenticator,
  clearRefreshCookie,
  loginOperator,
  logout,
  nameOf,
  readRefreshCookie,
  refreshSession,
  refuseForeignOrigin,
  sendCode,
  setRefreshCookie,
} from "../members/actions.ts";

export const operatorPassportRoutes = (
  context: Context,
  db: Db,
  { authenticator }: { readonly authenticator: Authenticator },
): Handlers<"operatorPassport"> => ({
  smsSend: ({ phone }, { address, device }) =>
    sendCode(context, db, { phone, address, device, scene: "console" }),
  smsLogin: async ({ challengeId, phone, code }, call) => {
    const { device, requestId, address } = call;
    const login = { challengeId, phone, code, device, requestId, address };
    const { refreshToken, ...answer } = await loginOperator(context, db, login);
    setRefreshCookie(context, call, refreshToken, "console");
    return answer;
  },
  refresh: async (_input, call) => {
    refuseForeignOrigin(call);
    const token = readRefreshCookie(call, "console");
    if (!token) throw new Refusal("AUTH_EXPIRED");
    const presented = { token, device: call.device, audience: "console" } as const;
    const { refreshToken, ...answer } = await refreshSession(context, db, presented);
    setRefreshCookie(context, call, refreshToken, "console");
    return answer;
  },
  logout: async (_input, call) => {
    refuseForeignOrigin(call);
    const caller = memberOf(call);
    await logout(context, db, caller, false);
    authenticator.invalidate(caller.memberId);
    clearRefreshCookie(call, "console");
    return {};
  },
  me: async (_input, call) => {
    const { memberId, roles, permissions } = memberOf(call);
    const name = await nameOf(db, memberId);
    invariant(name, "an operator who is logged in is a member");
    return { uid: memberId, ...name, roles: [...roles], permissions: [...permissions] };
  },
});
