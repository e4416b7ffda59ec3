/**
 * Shared test fixtures of payments: a channel that stores payments and loses answers on request,
 * and a listener that accepts money.
 */
import { hashToken } from "../../platform/secrets.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import type { NoticeDeps, PaymentDeps } from "./actions.ts";
import { fakePayers } from "./payers.ts";
import type { Context } from "../../platform/context.ts";
import type {
  PaidPayment,
  PayChannel,
  PaymentListener,
  PaymentStatusUpdate,
  PrepareRequest,
  ChannelRefundRequest,
  Received,
  RefundStatusUpdate,
} from "./port.ts";

export const ACCOUNT = { appId: "wx5eaf00d0a11ce000", merchantId: "1900000109" };

/** `unheard`: done, but the answer is lost. `lost`: never arrived. */
export type FaultMode = "well" | "unheard" | "lost";
type Trade = {
  order: PrepareRequest;
  state: "NOTPAY" | "SUCCESS" | "CLOSED";
  transactionId: string;
};
type Call = "prepare" | "query" | "close" | "refund" | "queryRefund";

const noAnswer = { state: "unknown", reason: "no answer in time" } as const;

/** A channel that satisfies its port, and whose answers get lost as scripted. */
export function scriptedChannel() {
  const trades = new Map<string, Trade>();
  const refunds = new Map<string, RefundStatusUpdate>();
  const calls: string[] = [];
  const script: Record<Call, FaultMode[]> = {
    prepare: [],
    query: [],
    close: [],
    refund: [],
    queryRefund: [],
  };
  const act = async <A>(call: Call, work: () => A): Promise<A | typeof noAnswer> => {
    calls.push(call);
    const mode = script[call].shift() ?? "well";
    if (mode === "lost") return noAnswer;
    const answer = work();
    return mode === "unheard" ? noAnswer : answer;
  };
  const updateOf = ({ order, state, transactionId }: Trade): PaymentStatusUpdate => {
    const about = { outTradeNo: order.outTradeNo, ...ACCOUNT };
    if (state !== "SUCCESS") return { ...about, state: state === "CLOSED" ? "closed" : "unpaid" };
    const { amountFen, payer } = order;
    const openid = payer.via === "jsapi" ? { openid: payer.openid } : {};
    const paidAt = new Date("2026-11-20T04:00:30Z");
    return {
      ...about,
      state: "paid",
      transactionId,
      amountFen,
      currency: "CNY",
      paidAt,
      ...openid,
    };
  };
  const refundOf = (order: ChannelRefundRequest): RefundStatusUpdate => ({
    refundNo: order.refundNo,
    outTradeNo: order.outTradeNo,
    merchantId: ACCOUNT.merchantId,
    channelRefundNo: `5030${order.refundNo}`,
    refundFen: order.refundFen,
    paidFen: order.paidFen,
    state: "processing",
  });
  const channel: PayChannel = {
    account: ACCOUNT,
    prepare: (order) =>
      act("prepare", () => {
        const { outTradeNo } = order;
        const trade = trades.get(outTradeNo) ?? {
          order,
          state: "NOTPAY",
          transactionId: `42${hashToken(outTradeNo).toString("hex").slice(0, 26)}`,
        };
        trades.set(outTradeNo, trade);
        if (trade.state !== "NOTPAY") return { state: "over" } as const;
        return order.payer.via === "jsapi"
          ? ({ state: "prepared", prepayId: `wx${outTradeNo}` } as const)
          : ({ state: "prepared", h5Url: `https://pay.example/${outTradeNo}` } as const);
      }),
    sign: (prepayId) => ({
      appId: ACCOUNT.appId,
      timeStamp: "1",
      nonceStr: "n",
      package: `prepay_id=${prepayId}`,
      signType: "RSA",
      paySign: "signed",
    }),
    query: (outTradeNo) =>
      act("query", () => {
        const trade = trades.get(outTradeNo);
        return trade
          ? ({ state: "known", update: updateOf(trade) } as const)
          : ({ state: "absent" } as const);
      }),
    close: (outTradeNo) =>
      act("close", () => {
        const trade = trades.get(outTradeNo);
        if (!trade) return { state: "absent" } as const;
        if (trade.state === "SUCCESS") return { state: "paid" } as const;
        trade.state = "CLOSED";
        return { state: "closed" } as const;
      }),
    refund: (order) =>
      act("refund", () => {
        const update = refunds.get(order.refundNo) ?? refundOf(order);
        refunds.set(order.refundNo, update);
        return { state: "known", update } as const;
      }),
    queryRefund: (refundNo) =>
      act("queryRefund", () => {
        const update = refunds.get(refundNo);
        return update ? ({ state: "known", update } as const) : ({ state: "absent" } as const);
      }),
  };
  return {
    channel,
    trades,
    refunds,
    calls,
    script,
    /** Pays as the payer; returns the channel's status update without sending a notification. */
    pay(outTradeNo: string): PaymentStatusUpdate {
      const trade = trades.get(outTradeNo);
      if (!trade) throw new Error(`nothing to pay under ${outTradeNo}`);
      trade.state = "SUCCESS";
      return updateOf(trade);
    },
    /** Decides a refund; returns the channel's status update. */
    settleRefund(refundNo: string, state: RefundStatusUpdate["state"]): RefundStatusUpdate {
      const known = refunds.get(refundNo);
      if (!known) throw new Error(`no refund ${refundNo}`);
      const update = { ...known, state };
      refunds.set(refundNo, update);
      return update;
    },
  };
}

