/**
 * Routes for tests and scripts: the sandbox WeChat's request counts, fault settings and signature
 * check.
 */
import type { FastifyInstance } from "fastify";
import {
  type Kind,
  noWechatFaults,
  type PageClaim,
  type Wechat,
  type WechatFaults,
} from "./platform.ts";

const PATH = "/sandbox/wechat";
const kind = { enum: ["token", "stableToken", "ticket"] };
export const wechatFaultsSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    errcode: { type: "integer", minimum: -1, maximum: 99_999, default: noWechatFaults.errcode },
    slowMs: { type: "integer", minimum: 0, maximum: 60_000, default: noWechatFaults.slowMs },
    status: { type: "integer", enum: [200, 500, 502], default: noWechatFaults.status },
  },
};
const claim = {
  type: "object",
  required: ["url", "appId", "timestamp", "nonceStr", "signature"],
  properties: Object.fromEntries(
    ["url", "appId", "timestamp", "nonceStr", "signature"].map((name) => [
      name,
      { type: "string", maxLength: 2_048 },
    ]),
  ),
};

/**
 * `GET …/calls` returns the request counts; `GET` and `PUT …/faults`; `POST …/expire {what}`; `POST
 * …/judge` returns `{verdict}`, the result of WeChat's browser: "ok" or its error.
 */
export function addWechatRoutes(app: FastifyInstance, wechat: Wechat): void {
  app.get(`${PATH}/calls`, async () => wechat.calls);
  app.get(`${PATH}/faults`, async () => wechat.faults());
  app.put<{ Body: Partial<WechatFaults> }>(
    `${PATH}/faults`,
    { schema: { body: wechatFaultsSchema } },
    async ({ body }) => wechat.setFaults(body),
  );
  app.post<{ Body: { what: Kind } }>(
    `${PATH}/expire`,
    { schema: { body: { type: "object", required: ["what"], properties: { what: kind } } } },
    async ({ body }) => {
      wechat.expire(body.what);
      return { expired: body.what };
    },
  );
  app.post<{ Body: PageClaim & { appId: string } }>(
    `${PATH}/judge`,
    { schema: { body: claim } },
    async ({ body }) => ({ verdict: wechat.verifyPage(body, body.appId) }),
  );
}
