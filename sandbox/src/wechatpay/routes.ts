/** Test routes of the sandbox WeChat Pay: paying a trade, and the fault settings. */
import type { FastifyInstance } from "fastify";
import { noBillFaults, noWechatPayFaults, type WechatPayFaults } from "./answers.ts";
import type { WechatPayBackend } from "./backend.ts";
import type { PastRefund } from "./refunds.ts";
import type { PastPayment } from "./trades.ts";

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

const number = { type: "string", pattern: "^[0-9A-Za-z_-]{6,64}$" };
const fen = { type: "integer", minimum: 1 };
const instant = { type: "integer", minimum: 0 };
const listOf = (properties: Readonly<Record<string, object>>) => ({
  type: "array",
  maxItems: 500,
  items: {
    type: "object",
    additionalProperties: false,
    required: Object.keys(properties),
    properties,
  },
});
const past = {
  type: "object",
  additionalProperties: false,
  required: ["payments", "refunds"],
  properties: {
    payments: listOf({
      outTradeNo: number,
      transactionId: number,
      amountFen: fen,
      description: { type: "string", maxLength: 127 },
      paidAt: instant,
    }),
    refunds: listOf({ refundNo: number, outTradeNo: number, refundFen: fen, endedAt: instant }),
  },
};
type Past = { payments: PastPayment[]; refunds: PastRefund[] };

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
 * …/faults`; `PUT …/past {payments, refunds}` takes over what was paid before this sandbox ran.
 */
export function addWechatPayRoutes(app: FastifyInstance, backend: WechatPayBackend): void {
  app.get(`${PATH}/faults`, async () => backend.faults());
  app.put<{ Body: Partial<WechatPayFaults> }>(
    `${PATH}/faults`,
    { schema: { body: wechatPayFaultsSchema } },
    async ({ body }) => backend.setFaults(body),
  );
  app.put<{ Body: Past }>(`${PATH}/past`, { schema: { body: past } }, async ({ body }) => {
    for (const payment of body.payments) backend.trades.adopt(payment);
    for (const refund of body.refunds) backend.refunds.adopt(refund);
    return { payments: body.payments.length, refunds: body.refunds.length };
  });
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
