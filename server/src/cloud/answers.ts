/**
 * Builds results in the shapes the client reads (cloud-protocol.md 5, 6, 11): an expected refusal
 * is an answer with `errCode`.
 */
import { refusals } from "@yunjing/contract/refusals";
import { raisedRefusal } from "../platform/database/failure.ts";
import { Refusal } from "../platform/refusal.ts";
import type { TokenState } from "./caller.ts";

export type Result = Readonly<Record<string, unknown>>;

/** Codes and texts that make an app open its login page, by the state of the token. */
const LOGIN = {
  over: { errCode: "uni-id-token-expired", errMsg: "token过期，跳转登录页面" },
  wrong: { errCode: "uni-id-check-token-failed", errMsg: "token无效，跳转登录页面" },
  none: { errCode: "uni-id-token-not-exist", errMsg: "token无效，跳转登录页面" },
} as const;

export const loginAnswer = (errSubject: string, token: TokenState): Result => ({
  errSubject,
  ...LOGIN[token === "good" ? "wrong" : token],
});

/** cloud-protocol.md 13. */
export const clientNotAllowedAnswer: Result = {
  errSubject: "uni-secure-network",
  errCode: 20101,
  errMsg: "Invalid client",
};

export const unknownMethod = (errSubject: string, method: unknown): Result => ({
  errSubject,
  errCode: "METHOD_NOT_FOUND",
  errMsg: `METHOD_NOT_FOUND: ${errSubject} has no method ${typeof method === "string" ? method.slice(0, 64) : ""}`,
});

/**
 * Returns the answer to a refusal. Rethrows everything else, and server failures (status 500 or
 * more).
 */
export function refusedAnswer(errSubject: string, thrown: unknown): Result {
  const error = raisedRefusal(thrown) ?? thrown;
  if (!(error instanceof Refusal) || refusals[error.code].status >= 500) throw error;
  if (error.code === "AUTH_EXPIRED") return loginAnswer(errSubject, "over");
  const { code: errCode, message: errMsg, data } = error;
  return { errSubject, errCode, errMsg, ...(data ? { data } : {}) };
}

/**
 * Returns what the client reads for `async: true`: "200" with the result, or the error's own code.
 */
export const asyncAnswer = (result: Result): Result => {
  const { errCode, errMsg } = result;
  return errCode
    ? { errCode: String(errCode), errMsg: errMsg ?? "" }
    : { errCode: "200", errMsg: "", data: result };
};
