/** The log: JSON lines, UTC, request ids, without data that could be used against a member. */
import { type DestinationStream, type Logger, pino } from "pino";
import { describeError } from "./error-text.ts";

export type Log = Logger;

const MASKED_FIELDS = [
  "authorization",
  "cookie",
  "set-cookie",
  "token",
  "refreshToken",
  "receiptToken",
  "session",
  "secret",
  "password",
  "otp",
  "code",
  "codes",
  "phone",
  "contactPhone",
  "openid",
  "address",
  "signature",
  "qr",
];
const paths = MASKED_FIELDS.flatMap((name) => {
  const key = name.includes("-") ? `["${name}"]` : name;
  const below = name.includes("-") ? `*${key}` : `*.${name}`;
  return [key, below, `*.${below}`];
});

/** Errors are described in every field of a line, not only in `err`. */
const withDescribedErrors = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? describeError(value) : value,
    ]),
  );

/** Creates the log. Levels as pino's; `silent` for tests. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    // `withDescribedErrors` has already described it.
    serializers: { err: (described: unknown) => described },
    redact: { paths, censor: "[hidden]" },
    formatters: { level: (label: string) => ({ level: label }), log: withDescribedErrors },
  };
  return destination ? pino(options, destination) : pino(options);
}
