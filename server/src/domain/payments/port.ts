/** What any payment channel must do, and who upstairs is told what it said. Amounts are fen, instants are Dates. */
import type { Db, Tx } from "../../platform/database/pool.ts";

/** `jsapi` pays inside WeChat under the payer's openid; `h5` opens WeChat from another browser. */
export type Via = "jsapi" | "h5";

export type PrepareRequest = {
  /** Ours, made once and never replaced; at most 32 characters. */
  readonly outTradeNo: string;
  readonly title: string;
  readonly amountFen: number;
  readonly expiresAt: Date;
  readonly payer:
    | { readonly via: "jsapi"; readonly openid: string }
    | { readonly via: "h5"; readonly address: string };
};

/** What the page hands to WeChat's bridge; `timeStamp` is in seconds. */
export type JsapiCall = {
  readonly appId: string;
  readonly timeStamp: string;
  readonly nonceStr: string;
  readonly package: string;
  readonly signType: "RSA";
  readonly paySign: string;
};

export type PrepareResult =
  | { readonly state: "prepared"; readonly prepayId: string }
  | { readonly state: "prepared"; readonly h5Url: string }
  /** Definite: the channel refused; `code` is its own word. */
  | { readonly state: "refused"; readonly code: string; readonly reason: string }
  /** The number is paid or closed already: ask for the word. */
  | { readonly state: "over" }
  | { readonly state: "unknown"; readonly reason: string };

/** The channel's word on one attempt, from a query or a notification alike. */
export type PaymentStatusUpdate = {
  readonly outTradeNo: string;
  readonly appId: string;
  readonly merchantId: string;
} & (
  | {
      readonly state: "paid";
      readonly transactionId: string;
      readonly amountFen: number;
      readonly currency: string;
      readonly openid?: string;
      readonly paidAt: Date;
    }
  | { readonly state: "unpaid" | "closed" | "refunded" }
);

export type PaymentAnswer =
  | { readonly state: "word"; readonly update: PaymentStatusUpdate }
  /** The channel has never seen the number; a request on its way may still arrive. */
  | { readonly state: "absent" }
  | { readonly state: "unknown"; readonly reason: string };

export type CloseAnswer =
  | { readonly state: "closed" }
  /** The channel has never seen the number; a request on its way may still arrive. */
  | { readonly state: "absent" }
  /** Too late: it was paid meanwhile; ask for the word. */
  | { readonly state: "paid" }
  | { readonly state: "unknown"; readonly reason: string };

export type ChannelRefundRequest = {
  /** Ours, made once and never replaced; at most 64 characters. */
  readonly refundNo: string;
  readonly outTradeNo: string;
  readonly refundFen: number;
  readonly paidFen: number;
  readonly reason: string;
};

/** The channel's word on one refund, from an answer, a query or a notification alike. */
export type RefundStatusUpdate = {
  readonly refundNo: string;
  readonly outTradeNo: string;
  readonly merchantId: string;
  readonly channelRefundNo: string;
  readonly refundFen: number;
  readonly paidFen: number;
  /** `abnormal`: the payer's account takes no money; somebody must decide. */
  readonly state: "processing" | "success" | "closed" | "abnormal";
};

export type RefundAnswer =
  | { readonly state: "word"; readonly update: RefundStatusUpdate }
  | { readonly state: "absent" }
  /** Definite: refused, nothing was or will be paid back under this number. */
  | { readonly state: "refused"; readonly code: string; readonly reason: string }
  | { readonly state: "unknown"; readonly reason: string };

export interface PayChannel {
  /** Who we are there; a word about somebody else's account is not about our money. */
  readonly account: { readonly appId: string; readonly merchantId: string };
  /** Safe to repeat under the same number with the same content. */
  prepare(order: PrepareRequest): Promise<PrepareResult>;
  /** Signs what the page hands to the bridge; no call goes out. */
  sign(prepayId: string): JsapiCall;
  query(outTradeNo: string): Promise<PaymentAnswer>;
  close(outTradeNo: string): Promise<CloseAnswer>;
  /** Safe to repeat under the same number with the same content. */
  refund(order: ChannelRefundRequest): Promise<RefundAnswer>;
  queryRefund(refundNo: string): Promise<RefundAnswer>;
}

