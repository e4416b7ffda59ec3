/** The failures of calls to the operators' API and the sentence that an operator reads. */

export type FailureDetail = {
  readonly code: string;
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  readonly message?: string | undefined;
  readonly data?: unknown;
  readonly requestId?: string | undefined;
};

export const NETWORK = "NETWORK";

/** A refusal (status 200), a failed call (another status) or no response (status 0). */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly code: string;
  readonly status: number;
  readonly data: unknown;
  readonly requestId: string | undefined;
  /** When the failure was seen, in ms since 1970. */
  readonly at = Date.now();

  constructor({ code, status, message, data, requestId }: FailureDetail) {
    super(message ?? code);
    this.code = code;
    this.status = status;
    this.data = data;
    this.requestId = requestId;
  }
}

export const isNetworkFailure = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.code === NETWORK;

/** Returns true for a refusal with the given code. */
export const hasCode = (failure: unknown, code: string): boolean =>
  failure instanceof ApiFailure && failure.code === code;

/** Returns the sentence for the operator: the server's own, or one about the transport. */
export function sentenceFor(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return "页面出错了，请重新载入";
  if (failure.code === NETWORK) return "网络不通，什么也没有提交，请稍后再试";
  if (failure.code === failure.message) return `服务没有正常回答（${failure.status}），请稍后再试`;
  return failure.message;
}

/** Returns the field that a refusal names in `data.field`. */
export function fieldOf(failure: unknown): string | undefined {
  const data = failure instanceof ApiFailure ? failure.data : undefined;
  if (typeof data !== "object" || data === null || !("field" in data)) return undefined;
  return typeof data.field === "string" ? data.field : undefined;
}
