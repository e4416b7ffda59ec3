/** Login, second factor, refresh and logout of operators in the console. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { invariant, Refusal } from "../../platform/refusal.ts";
import {
  type Authenticator,
  clearRefreshCookie,
  logout,
  nameOf,
  readRefreshCookie,
  refreshSession,
  refuseForeignOrigin,
  sendCode,
  setRefreshCookie,
} from "../members/actions.ts";
import {
  beginEnrolment,
  beginLogin,
  confirmEnrolment,
  recoverLogin,
  stepUp,
  verifyLogin,
} from "./actions/login.ts";
import { accountOfOperator } from "./actions/read.ts";

const originOf = ({ device, address, requestId }: Call) => ({ device, address, requestId });

export const operatorPassportRoutes = (
  context: Context,
  db: Db,
  { authenticator }: { readonly authenticator: Authenticator },
): Handlers<"operatorPassport"> => {
  /** Sets the refresh cookie of a session; its token is not part of the answer. */
  const withCookie = <T extends { readonly refreshToken: string }>(call: Call, granted: T) => {
    const { refreshToken, ...answer } = granted;
    setRefreshCookie(context, call, refreshToken, "console");
    return answer;
  };
  return {
    smsSend: ({ phone }, { address, device }) =>
      sendCode(context, db, { phone, address, device, scene: "console" }),
    smsLogin: (shown, call) => beginLogin(context, db, { ...shown, ...originOf(call) }),
    totpVerify: async (shown, call) =>
      withCookie(call, await verifyLogin(context, db, { ...shown, ...originOf(call) })),
    totpRecover: async (shown, call) =>
      withCookie(call, await recoverLogin(context, db, { ...shown, ...originOf(call) })),
    totpBegin: (shown, call) => beginEnrolment(context, db, { ...shown, ...originOf(call) }),
    totpConfirm: async (shown, call) =>
      withCookie(call, await confirmEnrolment(context, db, { ...shown, ...originOf(call) })),
    stepUp: async ({ code }, call) => {
      const caller = memberOf(call);
      const provenUntil = await stepUp(context, db, { caller, code, address: call.address });
      authenticator.invalidate(caller.memberId);
      return { provenUntil };
    },
    refresh: async (_input, call) => {
      refuseForeignOrigin(call);
      const token = readRefreshCookie(call, "console");
      if (!token) throw new Refusal("AUTH_EXPIRED");
      const presented = { token, device: call.device, audience: "console" } as const;
      return withCookie(call, await refreshSession(context, db, presented));
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
      const { memberId, permissions, provenUntil } = memberOf(call);
      const person = await nameOf(db, memberId);
      invariant(person, "an operator who is logged in is a member");
      const account = await accountOfOperator(db, memberId);
      return {
        uid: memberId,
        ...person,
        name: account?.name ?? person.nickname,
        roles: [...(account?.roles ?? [])],
        permissions: [...permissions],
        ...(provenUntil === undefined ? {} : { provenUntil }),
        proofAboveFen: context.settings.operatorProofAboveFen,
      };
    },
  };
};
