/**
 * Login pages of the sandbox WeChat: the choice of an account, remembered in a cookie, and the
 * question for nickname and avatar. The base scope asks no question and redirects back at once.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { escaped } from "../page.ts";
import { avatarSvg, sendLoginPage } from "./oauth-layout.ts";
import { type OAuth, offered, type Person, personOf, type Scope } from "./oauth.ts";

export const AUTHORIZE = "/sandbox/wechat/open/connect/oauth2/authorize";
const FACES = "/sandbox/wechat/faces";
const COOKIE = "sandbox_wechat";
const scopes: readonly string[] = ["snsapi_base", "snsapi_userinfo"] satisfies Scope[];

type OAuthQuery = Readonly<Partial<Record<string, string>>>;
type AuthorizeRequest = { readonly target: URL; readonly scope: Scope };

const isScope = (text: string | undefined): text is Scope => scopes.includes(text ?? "");

/** Returns the parsed request, or WeChat's error text. */
function parseAuthorizeRequest(
  oauth: OAuth,
  request: FastifyRequest<{ Querystring: OAuthQuery }>,
): AuthorizeRequest | string {
  const { appid, redirect_uri, response_type, scope } = request.query;
  if (appid !== oauth.account.appId) return "appid 参数错误 10012";
  if (response_type !== "code") return "response_type 参数错误 10010";
  if (!isScope(scope)) return "Scope 参数错误或没有 Scope 权限 10005";
  const target = URL.parse(redirect_uri ?? "");
  const own = [request.headers["x-forwarded-host"], request.headers.host];
  if (!target || !/^https?:$/.test(target.protocol) || !own.includes(target.host)) {
    return "redirect_uri 域名与后台配置不一致 10003";
  }
  return { target, scope };
}

/** Redirects back to the requesting page; without a code when the person declined. */
function redirectBack(
  reply: FastifyReply,
  { target }: AuthorizeRequest,
  { code, state }: OAuthQuery,
) {
  if (code !== undefined) target.searchParams.set("code", code);
  target.searchParams.set("state", state ?? "");
  return reply.header("cache-control", "no-store").redirect(target.href, 302);
}

const link = (query: OAuthQuery, more: OAuthQuery): string =>
  escaped(`${AUTHORIZE}?${new URLSearchParams({ ...query, ...more } as Record<string, string>)}`);

function remembered({ headers }: FastifyRequest): string {
  const found = new RegExp(`(?:^|; )${COOKIE}=([a-z0-9-]+)`).exec(headers.cookie ?? "");
  return found?.[1] ?? "";
}

const remember = (reply: FastifyReply, { id }: Person) =>
  reply.header(
    "set-cookie",
    `${COOKIE}=${id}; Path=/sandbox/wechat; SameSite=Lax; Max-Age=31536000`,
  );

/**
 * Adds the authorize page, and the avatar images that it and the profiles use. `?as=` selects the
 * person without a question.
 */
export function addOAuthPages(app: FastifyInstance, oauth: OAuth): void {
  const { appId } = oauth.account;
  app.get<{ Querystring: OAuthQuery }>(AUTHORIZE, async (request, reply) => {
    const ask = parseAuthorizeRequest(oauth, request);
    if (typeof ask === "string") return sendLoginPage(reply.code(400), failed(ask));
    const { as, say, ...query } = request.query;
    const person = personOf(appId, as ?? remembered(request));
    if (!person || say === "other") return sendLoginPage(reply, chooser(appId, query));
    remember(reply, person);
    const { state } = query;
    if (say === "no") return redirectBack(reply, ask, { state });
    const needsConsent = ask.scope === "snsapi_userinfo" && say !== "yes";
    if (needsConsent) return sendLoginPage(reply, consent(person, query));
    return redirectBack(reply, ask, { state, code: oauth.giveCode(person, ask.scope) });
  });
  app.get<{ Params: { file: string } }>(`${FACES}/:file`, async ({ params }, reply) => {
    const person = personOf(appId, params.file.replace(/\.svg$/, ""));
    if (!person) return reply.code(404).send();
    return reply
      .header("cache-control", "max-age=3600")
      .header("content-security-policy", "default-src 'none'")
      .type("image/svg+xml")
      .send(avatarSvg(person));
  });
}

const avatarTag = ({ id }: Person): string => `<img src="${FACES}/${id}.svg" alt="">`;

const failed = (text: string) => ({
  title: "无法打开",
  main: `<section class="fault"><span aria-hidden="true">!</span><h1>无法打开此页面</h1>
    <p>${escaped(text)}</p></section>`,
});

const chooser = (appId: string, query: OAuthQuery) => ({
  title: "选择微信账号",
  main: `<h1>选择微信账号</h1><p class="quiet">沙盒里的这些人是假的。选过的人会被记住，下次直接登录。</p>
    <ul class="people">${offered
      .map((id) => personOf(appId, id))
      .map((person) =>
        person
          ? `<li><a href="${link(query, { as: person.id })}">${avatarTag(person)}
              <span>${escaped(person.nickname)}</span></a></li>`
          : "",
      )
      .join("")}</ul>`,
});

const consent = (person: Person, query: OAuthQuery) => ({
  title: "微信授权",
  main: `<header class="asker"><img src="/whale.svg" alt=""><b>云鲸权益</b><span>申请</span></header>
    <h1>获取你的昵称、头像</h1>
    <div class="person">${avatarTag(person)}<span><b>${escaped(person.nickname)}</b>
      <small>微信个人信息</small></span><i aria-hidden="true">✓</i></div>
    <a class="other" href="${link(query, { say: "other" })}">换一个微信账号</a>
    <div class="acts"><a class="no" href="${link(query, { as: person.id, say: "no" })}">拒绝</a>
      <a class="yes" href="${link(query, { as: person.id, say: "yes" })}">允许</a></div>`,
});
