/**
 * Classifies database errors: a definite failure, a retryable one, or an unknown result
 * (reliability.md 3.3).
 */
import { ownValue } from "@yunjing/contract/own-value";
import { raisedReasons } from "@yunjing/contract/refusal-reasons";
import { refusals } from "@yunjing/contract/refusals";
import { DatabaseError } from "pg";
import { isLimitCode, Refusal, type UnlimitedCode } from "../refusal.ts";
import { shanghaiMinute } from "../shanghai.ts";

/** Returns the database's own error inside its wrappers, or `undefined`. */
export function databaseError(error: unknown): DatabaseError | undefined {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at instanceof DatabaseError) return at;
  return undefined;
}

/**
 * Returns the violated constraint, without the suffix that a distributed engine's shards add
 * (growth.md).
 */
export const violatedConstraint = (error: unknown): string | undefined =>
  databaseError(error)?.constraint?.replace(/_\d+$/, "");

const RETRYABLE = new Set(["40001", "40P01"]);
/**
 * Returns whether the error is a serialisation failure or a deadlock: nothing happened, and the
 * same transaction may be retried.
 */
export const isRetryable = (error: unknown): boolean =>
  RETRYABLE.has(databaseError(error)?.code ?? "");

/** Returns whether a lock was waited for longer than the role's lock_timeout: nothing happened. */
export const lockTimedOut = (error: unknown): boolean => databaseError(error)?.code === "55P03";

/**
 * Returns whether the database cannot do what was asked. A cluster plans no function on a member's
 * node any more in a session in which it refused a plan (decision 0220).
 */
export const planWasRefused = (error: unknown): boolean => databaseError(error)?.code === "0A000";

/** Returns whether a statement took longer than its statement_timeout: nothing happened. */
export const statementTimedOut = (error: unknown): boolean =>
  databaseError(error)?.code === "57014";

const DOWN = /^(08|53|57P)/;
/**
 * A cluster reports a connection between its nodes that breaks in the middle as an internal error
 * (XX000), with the text of the client library; nothing else names it.
 */
const INTERNAL = "XX000";
const NODE_LOST =
  /SSL SYSCALL error|SSL connection has been closed|server closed the connection|could not (?:receive|send) data|invalid socket|no connection to the server/;
const SOCKET = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ETIMEDOUT"]);

/**
 * Returns whether the database is unreachable, full or shutting down. The result of a running
 * commit is unknown.
 */
export function databaseIsDown(error: unknown): boolean {
  const raised = databaseError(error);
  if (raised?.code)
    return DOWN.test(raised.code) || (raised.code === INTERNAL && NODE_LOST.test(raised.message));
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string" && SOCKET.has(at.code)) return true;
    if (
      /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        at.message,
      )
    )
      return true;
  }
  return false;
}

/** The SQLSTATE of a refusal raised in a function: `DETAIL` is `{"code": …, "data"?: {…}}`. */
const REFUSAL_SQLSTATE = "YJ010";
/** Limits are counted by `enforceLimit`, never by a function of the database. */
const isRefusalCode = (code: unknown): code is UnlimitedCode =>
  typeof code === "string" && Object.hasOwn(refusals, code) && !isLimitCode(code);

type RaisedData = Readonly<Record<string, unknown>>;
/** Replaces the code of a reason by its text, and adds the text `until` of a time `untilMs`. */
function withTexts({ reason, untilMs, ...data }: RaisedData): RaisedData {
  const reasonText = typeof reason === "string" ? (ownValue(raisedReasons, reason) ?? reason) : "";
  return {
    ...(typeof untilMs === "number" ? { until: shanghaiMinute(untilMs), untilMs } : {}),
    ...(reasonText === "" ? {} : { reason: reasonText }),
    ...data,
  };
}

/**
 * Returns the refusal that a function of the database raised, which rolled back its whole
 * statement; or `undefined`. The function gives `data.reason` as a code of `raisedReasons`.
 */
export function raisedRefusal(error: unknown): Refusal | undefined {
  const raised = databaseError(error);
  if (raised?.code !== REFUSAL_SQLSTATE) return undefined;
  const { code, data } = JSON.parse(raised.detail ?? "{}");
  return isRefusalCode(code) ? new Refusal(code, data && withTexts(data)) : undefined;
}
