/**
 * Sessions: opens them, rotates refresh tokens with reuse detection, ends them, and authenticates
 * callers.
 */
import { isOperator } from "@yunjing/contract/permissions";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import type { MemberCaller } from "../../../platform/http/call.ts";
import { publishEvent } from "../../../platform/jobs/domain-events.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { hashToken } from "../../../platform/secrets.ts";
import { MAY_LOG_IN } from "../model.ts";
import {
  findRefreshToken,
  insertRefreshToken,
  insertSession,
  isNewestRefreshToken,
  type LiveSession,
  liveSession,
  openSessionDevice,
  recordProof,
  recordUse,
  type RefreshRow,
  revokeSessions,
  rotateRefreshToken,
} from "../store/sessions.ts";
import { type Audience, rightsAt, signToken, type VerifiedClaims, verifyToken } from "../tokens.ts";

const TOKEN_BYTES = 32;

const newToken = (context: Context): string =>
  Buffer.from(context.random.bytes(TOKEN_BYTES)).toString("base64url");

const successorSealContext = (tokenHash: Buffer): string =>
  `refresh_token:successor:${tokenHash.toString("hex")}`;

/** Returns the maximum lifetime of a session in total and without use, ms. */
function lifetimesOf(
  { settings }: Context,
  audience: Audience,
): { idleMs: number; totalMs: number } {
  return audience === "console"
    ? { idleMs: settings.consoleIdleMs, totalMs: settings.consoleTotalMs }
    : { idleMs: settings.refreshIdleMs, totalMs: settings.refreshTotalMs };
}

async function storeToken(
  context: Context,
  tx: Tx,
  owner: { memberId: string; sessionId: string; audience: Audience; token: string },
): Promise<void> {
  await insertRefreshToken(tx, {
    tokenHash: hashToken(owner.token),
    memberId: owner.memberId,
    sessionId: owner.sessionId,
    lifetimeMs: lifetimesOf(context, owner.audience).idleMs,
    now: context.clock.sql(),
  });
}

/**
 * Opens a session with its first refresh token: for a member 30 days sliding and 90 in total, for
 * an operator much less.
 */
export async function openSession(
  context: Context,
  tx: Tx,
  login: { memberId: string; device: string; audience?: Audience },
): Promise<{ sessionId: string; refreshToken: string }> {
  const { memberId, device, audience = "member" } = login;
  const sessionId = context.ids.next();
  const token = newToken(context);
  const { isElsewhere } = await insertSession(tx, {
    memberId,
    sessionId,
    audience,
    device,
    totalMs: lifetimesOf(context, audience).totalMs,
    proofMs: audience === "console" ? context.settings.operatorProofMs : undefined,
    now: context.clock.sql(),
  });
  await storeToken(context, tx, { memberId, sessionId, audience, token });
  if (isElsewhere && audience === "member") {
    const data = { at: context.clock.now().getTime() };
    await publishEvent(context, tx, {
      memberId,
      kind: "security.new_device",
      ref: sessionId,
      data,
    });
  }
  return { sessionId, refreshToken: token };
}

export type Presented = {
  readonly token: string;
  readonly device: string;
  /** The audience of the refresh cookie; member by default. */
  readonly audience?: Audience;
};
export type Refreshed = {
  readonly token: string;
  readonly tokenExpired: number;
  readonly refreshToken: string;
};

/**
 * Returns the successor of a rotated token when its response may have been lost: the rotation is
 * the session's last, within the grace period, and the device is the same. Undefined for any other
 * use, which is reuse.
 */
async function lostSuccessor(
  context: Context,
  db: Db,
  { row, tokenHash, device }: { row: RefreshRow; tokenHash: Buffer; device: string },
): Promise<string | undefined> {
  const { rotated_ago: agoSeconds, successor_sealed: sealed } = row;
  if (agoSeconds === null || agoSeconds * 1000 > context.settings.refreshGraceMs) return undefined;
  if (row.device !== device || !sealed) return undefined;
  const successor = context.secrets.open(sealed, successorSealContext(tokenHash));
  return (await isNewestRefreshToken(db, hashToken(successor))) ? successor : undefined;
}

