/** The failures of calls to the API host (U06) and their messages for the member. */

/**
 * `status` is the HTTP status, 0 when there was no response; `userMessage` is the server's own
 * message for the member, when it sent one.
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
 * A refusal (status 200), a failed call (other statuses) or no response (status 0, code NETWORK).
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

/** True when the server clearly refused, so that a retry of the same call cannot succeed. */
export const isDefiniteFailure = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure &&
  failure.status > 0 &&
  failure.status < 500 &&
  !isRetryableStatus(failure);

const isRetryableStatus = (failure: ApiFailure): boolean =>
  [408, 409, 425, 429].includes(failure.status);

// The navigator's errors have their own message too; they are defined in a layer above this folder.
const ownUserMessage = (failure: unknown): string | undefined =>
  failure instanceof Error && "userMessage" in failure && typeof failure.userMessage === "string"
    ? failure.userMessage
    : undefined;

/**
 * Returns the message for the member: the failure's own message, never English text of the
 * transport, never a bare number without a next step.
 */
export function userMessageFor(failure: unknown): string {
  const isCall = failure instanceof ApiFailure;
  if (isCall && failure.code === NETWORK) return "网络错误，请检查网络后再试";
  return ownUserMessage(failure) ?? (isCall ? failure.message : "出了点问题，请稍后再试");
}
