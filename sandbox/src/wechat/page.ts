/**
 * Control page of the sandbox WeChat: its request counts, fault settings, and expiry of what it
 * issued.
 */
import type { FastifyInstance } from "fastify";
import { escaped, sendPage } from "../page.ts";
import type { Calls, Kind, Wechat, WechatFaults } from "./platform.ts";
import { wechatFaultsSchema } from "./routes.ts";

const PATH = "/sandbox/wechat";
const kindNames: Record<Kind, { name: string; protocolName: string }> = {
  stableToken: { name: "稳定版凭据", protocolName: "stable_token" },
  token: { name: "普通凭据", protocolName: "token" },
  ticket: { name: "网页票据", protocolName: "jsapi_ticket" },
};
const kinds = ["stableToken", "token", "ticket"] as const;

/** Uses the form parser of the suppliers page; both are registered in one scope. */
export function addWechatPage(app: FastifyInstance, wechat: Wechat): void {
  app.get(PATH, async (_request, reply) =>
    sendPage(reply, {
      path: PATH,
      title: "微信",
      lead: "假的微信公众平台：凭据、票据与网页签名",
      main:
        accountCard(wechat.account.appId) +
        kinds.map((kind) => kindCard(kind, wechat.calls)).join("") +
        knobsCard(wechat.faults()),
    }),
  );
  app.post<{ Body: Partial<WechatFaults> }>(
    `${PATH}/knobs`,
    { schema: { body: wechatFaultsSchema } },
    async ({ body }, reply) => {
      wechat.setFaults(body);
      return reply.redirect(PATH, 303);
    },
  );
  app.post<{ Params: { kind: Kind } }>(
    `${PATH}/:kind/expire`,
    { schema: { params: { type: "object", properties: { kind: { enum: kinds } } } } },
    async ({ params }, reply) => {
      wechat.expire(params.kind);
      return reply.redirect(PATH, 303);
    },
  );
}

const accountCard = (appId: string): string =>
  `<section class="card"><div class="row"><h2>公众号</h2><span class="quiet">${escaped(appId)}</span>
    </div><p class="quiet">页面在微信里打开时，向这里换取签名用的票据；所有进程共用一份。次数为被请求的次数。</p></section>`;

const kindCard = (kind: Kind, calls: Calls): string =>
  `<section class="card"><div class="row"><div><h2>${kindNames[kind].name}</h2>
    <p class="quiet">${kindNames[kind].protocolName} · ${calls[kind]} 次</p></div>
    <form method="post" action="${PATH}/${kind}/expire"><button>立即过期</button></form></div></section>`;

const knobsCard = ({ errcode, slowMs, status }: WechatFaults): string =>
  `<section class="card"><div class="row"><h2>让它出错</h2>
    <span class="quiet">errcode 0 与状态 200 为正常；45009 为超出次数；状态还可为 500、502</span></div>
    <form class="grid" method="post" action="${PATH}/knobs">
    <label>errcode<input type="number" name="errcode" min="-1" max="99999" value="${errcode}"
      required></label>
    <label>应答推迟（毫秒）<input type="number" name="slowMs" min="0" max="60000" value="${slowMs}"
      required></label>
    <label>HTTP 状态<input type="number" name="status" min="200" max="502"
      value="${status}" required></label>
    <button>保存</button></form></section>`;
