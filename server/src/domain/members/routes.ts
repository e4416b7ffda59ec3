/** Maps the contract operations of passport and member to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { Refusal } from "../../platform/refusal.ts";
import { refuseMerged } from "./actions/active-member.ts";
import { setAvatar } from "./actions/avatar.ts";
import type { IdentityDeps } from "./actions/identity.ts";
import { loginBySms } from "./actions/login.ts";
import {
  chooseOffers,
  profileOf,
  renameMember,
  tellBirthday,
  type ProfileReaders,
} from "./actions/profile.ts";
import { sendCode } from "./actions/send-code.ts";
import { type Authenticator, logout, refreshSession } from "./actions/session.ts";
import { acceptTerms, askedTerms } from "./actions/terms.ts";
import { loginByWechat } from "./actions/wechat-login.ts";
import { sendToWechat } from "./identity-routes.ts";
import type { NewcomerListener } from "./port.ts";
import {
  clearRefreshCookie,
  readRefreshCookie,
  refuseForeignOrigin,
  setRefreshCookie,
} from "./refresh-cookie.ts";

export type MemberDeps = ProfileReaders &
  IdentityDeps & {
    readonly authenticator: Authenticator;
    readonly newcomers: NewcomerListener;
  };

export const passportRoutes = (
  context: Context,
  db: Db,
  deps: MemberDeps,
): Handlers<"passport"> => ({
  smsSend: ({ phone }, { address, device }) => sendCode(context, db, { phone, address, device }),
  smsLogin: async (input, call) => {
    const { challengeId, phone, code, termsVersion, inviteCode } = input;
    const { device, address, userAgent: agent } = call;
    const login = { challengeId, phone, code, termsVersion, inviteCode, device, address, agent };
    const { refreshToken, ...answer } = await loginBySms(context, db, deps.newcomers, login);
    setRefreshCookie(context, call, refreshToken);
    return answer;
  },
  wechatAuthorize: async ({ referer, withProfile = false }, call) =>
    sendToWechat(context, deps.oauth, { call, purpose: "login", referer, withProfile }),
  wechatLogin: async ({ code, state, termsVersion, inviteCode }, call) => {
    refuseForeignOrigin(call);
    const login = { code, state, termsVersion, inviteCode, call };
    const { refreshToken, ...answer } = await loginByWechat(context, db, deps, login);
    setRefreshCookie(context, call, refreshToken);
    return answer;
  },
  refresh: async (_input, call) => {
    refuseForeignOrigin(call);
    const token = readRefreshCookie(call);
    if (!token) throw new Refusal("AUTH_EXPIRED");
    const { refreshToken, ...answer } = await refreshSession(context, db, {
      token,
      device: call.device,
    });
    setRefreshCookie(context, call, refreshToken);
    return answer;
  },
  logout: async ({ everywhere }, call) => {
    refuseForeignOrigin(call);
    const caller = memberOf(call);
    await logout(context, db, caller, everywhere ?? false);
    deps.authenticator.invalidate(caller.memberId);
    clearRefreshCookie(call);
    return {};
  },
});

export const memberRoutes = (context: Context, db: Db, deps: MemberDeps): Handlers<"member"> => ({
  me: (_input, call) => profileOf(context, db, deps, memberOf(call).memberId),
  terms: (_input, call) => askedTerms(db, deps.terms, memberOf(call).memberId),
  acceptTerms: ({ termsVersion: version, of = "login" }, call) => {
    const { memberId } = memberOf(call);
    return acceptTerms(context, db, deps.terms, { memberId, of, version });
  },
  update: async ({ nickname, avatar, birthday, wantsOffers }, call) => {
    const { memberId } = memberOf(call);
    await transaction(db, async (tx) => {
      await refuseMerged(tx, memberId);
      if (avatar !== undefined) {
        const fileId = await setAvatar(context, tx, { memberId, id: avatar });
        await deps.profile.onPictured(tx, { memberId, fileId });
      }
      if (birthday !== undefined) await tellBirthday(tx, memberId, birthday);
      if (wantsOffers !== undefined) await chooseOffers(context, tx, { memberId, wantsOffers });
      if (nickname === undefined) return;
      await renameMember(context, tx, deps.profile, { memberId, nickname });
    });
    return profileOf(context, db, deps, memberId);
  },
});
