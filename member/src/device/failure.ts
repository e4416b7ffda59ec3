/** What a call to the API host fails with (U06), and the words a member reads for it. */

/**
 * `status` is the HTTP status, 0 when nothing came back; `words` is the server's own sentence, when
 * it gave one.
 */
export type FailureDetail = {
  readonly code: string;
  readonly message: string;
  readonly status: number;
  readonly data?: unknown;
  readonly requestId?: string | undefined;
  readonly userMessage?: string | undefined;
};

export const NETWORK = "NETWORK";
export const HTTP = "HTTP";
export const REFUSED = "REFUSED";

/**
 * A refusal (status 200), a failed call (other statuses) or a silent network (status 0, code
 * NETWORK).
 */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly code: string;
  readonly status: number;
  readonly data: unknown;
  readonly requestId: string | undefined;
  readonly userMessage: string | undefined;

  constructor(detail: FailureDetail) {
    super(detail.message);
    this.code = detail.code;
    this.status = detail.status;
    this.data = detail.data;
    this.requestId = detail.requestId;
    this.userMessage = detail.userMessage;
  }
}

/** True when the server said a clear no, so trying the same again can change nothing. */
export const isDefiniteFailure = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure &&
  failure.status > 0 &&
  failure.status < 500 &&
  !isRetryableStatus(failure);

const isRetryableStatus = (failure: ApiFailure): boolean =>
  [408, 409, 425, 429].includes(failure.status);

// The navigator's errors bring their own words too; they live above this folder.
const ownUserMessage = (failure: unknown): string | undefined =>
  failure instanceof Error && "userMessage" in failure && typeof failure.userMessage === "string"
    ? failure.userMessage
    : undefined;

/**
 * The sentence a member reads: the failure's own words, never English of the transport, never a
 * bare figure without a next step.
 */
export function userMessageFor(failure: unknown): string {
  const isCall = failure instanceof ApiFailure;
  if (isCall && failure.code === NETWORK) return "网络错误，请检查网络后再试";
  return ownUserMessage(failure) ?? (isCall ? failure.message : "出了点问题，请稍后再试");
}
