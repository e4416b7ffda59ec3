/**
 * Login by WeChat: the address of its login page, and the two API calls behind it. The server
 * itself queries WeChat with the code; no identity that a browser sends is trusted.
 */
import Type from "typebox";
import Value from "typebox/value";
import type { WechatOAuth } from "../../domain/members/port.ts";
import { Outage } from "../../platform/refusal.ts";
import { unsignedCall, type Reply, requireSafeOrigin } from "../signing/call.ts";
import type { WechatAccount } from "./platform.ts";

export const OPEN_ORIGIN = "https://open.weixin.qq.com";
const AVATAR_ORIGIN = "https://thirdwx.qlogo.cn";
/** The path to which WeChat redirects after every login. */
const RETURN_PATH = "/pages/passport/login";

export type OAuthAccount = WechatAccount & {
  /**
   * The prefix of `/connect/oauth2/authorize`: WeChat's own origin, or a path below our server's
   * origin for the sandbox.
   */
  readonly pages: string;
};

const Id = Type.String({ minLength: 1, maxLength: 128 });
const Granted = Type.Object({
  access_token: Type.String({ minLength: 1, maxLength: 1_024 }),
  openid: Id,
  unionid: Type.Optional(Id),
  is_snapshotuser: Type.Optional(Type.Integer()),
});
const Profile = Type.Object({
  openid: Id,
  nickname: Type.String({ maxLength: 256 }),
  headimgurl: Type.Optional(Type.String({ maxLength: 1_024 })),
});
const Failure = Type.Object({ errcode: Type.Integer() });

/**
 * The code is unknown, used, missing or expired (WeChat, global return codes): it is worthless, and
 * another may be requested.
 */
const CODE_REFUSED = [40_029, 40_163, 41_008, 42_003];
/**
 * The token is unknown or expired, the openid belongs to another, or the scope does not include the
 * profile.
 */
const PROFILE_REFUSED = [40_001, 40_003, 40_014, 42_001, 48_001];

function failureOf(reply: Reply): number | undefined {
  return reply.answered && Value.Check(Failure, reply.body) ? reply.body.errcode : undefined;
}

// Only the number is kept: the text beside it may quote what was sent.
function outage(reply: Reply): Outage {
  if (!reply.answered) return new Outage("wechat", reply.cause ?? new Error(reply.reason));
  const errorCode = failureOf(reply) ?? "unreadable";
  return new Outage("wechat", new Error(`WeChat answered ${reply.status}, errcode ${errorCode}`));
}

/**
 * Returns an avatar URL that our pages may show: on WeChat's own host over https, or a sandbox
 * drawing below our own origin.
 */
function avatarOf(address: string | undefined, { origin }: OAuthAccount): string | undefined {
  const url = address ? URL.parse(address) : null;
  if (!url) return undefined;
  if (url.origin === origin && origin !== "" && url.pathname.startsWith("/sandbox/")) {
    return url.pathname;
  }
  url.protocol = "https:";
  return url.origin === AVATAR_ORIGIN ? url.href : undefined;
}

/** Throws TypeError at once when the origin is not safe. */
export function wechatOAuth(account: OAuthAccount): WechatOAuth {
  requireSafeOrigin(account.origin);
  const { appId, secret, pages } = account;
  const isSandbox = pages.startsWith("/");
  return {
    appId,
    opensInAnyBrowser: isSandbox,
    pageUrl({ ownOrigin, state, scope }) {
      const query = new URLSearchParams({
        appid: appId,
        redirect_uri: ownOrigin + RETURN_PATH,
        response_type: "code",
        scope,
        state,
      });
      const host = isSandbox ? ownOrigin : "";
      return `${host}${pages}/connect/oauth2/authorize?${query}#wechat_redirect`;
    },
    async exchange(code) {
      const query = new URLSearchParams({
        appid: appId,
        secret,
        code,
        grant_type: "authorization_code",
      });
      const path = `/sns/oauth2/access_token?${query}`;
      const reply = await unsignedCall(account, { method: "GET", path });
      if (CODE_REFUSED.includes(failureOf(reply) ?? 0)) return "refused";
      if (!reply.answered || reply.status !== 200 || !Value.Check(Granted, reply.body)) {
        throw outage(reply);
      }
      const { openid, unionid, access_token: accessToken, is_snapshotuser } = reply.body;
      return is_snapshotuser === 1 ? "snapshot" : { openid, unionid, accessToken };
    },
    async profile({ openid, accessToken }) {
      const query = new URLSearchParams({ access_token: accessToken, openid, lang: "zh_CN" });
      const reply = await unsignedCall(account, { method: "GET", path: `/sns/userinfo?${query}` });
      if (PROFILE_REFUSED.includes(failureOf(reply) ?? 0)) return "refused";
      if (!reply.answered || reply.status !== 200 || !Value.Check(Profile, reply.body)) {
        throw outage(reply);
      }
      if (reply.body.openid !== openid) throw outage(reply);
      const { nickname, headimgurl } = reply.body;
      return { nickname, avatarUrl: avatarOf(headimgurl, account) };
    },
  };
}
