/** The log: JSON lines, UTC, request ids, and nothing in it that could be used against a member. */
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

/** Errors are described wherever they stand in a line, not only under `err`. */
const withDescribedErrors = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? describeError(value) : value,
    ]),
  );

/** Makes the log. Levels as pino's; `silent` for tests. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    // `withDescribedErrors` has described it by then.
    serializers: { err: (described: unknown) => described },
    redact: { paths, censor: "[hidden]" },
    formatters: { level: (label: string) => ({ level: label }), log: withDescribedErrors },
  };
  return destination ? pino(options, destination) : pino(options);
}
