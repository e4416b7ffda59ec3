/** Every SQL statement about sessions and their refresh tokens. */
import { sql } from "drizzle-orm";
import { notifySessionsEnded } from "../../../platform/push/event-log.ts";
import { type Db, runPrepared, type Tx } from "../../../platform/database/pool.ts";
import { MAY_LOG_IN } from "../model.ts";
import type { Audience } from "../tokens.ts";
import { sqlNow, sqlNowText } from "../../../platform/database/sql.ts";

type Reader = Db | Tx;

/** `isElsewhere`: the member has logged in before, but never on this device. */
export async function insertSession(
  tx: Tx,
  session: {
    memberId: string;
    sessionId: string;
    audience: Audience;
    device: string;
    totalMs: number;
    /** How long the second factor counts as fresh, ms; undefined for a member's session. */
    proofMs: number | undefined;
    now: Date | null;
  },
): Promise<{ isElsewhere: boolean }> {
  const made = await tx.execute<{ isElsewhere: boolean }>(sql`
    WITH others AS MATERIALIZED (
      SELECT count(*) > 0 AND NOT coalesce(bool_or(o.device = ${session.device}), false) AS "isElsewhere"
      FROM member_session o WHERE o.member_id = ${session.memberId} AND o.audience = ${session.audience}),
    made AS (
    INSERT INTO member_session (member_id, session_id, audience, device, created_at, ends_at, last_used_at, proven_until)
    VALUES (${session.memberId}, ${session.sessionId}, ${session.audience}, ${session.device}, ${sqlNow(session.now)},
            ${sqlNow(session.now)} + ${session.totalMs} * interval '1 ms',
            ${session.audience === "console" ? sqlNow(session.now) : sql`NULL`},
            ${sqlNow(session.now)} + ${session.proofMs ?? null}::bigint * interval '1 ms')
    RETURNING session_id)
    SELECT "isElsewhere" FROM others`);
  return { isElsewhere: made.rows[0]?.isElsewhere === true };
}

