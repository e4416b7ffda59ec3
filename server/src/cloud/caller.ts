/**
 * Identifies the caller of a cloud function: the member of the token in the body, and the client's
 * information about itself.
 */
import { isObject } from "../platform/http/body.ts";
import type { MemberCaller } from "../platform/http/call.ts";
import type { Authenticator } from "../domain/members/actions.ts";

/** Supplied by the client itself; no permission may depend on it. */
export type ClientInfo = Readonly<Record<string, unknown>>;

export type TokenState = "none" | "good" | "over" | "wrong";

export type CloudCaller = {
  readonly memberId: string | undefined;
  readonly permissions: readonly string[];
  readonly roles: readonly string[];
  readonly clientInfo: ClientInfo;
  readonly member: MemberCaller | undefined;
  readonly token: TokenState;
  /** When the token expires (ms since 1970); 0 without a token. */
  readonly tokenExpired: number;
};

const PAYLOAD = /^[\w-]+\.([\w-]+)\.[\w-]+$/;

/**
 * Returns the expiry in the token's payload (ms since 1970), without verifying the token; 0 when
 * there is none.
 */
function expiryOf(token: string): number {
  const [, payload] = PAYLOAD.exec(token) ?? [];
  if (!payload) return 0;
  const [, seconds] =
    /"exp":(\d{1,12})[,}]/.exec(Buffer.from(payload, "base64url").toString()) ?? [];
  return Number(seconds ?? 0) * 1000;
}

/**
 * Reads the caller from a body. With an invalid token there is no member, and `token` is the
 * reason.
 */
export async function callerOf(
  authenticator: Authenticator,
  body: Readonly<Record<string, unknown>>,
  now: number,
): Promise<CloudCaller> {
  const clientInfo = isObject(body["clientInfo"]) ? body["clientInfo"] : {};
  const field = body["uniIdToken"];
  const token = typeof field === "string" ? field : "";
  const member = token ? await authenticator.member(token) : undefined;
  const tokenExpired = expiryOf(token);
  const isOver = tokenExpired > 0 && tokenExpired <= now;
  return {
    clientInfo,
    member,
    tokenExpired,
    memberId: member?.memberId,
    permissions: member?.permissions ?? [],
    roles: member?.roles ?? [],
    token: member ? "good" : token ? (isOver ? "over" : "wrong") : "none",
  };
}
