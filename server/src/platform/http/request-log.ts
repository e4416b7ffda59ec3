/** The log of each request: the line about its answer, and lines with its id for all else. */
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "../log.ts";

type Level = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";

/**
 * Returns a child log that is created with its first line. Most requests write none, and creating a
 * log that masks fields costs as much as a small statement.
 */
export function createLazyLog(log: FastifyBaseLogger, bindings: object): FastifyBaseLogger {
  let made: FastifyBaseLogger | undefined;
  const child = (): FastifyBaseLogger => {
    made ??= log.child({ ...bindings });
    return made;
  };
  const writerOf =
    (level: Level) =>
    (...line: readonly unknown[]): void => {
      const to = child();
      Reflect.apply(to[level], to, line);
    };
  return {
    level: log.level,
    fatal: writerOf("fatal"),
    error: writerOf("error"),
    warn: writerOf("warn"),
    info: writerOf("info"),
    debug: writerOf("debug"),
    trace: writerOf("trace"),
    silent: writerOf("silent"),
    child: (...parts) => child().child(...parts),
  };
}

/**
 * `1.0.0 (100) web`, as our own clients identify themselves (M05); any other value is not logged.
 */
function clientOf(header: string | string[] | undefined): string | undefined {
  const isOurs =
    typeof header === "string" && /^[\d.]{1,16} \(\d{1,9}\) [a-z-]{1,32}$/.test(header);
  return isOurs ? header : undefined;
}

/**
 * Returns what writes the line about an answer. Its fields contain nothing to mask: the route is its
 * pattern, and the client a checked form. Looking for fields to mask took most of the line's time.
 */
export function answerLogOf(log: Log): (request: FastifyRequest, reply: FastifyReply) => void {
  const unmasked = log.child(
    {},
    { redact: { paths: [] }, formatters: { log: (fields) => fields } },
  );
  return (request, reply) =>
    unmasked.info(
      {
        reqId: request.id,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        client: clientOf(request.headers["x-client"]),
      },
      "answered",
    );
}