/**
 * Handles an earlier token: returns the successor again when the response may have been lost,
 * otherwise ends the session.
 */
async function handleTokenReuse(
  context: Context,
  db: Db,
  tokenHash: Buffer,
  { device, audience }: { device: string; audience: Audience },
) {
  const now = context.clock.sql();
  const row = await findRefreshToken(db, { tokenHash, audience, now });
  if (!row || row.rotated_ago === null) throw new Refusal("AUTH_EXPIRED");
  const successor = await lostSuccessor(context, db, { row, tokenHash, device });
  if (successor !== undefined) {
    return { memberId: row.member_id, sessionId: row.session_id, refreshToken: successor };
  }
  await revokeSessions(db, {
    memberId: row.member_id,
    sessionId: row.session_id,
    why: "refresh token reused",
    now,
  });
  context.log.warn(
    { memberId: row.member_id },
    "a rotated refresh token was used again; its session was ended",
  );
  throw new Refusal("AUTH_EXPIRED");
}

/**
 * Exchanges a refresh token for a new pair; refuses AUTH_EXPIRED and ends the session when an old
 * one is reused.
 */
export async function refreshSession(
  context: Context,
  db: Db,
  presented: Presented,
): Promise<Refreshed> {
  const { audience = "member" } = presented;
  const tokenHash = hashToken(presented.token);
  const successor = newToken(context);
  const first = await transaction(db, async (tx) => {
    const rotated = await rotateRefreshToken(tx, {
      tokenHash,
      successorSealed: context.secrets.seal(successor, successorSealContext(tokenHash)),
      now: context.clock.sql(),
    });
    if (!rotated) return undefined;
    // The refusal rolls the rotation back.
    if ((await openSessionDevice(tx, rotated, audience)) === undefined)
      throw new Refusal("AUTH_EXPIRED");
    const owner = { memberId: rotated.member_id, sessionId: rotated.session_id };
    await storeToken(context, tx, { ...owner, audience, token: successor });
    return { ...owner, refreshToken: successor };
  });
  const owner =
    first ??
    (await handleTokenReuse(context, db, tokenHash, { device: presented.device, audience }));
  const { idleMs } = lifetimesOf(context, audience);
  const live = await liveSession(db, { ...owner, audience, idleMs, now: context.clock.sql() });
  if (!live || !MAY_LOG_IN.has(live.status)) throw new Refusal("AUTH_EXPIRED");
  if (audience === "console" && !isOperator(live)) throw new Refusal("NO_PERMISSION");
  const signed = await signToken(context, audience, {
    memberId: owner.memberId,
    sessionId: owner.sessionId,
    sessionVersion: live.session_version,
    roles: live.roles,
    permissions: live.permissions,
  });
  return { ...signed, refreshToken: owner.refreshToken };
}

export type Authenticator = {
  /**
   * Returns the member of a token, without the rights of an operator; undefined when the token or
   * its session is over.
   */
  member(token: string): Promise<MemberCaller | undefined>;
  /**
   * Returns the operator of a console token, with all rights; undefined for a member's token. `isFresh` reads the
   * session again instead of using the cache.
   */
  operator(
    token: string,
    options?: { readonly isFresh?: boolean },
  ): Promise<MemberCaller | undefined>;
  /** Records that a person, not the page by itself, uses a console session. */
  used(caller: MemberCaller): Promise<void>;
  /**
   * Removes the member's sessions from the cache, so that an end takes effect in this process at
   * once.
   */
  invalidate(memberId: string): void;
};

const REMEMBERED_MAX = 10_000;
const USE_RECORDED_EVERY_MS = 30_000;

