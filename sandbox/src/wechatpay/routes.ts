/** Test routes of the sandbox WeChat Pay: paying a trade, and the fault settings. */
import type { FastifyInstance } from "fastify";
import { noBillFaults, noWechatPayFaults, type WechatPayFaults } from "./answers.ts";
import type { WechatPayBackend } from "./backend.ts";

export const PATH = "/sandbox/wechatpay";
const share = { type: "number", minimum: 0, maximum: 1 };
const rows = { type: "integer", minimum: 0, maximum: 1_000, default: 0 };
export const wechatPayFaultsSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    timeoutButDone: { ...share, default: noWechatPayFaults.timeoutButDone },
    error500: { ...share, default: noWechatPayFaults.error500 },
    abnormalRefund: { ...share, default: noWechatPayFaults.abnormalRefund },
    failTransfer: { ...share, default: noWechatPayFaults.failTransfer },
    neverTransfer: { ...share, default: noWechatPayFaults.neverTransfer },
    noFunds: { ...share, default: noWechatPayFaults.noFunds },
    slowMs: { type: "integer", minimum: 0, maximum: 60_000, default: noWechatPayFaults.slowMs },
    ...Object.fromEntries(Object.keys(noBillFaults).map((name) => [name, rows])),
  },
};
const approval = {
  type: "object",
  additionalProperties: false,
  properties: {
    notify: { type: "boolean", default: true },
    times: { type: "integer", minimum: 1, maximum: 100, default: 1 },
    amountFen: { type: "integer", minimum: 1 },
    evenClosed: { type: "boolean", default: false },
  },
};
type Approval = { notify: boolean; times: number; amountFen?: number; evenClosed: boolean };

export function readTradeDetails(backend: WechatPayBackend, outTradeNo: string) {
  const trade = backend.trades.find(outTradeNo);
  if (!trade) return undefined;
  const { asked: _, ...shown } = trade;
  const refunds = backend.refunds.of(outTradeNo);
  return { ...shown, refunds, notices: backend.notices.of(outTradeNo) };
}

/**
 * `GET …/{outTradeNo}` returns a trade as the channel has it; `POST …/{outTradeNo}/approve {notify,
 * times?, amountFen?, evenClosed?}` pays it and optionally notifies our server; `GET` and `PUT
 * …/faults`.
 */
export function addWechatPayRoutes(app: FastifyInstance, backend: WechatPayBackend): void {
  app.get(`${PATH}/faults`, async () => backend.faults());
  app.put<{ Body: Partial<WechatPayFaults> }>(
    `${PATH}/faults`,
    { schema: { body: wechatPayFaultsSchema } },
    async ({ body }) => backend.setFaults(body),
  );
  app.post<{ Params: { outTradeNo: string }; Body: Approval }>(
    `${PATH}/:outTradeNo/approve`,
    { schema: { body: approval } },
    async ({ params, body }, reply) => {
      const trade = backend.trades.pay(params.outTradeNo, body);
      if (!trade) return reply.code(409).send({ message: "没有可以支付的订单" });
      if (body.notify) backend.notifyPaid(trade, body.times);
      return readTradeDetails(backend, params.outTradeNo);
    },
  );
}
