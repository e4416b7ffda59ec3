/**
 * The access token: a JWT in exactly the format that the original client decodes (cloud-protocol.md
 * 10). Its payload is plain ASCII without `?`, `>` and `~`, so that the base64url form uses the
 * standard alphabet only. Roles and permissions in it are hints for the pages; the server reads
 * them from the database.
 */
import { memberRights } from "@yunjing/contract/permissions";
import { jwtVerify, SignJWT } from "jose";
import type { Context } from "../../platform/context.ts";

const ALGORITHM = "HS256";
const TYPE = "at+jwt";
const ISSUER = "yunjing";

export type Audience = "member" | "console";
export type Claims = {
  readonly memberId: string;
  readonly sessionId: string;
  readonly sessionVersion: number;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
};

type Rights = Pick<Claims, "roles" | "permissions">;

/** Returns the part of a person's rights that a session carries: all of them only at the console. */
export const rightsAt = (audience: Audience, { roles, permissions }: Rights): Rights =>
  audience === "console" ? { roles, permissions } : memberRights({ roles, permissions });

/** The claims of a token, and until when (ms) they may be used without another verification. */
export type VerifiedClaims = Claims & { readonly validUntilMs: number };

/**
 * Signs a token with the rights of its audience. `tokenExpired` is in ms and equals the token's
 * `exp`.
 */
export async function signToken(
  context: Context,
  audience: Audience,
  claims: Claims,
): Promise<{ token: string; tokenExpired: number }> {
  const { roles, permissions } = rightsAt(audience, claims);
  const issuedAt = Math.floor(context.clock.now().getTime() / 1000);
  const expires = issuedAt + Math.floor(context.settings.accessTokenMs / 1000);
  const token = await new SignJWT({
    uid: claims.memberId,
    role: [...roles],
    permission: [...permissions],
    sid: claims.sessionId,
    sv: claims.sessionVersion,
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(audience)
    .setSubject(claims.memberId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expires)
    .sign(context.secrets.key("access-token"));
  return { token, tokenExpired: expires * 1000 };
}

/** Returns the payload of a token that one of the valid keys has signed. */
async function verifiedPayload(context: Context, audience: Audience, token: string) {
  for (const key of context.secrets.verifyingKeys("access-token")) {
    const payload = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience,
      clockTolerance: Math.floor(context.settings.tokenLeewayMs / 1000),
      currentDate: context.clock.now(),
    }).then(
      (verified) => verified.payload,
      () => undefined,
    );
    if (payload) return payload;
  }
  return undefined;
}

/**
 * Returns the claims of a token of this audience, or undefined when it has no valid signature, was
 * changed, or has expired.
 */
export async function verifyToken(
  context: Context,
  audience: Audience,
  token: string,
): Promise<VerifiedClaims | undefined> {
  const verified = await verifiedPayload(context, audience, token);
  if (!verified) return undefined;
  const { uid, sid, sv, exp, role, permission } = verified;
  const isOurs = typeof uid === "string" && typeof sid === "string" && typeof sv === "number";
  if (!isOurs || exp === undefined) return undefined;
  return {
    memberId: uid,
    sessionId: sid,
    sessionVersion: sv,
    validUntilMs: exp * 1000,
    roles: Array.isArray(role) ? role.map(String) : [],
    permissions: Array.isArray(permission) ? permission.map(String) : [],
  };
}