/**
 * A business around its decision about a payment, made within the transaction that credits it. Real
 * businesses decide in SQL (`orders_receive`).
 */
export const decidingListener = (
  context: Context,
  decide: (tx: Tx, paid: PaidPayment) => Promise<"accepted" | "late">,
): PaymentListener => ({
  receive: (db, { receipt, ...paid }) =>
    transaction(db, async (tx) => {
      const { ownerId, attemptId } = paid;
      const now = context.clock.sql();
      const sent = JSON.stringify(receipt);
      const step = async (call: SQL): Promise<Received> => {
        const { rows } = await tx.execute<{ answer: Received }>(sql`SELECT ${call} AS answer`);
        if (!rows[0]) throw new Error("a function of payments returns a row");
        return rows[0].answer;
      };
      const applied = await step(
        sql`payments_apply(${ownerId}, ${attemptId}, ${sent}::jsonb->'update', ${now}::timestamptz)`,
      );
      const isAccepted = applied.change === "won" ? (await decide(tx, paid)) === "accepted" : null;
      return step(
        sql`payments_receive_end(${ownerId}, ${attemptId}, ${JSON.stringify(applied)}::jsonb, ${isAccepted}::boolean,
              ${sent}::jsonb, ${now}::timestamptz)`,
      );
    }),
});

/** A listener that accepts every payment, unless it is set to over; it records its calls. */
export function recordingListener(context: Context) {
  const paidPayments: PaidPayment[] = [];
  const over = new Set<string>();
  const refunded: RefundStatusUpdate[] = [];
  return {
    paidPayments,
    over,
    refunded,
    listener: decidingListener(context, async (_tx, paid) => {
      paidPayments.push(paid);
      return over.has(paid.bizId) ? "late" : "accepted";
    }),
    refundListener: {
      onRefundUpdate: async (_tx: Tx, update: RefundStatusUpdate) => void refunded.push(update),
    },
  };
}

/** The complete dependencies of payments, around a channel and a listener. */
export const depsWith = (
  context: Context,
  channel: PayChannel,
  business: Pick<PaymentDeps, "listener" | "refundListener">,
): NoticeDeps => ({
  channel,
  payers: fakePayers(channel.account.appId),
  listener: business.listener,
  refundListener: business.refundListener,
  transferListener: { onTransferUpdate: () => Promise.resolve(false) },
});
