/** Maps the contract operations of login identities, and of login by WeChat, to actions. */
import type { WechatPurpose } from "@yunjing/contract/wechat-state";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  bindPhone,
  type IdentityDeps,
  identitiesOf,
  authorizeLink,
  refuseSecondPhone,
  returnFromWechat,
  unlinkWechat,
} from "./actions/identity.ts";
import { changePhone, sendChangeCode } from "./actions/change-phone.ts";
import { sendCode } from "./actions/send-code.ts";
import type { Authenticator } from "./actions/session.ts";
import type { WechatOAuth, WechatScope } from "./port.ts";
import { issueState } from "./wechat-state.ts";

/**
 * A login requests no profile unless the member wants it; nickname and avatar require the member's
 * consent.
 */
const scopes: Readonly<Record<WechatPurpose, WechatScope>> = {
  login: "snsapi_base",
  link: "snsapi_base",
  profile: "snsapi_userinfo",
};

/**
 * Sends a browser to WeChat: returns the page's address, with a state that is valid in this browser
 * only.
 */
export function sendToWechat(
  context: Context,
  oauth: WechatOAuth,
  wanted: {
    readonly call: Call;
    readonly purpose: WechatPurpose;
    readonly referer: string | undefined;
    /** For a login: WeChat requests nickname and picture from the member. */
    readonly withProfile?: boolean;
  },
): { url: string } {
  const { call, purpose, referer, withProfile = false } = wanted;
  const sessionId = purpose === "login" ? "" : memberOf(call).sessionId;
  const state = issueState(context, call, { purpose, referer, sessionId, withProfile });
  const scope = withProfile ? scopes.profile : scopes[purpose];
  return { url: oauth.pageUrl({ ownOrigin: call.ownOrigin, state, scope }) };
}

type RouteDeps = IdentityDeps & { readonly authenticator: Pick<Authenticator, "invalidate"> };

export function identityRoutes(context: Context, db: Db, deps: RouteDeps): Handlers<"identity"> {
  const list = (call: Call) =>
    identitiesOf(context, db, deps, {
      memberId: memberOf(call).memberId,
      userAgent: call.userAgent,
    });
  return {
    list: (_input, call) => list(call),
    wechatAuthorize: async ({ purpose, referer, stepUp }, call) => {
      const { memberId } = memberOf(call);
      if (purpose === "link") await authorizeLink(db, deps, { memberId, stepUp });
      return sendToWechat(context, deps.oauth, { call, purpose, referer });
    },
    wechatReturn: (answered, call) => returnFromWechat(context, db, deps, { ...answered, call }),
    wechatUnlink: async ({ stepUp }, call) => {
      await unlinkWechat(context, db, deps, { memberId: memberOf(call).memberId, stepUp });
      return list(call);
    },
    phoneSend: async ({ phone }, call) => {
      const { memberId } = memberOf(call);
      await refuseSecondPhone(db, memberId);
      const { address, device } = call;
      return sendCode(context, db, { phone, address, device, memberId, scene: "bind" });
    },
    phoneBind: async (shown, call) => {
      await bindPhone(context, db, { ...shown, memberId: memberOf(call).memberId });
      return list(call);
    },
    phoneChangeSend: ({ phone, stepUp }, call) => {
      const { address, device } = call;
      const requester = { phone, address, device };
      return sendChangeCode(context, db, deps, {
        ...requester,
        stepUp,
        memberId: memberOf(call).memberId,
      });
    },
    phoneChange: async (shown, call) => {
      const { memberId, sessionId } = memberOf(call);
      await changePhone(context, db, deps, { ...shown, memberId, sessionId });
      deps.authenticator.invalidate(memberId);
      return list(call);
    },
  };
}
