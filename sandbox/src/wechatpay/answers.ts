/** Answers of the sandbox WeChat Pay, and its fault settings. */
import { createHash } from "node:crypto";

/** The answer to a request: an HTTP status and WeChat's body. */
export type Answer = { status: number; body: object | undefined };

export const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message },
});
export const reusedNumberRefusal = (): Answer =>
  refusal(400, "INVALID_REQUEST", "请求重入时，参数与首次请求时不一致");

/** Formats an instant (ms since 1970) in China's time. */
export const chinaTime = (ms: number): string =>
  `${new Date(ms + 28_800_000).toISOString().slice(0, 19)}+08:00`;

/** Derives a number from a text, with the length of WeChat's numbers. */
export const numberFrom = (text: string, prefix: string): string => {
  const digest = createHash("sha256").update(text).digest("hex");
  return `${prefix}${BigInt(`0x${digest}`)}`.slice(0, 28);
};

export type WechatPayFaults = {
  /** Share of requests that are done but not answered. */
  timeoutButDone: number;
  /** Share of requests that are answered 500; half of them are done. */
  error500: number;
  /** Share of refunds that the payer's bank rejects. */
  abnormalRefund: number;
  /** Share of transfers that the payee's account rejects. */
  failTransfer: number;
  /** Share of transfers that stay undecided. */
  neverTransfer: number;
  /** Share of transfer requests for which the merchant's account has too little money. */
  noFunds: number;
  /** Delay of every answer, in ms. */
  slowMs: number;
} & BillFaults;

/**
 * Faults of the bills: the number of rows with each fault, taken from the first rows of the day.
 */
export type BillFaults = {
  /** 1: the bill is not ready yet, at any hour. */
  billLate: number;
  /** 1: the bill is ready at once, that of today with what has happened so far. */
  billEarly: number;
  /** 1: the file does not match the announced hash. */
  billTorn: number;
  billMissing: number;
  billWrongAmount: number;
  billWrongFee: number;
  /** Rows of payments that do not exist. */
  billExtra: number;
  /** Rows that are repeated. */
  billTwice: number;
};
export const noBillFaults: BillFaults = {
  billLate: 0,
  billEarly: 0,
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
