/**
 * `DCloud-clientDB`: runs database commands of a client and answers in the shape it reads
 * (cloud-protocol.md 7). An expected error is an answer with `code` and `message`, never a failed
 * request, so that the client can tell a lost login from a crash.
 */
import { raisedRefusal } from "../../platform/database/failure.ts";
import { isObject } from "../../platform/http/body.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { TokenState } from "../caller.ts";
import type { DatabaseParts } from "./collection.ts";
import { collections } from "./collections.ts";
import { CommandFault, type LoginCode, LoginNeeded, syntaxFault } from "./fault.ts";
import { limits } from "./limits.ts";
import { type Warning, queryOf } from "./query.ts";
import { runQuery } from "./run.ts";

export type { DatabaseParts } from "./collection.ts";

/**
 * The caller of a command; anonymous without `memberId`. Without `token` there was no token. No
 * other content of the login token is used here.
 */
export type DatabaseCaller = {
  readonly memberId?: string | undefined;
  readonly token?: TokenState;
};

/** Codes and texts for the public client (§11). */
const LOGIN: Readonly<Record<TokenState, { readonly code: LoginCode; readonly message: string }>> =
  {
    over: { code: "TOKEN_INVALID_TOKEN_EXPIRED", message: "token过期，跳转登录页面" },
    wrong: { code: "TOKEN_INVALID_WRONG_TOKEN", message: "token无效，跳转登录页面" },
    good: { code: "TOKEN_INVALID_WRONG_TOKEN", message: "token无效，跳转登录页面" },
    none: { code: "TOKEN_INVALID_ANONYMOUS_USER", message: "token无效，跳转登录页面" },
  };

/** Server-side actions attached to a command are not supported. */
function refuseAction({ action }: Readonly<Record<string, unknown>>): void {
  if (action !== undefined && action !== "") throw syntaxFault("不支持 action");
}

const answered = (result: object, notes: readonly Warning[]): object => ({
  code: 0,
  ...result,
  ...(notes.length === 0 ? {} : { systemInfo: notes }),
});

async function run(
  parts: DatabaseParts,
  { memberId }: DatabaseCaller,
  body: unknown,
): Promise<object> {
  if (!isObject(body)) throw syntaxFault("缺少 command");
  refuseAction(body);
  const who = { collections, memberId, now: parts.context.clock.now() };
  const { multiCommand, command } = body;
  if (multiCommand === undefined) {
    const query = queryOf(command, who);
    return answered(await runQuery(parts, query, memberId), query.warnings);
  }
  if (!Array.isArray(multiCommand) || multiCommand.length > limits.commandsMax) {
    throw syntaxFault(`multiCommand 需要至多 ${limits.commandsMax} 条命令`);
  }
  // All commands are parsed before the first one runs.
  const queries = multiCommand.map((one: unknown) => {
    if (!isObject(one)) throw syntaxFault("命令格式不对");
    refuseAction(one);
    return queryOf(one["command"], who, true);
  });
  const dataList: object[] = [];
  for (const query of queries) {
    dataList.push(answered(await runQuery(parts, query, memberId), query.warnings));
  }
  return { code: 0, dataList };
}

/** Returns the answer to an expected refusal; rethrows anything else. */
function refused(thrown: unknown, token: TokenState): object {
  if (thrown instanceof LoginNeeded) return LOGIN[token];
  const error = raisedRefusal(thrown) ?? thrown;
  if (error instanceof CommandFault) return { code: error.code, message: error.message };
  if (error instanceof Refusal) {
    const { code, message, data } = error;
    return { code, message, ...(data ? { detail: data } : {}) };
  }
  throw error;
}

/**
 * Runs the body of a `DCloud-clientDB` call: `{command}` or `{multiCommand}`. The answer has `code`
 * 0, or an error code and a message. Rejects only for failures of the server or the database.
 */
export const runDatabaseCommand = (
  parts: DatabaseParts,
  caller: DatabaseCaller,
  body: unknown,
): Promise<object> =>
  run(parts, caller, body).catch((error: unknown) => refused(error, caller.token ?? "none"));
