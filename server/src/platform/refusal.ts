/**
 * The three kinds of error: a Refusal is an expected "no", an Outage is a partner's failure, a
 * Defect is our own bug.
 */
import { type RefusalCode, refusalText } from "@yunjing/contract/refusals";

type RefusalData = Readonly<Record<string, unknown>>;
const limitCodes = ["RATE_LIMITED", "FILE_QUOTA"] as const;
/** The codes that a limiter refuses with. */
export type LimitCode = (typeof limitCodes)[number];
export type UnlimitedCode = Exclude<RefusalCode, LimitCode>;

export const isLimitCode = (code: string): code is LimitCode =>
  limitCodes.some((limit) => limit === code);

/**
 * An expected "no". Thrown in actions, so the transaction rolls back by itself; `serve` answers
 * with the catalogue's text.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly data: RefusalData | undefined;
  /** For 409 and 429: after how many seconds to retry. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: UnlimitedCode, data?: RefusalData, retryAfterSeconds?: number);
  /** A limiter's refusal must include when to retry. */
  constructor(code: LimitCode, data: RefusalData | undefined, retryAfterSeconds: number);
  constructor(code: RefusalCode, data?: RefusalData, retryAfterSeconds?: number) {
    super(refusalText(code, data));
    this.name = "Refusal";
    this.code = code;
    this.data = data;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Returns the refusal of a limiter whose window ends in `leftMs`. */
export const limitExceeded = (code: LimitCode, leftMs: number): Refusal =>
  new Refusal(code, undefined, Math.max(1, Math.ceil(leftMs / 1_000)));

/** A partner or the database failed us: logged, retried by jobs, answered 503. */
export class Outage extends Error {
  readonly partner: string;

  constructor(partner: string, cause?: unknown) {
    super(`${partner} did not answer as agreed`, { cause });
    this.name = "Outage";
    this.partner = partner;
  }
}

/** Our own bug: 500, a request id, no detail to the member. */
export class Defect extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "Defect";
  }
}

/** Throws a Defect when the condition is false. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Defect(message);
}
