/**
 * Routes of the sandbox WeChat's messages: its published calls; inbox, subscription answers and
 * faults for people and tests.
 */
import type { FastifyInstance } from "fastify";
import { escaped, sendPage, shownTime } from "../page.ts";
import {
  createWechatMessages,
  type MessageFaults,
  type MessageParts,
  type Received,
  type SandboxMessages,
  type SendRequest,
} from "./messages.ts";
import type { Wechat } from "./platform.ts";
import { errorBody, parsed } from "./protocol.ts";

const PATH = "/sandbox/wechat";
const SHOWN_MAX = 50;

type MessageRequest = { Body: string; Querystring: { access_token?: string } };

function tokenError(wechat: Wechat, token: string | undefined): number {
  if (!token) return 41_001;
  const state = wechat.stateOf(token);
  if (state === "expired") return 42_001;
  return state === "good" ? 0 : 40_001;
}

/** Adds `/cgi-bin/message/template/send` and `/cgi-bin/message/subscribe/bizsend`. */
function addMessageProtocol(app: FastifyInstance, wechat: Wechat, messages: SandboxMessages): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) =>
    done(null, String(body)),
  );
  const ways = {
    template: "/cgi-bin/message/template/send",
    subscribe: "/cgi-bin/message/subscribe/bizsend",
  } as const;
  for (const way of ["template", "subscribe"] as const) {
    app.post<MessageRequest>(ways[way], async ({ body, query }, reply) => {
      const { errcode: forced, status } = wechat.faults();
      const failure = forced || tokenError(wechat, query.access_token);
      if (failure !== 0 || status !== 200) return reply.code(status).send(errorBody(failure || -1));
      const wanted: SendRequest | undefined = parsed(body);
      if (!wanted) return errorBody(47_001);
      const { errcode, msgid } = messages.send(way, wanted);
      // The message was delivered, and the connection is cut before the answer.
      if (messages.faults().isUnheard) return reply.hijack().raw.destroy();
      if (errcode !== 0) return errorBody(errcode);
      return { errcode, errmsg: "ok", ...(way === "template" ? { msgid } : {}) };
    });
  }
}

type SubscriptionAnswer = {
  Params: { openid: string; templateId: string };
  Body: { answer: "accept" | "reject" };
};
const answerSchema = {
  body: {
    type: "object",
    required: ["answer"],
    properties: { answer: { enum: ["accept", "reject"] } },
  },
};
const faultsSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    errcode: { type: "integer", minimum: -1, maximum: 99_999 },
    isUnheard: { type: "boolean" },
  },
};

/** Uses the form parser of the suppliers page; all these pages are registered in one scope. */
function addMessagePages(app: FastifyInstance, messages: SandboxMessages): void {
  app.get<{ Querystring: { openid?: string } }>(`${PATH}/messages`, async ({ query }) =>
    messages.inbox(query.openid),
  );
  app.put<{ Body: Partial<MessageFaults> }>(
    `${PATH}/message-faults`,
    { schema: { body: faultsSchema } },
    async ({ body }) => messages.setFaults(body),
  );
  app.post<SubscriptionAnswer>(
    `${PATH}/subscriptions/:openid/:templateId`,
    { schema: answerSchema },
    async ({ params: { openid, templateId }, body, headers }, reply) => {
      const subscription = messages.answer(openid, templateId, body.answer === "accept");
      if (!headers.accept?.includes("text/html")) return subscription;
      return reply.redirect(`${PATH}/inbox?openid=${encodeURIComponent(openid)}`, 303);
    },
  );
  app.get<{ Querystring: { openid?: string } }>(`${PATH}/inbox`, async ({ query }, reply) => {
    const openid = query.openid ?? "";
    const shown = messages.inbox(openid).slice(0, SHOWN_MAX);
    const subscriptions = messages
      .subscriptions()
      .filter((one) => !openid || one.openid === openid);
    return sendPage(reply, {
      path: `${PATH}/inbox`,
      title: "微信消息",
      lead: "假的微信用户收到的模板消息与订阅消息，不会真的发送",
      main:
        search(openid) +
        subscriptions.map(subscriptionCard).join("") +
        (shown.length > 0 ? shown.map(messageCard).join("") : empty),
    });
  });
}

const search = (openid: string): string =>
  `<form class="card line" action="${PATH}/inbox"><input name="openid" aria-label="openid"
    placeholder="按 openid 查看" value="${escaped(openid)}"><button>查看</button></form>`;

const empty = `<div class="card empty">还没有微信消息<br>支付或提现之后，几秒内会出现在这里</div>`;

const messageCard = ({ openid, templateId, way, data, url, at }: Received): string => {
  const lines = Object.entries(data).map(
    ([keyword, value]) =>
      `<tr><th>${escaped(keyword)}</th><td style="white-space:normal">${escaped(value)}</td></tr>`,
  );
  const link = url === undefined ? "" : `<p class="quiet">点开：${escaped(url)}</p>`;
  return `<article class="card"><div class="row"><h2>${escaped(templateId)}</h2>
    <span class="tag">${way === "template" ? "模板消息" : "订阅消息"}</span></div>
    <p class="quiet">${escaped(openid)} · <time datetime="${at}">${shownTime(at)}</time></p>
    <table>${lines.join("")}</table>${link}</article>`;
};

type SubscriptionRow = ReturnType<SandboxMessages["subscriptions"]>[number];
const subscriptionCard = ({ openid, templateId, isRefused, credits }: SubscriptionRow): string => {
  const state = isRefused
    ? `<span class="tag bad">已拒收</span>`
    : `<span class="tag ok">还可收 ${credits} 条</span>`;
  const action = `${PATH}/subscriptions/${encodeURIComponent(openid)}/${encodeURIComponent(templateId)}`;
  return `<section class="card"><div class="row"><h2>${escaped(templateId)}</h2>${state}</div>
    <p class="quiet">${escaped(openid)}</p><form class="line" method="post" action="${action}">
    <button name="answer" value="accept">同意一次</button>
    <button class="plain" name="answer" value="reject">拒收</button></form></section>`;
};

/** Adds the calls in a scope of their own, and the pages to the shared scope. */
export function addWechatMessages(app: FastifyInstance, wechat: Wechat, parts: MessageParts): void {
  const messages = createWechatMessages(parts);
  app.register(async (open) => addMessageProtocol(open, wechat, messages));
  addMessagePages(app, messages);
}
