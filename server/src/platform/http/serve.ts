/**
 * Registers every operation of the contract: validation, caller, key, the envelope, and its
 * declared refusals.
 */
import { ownValue } from "@yunjing/contract/own-value";
import { type Host, type Operation, operations } from "@yunjing/contract/operations";
import type { RefusalCode } from "@yunjing/contract/refusals";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { raisedRefusal } from "../database/failure.ts";
import { Defect, Refusal } from "../refusal.ts";
import type { AuditedWrites, StateReader } from "./audited-writes.ts";
import { etagOf } from "./etag.ts";
import { type AuditChange, type Call, type MemberCaller, memberOf, recordChange } from "./call.ts";
import type { AllHandlers, Handler } from "./handlers.ts";
import { errorCodeOf } from "./failures.ts";
import { Rendered } from "./rendered.ts";
import { answerSchema, requestSchema } from "./schema.ts";

/**
 * Refusals that any operation may return without declaring them: they come from the protocol, not
 * from the domain.
 */
const PROTOCOL_REFUSALS: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  "BAD_REQUEST",
  "AUTH_EXPIRED",
  "ACCOUNT_CLOSED",
  "ACCOUNT_MERGED",
  "NO_PERMISSION",
  "NOT_FOUND",
  "KEY_MISSING",
  "KEY_BUSY",
  "KEY_REUSED",
  "RATE_LIMITED",
  "TOO_LARGE",
  "MEDIA_TYPE",
  "PARTNER_DOWN",
  "FEATURE_PAUSED",
  "SYS_BUSY",
]);

export type CallReader = {
  /**
   * Returns the authenticated caller; refuses AUTH_EXPIRED or NO_PERMISSION as the operation
   * requires. Reads no body.
   */
  authenticate(request: FastifyRequest, operation: Operation): Promise<MemberCaller | undefined>;
  /**
   * Returns the call of an authenticated caller. Refuses BAD_REQUEST for a bad host or idempotency
   * key.
   */
  readCall(request: FastifyRequest, reply: FastifyReply, member: MemberCaller | undefined): Call;
};

/**
 * Records an operator's call before it runs; the returned function records the result: `done`, or a
 * code. An error thrown by the former stops the call.
 */
export type AuditCall = (
  call: Call & { readonly memberId: string },
  operation: string,
  input: unknown,
) => Promise<(outcome: string, change?: AuditChange) => Promise<void>>;

/** Returns whether an operation may refuse with a code; `stepUp` declares STEP_UP_NEEDED. */
const mayRefuse = ({ refusals, stepUp }: Operation, code: RefusalCode): boolean =>
  PROTOCOL_REFUSALS.has(code) ||
  refusals.includes(code) ||
  (code === "STEP_UP_NEEDED" && stepUp !== undefined);

const SUCCESS_TEXT = "成功";

/** The authenticated caller of each request in progress. */
const callers = new WeakMap<FastifyRequest, MemberCaller | undefined>();

const toFastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

function inputOf(request: FastifyRequest, operation: Operation): Record<string, unknown> {
  const input =
    operation.method === "GET" || operation.method === "DELETE" ? request.query : request.body;
  return { ...(input as object | null), ...(request.params as object) };
}

async function runHandler(
  operation: Operation,
  handler: Handler<unknown, unknown>,
  call: Call,
  input: unknown,
): Promise<unknown> {
  try {
    return await handler(input, call);
  } catch (thrown) {
    const error = raisedRefusal(thrown) ?? thrown;
    if (error instanceof Refusal && !mayRefuse(operation, error.code)) {
      throw new Defect(`${operation.topic}.${operation.name} may not refuse ${error.code}`, error);
    }
    throw error;
  }
}

/** Returns what reads the object of an operator's write, or `undefined` when nothing does. */
function stateReaderOf(
  writes: AuditedWrites,
  { topic, name }: Operation,
): StateReader<unknown, unknown> | undefined {
  const topics: Readonly<Record<string, Readonly<Record<string, unknown>>>> = writes;
  const found = ownValue(ownValue(topics, topic) ?? {}, name);
  return typeof found === "function" ? (found as StateReader<unknown, unknown>) : undefined;
}

/**
 * Runs an operator's call between its two audit records. Reads are recorded where the route says so.
 */
