/** What can be paid, an order or a top-up: how paying begins, how far it is, and where it goes on. */
import type { Payment } from "@yunjing/contract/schemas/buying";
import { api } from "../../api.ts";
import { withIdempotencyKey } from "../../device/idempotency.ts";

export type Channel = "wechat" | "balance" | "none";

/** How far paying is; the same parts for an order and for a top-up. */
export type PaymentProgress = Pick<
  Payment,
  "state" | "dueFen" | "expiresAt" | "outTradeNo" | "jsapi" | "h5Url"
>;

export interface PayRequest {
  readonly channel: Channel;
  /** `jsapi` inside WeChat, `h5` in any other browser. */
  readonly via: "jsapi" | "h5";
  /** The proof of a step-up, where one was asked for. */
  readonly stepUp?: string | undefined;
}

export interface Payable {
  /** A path of this app to which whoever pays outside it comes back, to wait for the outcome. */
  readonly returnPath: string;
  readonly begin: (wish: PayRequest) => Promise<PaymentProgress>;
  readonly read: () => Promise<PaymentProgress>;
}

/** A proof serves once, so a try with another proof is another intent; its tail tells them apart. */
const intentOf = (orderNo: string, { channel, stepUp }: PayRequest): string =>
  ["pay", orderNo, channel, ...(stepUp === undefined ? [] : [stepUp.slice(-6)])].join(":");

export const orderPayable = (orderNo: string): Payable => ({
  returnPath: `/pages/exchange/ordetail?orderNo=${encodeURIComponent(orderNo)}&pay=1`,
  read: () => api.buying.payment({ orderNo }),
  begin: (wish) =>
    withIdempotencyKey(intentOf(orderNo, wish), (idempotencyKey) =>
      api.buying.pay(
        {
          orderNo,
          channel: wish.channel,
          ...(wish.channel === "wechat" ? { via: wish.via } : {}),
          ...(wish.stepUp === undefined ? {} : { stepUp: wish.stepUp }),
        },
        { idempotencyKey },
      ),
    ),
});
