/** What messages need from external services and from other modules. */
import type { SmsSender } from "../members/port.ts";

/**
 * WeChat's answer to a sending. `refused`: the member does not want it. `unreachable`: this member
 * can never be reached. `later`: certainly not sent, and may be retried. `impossible`: our own
 * error. `unheard`: unknown whether it was sent.
 */
export type WechatAnswer =
  | { readonly state: "sent" }
  | {
      readonly state: "refused" | "unreachable" | "later" | "impossible" | "unheard";
      /** WeChat's errcode, or our own code. */
      readonly errorCode: string;
    };

export type WechatMessage = {
  readonly openid: string;
  readonly templateId: string;
  /** A path within the app. */
  readonly link: string | undefined;
  /** Values by the keywords of the template. */
  readonly data: Readonly<Record<string, string>>;
};

export interface WechatMessages {
  /**
   * Sends a template message. WeChat sends one `messageId` to one openid once within ten minutes,
   * and guarantees no more.
   */
  sendTemplate(message: WechatMessage & { readonly messageId: string }): Promise<WechatAnswer>;
  /** Sends a subscription message. WeChat has no key to deduplicate it. */
  sendSubscribe(message: WechatMessage): Promise<WechatAnswer>;
}

/** Notifies a member's open pages of changes. Best effort: nothing depends on it. */
export interface Pusher {
  push(
    memberId: string,
    event: { readonly type: "message"; readonly id: string; readonly unread: number },
  ): Promise<void>;
}

/** The name of an order, and for a meal where and when it is picked up; `from` in ms. */
export type OrderSummary = {
  readonly orderNo: string;
  readonly title: string;
  readonly pickup?: { readonly store: string; readonly from: number | undefined };
};

/**
 * What is needed to pick up a meal: the codes, and the token of the receipt that opens without a
 * login.
 */
export type PickupDetails = { readonly codes: readonly string[]; readonly receiptToken?: string };

export interface OrderReader {
  orderOf(memberId: string, orderId: string): Promise<OrderSummary | undefined>;
  /** Returns `undefined` while there are no codes. */
  pickupOf(memberId: string, orderId: string): Promise<PickupDetails | undefined>;
}

/** A member's contacts outside the app; `undefined` where there are none. */
export interface MemberContacts {
  phoneOf(memberId: string): Promise<string | undefined>;
  /** Returns the phone left with an order. */
  contactOf(memberId: string, orderId: string): Promise<string | undefined>;
  openidOf(memberId: string): Promise<string | undefined>;
}

/** Coupons and points that end within a time span, ordered by end, one page at a time. */
export type ExpiringItem = {
  readonly memberId: string;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  /** The same instant to the microsecond: the position where a page ends. */
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
  /** The origin of the pages, for links outside the app; `undefined`: texts contain no link. */
  readonly pagesOrigin: string | undefined;
  readonly contacts: MemberContacts;
  readonly sms: SmsSender;
  readonly wechat: WechatMessages;
  readonly pusher: Pusher;
};
