/**
 * WeChat's platform API over HTTP: an access token for our account, and a JS-SDK ticket for its
 * pages.
 */
import Type, { type TSchema } from "typebox";
import Value from "typebox/value";
import { Outage } from "../../platform/refusal.ts";
import { unsignedCall, type Reply, requireSafeOrigin } from "../signing/call.ts";

export type WechatAccount = {
  readonly origin: string;
  readonly appId: string;
  readonly secret: string;
  readonly timeoutMs: number;
};

/** A secret that WeChat issued, and its lifetime in ms. */
export type Issued = { readonly value: string; readonly lifetimeMs: number };

export type WechatPlatform = {
  readonly appId: string;
  /**
   * Returns the current token; another call does not change it. `isRefused` makes WeChat issue
   * another. Throws Outage.
   */
  accessToken(isRefused: boolean): Promise<Issued>;
  /**
   * Returns the ticket with which pages are signed, or "refused" when WeChat rejects the token.
   * Throws Outage.
   */
  jsapiTicket(accessToken: string): Promise<Issued | "refused">;
};

const Secret = Type.String({ minLength: 1, maxLength: 1_024 });
const Seconds = Type.Integer({ minimum: 1, maximum: 86_400 });
const Token = Type.Object({ access_token: Secret, expires_in: Seconds });
const Ticket = Type.Object({ errcode: Type.Literal(0), ticket: Secret, expires_in: Seconds });
const Failure = Type.Object({ errcode: Type.Integer() });

/** The token is not the latest, is invalid, or has expired (WeChat, global return codes). */
const TOKEN_REFUSED = [40_001, 40_014, 42_001];

// Only the number is kept: the text beside it may quote what was sent.
const outage = (reply: Reply): Outage => {
  if (!reply.answered) return new Outage("wechat", reply.cause ?? new Error(reply.reason));
  const reason = Value.Check(Failure, reply.body) ? `errcode ${reply.body.errcode}` : "unreadable";
  return new Outage("wechat", new Error(`WeChat answered ${reply.status}, ${reason}`));
};

function read<T extends TSchema>(reply: Reply, shape: T) {
  if (!reply.answered || reply.status !== 200 || !Value.Check(shape, reply.body))
    throw outage(reply);
  return reply.body;
}

const isTokenRefused = (reply: Reply): boolean =>
  reply.answered && Value.Check(Failure, reply.body) && TOKEN_REFUSED.includes(reply.body.errcode);

/** Throws TypeError at once when the origin is not safe. */
export function wechatPlatform(account: WechatAccount): WechatPlatform {
  requireSafeOrigin(account.origin);
  const { appId: appid, secret } = account;
  return {
    appId: appid,
    // The stable token: a request for it from another environment does not end our token.
    async accessToken(isRefused) {
      const reply = await unsignedCall(account, {
        method: "POST",
        path: "/cgi-bin/stable_token",
        body: { grant_type: "client_credential", appid, secret, force_refresh: isRefused },
      });
      const { access_token, expires_in } = read(reply, Token);
      return { value: access_token, lifetimeMs: expires_in * 1_000 };
    },
    async jsapiTicket(accessToken) {
      const query = new URLSearchParams({ access_token: accessToken, type: "jsapi" });
      const path = `/cgi-bin/ticket/getticket?${query}`;
      const reply = await unsignedCall(account, { method: "GET", path });
      if (isTokenRefused(reply)) return "refused";
      const { ticket, expires_in } = read(reply, Ticket);
      return { value: ticket, lifetimeMs: expires_in * 1_000 };
    },
  };
}