async function audited(
  { audit: note, auditedWrites }: Pick<ServeOptions, "audit" | "auditedWrites">,
  operation: Operation,
  { call, input }: { call: Call; input: unknown },
  run: (call: Call) => Promise<unknown>,
): Promise<unknown> {
  const isRecorded = operation.method !== "GET" || operation.isReadAudited;
  if (operation.caller !== "operator" || !isRecorded) return run(call);
  const { memberId } = memberOf(call);
  const end = await note({ ...call, memberId }, `${operation.topic}.${operation.name}`, input);
  let noted: AuditChange | undefined;
  const noteChange = (change: AuditChange) => {
    noted = { ...noted, ...change };
  };
  const noting = { ...call, noteChange };
  const read = stateReaderOf(auditedWrites, operation);
  const runs = read
    ? recordChange(
        noting,
        (output) => read(input, output, noting),
        () => run(noting),
      )
    : run(noting);
  const data = await runs.catch(async (error: unknown) => {
    await end(errorCodeOf(error), noted);
    throw error;
  });
  await end("done", noted);
  return data;
}

function register(
  app: FastifyInstance,
  operation: Operation,
  { callReader, handlers, ...auditing }: ServeOptions,
) {
  if (
    operation.caller === "operator" &&
    !operation.permissions &&
    !TOPICS_WITHOUT_PERMISSION.has(operation.topic)
  ) {
    throw new Error(`operation ${operation.topic}.${operation.name} names no permission`);
  }
  const topic: Record<string, unknown> = handlers[operation.topic];
  const handler = ownValue(topic, operation.name) as Handler<unknown, unknown> | undefined;
  if (!handler) throw new Error(`operation ${operation.topic}.${operation.name} has no handler`);
  app.route({
    method: operation.method,
    url: toFastifyPath(operation.path),
    schema: {
      ...requestSchema(operation),
      response: {
        200: answerSchema(operation),
        ...(operation.isRevalidated ? { 304: { type: "null", description: "unchanged" } } : {}),
      },
      summary: operation.summary,
      tags: [operation.topic],
      operationId: `${operation.topic}.${operation.name}`,
    },
    ...(operation.bodyBytesMax === undefined ? {} : { bodyLimit: operation.bodyBytesMax }),
    // After the flood limit and before the body is read: only an authorised caller gets errors
    // about its input.
    preParsing: async (request) => {
      callers.set(request, await callReader.authenticate(request, operation));
    },
    handler: async (request, reply) => {
      const call = callReader.readCall(request, reply, callers.get(request));
      if (operation.key && !call.key) throw new Refusal("KEY_MISSING");
      const input = inputOf(request, operation);
      const data = await audited(auditing, operation, { call, input }, (noting) =>
        runHandler(operation, handler, noting, input),
      );
      if (operation.bytes) {
        const { type, cacheSeconds } = operation.bytes;
        const cacheControl = `private, max-age=${cacheSeconds}`;
        return reply
          .type(type)
          .headers({ "cache-control": cacheControl, vary: "authorization" })
          .send(data);
      }
      if (operation.isRevalidated) {
        // The request id of the envelope does not count.
        const etag = etagOf(JSON.stringify(data));
        // The browser keeps the answer, asks with the ETag, and takes its own copy on 304.
        const headers = { etag, "cache-control": "private, no-cache", vary: "authorization" };
        reply.headers(headers);
        if (request.headers["if-none-match"] === etag) return reply.code(304).send();
      } else reply.header("cache-control", "no-store");
      const { requestId } = call;
      if (data instanceof Rendered) {
        return reply
          .type("application/json; charset=utf-8")
          .send(
            `{"status":true,"msg":"${SUCCESS_TEXT}","data":${data.json},"requestId":"${requestId}"}`,
          );
      }
      const envelope = { status: true, msg: SUCCESS_TEXT, data, requestId };
      return operation.topLevelFields
        ? { ...envelope, ...pickFields(data, operation.topLevelFields) }
        : envelope;
    },
  });
}

/** Returns these fields of a response, as far as they are present. */
const pickFields = (data: unknown, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(data ?? {}).filter(([name]) => names.includes(name)));

type ServeOptions = {
  readonly callReader: CallReader;
  readonly audit: AuditCall;
  /** What the audit shows of each write of the console. */
  readonly auditedWrites: AuditedWrites;
  readonly handlers: AllHandlers;
};

/** Topics that every operator may use for their own session. */
const TOPICS_WITHOUT_PERMISSION: ReadonlySet<string> = new Set(["operatorPassport"]);

/** Mounts the operations of one host below the prefix of the given instance. */
export function serve(app: FastifyInstance, host: Host, parts: ServeOptions): void {
  for (const operation of operations) {
    if (operation.host === host) register(app, operation, parts);
  }
}
