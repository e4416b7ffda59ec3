/** The three kinds of error, one door each: a Refusal is a "no", an Outage is a partner's failure, a Defect is ours. */
import { type RefusalCode, refusalText } from "@yunjing/contract/refusals";

/** An expected "no". Thrown in actions, so the transaction rolls back by itself; `serve` answers the catalogue's words. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** For 409 and 429: after how many seconds to try again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: RefusalCode,
    data?: Readonly<Record<string, unknown>>,
    retryAfterSeconds?: number,
  ) {
    super(refusalText(code, data));
    this.name = "Refusal";
    this.code = code;
    this.data = data;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

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

/** States what must be true; if it is not, our code is wrong. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Defect(message);
}
