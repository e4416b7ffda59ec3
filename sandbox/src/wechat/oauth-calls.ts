/**
 * WeChat's published calls behind its login pages: exchanges a code for a token, and a token for a
 * profile.
 */
import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type OAuth, SNAPSHOT } from "./oauth.ts";
import type { Wechat } from "./platform.ts";
import { addFaults, errorBody } from "./protocol.ts";

type OAuthQuery = Readonly<Partial<Record<string, string>>>;

/** Returns the errcode of a token request, or 0. */
function codeExchangeError(
  { account }: OAuth,
  { appid, secret, grant_type, code }: OAuthQuery,
): number {
  if (!appid) return 41002;
  if (!secret) return 41004;
  if (appid !== account.appId) return 40013;
  if (secret !== account.secret) return 40125;
  if (grant_type !== "authorization_code") return 40002;
  return code ? 0 : 41008;
}

/**
 * Adds `/sns/oauth2/access_token` and `/sns/userinfo`; the fault settings of the sandbox WeChat
 * apply to both.
 */
export function addOAuthCalls(
  app: FastifyInstance,
  { wechat, oauth }: { wechat: Wechat; oauth: OAuth },
): void {
  app.addHook("onRequest", async (request) => {
    if (request.url.startsWith("/sns/userinfo")) oauth.calls.profiles += 1;
    else oauth.calls.exchanged += 1;
  });
  addFaults(app, wechat);
  app.get<{ Querystring: OAuthQuery }>("/sns/oauth2/access_token", async ({ query }) => {
    const error = codeExchangeError(oauth, query);
    if (error) return errorBody(error);
    const traded = oauth.trade(query["code"] ?? "");
    if (typeof traded === "number") return errorBody(traded);
    const { token, person, scope } = traded;
    return {
      access_token: token,
      expires_in: oauth.tokenSeconds,
      refresh_token: randomBytes(48).toString("base64url"),
      openid: person.openid,
      scope,
      ...(person.id === SNAPSHOT ? { is_snapshotuser: 1 } : {}),
      ...(scope === "snsapi_userinfo" ? { unionid: person.unionid } : {}),
    };
  });
  app.get<{ Querystring: OAuthQuery }>("/sns/userinfo", async (request) => {
    const { access_token = "", openid = "" } = request.query;
    if (!access_token) return errorBody(41001);
    const person = oauth.profile(access_token, openid);
    if (typeof person === "number") return errorBody(person);
    return {
      openid: person.openid,
      nickname: person.nickname,
      sex: 0,
      language: "",
      city: "",
      province: "",
      country: "",
      headimgurl: avatarUrlOf(request, person.id),
      privilege: [],
      unionid: person.unionid,
    };
  });
}

const avatarUrlOf = ({ protocol, host }: FastifyRequest, id: string): string =>
  `${protocol}://${host}/sandbox/wechat/faces/${id}.svg`;
