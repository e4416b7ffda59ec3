/**
 * Handles a verified call: finds the function or object by name, checks the caller's permission,
 * and runs the operation.
 */
import type { FastifyRequest } from "fastify";
import type { Authenticator } from "../domain/members/actions.ts";
import { isObject, parseJson } from "../platform/http/body.ts";
import type { AllHandlers } from "../platform/http/handlers.ts";
import { Refusal } from "../platform/refusal.ts";
import type { CloudParts } from "./verify-call.ts";
import {
  asyncAnswer,
  clientNotAllowedAnswer,
  loginAnswer,
  refusedAnswer,
  type Result,
  unknownMethod,
} from "./answers.ts";
import { type DatabaseParts, runDatabaseCommand } from "./database/command.ts";
import { callOf } from "./call.ts";
import { callerOf, type CloudCaller } from "./caller.ts";
import { runnerFor } from "./operation.ts";
import { type Clients, type Entry, published } from "./published.ts";
import { CloudRefusal } from "./refusal.ts";
import { renewed } from "./renewal.ts";
import type { Verified } from "./signature.ts";

export type InvokeParts = CloudParts &
  DatabaseParts & {
    readonly handlers: AllHandlers;
    readonly authenticator: Authenticator;
    /** The product's own origin if it is configured; otherwise the request's host is used. */
    readonly publicOrigin: string | undefined;
  };

type Invocation = {
  readonly parts: InvokeParts;
  readonly request: FastifyRequest;
  readonly caller: CloudCaller;
  readonly name: string;
};

/** The name under which the client sends its database commands. */
const DATABASE = "DCloud-clientDB";
/** Maximum JSON depth; one nested condition takes five JSON levels on the wire. */
const DEPTH_MAX = 64;

/** Set by the client library, never arguments of a function. */
const CLIENT_FIELDS = new Set(["clientInfo", "uniIdToken"]);
const functionArguments = (body: Result): Result =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !CLIENT_FIELDS.has(name)));

function isAllowedClient(clients: Clients, { clientInfo }: CloudCaller): boolean {
  const app = clientInfo["appId"] ?? clientInfo["APPID"];
  const where = clientInfo["uniPlatform"] ?? clientInfo["PLATFORM"];
  return clients.some(
    ({ appId, platform }) =>
      (appId === "*" || appId === app) && (platform === "*" || platform === where),
  );
}

/**
 * As in the host API: with an invalid token, member-only operations are refused, and every change
 * except a new login.
 */
function needsLogin(entry: Entry, { token }: CloudCaller): boolean {
  if (token === "good") return false;
  if (entry.allowedCaller === "member") return true;
  const { topic, method } = runnerFor(entry.operation).operation;
  return token !== "none" && topic !== "passport" && method !== "GET";
}

async function runOperation(
  { parts, request, caller, name }: Invocation,
  entry: Entry,
  input: Result,
) {
  if (needsLogin(entry, caller)) return loginAnswer(name, caller.token);
  const ownOrigin = parts.publicOrigin ?? `${request.protocol}://${request.host}`;
  const { refreshToken } = input;
  const { call, given } = callOf(request, caller, { refreshToken, ownOrigin });
  const data = await runnerFor(entry.operation).run(parts.handlers, input, call);
  if (!entry.isLogin) return data;
  const { token, tokenExpired, ...rest } = { token: "", tokenExpired: 0, ...data };
  return { ...rest, refreshToken: given(), newToken: { token, tokenExpired } };
}

/** Returns the arguments of a method by name. */
function namedArguments(entry: Entry, params: unknown): Result {
  const list: readonly unknown[] = Array.isArray(params) ? params : [];
  const [first] = list;
  if (isObject(first)) return first;
  return Object.fromEntries(
    entry.argumentNames.flatMap((name, n) => (list[n] === undefined ? [] : [[name, list[n]]])),
  );
}

async function objectResult(
  invocation: Invocation,
  methods: ReadonlyMap<string, Entry>,
  { method, params }: Result,
): Promise<Result> {
  const entry = typeof method === "string" ? methods.get(method) : undefined;
  if (!entry) return unknownMethod(invocation.name, method);
  const { parts, request, caller, name } = invocation;
  const result = await runOperation(invocation, entry, namedArguments(entry, params)).then(
    (data): Result => ({ errCode: 0, ...data }),
    (error: unknown) => refusedAnswer(name, error),
  );
  if ("newToken" in result || entry.operation.name === "logout") return result;
  const newToken = await renewed(parts, caller, request.ip);
  return newToken ? { ...result, newToken } : result;
}

/**
 * Returns a command's answer, with a renewed token beside it if there is one (cloud-protocol.md 7).
 */
async function databaseResult(
  { parts, request, caller }: Invocation,
  body: Result,
): Promise<Result> {
  const result = await runDatabaseCommand(parts, caller, body);
  const newToken = await renewed(parts, caller, request.ip);
  return { ...result, ...newToken };
}

async function resultOf(invocation: Invocation, body: Result): Promise<Result> {
  const { caller, name } = invocation;
  if (name === DATABASE) return databaseResult(invocation, body);
  const found = published.get(name);
  if (!found) throw new CloudRefusal("FUNCTION_NOT_FOUND");
  if (!isAllowedClient(found.allowedClients, caller)) return clientNotAllowedAnswer;
  if (found.kind === "object") return objectResult(invocation, found.methods, body);
  if (found.entry === "echo") return { pong: true, echo: body["echo"] };
  return runOperation(invocation, found.entry, functionArguments(body)).catch((error: unknown) =>
    refusedAnswer(name, error),
  );
}

function readBody({ body }: FastifyRequest): Result {
  const value = parseJson(Buffer.isBuffer(body) ? body.toString("utf8") : "", DEPTH_MAX);
  if (!isObject(value)) throw new Refusal("BAD_REQUEST");
  return value;
}

/** Answers a verified call. Refuses FUNCTION_NOT_FOUND. */
export async function invoke(
  parts: InvokeParts,
  request: FastifyRequest,
  { functionName: name, now }: Verified,
): Promise<Result> {
  const body = readBody(request);
  const caller = await callerOf(parts.authenticator, body, now);
  const result = await resultOf({ parts, request, caller, name }, body);
  const isAsync = request.headers["x-function-invoke-type"] === "async";
  return isAsync ? asyncAnswer(result) : result;
}
