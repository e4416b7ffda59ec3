/**
 * WeChat Pay (API v3) as a payment channel: only what WeChat itself signed is certain, all else is
 * `unknown`.
 */
import Type from "typebox";
import Value from "typebox/value";
import type {
  CloseAnswer,
  PayChannel,
  PaymentAnswer,
  PrepareRequest,
  PrepareResult,
  RefundAnswer,
  ChannelRefundRequest,
} from "../../domain/payments/port.ts";
import type { WechatPayAccount } from "./account.ts";
import { callWechatPay, type Reply } from "./call.ts";
import { newNonce, unixSeconds, signLines } from "./signature.ts";
import { paymentStatusUpdateOf, refundStatusUpdateOf } from "./status-updates.ts";

const CHINA_AHEAD_MS = 8 * 60 * 60_000;
/** Formats RFC 3339 in China's time, rounded down to whole seconds. */
export const chinaTime = (at: Date): string =>
  `${new Date(at.getTime() + CHINA_AHEAD_MS).toISOString().slice(0, 19)}+08:00`;

/** The number is paid, closed, or was used before; a query returns which. */
const OVER = ["ORDERPAID", "ORDER_PAID", "ORDER_CLOSED", "ORDERCLOSED", "OUT_TRADE_NO_USED"];
const PAID = ["ORDERPAID", "ORDER_PAID"];
const CLOSED = ["ORDER_CLOSED", "ORDERCLOSED"];
const ABSENT = ["ORDER_NOT_EXIST", "ORDERNOTEXIST", "RESOURCE_NOT_EXISTS"];

const PrepayId = Type.Object({ prepay_id: Type.String({ minLength: 1, maxLength: 64 }) });
const H5Url = Type.Object({ h5_url: Type.String({ minLength: 1, maxLength: 512 }) });

const unreadable = { state: "unknown", reason: "an answer that cannot be read" } as const;

function preparedOf(reply: Reply): PrepareResult {
  if (!reply.answered) return { state: "unknown", reason: reply.reason };
  const { status, body, code } = reply;
  if (status === 200 && Value.Check(PrepayId, body)) {
    return { state: "prepared", prepayId: body.prepay_id };
  }
  if (status === 200 && Value.Check(H5Url, body)) return { state: "prepared", h5Url: body.h5_url };
  if (OVER.includes(code)) return { state: "over" };
  return code ? { state: "refused", code, reason: `status ${status}` } : unreadable;
}

function refundAnswerOf(
  reply: Reply,
  { refundNo, merchantId }: { refundNo: string; merchantId: string },
): Exclude<RefundAnswer, { state: "absent" }> {
  if (!reply.answered) return { state: "unknown", reason: reply.reason };
  const { status, body, code } = reply;
  const update = status === 200 ? refundStatusUpdateOf(body, merchantId) : undefined;
  if (update) return update.refundNo === refundNo ? { state: "known", update } : unreadable;
  return code ? { state: "refused", code, reason: `status ${status}` } : unreadable;
}

/** Returns the body of the payment request. */
function orderOf(account: WechatPayAccount, { payer, ...order }: PrepareRequest) {
  return {
    appid: account.appId,
    mchid: account.merchantId,
    description: order.title,
    out_trade_no: order.outTradeNo,
    time_expire: chinaTime(order.expiresAt),
    notify_url: `${account.notifyOrigin}/callback/wechatpay/payment`,
    amount: { total: order.amountFen, currency: "CNY" },
    ...(payer.via === "jsapi"
      ? { payer: { openid: payer.openid } }
      : { scene_info: { payer_client_ip: payer.address, h5_info: { type: "Wap" } } }),
  };
}

const refundOf = (account: WechatPayAccount, order: ChannelRefundRequest) => ({
  out_trade_no: order.outTradeNo,
  out_refund_no: order.refundNo,
  reason: order.reason,
  notify_url: `${account.notifyOrigin}/callback/wechatpay/refund`,
  amount: { refund: order.refundFen, total: order.paidFen, currency: "CNY" },
});

const TRADES = "/v3/pay/transactions";
const REFUNDS = "/v3/refund/domestic/refunds";
const transactionPath = (outTradeNo: string): string =>
  `${TRADES}/out-trade-no/${encodeURIComponent(outTradeNo)}`;

async function query(account: WechatPayAccount, outTradeNo: string): Promise<PaymentAnswer> {
  const path = `${transactionPath(outTradeNo)}?mchid=${encodeURIComponent(account.merchantId)}`;
  const reply = await callWechatPay(account, { method: "GET", path });
  if (!reply.answered) return { state: "unknown", reason: reply.reason };
  const update =
    reply.status === 200 ? paymentStatusUpdateOf(reply.body, account.appId) : undefined;
  if (update) return update.outTradeNo === outTradeNo ? { state: "known", update } : unreadable;
  if (reply.status === 404 && ABSENT.includes(reply.code)) return { state: "absent" };
  return { state: "unknown", reason: reply.code || unreadable.reason };
}

async function close(account: WechatPayAccount, outTradeNo: string): Promise<CloseAnswer> {
  const body = { mchid: account.merchantId };
  const path = `${transactionPath(outTradeNo)}/close`;
  const reply = await callWechatPay(account, { method: "POST", path, body });
  if (!reply.answered) return { state: "unknown", reason: reply.reason };
  const { status, code } = reply;
  if (status === 204 || CLOSED.includes(code)) return { state: "closed" };
  if (PAID.includes(code)) return { state: "paid" };
  if (ABSENT.includes(code)) return { state: "absent" };
  return { state: "unknown", reason: code || unreadable.reason };
}

export function wechatPayChannel(account: WechatPayAccount): PayChannel {
  const { appId, merchantId } = account;
  return {
    account: { appId, merchantId },
    async prepare(order) {
      const path = `${TRADES}/${order.payer.via}`;
      return preparedOf(
        await callWechatPay(account, { method: "POST", path, body: orderOf(account, order) }),
      );
    },
    sign(prepayId) {
      const timeStamp = unixSeconds(account.clock.now());
      const nonceStr = newNonce(account);
      const packed = `prepay_id=${prepayId}`;
      const paySign = signLines([appId, timeStamp, nonceStr, packed], account);
      return { appId, timeStamp, nonceStr, package: packed, signType: "RSA", paySign };
    },
    query: (outTradeNo) => query(account, outTradeNo),
    close: (outTradeNo) => close(account, outTradeNo),
    async refund(order) {
      const body = refundOf(account, order);
      const reply = await callWechatPay(account, { method: "POST", path: REFUNDS, body });
      return refundAnswerOf(reply, { refundNo: order.refundNo, merchantId });
    },
    async queryRefund(refundNo) {
      const path = `${REFUNDS}/${encodeURIComponent(refundNo)}`;
      const reply = await callWechatPay(account, { method: "GET", path });
      if (reply.answered && reply.status === 404 && ABSENT.includes(reply.code)) {
        return { state: "absent" };
      }
      const answer = refundAnswerOf(reply, { refundNo, merchantId });
      // A refused query gives no information about the refund.
      return answer.state === "refused" ? { state: "unknown", reason: answer.code } : answer;
    },
  };
}
