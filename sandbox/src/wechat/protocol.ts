/** WeChat's published calls: tokens, tickets, and errors under HTTP 200. */
import type { FastifyInstance } from "fastify";
import type { Credential, Kind, Wechat } from "./platform.ts";

/** WeChat's global return codes, as far as these calls can return them. */
const errorTexts: Readonly<Record<number, string>> = {
  [-1]: "system error",
  40001: "invalid credential, access_token is invalid or not latest",
  40002: "invalid grant_type",
  40003: "invalid openid",
  40013: "invalid appid",
  40014: "invalid access_token",
  40037: "invalid template_id",
  40029: "invalid code",
  40097: "invalid args",
  40125: "invalid appsecret",
  40163: "code been used",
  40164: "invalid ip, not in whitelist",
  41001: "access_token missing",
  41002: "appid missing",
  41004: "appsecret missing",
  41008: "missing code",
  42001: "access_token expired",
  42003: "oauth_code expired",
  43002: "require POST method",
  43004: "require subscribe",
  43101: "user refuse to accept the msg",
  45009: "reach max api daily quota limit",
  45047: "out of response count limit",
  47001: "data format error",
  47003: "argument invalid!",
  48001: "api unauthorized",
};

let requestCount = 0;
export const errorBody = (errcode: number) => {
  requestCount += 1;
  const rid = `${Date.now().toString(16)}-${requestCount.toString(16).padStart(8, "0")}`;
  return { errcode, errmsg: `${errorTexts[errcode] ?? "unknown error"} rid: ${rid}` };
};

type RequestFields = Readonly<Record<string, unknown>>;

/** Returns the errcode of a token request, or 0. */
function tokenError({ account }: Wechat, { grant_type, appid, secret }: RequestFields): number {
  if (grant_type !== "client_credential") return 40002;
  if (!appid) return 41002;
  if (!secret) return 41004;
  if (appid !== account.appId) return 40013;
  return secret === account.secret ? 0 : 40125;
}

function ticketError(wechat: Wechat, { access_token, type }: RequestFields): number {
  if (typeof access_token !== "string" || access_token === "") return 41001;
  const state = wechat.stateOf(access_token);
  if (state === "expired") return 42001;
  if (state !== "good") return 40001;
  return type === "jsapi" ? 0 : 40097;
}

/** Applies the fault settings to every call of this scope. */
export function addFaults(app: FastifyInstance, wechat: Wechat): void {
  app.addHook("onRequest", async (_request, reply) => {
    const { slowMs, errcode, status } = wechat.faults();
    if (slowMs > 0) await new Promise((done) => setTimeout(done, slowMs));
    reply.code(status);
    if (errcode !== 0 || status !== 200) return reply.send(errorBody(errcode || -1));
  });
}

/** Adds `/cgi-bin/token`, `/cgi-bin/stable_token` and `/cgi-bin/ticket/getticket`. */
export function addWechatProtocol(app: FastifyInstance, wechat: Wechat): void {
  // A body that is not JSON gets WeChat's own error, not the framework's.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) =>
    done(null, String(body)),
  );
  app.addHook("onRequest", async (request) => {
    const kind = kinds[request.routeOptions.url ?? ""];
    if (kind) wechat.calls[kind] += 1;
  });
  addFaults(app, wechat);
  const given = (one: Credential, name: string) => ({
    [name]: one.value,
    expires_in: wechat.secondsLeft(one),
  });

  app.get<{ Querystring: RequestFields }>("/cgi-bin/token", async ({ query }) => {
    const error = tokenError(wechat, query);
    return error ? errorBody(error) : given(wechat.token(), "access_token");
  });
  app.get("/cgi-bin/stable_token", async () => errorBody(43002));
  app.post<{ Body: string }>("/cgi-bin/stable_token", async ({ body }) => {
    const wanted = parsed(body);
    if (!wanted) return errorBody(47001);
    const error = tokenError(wechat, wanted);
    if (error) return errorBody(error);
    return given(wechat.stableToken(wanted["force_refresh"] === true), "access_token");
  });
  app.get<{ Querystring: RequestFields }>("/cgi-bin/ticket/getticket", async ({ query }) => {
    const error = ticketError(wechat, query);
    if (error) return errorBody(error);
    return { errcode: 0, errmsg: "ok", ...given(wechat.ticket(), "ticket") };
  });
}

const kinds: Readonly<Record<string, Kind>> = {
  "/cgi-bin/token": "token",
  "/cgi-bin/stable_token": "stableToken",
  "/cgi-bin/ticket/getticket": "ticket",
};

export function parsed(body: string): RequestFields | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
