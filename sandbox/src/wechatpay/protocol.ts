/** WeChat Pay's published calls (API v3): signed in both directions, with WeChat's error codes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SeededRandom } from "../seeded-random.ts";
import type { Scheduler, Clock } from "../clock.ts";
import { type Answer, refusal, type WechatPayFaults } from "./answers.ts";
import { createMerchantCheck, signatureHeaders } from "./crypto.ts";
import type { Bills } from "./bills.ts";
import type { WechatPayKeys } from "./keys.ts";
import type { Refunds } from "./refunds.ts";
import type { Trades } from "./trades.ts";
import type { Transfers } from "./transfers.ts";

export type ProtocolParts = {
  keys: WechatPayKeys;
  trades: Trades;
  refunds: Refunds;
  transfers: Transfers;
  bills: Bills;
  faults: () => WechatPayFaults;
  chance: SeededRandom;
  clock: Clock;
  agenda: Scheduler;
  /** How long a withheld answer waits before the connection is cut, in ms. */
  answerDelayMs: number;
};

type RequestBody = Readonly<Record<string, unknown>>;
const paramError = (what: string) => refusal(400, "PARAM_ERROR", `参数错误：${what}`);

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const object = (value: unknown): RequestBody =>
  typeof value === "object" && value !== null ? { ...value } : {};
const isFen = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value > 0;

