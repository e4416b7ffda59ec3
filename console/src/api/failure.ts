/** The failures of calls to the operators' API and the sentence that an operator reads. */
import { ownValue } from "@yunjing/contract/own-value";

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

/** Sentences for operators where the catalogue's text is written for a program. */
const operatorTexts: Readonly<Record<string, string>> = {
  BAD_REQUEST: "填写的内容不符合要求，请检查后再提交",
  INPUT_INVALID: "填写的内容不符合要求，请检查后再提交",
  NO_PERMISSION: "您没有这个权限，请联系管理员授权",
};

/** What the server says about the one field that it refused. */
function textOfField(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !("text" in data)) return undefined;
  return typeof data.text === "string" && data.text !== "" ? data.text : undefined;
}

/** Returns the sentence for the operator: the server's own, or one about the transport. */
export function sentenceFor(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return "页面出错了，请重新载入";
  if (failure.code === NETWORK)
    return "网络不通，没有收到回应，请检查网络；提交过的请先刷新核对，再重试";
  if (failure.code === failure.message) return `服务没有正常回答（${failure.status}），请稍后再试`;
  return textOfField(failure.data) ?? ownValue(operatorTexts, failure.code) ?? failure.message;
}

/** Returns the field that a refusal names in `data.field`. */
export function fieldOf(failure: unknown): string | undefined {
  const data = failure instanceof ApiFailure ? failure.data : undefined;
  if (typeof data !== "object" || data === null || !("field" in data)) return undefined;
  return typeof data.field === "string" ? data.field : undefined;
}
