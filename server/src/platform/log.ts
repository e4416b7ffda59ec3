/** The log: JSON lines, UTC, request ids, and nothing in it that could be used against a member. */
import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

const SECRET = [
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
const paths = SECRET.flatMap((name) => {
  const key = name.includes("-") ? `["${name}"]` : name;
  const below = name.includes("-") ? `*${key}` : `*.${name}`;
  return [key, below, `*.${below}`];
});

/** An error without the client it came through; its code under a name that is not taken for a member's. */
function shownError(error: Error): object {
  const {
    client: _client,
    code: errorCode,
    ...shown
  } = pino.stdSerializers.err(error) as Record<string, unknown>;
  return errorCode === undefined ? shown : { ...shown, errorCode };
}

/** Makes the log. Levels as pino's; `silent` for tests. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    serializers: { err: shownError },
    redact: { paths, censor: "[hidden]" },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination ? pino(options, destination) : pino(options);
}