/** Validates a payment request as strictly as WeChat does, and prepares it. */
function prepare({ keys, trades }: ProtocolParts, via: "jsapi" | "h5", body: RequestBody): Answer {
  const { appid, mchid, description, out_trade_no, time_expire, notify_url } = body;
  const { total, currency = "CNY" } = object(body["amount"]);
  const expiresAt = Date.parse(text(time_expire));
  if (appid !== keys.appId || mchid !== keys.merchantId) {
    return refusal(400, "APPID_MCHID_NOT_MATCH", "appid 与 mchid 不匹配");
  }
  if (!/^[0-9A-Za-z_\-|*]{6,32}$/.test(text(out_trade_no))) return paramError("out_trade_no");
  if (!text(description) || text(description).length > 127) return paramError("description");
  if (!/^https?:\/\/[^?#]+$/.test(text(notify_url))) return paramError("notify_url");
  if (!isFen(total) || currency !== "CNY") return paramError("amount");
  if (Number.isNaN(expiresAt)) return paramError("time_expire");
  const openid = text(object(body["payer"])["openid"]);
  if (via === "jsapi" && !/^[\w-]{6,128}$/.test(openid)) return paramError("payer.openid");
  const scene = object(body["scene_info"]);
  const isSceneGood = text(scene["payer_client_ip"]) && text(object(scene["h5_info"])["type"]);
  if (via === "h5" && !isSceneGood) return paramError("scene_info");
  return trades.prepare({
    outTradeNo: text(out_trade_no),
    asked: JSON.stringify(body),
    via,
    expiresAt,
    description: text(description),
    amountFen: total,
    notifyUrl: text(notify_url),
    openid: openid || `oH5${text(out_trade_no)}`.slice(0, 28),
  });
}

function refund({ trades, refunds }: ProtocolParts, body: RequestBody): Answer {
  const { out_trade_no, out_refund_no, notify_url } = body;
  const { refund: refundFen, total } = object(body["amount"]);
  const trade = trades.find(text(out_trade_no));
  if (!/^[0-9A-Za-z_\-|*@]{1,64}$/.test(text(out_refund_no))) return paramError("out_refund_no");
  if (!isFen(refundFen) || !isFen(total)) return paramError("amount");
  if (trade && trade.amountFen !== total) {
    return refusal(400, "INVALID_REQUEST", "订单金额与原订单不一致");
  }
  return refunds.refund({
    refundNo: text(out_refund_no),
    outTradeNo: text(out_trade_no),
    refundFen,
    notifyUrl: text(notify_url),
  });
}

function send(reply: FastifyReply, { status, body }: Answer, { keys, clock }: ProtocolParts) {
  const rawBody = body === undefined ? "" : JSON.stringify(body);
  reply.code(status).headers(signatureHeaders(rawBody, keys, clock.now()));
  return rawBody ? reply.type("application/json; charset=utf-8").send(rawBody) : reply.send();
}

/** Does the work and answers, unless a fault is injected. */
async function answer(reply: FastifyReply, parts: ProtocolParts, work: () => Answer) {
  const { chance, clock, agenda } = parts;
  const { error500, timeoutButDone, slowMs } = parts.faults();
  if (slowMs > 0) await new Promise((done) => setTimeout(done, slowMs));
  if (chance.chance(error500)) {
    if (chance.chance(0.5)) work();
    return send(reply, refusal(500, "SYSTEM_ERROR", "系统繁忙"), parts);
  }
  const done = work();
  if (!chance.chance(timeoutButDone)) return send(reply, done, parts);
  reply.hijack();
  agenda.at(clock.now().getTime() + parts.answerDelayMs, () => reply.raw.destroy());
  return reply;
}

const rawBodyOf = ({ body }: FastifyRequest): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.alloc(0);

function parsed(request: FastifyRequest): RequestBody | undefined {
  try {
    const value: unknown = JSON.parse(rawBodyOf(request).toString("utf8"));
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function withBody(request: FastifyRequest, work: (body: RequestBody) => Answer): Answer {
  const body = parsed(request);
  return body ? work(body) : paramError("不是 JSON");
}

/** Adds everything below `/v3`; needs a scope of its own. */
export function addWechatPayProtocol(app: FastifyInstance, parts: ProtocolParts): void {
  const { trades, refunds, keys } = parts;
  const isMerchants = createMerchantCheck(keys, parts.clock);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.addHook("preHandler", async (request, reply) => {
    const { method, url: path, headers } = request;
    const authorization = headers.authorization ?? "";
    const isSigned = isMerchants({ method, path, authorization, rawBody: rawBodyOf(request) });
    if (!isSigned) return send(reply, refusal(401, "SIGN_ERROR", "签名错误"), parts);
    if (headers.accept !== "application/json" || !headers["user-agent"]) {
      return send(reply, refusal(406, "PARAM_ERROR", "缺少 Accept 或 User-Agent"), parts);
    }
    return undefined;
  });
  for (const via of ["jsapi", "h5"] as const) {
    app.post(`/v3/pay/transactions/${via}`, (request, reply) =>
      answer(reply, parts, () => withBody(request, (body) => prepare(parts, via, body))),
    );
  }
  app.get<{ Params: { no: string }; Querystring: RequestBody }>(
    "/v3/pay/transactions/out-trade-no/:no",
    ({ params, query }, reply) =>
      answer(reply, parts, () =>
        query["mchid"] === keys.merchantId ? trades.query(params.no) : paramError("mchid"),
      ),
  );
  app.post<{ Params: { no: string } }>(
    "/v3/pay/transactions/out-trade-no/:no/close",
    (request, reply) =>
      answer(reply, parts, () =>
        withBody(request, (body) =>
          body["mchid"] === keys.merchantId ? trades.close(request.params.no) : paramError("mchid"),
        ),
      ),
  );
  app.post("/v3/refund/domestic/refunds", (request, reply) =>
    answer(reply, parts, () => withBody(request, (body) => refund(parts, body))),
  );
  app.get<{ Params: { no: string } }>("/v3/refund/domestic/refunds/:no", ({ params }, reply) =>
    answer(reply, parts, () => refunds.query(params.no)),
  );
  addTransfers(app, parts);
  addBills(app, parts);
}

/**
 * Adds the bill's download address and the file itself, which is the only answer that WeChat does
 * not sign.
 */
function addBills(app: FastifyInstance, parts: ProtocolParts): void {
  app.get<{ Querystring: RequestBody }>("/v3/bill/tradebill", ({ query, host }, reply) =>
    answer(reply, parts, () => parts.bills.ask(query, `http://${host}`)),
  );
  app.get<{ Querystring: { token?: string } }>(
    "/v3/billdownload/file",
    async ({ query }, reply) => {
      const file = parts.bills.file(query.token ?? "");
      if (!file) return send(reply, refusal(400, "INVALID_REQUEST", "下载地址已失效"), parts);
      return reply.type("application/octet-stream").send(file);
    },
  );
}

/** Adds transfers to payees, who must confirm them. */
function addTransfers(app: FastifyInstance, parts: ProtocolParts): void {
  const { transfers } = parts;
  const bills = "/v3/fund-app/mch-transfer/transfer-bills";
  app.post(bills, (request, reply) => {
    const serial = text(request.headers["wechatpay-serial"]);
    return answer(reply, parts, () => withBody(request, (body) => transfers.request(body, serial)));
  });
  app.get<{ Params: { no: string } }>(`${bills}/out-bill-no/:no`, ({ params }, reply) =>
    answer(reply, parts, () => transfers.query(params.no)),
  );
  app.post<{ Params: { no: string } }>(`${bills}/out-bill-no/:no/cancel`, ({ params }, reply) =>
    answer(reply, parts, () => transfers.cancel(params.no)),
  );
}
