/** Results in the shapes the client reads (cloud-protocol.md 5, 6, 11): a "no" is an answer, with `errCode`. */
import { refusals } from "@yunjing/contract/refusals";
import { raisedRefusal } from "../platform/database/failure.ts";
import { Refusal } from "../platform/refusal.ts";
import type { TokenState } from "./caller.ts";

export type Result = Readonly<Record<string, unknown>>;

/** The words that send an app to its login page, by what is wrong with the token. */
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

/** What an expected "no" is answered with; everything else, and our own failures, are thrown on. */
export function refusedAnswer(errSubject: string, thrown: unknown): Result {
  const error = raisedRefusal(thrown) ?? thrown;
  if (!(error instanceof Refusal) || refusals[error.code].status >= 500) throw error;
  if (error.code === "AUTH_EXPIRED") return loginAnswer(errSubject, "over");
  const { code: errCode, message: errMsg, data } = error;
  return { errSubject, errCode, errMsg, ...(data ? { data } : {}) };
}

/** What `async: true` reads: "200" and the result, or the error's own code. */
export const asyncAnswer = (result: Result): Result => {
  const { errCode, errMsg } = result;
  return errCode
    ? { errCode: String(errCode), errMsg: errMsg ?? "" }
    : { errCode: "200", errMsg: "", data: result };
};