/** Reads sessions from the database and caches each for less than the promised five seconds. */
export function createAuthenticator(context: Context, db: Db): Authenticator {
  const rememberMs = Math.max(0, context.settings.revocationSeenWithinMs - 1_000);
  const known = new Map<string, { at: number; live: LiveSession | undefined }>();
  const findSession = async (audience: Audience, memberId: string, sessionId: string) => {
    const key = `${memberId}:${sessionId}`;
    const now = context.clock.now().getTime();
    const seen = known.get(key);
    if (seen && now - seen.at < rememberMs) return seen.live;
    const { idleMs } = lifetimesOf(context, audience);
    const session = { memberId, sessionId, audience, idleMs, now: context.clock.sql() };
    const live = await liveSession(db, session);
    if (known.size >= REMEMBERED_MAX) known.clear();
    known.set(key, { at: now, live });
    return live;
  };
  // A token's signature is verified once; its expiry at every call, and its session as described
  // above.
  const verified = new Map<string, VerifiedClaims>();
  const read = async (audience: Audience, token: string): Promise<VerifiedClaims | undefined> => {
    const name = `${audience}:${token}`;
    const seen = verified.get(name);
    if (seen && context.clock.now().getTime() < seen.validUntilMs) return seen;
    const claims = await verifyToken(context, audience, token);
    if (verified.size >= REMEMBERED_MAX) verified.clear();
    if (claims) verified.set(name, claims);
    else verified.delete(name);
    return claims;
  };
  const callerOf = async (audience: Audience, token: string): Promise<MemberCaller | undefined> => {
    const claims = await read(audience, token);
    if (!claims) return undefined;
    const { memberId, sessionId } = claims;
    const live = await findSession(audience, memberId, sessionId);
    if (!live || !MAY_LOG_IN.has(live.status)) return undefined;
    const { proven_until: provenUntil } = live;
    const proof = provenUntil === null ? {} : { provenUntil };
    return { memberId, sessionId, ...rightsAt(audience, live), ...proof };
  };
  const usedAt = new Map<string, number>();
  const operator = async (token: string) => {
    const caller = await callerOf("console", token);
    return caller && isOperator(caller) ? caller : undefined;
  };
  return {
    member: (token) => callerOf("member", token),
    operator: async (token, { isFresh = false } = {}) => {
      if (isFresh) {
        const claims = await read("console", token);
        if (claims) known.delete(`${claims.memberId}:${claims.sessionId}`);
      }
      return operator(token);
    },
    used: async (session) => {
      const now = context.clock.now().getTime();
      const before = usedAt.get(session.sessionId);
      if (before !== undefined && now - before < USE_RECORDED_EVERY_MS) return;
      if (usedAt.size >= REMEMBERED_MAX) usedAt.clear();
      usedAt.set(session.sessionId, now);
      await recordUse(db, session, context.clock.sql());
    },
    invalidate: (memberId) => {
      for (const key of known.keys()) if (key.startsWith(memberId)) known.delete(key);
    },
  };
}

/** Ends this session, or with `everywhere` all of the member's. */
export async function logout(
  context: Context,
  db: Db,
  caller: MemberCaller,
  everywhere: boolean,
): Promise<void> {
  const sessionId = everywhere ? undefined : caller.sessionId;
  await revokeSessions(db, {
    memberId: caller.memberId,
    sessionId,
    why: "logout",
    now: context.clock.sql(),
  });
}

/**
 * Records that the operator of this console session has just passed the second factor; returns until
 * when it counts as fresh, ms. Refuses AUTH_EXPIRED when the session has ended.
 */
export async function proveSession(
  context: Context,
  tx: Tx,
  { memberId, sessionId }: Pick<MemberCaller, "memberId" | "sessionId">,
): Promise<number> {
  const proof = { memberId, sessionId, proofMs: context.settings.operatorProofMs };
  const provenUntil = await recordProof(tx, proof, context.clock.sql());
  if (provenUntil === undefined) throw new Refusal("AUTH_EXPIRED");
  return provenUntil;
}

/** Ends every session of an operator, at the console and in the member app. */
export const endSessions = (
  context: Context,
  db: Db | Tx,
  { memberId, why }: { readonly memberId: string; readonly why: string },
): Promise<void> =>
  revokeSessions(db, { memberId, sessionId: undefined, why, now: context.clock.sql() });
