/**
 * The port of a payment channel, and its listeners in the modules above. Amounts are fen, instants
 * are Dates.
 */
import type { Db, Tx } from "../../platform/database/pool.ts";
import type { ArgumentsOf, ResultOf } from "../../platform/database/sql-function.ts";
import type { paymentsReceive } from "../../sql/payments.ts";

/** `jsapi` pays inside WeChat under the payer's openid; `h5` opens WeChat from another browser. */
export type Via = "jsapi" | "h5";

export type PrepareRequest = {
  /** Our number, created once and never replaced; at most 32 characters. */
  readonly outTradeNo: string;
  readonly title: string;
  readonly amountFen: number;
  readonly expiresAt: Date;
  readonly payer:
    | { readonly via: "jsapi"; readonly openid: string }
    | { readonly via: "h5"; readonly address: string };
};

/** The parameters for WeChat's JS bridge; `timeStamp` is in seconds. */
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
  /** Definite: the channel refused; `code` is the channel's. */
  | { readonly state: "refused"; readonly code: string; readonly reason: string }
  /** The number is paid or closed already: query its status. */
  | { readonly state: "over" }
  | { readonly state: "unknown"; readonly reason: string };

/** The channel's status update of one attempt, from a query or a notification. */
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
  | { readonly state: "known"; readonly update: PaymentStatusUpdate }
  /** The channel has never received the number; a request on its way may still arrive. */
  | { readonly state: "absent" }
  | { readonly state: "unknown"; readonly reason: string };

export type CloseAnswer =
  | { readonly state: "closed" }
  /** The channel has never received the number; a request on its way may still arrive. */
  | { readonly state: "absent" }
  /** Too late: it was paid meanwhile; query its status. */
  | { readonly state: "paid" }
  | { readonly state: "unknown"; readonly reason: string };

export type ChannelRefundRequest = {
  /** Our number, created once and never replaced; at most 64 characters. */
  readonly refundNo: string;
  readonly outTradeNo: string;
  readonly refundFen: number;
  readonly paidFen: number;
  readonly reason: string;
};

/** The channel's status update of one refund, from an answer, a query or a notification. */
export type RefundStatusUpdate = {
  readonly refundNo: string;
  readonly outTradeNo: string;
  readonly merchantId: string;
  readonly channelRefundNo: string;
  readonly refundFen: number;
  readonly paidFen: number;
  /** `abnormal`: the payer's account accepts no money; an operator must decide. */
  readonly state: "processing" | "success" | "closed" | "abnormal";
};

export type RefundAnswer =
  | { readonly state: "known"; readonly update: RefundStatusUpdate }
  | { readonly state: "absent" }
  /** Definite: refused, nothing was or will be paid back under this number. */
  | { readonly state: "refused"; readonly code: string; readonly reason: string }
  | { readonly state: "unknown"; readonly reason: string };

export interface PayChannel {
  /** Our account at the channel; a status update for another account is not about our money. */
  readonly account: { readonly appId: string; readonly merchantId: string };
  /** Safe to repeat under the same number with the same content. */
  prepare(order: PrepareRequest): Promise<PrepareResult>;
  /** Signs the parameters for the JS bridge; makes no call. */
  sign(prepayId: string): JsapiCall;
  query(outTradeNo: string): Promise<PaymentAnswer>;
  close(outTradeNo: string): Promise<CloseAnswer>;
  /** Safe to repeat under the same number with the same content. */
  refund(order: ChannelRefundRequest): Promise<RefundAnswer>;
  queryRefund(refundNo: string): Promise<RefundAnswer>;
}

/** Finds the payer's openid; refuses WECHAT_NEEDED when it is unknown. */
export interface Payers {
  openidOf(memberId: string): Promise<string>;
}

/** The payment that changed. */
export type PaidPayment = {
  readonly ownerId: string;
  readonly bizType: "order" | "topup";
  readonly bizId: string;
  readonly attemptId: string;
  readonly amountFen: number;
  readonly paidAt: Date;
};

/**
 * A status update of the channel, as `functions/receive.sql` takes it. The ids are used by the
 * outcome that needs them.
 */
export type Receipt = ArgumentsOf<typeof paymentsReceive>["receipt"];

/** What `payments_receive_end` returns. */
export type Received = ResultOf<typeof paymentsReceive>;

/** A successful payment, and the update that reports it. */
export type ReportedPayment = PaidPayment & { readonly receipt: Receipt };

/** The business that is paid. */
export interface PaymentListener {
  /**
   * Receives a successful payment, in one transaction: `payments_apply` credits it, the business
   * accepts its money or not, `payments_receive_end` ends it. One statement in the ordinary case
   * (`orders_receive`, `wallet_receive`), because the database may be far away and the channel waits
   * for the answer. Safe to repeat, in any order and concurrently.
   */
  receive(db: Db, payment: ReportedPayment): Promise<Received>;
}

/** The money of a payment that was returned, requested by payments or by another module. */
export type ReturnedPart = {
  readonly ownerId: string;
  readonly refundNo: string;
  readonly amountFen: number;
};

/**
 * Called in the transaction in which the channel has paid a return, before payments posts it;
 * perhaps twice for one return.
 */
export interface ReturnListener {
  onReturned(tx: Tx, part: ReturnedPart): Promise<void>;
}

/** Called in the transaction that stores the channel's status update of a refund. */
export interface RefundListener {
  onRefundUpdate(tx: Tx, update: RefundStatusUpdate): Promise<void>;
}

/**
 * The channel's status update of one transfer to a payee, from an answer, a query or a
 * notification.
 */
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
  /** The parameter that opens the payee's confirmation in WeChat. */
  readonly package?: string | undefined;
  /** The channel's failure code. */
  readonly code?: string | undefined;
};

/** Called in the transaction that stores the notification; false when an operator must check it. */
export interface TransferListener {
  onTransferUpdate(tx: Tx, update: TransferStatusUpdate): Promise<boolean>;
}

/**
 * A raw notification: header names and values in turn, exactly as received, and the bytes of the
 * body.
 */
export type NoticeMessage = {
  readonly rawHeaders: readonly string[];
  readonly rawBody: Uint8Array;
};

export type Notice = {
  readonly id: string;
  /** The received envelope, its content still encrypted by the channel: this is what is stored. */
  readonly envelope: Readonly<Record<string, unknown>>;
} & (
  | { readonly kind: "payment"; readonly update: PaymentStatusUpdate }
  | { readonly kind: "refund"; readonly update: RefundStatusUpdate }
  | { readonly kind: "transfer"; readonly update: TransferStatusUpdate }
);

/**
 * `refused`: not from the channel, answered 401. `unreadable`: from the channel but not readable,
 * answered 400.
 */
export type NoticeReading =
  | { readonly kind: "notice"; readonly notice: Notice }
  | { readonly kind: "refused" | "unreadable"; readonly why: string };

export type NoticeReader = (message: NoticeMessage) => NoticeReading;