/** Who pays, as the channel knows them; refuses WECHAT_NEEDED when it does not. */
export interface Payers {
  openidOf(memberId: string): Promise<string>;
}

/** Whose payment changed. */
export type PaidPayment = {
  readonly ownerId: string;
  readonly bizType: "order" | "topup";
  readonly bizId: string;
  readonly attemptId: string;
  readonly amountFen: number;
  readonly paidAt: Date;
};

/**
 * Told inside the transaction of the change, once for each payment, with the payer's book locked. `accepted`: payments
 * posts suspense → clearing (kind `wxpay_accept`), the listener posts nothing of the channel's money. `late`: the money
 * goes back where it came from.
 */
export interface PaymentListener {
  onPaid(tx: Tx, paid: PaidPayment): Promise<"accepted" | "late">;
  /**
   * All that the notification of a payment does, in one statement (`orders_receive`): the database may be far away, and
   * the channel waits for the answer. False when it takes more steps, or is to be tried again; then nothing happened.
   */
  receiveInOneStatement?(db: Db, notified: PaymentNotification): Promise<boolean>;
}

/** A genuine notification of a payment, with the word and the ids as the functions of payments take them. */
export type PaymentNotification = PaidPayment & {
  readonly update: object;
  /** Of the posting that takes the money over. */
  readonly txnId: string;
  readonly eventKey: string;
  readonly envelope: object;
};

/** What is to go back by itself: a payment that came late, or for the second time. */
export type UnwantedPayment = {
  readonly ownerId: string;
  readonly attemptId: string;
  readonly amountFen: number;
  readonly reason: string;
};

/** Starts a refund in the transaction that found the payment unwanted. */
export interface RefundStarter {
  returnPayment(tx: Tx, unwanted: UnwantedPayment): Promise<void>;
}

/** Money of a payment that has gone back, whoever asked for it. */
export type ReturnedPart = {
  readonly ownerId: string;
  readonly refundNo: string;
  readonly amountFen: number;
};

/** Told inside the transaction in which the channel has paid a return back, before payments books it; each perhaps twice. */
export interface ReturnListener {
  onReturned(tx: Tx, part: ReturnedPart): Promise<void>;
}

/** Told inside the transaction in which the channel's word on a refund was kept. */
export interface RefundListener {
  onRefundUpdate(tx: Tx, word: RefundStatusUpdate): Promise<void>;
}

/** The channel's word on one transfer to a payee, from an answer, a query or a notification alike. */
export type TransferStatusUpdate = {
  readonly outBillNo: string;
  readonly merchantId: string;
  readonly appId?: string | undefined;
  /** Only `success`, `failed` and `cancelled` are final; `wait_confirm` waits for the payee. */
  readonly state:
    | "accepted"
    | "processing"
    | "wait_confirm"
    | "transferring"
    | "success"
    | "failed"
    | "cancelling"
    | "cancelled";
  readonly amountFen?: number | undefined;
  readonly openid?: string | undefined;
  /** The channel's own number. */
  readonly transferNo?: string | undefined;
  /** What opens the payee's confirmation. */
  readonly package?: string | undefined;
  /** Why it failed, in the channel's code. */
  readonly code?: string | undefined;
};

/** Told inside the transaction in which the notification is kept; false when a person must look at it. */
export interface TransferListener {
  onTransferUpdate(tx: Tx, word: TransferStatusUpdate): Promise<boolean>;
}

/** A notification as it came: header names and values in turn, exactly as received, and the body's bytes. */
export type NoticeMessage = {
  readonly rawHeaders: readonly string[];
  readonly rawBody: Uint8Array;
};

export type Notice = {
  readonly id: string;
  /** As it came, its content still sealed by the channel: what is kept of it. */
  readonly envelope: Readonly<Record<string, unknown>>;
} & (
  | { readonly kind: "payment"; readonly update: PaymentStatusUpdate }
  | { readonly kind: "refund"; readonly update: RefundStatusUpdate }
  | { readonly kind: "transfer"; readonly update: TransferStatusUpdate }
);

/** `refused`: not the channel's, answered 401. `unreadable`: the channel's, and not understood, answered 400. */
export type NoticeReading =
  | { readonly kind: "notice"; readonly notice: Notice }
  | { readonly kind: "refused" | "unreadable"; readonly why: string };

export type NoticeReader = (message: NoticeMessage) => NoticeReading;
