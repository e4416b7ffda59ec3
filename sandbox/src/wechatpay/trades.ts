/** Trades of the sandbox WeChat Pay: their state changes, and their wire format. */
import type { Clock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import { type Answer, chinaTime, numberFrom, reusedNumberRefusal, refusal } from "./answers.ts";
import type { WechatPayKeys } from "./keys.ts";

/** Instants in milliseconds since 1970, amounts in fen. */
export type Trade = {
  outTradeNo: string;
  /** The original request, to tell a repeat from another request under the same number. */
  asked: string;
  via: "jsapi" | "h5";
  description: string;
  amountFen: number;
  openid: string;
  notifyUrl: string;
  expiresAt: number;
  createdAt: number;
  prepayId: string;
  state: "NOTPAY" | "SUCCESS" | "CLOSED";
  paidAt?: number;
  /**
   * The amount that was really paid; it differs from `amountFen` only to simulate a wrong channel.
   */
  paidFen?: number;
  transactionId: string;
  refusedAt?: number;
};
export type TradeRequest = Omit<Trade, "createdAt" | "prepayId" | "state" | "transactionId">;

/** A payment that members made before this sandbox ran: the demo's past. */
export type PastPayment = Pick<
  Trade,
  "outTradeNo" | "transactionId" | "amountFen" | "description"
> & { paidAt: number };

export type TradeParts = {
  keys: WechatPayKeys;
  trades: Journal<Trade>;
  clock: Clock;
  hasRefunds: (outTradeNo: string) => boolean;
};

const absent = () => refusal(404, "ORDER_NOT_EXIST", "订单不存在");
const stateTexts = {
  NOTPAY: "订单未支付",
  SUCCESS: "支付成功",
  CLOSED: "订单已关闭",
  REFUND: "订单发生过退款",
} as const;

/** Returns a trade in WeChat's format. */
export function readTrade(trade: Trade, keys: WechatPayKeys, isRefunded: boolean) {
  const state = isRefunded ? "REFUND" : trade.state;
  const about = {
    appid: keys.appId,
    mchid: keys.merchantId,
    out_trade_no: trade.outTradeNo,
    trade_state: state,
    trade_state_desc: stateTexts[state],
  };
  if (trade.paidAt === undefined) return about;
  const paidFen = trade.paidFen ?? trade.amountFen;
  return {
    ...about,
    transaction_id: trade.transactionId,
    bank_type: "OTHERS",
    attach: "",
    trade_type: trade.via === "jsapi" ? "JSAPI" : "MWEB",
    success_time: chinaTime(trade.paidAt),
    payer: { openid: trade.openid },
    amount: { total: paidFen, payer_total: paidFen, currency: "CNY", payer_currency: "CNY" },
  };
}

function preparedAnswer(trade: Trade): Answer {
  if (trade.via === "jsapi") return { status: 200, body: { prepay_id: trade.prepayId } };
  const place = new URL(`/sandbox/wechatpay/${trade.outTradeNo}`, trade.notifyUrl);
  return { status: 200, body: { h5_url: `${place}?prepay_id=${trade.prepayId}` } };
}

export function createTrades({ keys, trades, clock, hasRefunds }: TradeParts) {
  const nowMs = () => clock.now().getTime();
  /** Returns a trade in its current state: after its expiry it is closed and cannot be paid. */
  const find = (outTradeNo: string): Trade | undefined => {
    const trade = trades.get(outTradeNo);
    const isOver = trade?.state === "NOTPAY" && trade.expiresAt <= nowMs();
    return isOver ? { ...trade, state: "CLOSED" } : trade;
  };
  const read = (trade: Trade) => readTrade(trade, keys, hasRefunds(trade.outTradeNo));

  return {
    find,
    read,
    all: () => trades.values().flatMap(({ outTradeNo }) => find(outTradeNo) ?? []),
    prepare(wanted: TradeRequest): Answer {
      const known = find(wanted.outTradeNo);
      if (known?.state === "SUCCESS") return refusal(400, "ORDERPAID", "该订单已支付");
      if (known?.state === "CLOSED") return refusal(400, "ORDER_CLOSED", "该订单已关闭");
      if (known)
        return known.asked === wanted.asked ? preparedAnswer(known) : reusedNumberRefusal();
      if (wanted.expiresAt <= nowMs()) return refusal(400, "PARAM_ERROR", "time_expire 已过");
      const trade: Trade = {
        ...wanted,
        createdAt: nowMs(),
        state: "NOTPAY",
        prepayId: `wx${numberFrom(`prepay ${wanted.outTradeNo}`, "20")}`,
        transactionId: numberFrom(wanted.outTradeNo, "4200"),
      };
      trades.put(trade.outTradeNo, trade);
      return preparedAnswer(trade);
    },
    /** Takes over a payment from before this sandbox; a number that is known stays as it is. */
    adopt(past: PastPayment): void {
      if (trades.get(past.outTradeNo)) return;
      const { outTradeNo, transactionId, amountFen, paidAt, description } = past;
      trades.put(outTradeNo, {
        outTradeNo,
        transactionId,
        amountFen,
        description,
        paidAt,
        state: "SUCCESS",
        asked: "",
        via: "jsapi",
        openid: `past-${outTradeNo}`,
        notifyUrl: "",
        createdAt: paidAt,
        expiresAt: paidAt,
        prepayId: `wx${numberFrom(`prepay ${outTradeNo}`, "20")}`,
      });
    },
    query(outTradeNo: string): Answer {
      const trade = find(outTradeNo);
      return trade ? { status: 200, body: read(trade) } : absent();
    },
    close(outTradeNo: string): Answer {
      const trade = find(outTradeNo);
      if (!trade) return absent();
      if (trade.state === "SUCCESS") return refusal(400, "ORDERPAID", "该订单已支付");
      trades.put(outTradeNo, { ...trade, state: "CLOSED" });
      return { status: 204, body: undefined };
    },
    /**
     * Pays the trade. Returns `undefined` when there is nothing to pay. With `evenClosed` it also
     * pays a closed trade.
     */
    pay(
      outTradeNo: string,
      { amountFen, evenClosed }: { amountFen?: number; evenClosed?: boolean } = {},
    ): Trade | undefined {
      const trade = find(outTradeNo);
      if (!trade || (trade.state === "CLOSED" && !evenClosed)) return undefined;
      if (trade.state === "SUCCESS") return trade;
      const paidFen = amountFen === undefined ? {} : { paidFen: amountFen };
      const paid: Trade = { ...trade, state: "SUCCESS", paidAt: nowMs(), ...paidFen };
      trades.put(outTradeNo, paid);
      return paid;
    },
    /** Records that the payer declined; the trade stays unpaid. */
    refuse(outTradeNo: string): void {
      const trade = find(outTradeNo);
      if (trade?.state === "NOTPAY") trades.put(outTradeNo, { ...trade, refusedAt: nowMs() });
    },
  };
}
export type Trades = ReturnType<typeof createTrades>;
