/**
 * Refunds of the sandbox WeChat Pay: never more than was paid, once for each number, finished after
 * a short delay.
 */
import type { Scheduler, Clock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import { type Answer, chinaTime, numberFrom, reusedNumberRefusal, refusal } from "./answers.ts";
import type { WechatPayKeys } from "./keys.ts";
import type { Trade } from "./trades.ts";

export type Refund = {
  refundNo: string;
  refundId: string;
  outTradeNo: string;
  refundFen: number;
  notifyUrl: string;
  status: "PROCESSING" | "SUCCESS" | "ABNORMAL";
  createdAt: number;
  endedAt?: number;
};

/** A refund of a payment from before this sandbox. */
export type PastRefund = Pick<Refund, "refundNo" | "outTradeNo" | "refundFen"> & {
  endedAt: number;
};

export type RefundParts = {
  keys: WechatPayKeys;
  refunds: Journal<Refund>;
  findTrade: (outTradeNo: string) => Trade | undefined;
  clock: Clock;
  agenda: Scheduler;
  /** Time from accepting a refund to its end, in ms. */
  refundMs: number;
  isAbnormal: () => boolean;
  /** Called for every refund that ended, with the content of its notification. */
  onEnd: (refund: Refund, notice: object) => void;
};

const readRefund = (refund: Refund, trade: Trade) => ({
  refund_id: refund.refundId,
  out_refund_no: refund.refundNo,
  transaction_id: trade.transactionId,
  out_trade_no: trade.outTradeNo,
  ...(refund.endedAt === undefined ? {} : { success_time: chinaTime(refund.endedAt) }),
  user_received_account: "支付用户零钱",
  create_time: chinaTime(refund.createdAt),
  amount: {
    total: trade.amountFen,
    refund: refund.refundFen,
    payer_total: trade.amountFen,
    payer_refund: refund.refundFen,
    currency: "CNY",
  },
});

export function createRefunds(parts: RefundParts) {
  const { keys, refunds, clock, findTrade } = parts;
  const nowMs = () => clock.now().getTime();
  const of = (outTradeNo: string) =>
    refunds.values().filter((refund) => refund.outTradeNo === outTradeNo);

  const query = (refundNo: string): Answer => {
    const refund = refunds.get(refundNo);
    const trade = refund && findTrade(refund.outTradeNo);
    if (!trade) return refusal(404, "RESOURCE_NOT_EXISTS", "退款单不存在");
    const { status } = refund;
    return { status: 200, body: { ...readRefund(refund, trade), status, channel: "ORIGINAL" } };
  };
  const end = (refundNo: string): void => {
    const refund = refunds.get(refundNo);
    const trade = refund && findTrade(refund.outTradeNo);
    if (!trade || refund.status !== "PROCESSING") return;
    const status = parts.isAbnormal() ? "ABNORMAL" : "SUCCESS";
    const ended: Refund = { ...refund, status, endedAt: nowMs() };
    refunds.put(refundNo, ended);
    const notice = { ...readRefund(ended, trade), mchid: keys.merchantId, refund_status: status };
    parts.onEnd(ended, notice);
  };

  return {
    of,
    query,
    refund(wanted: Pick<Refund, "refundNo" | "outTradeNo" | "refundFen" | "notifyUrl">): Answer {
      const { refundNo, outTradeNo, refundFen } = wanted;
      const trade = findTrade(outTradeNo);
      if (!trade) return refusal(404, "RESOURCE_NOT_EXISTS", "订单不存在");
      if (trade.state !== "SUCCESS") return refusal(400, "INVALID_REQUEST", "订单未支付");
      const known = refunds.get(refundNo);
      if (known) {
        const isSame = known.outTradeNo === outTradeNo && known.refundFen === refundFen;
        return isSame ? query(refundNo) : reusedNumberRefusal();
      }
      const before = of(outTradeNo).reduce((sum, each) => sum + each.refundFen, 0);
      if (before + refundFen > trade.amountFen) {
        return refusal(400, "INVALID_REQUEST", "退款金额超过订单金额");
      }
      const refundId = numberFrom(refundNo, "5030");
      refunds.put(refundNo, { ...wanted, refundId, status: "PROCESSING", createdAt: nowMs() });
      parts.agenda.at(nowMs() + parts.refundMs, () => end(refundNo));
      return query(refundNo);
    },
    /** Takes over a refund from before this sandbox; a number that is known stays as it is. */
    adopt(past: PastRefund): void {
      if (refunds.get(past.refundNo)) return;
      const { refundNo, endedAt } = past;
      const refundId = numberFrom(refundNo, "5030");
      const ended = { status: "SUCCESS", createdAt: endedAt, notifyUrl: "" } as const;
      refunds.put(refundNo, { ...past, ...ended, refundId });
    },
    /** Resumes refunds that a restart interrupted. */
    resume(): void {
      for (const { refundNo } of refunds.values()) end(refundNo);
    },
  };
}
export type Refunds = ReturnType<typeof createRefunds>;
