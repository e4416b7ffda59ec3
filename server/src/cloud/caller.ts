/** Who calls a cloud function: the member of the token in the body, and what the client says of itself. */
import { isObject } from "../platform/http/body.ts";
import type { MemberCaller } from "../platform/http/call.ts";
import type { Authenticator } from "../domain/members/actions.ts";

/** The client's own words; nothing may be granted by them. */
export type ClientInfo = Readonly<Record<string, unknown>>;

export type TokenState = "none" | "good" | "over" | "wrong";

export type CloudCaller = {
  readonly memberId: string | undefined;
  readonly permissions: readonly string[];
  readonly roles: readonly string[];
  readonly clientInfo: ClientInfo;
  readonly member: MemberCaller | undefined;
  readonly token: TokenState;
  /** When the token ends, in ms; 0 without one. */
  readonly tokenExpired: number;
};

const PAYLOAD = /^[\w-]+\.([\w-]+)\.[\w-]+$/;

/** When a token says it ends, in ms, whoever has made it; 0 when it says nothing. */
function expiryOf(token: string): number {
  const [, payload] = PAYLOAD.exec(token) ?? [];
  if (!payload) return 0;
  const [, seconds] =
    /"exp":(\d{1,12})[,}]/.exec(Buffer.from(payload, "base64url").toString()) ?? [];
  return Number(seconds ?? 0) * 1000;
}

/** Reads who calls out of a body; a token that is no good leaves nobody, and says why. */
export async function callerOf(
  authenticator: Authenticator,
  body: Readonly<Record<string, unknown>>,
  now: number,
): Promise<CloudCaller> {
  const clientInfo = isObject(body["clientInfo"]) ? body["clientInfo"] : {};
  const said = body["uniIdToken"];
  const token = typeof said === "string" ? said : "";
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
