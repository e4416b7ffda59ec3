/**
 * Authenticates the caller of every operation and reads its permission, idempotency key and device.
 */
import "@fastify/cookie";
import type { Operation } from "@yunjing/contract/operations";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Random } from "../random.ts";
import { Refusal } from "../refusal.ts";
import { type Call, isProven, type MemberCaller } from "./call.ts";
import type { CallReader } from "./serve.ts";

const DEVICE_COOKIE = "did";
const DEVICE_SECONDS = 400 * 86_400;
/** A request that the console sends by itself, not for a person: it does not prolong the session. */
const BACKGROUND_HEADER = "x-background";
const KEY_FORM = /^[\x21-\x7e]{1,255}$/;

export type RefusedCall = {
  readonly operation: string;
  readonly input: unknown;
  readonly requestId: string;
  readonly address: string;
  readonly code: "NO_PERMISSION" | "STEP_UP_NEEDED";
};

export type CallReaderOptions = {
  readonly member: (token: string) => Promise<MemberCaller | undefined>;
  readonly operator: (
    token: string,
    options?: { readonly isFresh?: boolean },
  ) => Promise<MemberCaller | undefined>;
  /** Records that a person uses a console session. */
  readonly onUsed?: (operator: MemberCaller) => Promise<void>;
  /** The time, ms. */
  readonly now: () => number;
  /** Records that an operator called an operation without permission. */
  readonly onRefused?: (operator: MemberCaller, call: RefusedCall) => Promise<void>;
  readonly random: Random;
  /** The product's own origin when configured; otherwise the request's host is used. */
  readonly publicOrigin: string | undefined;
};

/** Returns the token as sent; a `Bearer ` prefix is accepted (architecture.md, The wire). */
function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (!header) return undefined;
  return header.startsWith("Bearer ") ? header.slice(7) : header;
}

function keyOf(request: FastifyRequest): string {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return "";
  if (typeof key !== "string" || !KEY_FORM.test(key)) throw new Refusal("BAD_REQUEST");
  return key;
}

function deviceOf(
  request: FastifyRequest,
  reply: FastifyReply,
  random: Random,
  secure: boolean,
): string {
  const known = request.cookies[DEVICE_COOKIE];
  if (known && /^[\w-]{16,64}$/.test(known)) return known;
  if (request.method === "GET") return "";
  const made = Buffer.from(random.bytes(16)).toString("base64url");
  reply.setCookie(DEVICE_COOKIE, made, {
    path: "/",
    maxAge: DEVICE_SECONDS,
    httpOnly: true,
    sameSite: "lax",
    secure,
  });
  return made;
}

/**
 * Returns whether the member has one of the operation's permissions, or the operation requires
 * none.
 */
export const mayCall = (operation: Operation, member: MemberCaller): boolean =>
  !operation.permissions ||
  member.roles.includes("admin") ||
  operation.permissions.some((permission) => member.permissions.includes(permission));

/** An old token must not block a new login. */
const isLoginTopic = ({ topic }: Operation): boolean =>
  topic === "passport" || topic === "operatorPassport";

/**
 * `anyone` and `holder` may be logged out; a token that is sent must be valid, so that a page
 * detects an invalid one.
 */
async function authenticateCaller(
  request: FastifyRequest,
  operation: Operation,
  options: CallReaderOptions,
): Promise<MemberCaller | undefined> {
  const token = tokenOf(request);
  const needsLogin = operation.caller === "member" || operation.caller === "operator";
  if (!token) {
    if (needsLogin) throw new Refusal("AUTH_EXPIRED");
    return undefined;
  }
  const member = await (operation.host === "console"
    ? options.operator(token)
    : options.member(token));
  if (!member) {
    if (operation.caller === "anyone" && operation.method === "GET") return undefined;
    if (isLoginTopic(operation) && !needsLogin) return undefined;
    throw new Refusal("AUTH_EXPIRED");
  }
  const refuse = async (code: RefusedCall["code"]): Promise<never> => {
    if (operation.host === "console") {
      await options.onRefused?.(member, {
        operation: `${operation.topic}.${operation.name}`,
        input: request.params,
        requestId: request.id,
        address: request.ip,
        code,
      });
    }
    throw new Refusal(code);
  };
  if (!mayCall(operation, member)) return refuse("NO_PERMISSION");
  if (operation.host !== "console") return member;
  if (request.headers[BACKGROUND_HEADER] === undefined) await options.onUsed?.(member);
  if (operation.stepUp === undefined || isProven(member, options.now())) return member;
  // Another process may have recorded the proof a moment ago.
  const fresh = await options.operator(token, { isFresh: true });
  if (!fresh) throw new Refusal("AUTH_EXPIRED");
  // Without `always` the handler knows whether a proof is needed, and takes this state of it.
  if (operation.stepUp !== "always" || isProven(fresh, options.now())) return fresh;
  return refuse("STEP_UP_NEEDED");
}

/**
 * Returns the origin that the browser used; links are built from it. Refuses BAD_REQUEST for an
 * invalid host.
 */
export function requestOriginOf({ protocol, host }: FastifyRequest): string {
  const origin = `${protocol}://${host}`;
  if (!URL.canParse(origin)) throw new Refusal("BAD_REQUEST");
  return origin;
}

/** True on https and on localhost, where browsers store Secure cookies. */
const keepsSecureCookies = (origin: string): boolean =>
  origin.startsWith("https://") || /^http:\/\/localhost(:\d+)?$/.test(origin);

export const createCallReader = (options: CallReaderOptions): CallReader => ({
  authenticate: (request, operation) => authenticateCaller(request, operation, options),
  readCall: (request, reply, member): Call => {
    const ownOrigin = options.publicOrigin ?? requestOriginOf(request);
    const isSecure = keepsSecureCookies(ownOrigin);
    return {
      requestId: request.id,
      member,
      address: request.ip,
      device: deviceOf(request, reply, options.random, isSecure),
      userAgent: String(request.headers["user-agent"] ?? "").slice(0, 300),
      key: keyOf(request),
      cookies: request.cookies,
      origin: request.headers.origin,
      ownOrigin,
      isSecure,
      fetchSite: request.headers["sec-fetch-site"]?.toString(),
      setCookie: (name, value, { maxAgeSeconds, ...cookie }) => {
        if (value === undefined) reply.clearCookie(name, cookie);
        else
          reply.setCookie(name, value, {
            ...cookie,
            ...(maxAgeSeconds ? { maxAge: maxAgeSeconds } : {}),
          });
      },
    };
  },
});
