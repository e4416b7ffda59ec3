/**
 * Describes an error for a log without the values of its statement: no parameters, no rows, no
 * keys.
 */
import { DatabaseError } from "pg";

const CAUSES_MAX = 5;

/**
 * Fields that identify an error and contain no value of a row: names of the schema, codes, and our
 * own fields.
 */
const FIELDS = [
  "severity",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
  "errno",
  "syscall",
  "statusCode",
  "partner",
];

/** SQLSTATEs whose messages quote the unreadable value, as in `invalid input syntax … "138…"`. */
const QUOTES_VALUES = /^(22|P0)/;

/** The query layer lists parameters below its statement; they may have any number of lines. */
const withoutParameters = (text: string): string => text.split("\nparams:")[0] ?? "";

/** Returns the message of one error, without its causes. */
function ownMessage(error: Error): string {
  const text = withoutParameters(error.message);
  const isQuoting = error instanceof DatabaseError && QUOTES_VALUES.test(error.code ?? "");
  return isQuoting ? text.replace(/".*"/s, '"[hidden]"') : text;
}

/**
 * Returns the stack frames that follow the message in a stack; empty when the message is not found
 * in it.
 */
function framesOf({ stack = "", message }: Error): string {
  const start = stack.indexOf(message);
  return start < 0 ? "" : stack.slice(start + message.length).trimStart();
}

const fieldOf = (error: Error, name: string): unknown =>
  Object.getOwnPropertyDescriptor(error, name)?.value;

/**
 * Returns the message of an error as one line: the database's own message for a database error, and
 * of several errors their number and the first.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return withoutParameters(String(error));
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof DatabaseError) return `${at.code}: ${ownMessage(at)}`;
  }
  const text = `${error.name}: ${ownMessage(error)}`;
  return error instanceof AggregateError && error.errors.length > 0
    ? `${text} (${error.errors.length}, first ${messageOf(error.errors[0])})`
    : text;
}

/**
 * Returns an error as the log shows it, with its causes. Its code is logged under another name,
 * because `code` is masked as a member's code.
 */
export function describeError(error: Error, causesLeft = CAUSES_MAX): Record<string, unknown> {
  const shown: Record<string, unknown> = {
    type: error.constructor.name,
    message: ownMessage(error),
    stack: framesOf(error),
  };
  const code = fieldOf(error, "code");
  if (typeof code === "string" || typeof code === "number") shown["errorCode"] = code;
  for (const name of FIELDS) {
    const value = fieldOf(error, name);
    if (typeof value === "string" || typeof value === "number") shown[name] = value;
  }
  if (causesLeft === 0) return shown;
  const describe = (other: unknown) =>
    other instanceof Error ? [describeError(other, causesLeft - 1)] : [];
  const [cause] = describe(error.cause);
  if (cause) shown["cause"] = cause;
  if (error instanceof AggregateError) shown["errors"] = error.errors.flatMap(describe);
  return shown;
}
