/** What the pretend channel answers, and what can go wrong with it. */
import { createHash } from "node:crypto";

/** What a request came to: an HTTP status, and WeChat's own body. */
export type Answer = { status: number; body: object | undefined };

export const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message },
});
export const reusedNumberRefusal = (): Answer =>
  refusal(400, "INVALID_REQUEST", "请求重入时，参数与首次请求时不一致");

/** An instant (ms since 1970) in China's time. */
export const chinaTime = (ms: number): string =>
  `${new Date(ms + 28_800_000).toISOString().slice(0, 19)}+08:00`;

/** A number that follows from a text, as long as WeChat's. */
export const numberFrom = (text: string, prefix: string): string => {
  const digest = createHash("sha256").update(text).digest("hex");
  return `${prefix}${BigInt(`0x${digest}`)}`.slice(0, 28);
};

export type WechatPayFaults = {
  /** Share of requests that are done, but not answered. */
  timeoutButDone: number;
  /** Share of requests that are answered 500, half of them after being done. */
  error500: number;
  /** Share of refunds that the payer's bank does not take. */
  abnormalRefund: number;
  /** Share of transfers that the payee's account does not take. */
  failTransfer: number;
  /** Share of transfers that stay undecided. */
  neverTransfer: number;
  /** Share of requests to transfer that the merchant's account is too short for. */
  noFunds: number;
  /** Every answer comes this much later. */
  slowMs: number;
} & BillFaults;

/** What is wrong with the bills: so many rows of each, the first of the day. */
export type BillFaults = {
  /** 1: it is still being made, whatever the hour. */
  billLate: number;
  /** 1: the file does not have the hash that was told. */
  billTorn: number;
  billMissing: number;
  billWrongAmount: number;
  billWrongFee: number;
  /** Rows of payments that nobody made. */
  billExtra: number;
  /** Rows that stand there twice. */
  billTwice: number;
};
export const noBillFaults: BillFaults = {
  billLate: 0,
  billTorn: 0,
  billMissing: 0,
  billWrongAmount: 0,
  billWrongFee: 0,
  billExtra: 0,
  billTwice: 0,
};
export const noWechatPayFaults: WechatPayFaults = {
  timeoutButDone: 0,
  error500: 0,
  abnormalRefund: 0,
  slowMs: 0,
  ...noBillFaults,
  failTransfer: 0,
  neverTransfer: 0,
  noFunds: 0,
};
