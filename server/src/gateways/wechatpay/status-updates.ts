/**
 * Converts WeChat Pay's payment and refund bodies into status updates; a body of another shape is
 * rejected.
 */
import { ownValue } from "@yunjing/contract/own-value";
import Type, { type Static } from "typebox";
import Value from "typebox/value";
import type { PaymentStatusUpdate, RefundStatusUpdate } from "../../domain/payments/port.ts";

const Text = Type.String({ minLength: 1, maxLength: 64 });
const Fen = Type.Integer({ minimum: 1, maximum: 10_000_000_000 });
const Time = Type.String({ minLength: 20, maxLength: 40 });

const Trade = Type.Object({
  appid: Type.Optional(Text),
  mchid: Text,
  out_trade_no: Text,
  trade_state: Text,
});
const PaidTrade = Type.Object({
  appid: Text,
  mchid: Text,
  out_trade_no: Text,
  transaction_id: Text,
  trade_state: Type.Literal("SUCCESS"),
  success_time: Time,
  amount: Type.Object({ total: Fen, currency: Type.String({ minLength: 3, maxLength: 16 }) }),
  payer: Type.Optional(Type.Object({ openid: Type.Optional(Text) })),
});

const states: Readonly<Record<string, "unpaid" | "closed" | "refunded">> = {
  NOTPAY: "unpaid",
  USERPAYING: "unpaid",
  PAYERROR: "unpaid",
  ACCEPT: "unpaid",
  CLOSED: "closed",
  REVOKED: "closed",
  REFUND: "refunded",
};

function paidStatusUpdate(trade: Static<typeof PaidTrade>): PaymentStatusUpdate | undefined {
  const paidAt = new Date(trade.success_time);
  if (Number.isNaN(paidAt.getTime())) return undefined;
  const openid = trade.payer?.openid;
  return {
    outTradeNo: trade.out_trade_no,
    appId: trade.appid,
    merchantId: trade.mchid,
    state: "paid",
    transactionId: trade.transaction_id,
    paidAt,
    amountFen: trade.amount.total,
    currency: trade.amount.currency,
    ...(openid === undefined ? {} : { openid }),
  };
}

/** Returns the status update of a trade, or `undefined`. An unpaid trade may lack our `appid`. */
export function paymentStatusUpdateOf(
  body: unknown,
  appId: string,
): PaymentStatusUpdate | undefined {
  if (Value.Check(PaidTrade, body)) return paidStatusUpdate(body);
  if (!Value.Check(Trade, body)) return undefined;
  const state = ownValue(states, body.trade_state);
  return state === undefined
    ? undefined
    : { outTradeNo: body.out_trade_no, appId: body.appid ?? appId, merchantId: body.mchid, state };
}

const refundFields = {
  out_trade_no: Text,
  out_refund_no: Text,
  refund_id: Text,
  amount: Type.Object({ total: Fen, refund: Fen }),
};
/** The body of an answer; it has no `mchid`, which is our own. */
const Refund = Type.Object({ ...refundFields, status: Text });
/** The body of a notification. */
const NotifiedRefund = Type.Object({ ...refundFields, mchid: Text, refund_status: Text });

const refundStates: Readonly<Record<string, RefundStatusUpdate["state"]>> = {
  PROCESSING: "processing",
  SUCCESS: "success",
  CLOSED: "closed",
  ABNORMAL: "abnormal",
};

function buildRefundStatusUpdate(
  refund: Omit<Static<typeof Refund>, "status">,
  { status, merchantId }: { status: string; merchantId: string },
): RefundStatusUpdate | undefined {
  const state = ownValue(refundStates, status);
  return (
    state && {
      refundNo: refund.out_refund_no,
      outTradeNo: refund.out_trade_no,
      merchantId,
      state,
      channelRefundNo: refund.refund_id,
      refundFen: refund.amount.refund,
      paidFen: refund.amount.total,
    }
  );
}

export const refundStatusUpdateOf = (
  body: unknown,
  merchantId: string,
): RefundStatusUpdate | undefined =>
  Value.Check(Refund, body)
    ? buildRefundStatusUpdate(body, { status: body.status, merchantId })
    : undefined;

export const notifiedRefundStatusUpdateOf = (body: unknown): RefundStatusUpdate | undefined =>
  Value.Check(NotifiedRefund, body)
    ? buildRefundStatusUpdate(body, { status: body.refund_status, merchantId: body.mchid })
    : undefined;
