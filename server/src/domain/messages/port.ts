/** What messages ask of the outside, and of the rooms beside them. */
import type { SmsSender } from "../members/port.ts";

/**
 * WeChat's answer to a sending. `refused`: the member does not want it. `unreachable`: not this member, ever. `later`:
 * surely not sent, and may be tried again. `impossible`: our own mistake. `unheard`: nobody knows whether it was sent.
 */
export type WechatAnswer =
  | { readonly state: "sent" }
  | {
      readonly state: "refused" | "unreachable" | "later" | "impossible" | "unheard";
      /** WeChat's errcode, or ours. */
      readonly errorCode: string;
    };

export type WechatMessage = {
  readonly openid: string;
  readonly templateId: string;
  /** A path within the app. */
  readonly link: string | undefined;
  /** By the keywords of the template. */
  readonly data: Readonly<Record<string, string>>;
};

export interface WechatMessages {
  /** A template message. WeChat sends one `messageId` to one openid once within ten minutes, and promises no more. */
  sendTemplate(message: WechatMessage & { readonly messageId: string }): Promise<WechatAnswer>;
  /** A subscription message: WeChat knows no key against sending it twice. */
  sendSubscribe(message: WechatMessage): Promise<WechatAnswer>;
}

/** Whoever keeps a member's page fresh while it is open; nothing depends on it. */
export interface Pusher {
  push(
    memberId: string,
    event: { readonly type: "message"; readonly id: string; readonly unread: number },
  ): Promise<void>;
}

/** What an order is called, and of a meal where and when it is picked up; `from` in ms. */
export type OrderSummary = {
  readonly orderNo: string;
  readonly title: string;
  readonly pickup?: { readonly store: string; readonly from: number | undefined };
};

/** What shows somebody a meal: the codes, and the token of the receipt that opens it without a login. */
export type PickupDetails = { readonly codes: readonly string[]; readonly receiptToken?: string };

export interface OrderReader {
  orderOf(memberId: string, orderId: string): Promise<OrderSummary | undefined>;
  /** Undefined while there are no codes. */
  pickupOf(memberId: string, orderId: string): Promise<PickupDetails | undefined>;
}

/** Where a member is reached outside the app; undefined where they are not. */
export interface MemberContacts {
  phoneOf(memberId: string): Promise<string | undefined>;
  /** The phone that was left with an order. */
  contactOf(memberId: string, orderId: string): Promise<string | undefined>;
  openidOf(memberId: string): Promise<string | undefined>;
}

/** Coupons and points that end within a span, in the order of their ends, a page at a time. */
export type ExpiringItem = {
  readonly memberId: string;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  /** The same to the microsecond: where a page ends. */
  readonly at: string;
  /** Points, or 1 for a coupon. */
  readonly amount: number;
  readonly title: string;
};
export type ExpiryPage = {
  readonly from: Date;
  readonly to: Date;
  readonly after: Pick<ExpiringItem, "at" | "memberId" | "id"> | undefined;
  readonly limit: number;
};
export type ExpiringReader = (
  kind: "coupon" | "points",
  span: ExpiryPage,
) => Promise<ExpiringItem[]>;

export type MessageDeps = {
  readonly orders: OrderReader;
  /** Where the pages are, for links outside the app; undefined: texts carry no link. */
  readonly pagesOrigin: string | undefined;
  readonly contacts: MemberContacts;
  readonly sms: SmsSender;
  readonly wechat: WechatMessages;
  readonly pusher: Pusher;
};