export async function insertRefreshToken(
  tx: Tx,
  token: {
    tokenHash: Buffer;
    memberId: string;
    sessionId: string;
    lifetimeMs: number;
    now: Date | null;
  },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO refresh_token (token_hash, member_id, session_id, expires_at, created_at)
    SELECT ${token.tokenHash}, s.member_id, s.session_id,
           least(s.ends_at, ${sqlNow(token.now)} + ${token.lifetimeMs} * interval '1 ms'),
           ${sqlNow(token.now)}
    FROM member_session s WHERE s.member_id = ${token.memberId} AND s.session_id = ${token.sessionId}`);
}

export type RefreshRow = {
  member_id: string;
  session_id: string;
  device: string;
  successor_sealed: Buffer | null;
  /** Seconds since it was rotated; null while it is the newest. */
  rotated_ago: number | null;
};

type SessionKey = { readonly member_id: string; readonly session_id: string };

/** Rotates a token that is the newest of its session; undefined when it is not. */
export async function rotateRefreshToken(
  tx: Tx,
  rotation: { tokenHash: Buffer; successorSealed: Buffer; now: Date | null },
): Promise<SessionKey | undefined> {
  const rotated = await tx.execute<SessionKey>(sql`
    UPDATE refresh_token r
    SET rotated_at = ${sqlNow(rotation.now)}, successor_sealed = ${rotation.successorSealed}
    WHERE r.token_hash = ${rotation.tokenHash} AND r.rotated_at IS NULL AND r.expires_at > ${sqlNow(rotation.now)}
    RETURNING r.member_id, r.session_id`);
  return rotated.rows[0];
}

/** Returns the device of a session of this audience that has not ended. */
export async function openSessionDevice(
  db: Reader,
  key: SessionKey,
  audience: Audience,
): Promise<string | undefined> {
  const found = await db.execute<{ device: string }>(sql`
    SELECT device FROM member_session
    WHERE member_id = ${key.member_id} AND session_id = ${key.session_id} AND revoked_at IS NULL
      AND audience = ${audience}`);
  return found.rows[0]?.device;
}

export async function findRefreshToken(
  db: Reader,
  { tokenHash, audience, now }: { tokenHash: Buffer; audience: Audience; now: Date | null },
): Promise<RefreshRow | undefined> {
  const found = await db.execute<Omit<RefreshRow, "device">>(sql`
    SELECT member_id, session_id, successor_sealed,
           extract(epoch FROM ${sqlNow(now)} - rotated_at)::float8 AS rotated_ago
    FROM refresh_token WHERE token_hash = ${tokenHash} AND expires_at > ${sqlNow(now)}`);
  const [row] = found.rows;
  const device = row && (await openSessionDevice(db, row, audience));
  return row && device !== undefined ? { ...row, device } : undefined;
}

/**
 * Returns whether a token has not been rotated yet, so that the rotation of the token before it is
 * the latest.
 */
export async function isNewestRefreshToken(db: Reader, tokenHash: Buffer): Promise<boolean> {
  const found = await db.execute(sql`
    SELECT 1 FROM refresh_token WHERE token_hash = ${tokenHash} AND rotated_at IS NULL`);
  return found.rowCount === 1;
}

/**
 * Ends one session, or with `sessionId` undefined every session of the member except `exceptId`;
 * their open sockets are notified.
 */
export async function revokeSessions(
  db: Reader,
  revocation: {
    memberId: string;
    sessionId: string | undefined;
    exceptId?: string;
    why: string;
    now: Date | null;
  },
): Promise<void> {
  await db.execute(sql`
    UPDATE member_session SET revoked_at = ${sqlNow(revocation.now)}, revoked_why = ${revocation.why}
    WHERE member_id = ${revocation.memberId} AND revoked_at IS NULL
      AND (${revocation.sessionId ?? null}::uuid IS NULL OR session_id = ${revocation.sessionId ?? null}::uuid)
      AND session_id IS DISTINCT FROM ${revocation.exceptId ?? null}::uuid`);
  notifySessionsEnded(db, revocation.memberId);
}

export type LiveSession = {
  status: string;
  session_version: number;
  roles: string[];
  permissions: string[];
  /** Until when the second factor counts as fresh, ms; null for a member's session. */
  proven_until: number | null;
};

const live = {
  name: "members_live_session",
  text: `
    SELECT m.status, m.session_version, m.roles, m.permissions,
           (extract(epoch FROM s.proven_until) * 1000)::float8 AS proven_until
    FROM member_session s JOIN member m ON m.member_id = s.member_id
    WHERE s.member_id = $1 AND s.session_id = $2 AND s.audience = $3 AND s.revoked_at IS NULL
      AND s.ends_at > ${sqlNowText(4)}
      AND (s.last_used_at IS NULL OR s.last_used_at > ${sqlNowText(4)} - $5::bigint * interval '1 ms')`,
};

/**
 * Returns the member of a session and their present rights; undefined when the session is over. A
 * console session is also over when it was not used for `idleMs`.
 */
export async function liveSession(
  db: Db,
  session: {
    memberId: string;
    sessionId: string;
    audience: Audience;
    /** Of a console session. */
    idleMs?: number;
    now: Date | null;
  },
): Promise<LiveSession | undefined> {
  const { memberId, sessionId, audience, idleMs = 0, now } = session;
  const values = [memberId, sessionId, audience, now, idleMs];
  const [found] = await runPrepared<LiveSession>(db, live, values);
  return found;
}

type OwnSession = { readonly memberId: string; readonly sessionId: string };

/** Records that a person used a console session now. */
export async function recordUse(
  db: Db,
  { memberId, sessionId }: OwnSession,
  now: Date | null,
): Promise<void> {
  await db.execute(sql`
    UPDATE member_session SET last_used_at = ${sqlNow(now)}
    WHERE member_id = ${memberId} AND session_id = ${sessionId} AND revoked_at IS NULL
      AND last_used_at < ${sqlNow(now)}`);
}

/** Records a fresh second factor of a console session; returns until when it is fresh, ms. */
export async function recordProof(
  tx: Tx,
  { memberId, sessionId, proofMs }: OwnSession & { readonly proofMs: number },
  now: Date | null,
): Promise<number | undefined> {
  const proved = await tx.execute<{ until: number }>(sql`
    WITH proved AS (UPDATE member_session
    SET proven_until = ${sqlNow(now)} + ${proofMs}::bigint * interval '1 ms'
    WHERE member_id = ${memberId} AND session_id = ${sessionId} AND revoked_at IS NULL AND audience = 'console'
    RETURNING proven_until)
    SELECT (extract(epoch FROM proven_until) * 1000)::float8 AS until FROM proved`);
  return proved.rows[0]?.until;
}

/** Returns the ids of sessions that have ended, or whose member may no longer be logged in. */
export async function endedSessions(
  db: Db,
  sessions: readonly { readonly memberId: string; readonly sessionId: string }[],
  now: Date | null,
): Promise<string[]> {
  const memberIds = sessions.map(({ memberId }) => memberId);
  const sessionIds = sessions.map(({ sessionId }) => sessionId);
  const found = await db.execute<{ sessionId: string }>(sql`
    SELECT asked.session_id AS "sessionId"
    FROM unnest(${sql.param(memberIds)}::uuid[], ${sql.param(sessionIds)}::uuid[]) AS asked (member_id, session_id)
    WHERE NOT EXISTS (
      SELECT FROM member_session s JOIN member m ON m.member_id = s.member_id
      WHERE s.member_id = asked.member_id AND s.session_id = asked.session_id AND s.audience = 'member'
        AND s.revoked_at IS NULL AND s.ends_at > ${sqlNow(now)}
        AND m.status = ANY (${sql.param([...MAY_LOG_IN])}::text[]))`);
  return found.rows.map(({ sessionId }) => sessionId);
}

/** Returns the device that a session was opened on. */
export async function deviceOfSession(
  db: Reader,
  { memberId, sessionId }: { memberId: string; sessionId: string },
): Promise<string | undefined> {
  const found = await db.execute<{ device: string }>(sql`
    SELECT device FROM member_session WHERE member_id = ${memberId} AND session_id = ${sessionId}`);
  return found.rows[0]?.device;
}

/** Returns the devices a member has recently logged in on, newest first; at most 20. */
export async function devicesOf(db: Reader, memberId: string): Promise<string[]> {
  const found = await db.execute<{ device: string }>(sql`
    SELECT device FROM member_session WHERE member_id = ${memberId} AND device <> ''
    GROUP BY device ORDER BY max(created_at) DESC LIMIT 20`);
  return found.rows.map(({ device }) => device);
}
