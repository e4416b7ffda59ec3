/** A page that shows the text messages of all phones. */
import type { FastifyInstance } from "fastify";
import type { Journal } from "../journal.ts";
import { escaped, sendPage, shownTime } from "../page.ts";
import type { TextMessage } from "./provider.ts";

const SHOWN_MAX = 50;

type Search = { Querystring: { phone?: string } };
const querystring = {
  type: "object",
  properties: { phone: { type: "string", pattern: "^\\d{0,15}$" } },
};

export function addInboxRoutes(app: FastifyInstance, journal: Journal<TextMessage>) {
  const newestFirst = (phone: string | undefined) =>
    journal
      .values()
      .filter((message) => !phone || message.phone === phone)
      .reverse()
      .slice(0, SHOWN_MAX);

  app.get<Search>("/sandbox/sms", { schema: { querystring } }, async (request) =>
    newestFirst(request.query.phone).map(({ phone, text, code, at }) => ({
      phone,
      text,
      code,
      at,
    })),
  );

  app.get<Search>("/sandbox/inbox", { schema: { querystring } }, async (request, reply) => {
    const phone = request.query.phone ?? "";
    const messages = newestFirst(phone);
    return sendPage(reply, {
      path: "/sandbox/inbox",
      title: "短信收件箱",
      lead: "验证码与通知都发到这里，不会真的发送",
      main: search(phone) + (messages.length > 0 ? messages.map(card).join("") : empty(phone)),
      reloadSeconds: 5,
    });
  });
}

function search(phone: string): string {
  return `<form class="card line" action="/sandbox/inbox"><input name="phone" inputmode="numeric"
    pattern="[0-9]*" aria-label="手机号" placeholder="按手机号查看" value="${escaped(phone)}">
    <button>查看</button></form>`;
}

function card(message: TextMessage): string {
  const code = message.code ? `<p class="code">${escaped(message.code)}</p>` : "";
  return `<article class="card"><div class="row"><h2>${escaped(message.phone)}</h2>
    <time class="quiet" datetime="${message.at}">${shownTime(message.at)}</time></div>
    ${code}<p>${escaped(message.text)}</p></article>`;
}

function empty(phone: string): string {
  const what = phone ? `${escaped(phone)} 还没有收到短信` : "还没有短信";
  return `<div class="card empty">${what}<br>在登录页点“获取验证码”，几秒后这里就会出现</div>`;
}
