/**
 * Something that can be paid, an order or a top-up: how the payment begins, its progress, and where
 * it continues.
 */
import type { Payment } from "@yunjing/contract/schemas/buying";
import { api } from "../../api.ts";
import { withIdempotencyKey } from "../../device/idempotency.ts";

export type Channel = "wechat" | "balance" | "none";

/** The progress of a payment; the same fields for an order and for a top-up. */
export type PaymentProgress = Pick<
  Payment,
  "state" | "dueFen" | "expiresAt" | "outTradeNo" | "jsapi" | "h5Url"
>;

export interface PayRequest {
  readonly channel: Channel;
  /** `jsapi` inside WeChat, `h5` in any other browser. */
  readonly via: "jsapi" | "h5";
  /** The proof of a step-up, where one was required. */
  readonly stepUp?: string | undefined;
}

export interface Payable {
  /** A path of this app to which a member who paid outside it returns, to wait for the result. */
  readonly returnPath: string;
  readonly begin: (request: PayRequest) => Promise<PaymentProgress>;
  readonly read: () => Promise<PaymentProgress>;
}

/**
 * A proof is valid once, so a try with another proof is another intent; the last six characters of
 * the proof tell them apart.
 */
const intentOf = (orderNo: string, { channel, stepUp }: PayRequest): string =>
  ["pay", orderNo, channel, ...(stepUp === undefined ? [] : [stepUp.slice(-6)])].join(":");

export const orderPayable = (orderNo: string): Payable => ({
  returnPath: `/pages/exchange/ordetail?orderNo=${encodeURIComponent(orderNo)}&pay=1`,
  read: () => api.buying.payment({ orderNo }),
  begin: (request) =>
    withIdempotencyKey(intentOf(orderNo, request), (idempotencyKey) =>
      api.buying.pay(
        {
          orderNo,
          channel: request.channel,
          ...(request.channel === "wechat" ? { via: request.via } : {}),
          ...(request.stepUp === undefined ? {} : { stepUp: request.stepUp }),
        },
        { idempotencyKey },
      ),
    ),
});
