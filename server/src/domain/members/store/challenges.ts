/** Every SQL statement about SMS challenges of phones. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import type { Scene } from "../model.ts";
import { sqlNow } from "../../../platform/database/sql.ts";

type Reader = Db | Tx;

/** The key of challenges: one phone, one scene, one requester. */
export type ChallengeKey = {
  readonly phoneHash: Buffer;
  readonly scene: Scene;
  readonly requester: string;
};

export type ChallengeRow = { challenge_id: string; age_seconds: number };

/** Serialises requests for codes to one phone until the transaction ends. */
export async function lockPhoneForCodes(tx: Tx, phoneHash: Buffer): Promise<void> {
  await tx.execute(sql`
    INSERT INTO limit_counter (subject, window_start, used) VALUES (${`sms-turn:${phoneHash.toString("hex")}`}, 'epoch', 1)
    ON CONFLICT (subject, window_start) DO UPDATE SET used = 1`);
}

/** Returns whether the member of this phone has ever logged in on this device. */
export async function isDeviceOfPhone(
  db: Reader,
  { phoneHash, device }: { phoneHash: Buffer; device: string },
): Promise<boolean> {
  const owner = await db.execute<{ memberId: string }>(sql`
    SELECT member_id AS "memberId" FROM phone_claim WHERE phone_hash = ${phoneHash}`);
  const memberId = owner.rows[0]?.memberId;
  if (memberId === undefined) return false;
  const found = await db.execute(sql`
    SELECT 1 FROM member_session WHERE member_id = ${memberId} AND device = ${device} LIMIT 1`);
  return found.rowCount === 1;
}

/** Returns the newest usable challenge of this requester, with its age. */
export async function findOpenChallenge(
  db: Reader,
  { phoneHash, scene, requester, now }: ChallengeKey & { now: Date | null },
): Promise<ChallengeRow | undefined> {
  const found = await db.execute<ChallengeRow>(sql`
    SELECT challenge_id, extract(epoch FROM ${sqlNow(now)} - created_at)::float8 AS age_seconds
    FROM sms_challenge
    WHERE phone_hash = ${phoneHash} AND scene = ${scene} AND asker = ${requester} AND used_at IS NULL AND ended_at IS NULL
      AND expires_at > ${sqlNow(now)}
    ORDER BY created_at DESC LIMIT 1`);
  return found.rows[0];
}

/** Ends this requester's earlier challenges: a new code replaces them. */
export async function endEarlierChallenges(
  tx: Tx,
  { phoneHash, scene, requester, now }: ChallengeKey & { now: Date | null },
): Promise<void> {
  await tx.execute(sql`
    UPDATE sms_challenge SET ended_at = ${sqlNow(now)}
    WHERE phone_hash = ${phoneHash} AND scene = ${scene} AND asker = ${requester} AND used_at IS NULL AND ended_at IS NULL
      AND expires_at > ${sqlNow(now)}`);
}

/**
 * Returns how many guesses at this phone's codes were made within the last hour or are still
 * possible, by its own requesters or by strangers, and in how many seconds that number can fall.
 */
export async function countGuesses(
  tx: Tx,
  {
    phoneHash,
    isOwn,
    triesMax,
    now,
  }: {
    phoneHash: Buffer;
    isOwn: boolean;
    triesMax: number;
    now: Date | null;
  },
): Promise<{ guesses: number; waitSeconds: number }> {
  const at = sqlNow(now);
  const found = await tx.execute<{ guesses: number; waitSeconds: number }>(sql`
    SELECT coalesce(sum(CASE WHEN is_live THEN ${triesMax}::integer
                             WHEN used_at IS NOT NULL THEN greatest(tries - 1, 0) ELSE tries END), 0)::integer AS guesses,
           coalesce(ceil(extract(epoch FROM least(min(expires_at) FILTER (WHERE is_live),
                                                  min(created_at) + interval '1 hour') - ${at})), 1)::integer AS "waitSeconds"
    FROM (SELECT *, used_at IS NULL AND ended_at IS NULL AND expires_at > ${at} AS is_live FROM sms_challenge
          WHERE phone_hash = ${phoneHash} AND is_own = ${isOwn} AND created_at > ${at} - interval '1 hour') c`);
  return found.rows[0] ?? { guesses: 0, waitSeconds: 1 };
}

export async function insertChallenge(
  tx: Tx,
  challenge: ChallengeKey & {
    challengeId: string;
    isOwn: boolean;
    codeMac: Buffer;
    lifetimeMs: number;
    now: Date | null;
  },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO sms_challenge (challenge_id, phone_hash, scene, asker, is_own, code_mac, expires_at, created_at)
    VALUES (${challenge.challengeId}, ${challenge.phoneHash}, ${challenge.scene}, ${challenge.requester}, ${challenge.isOwn},
            ${challenge.codeMac},
            ${sqlNow(challenge.now)} + ${challenge.lifetimeMs} * interval '1 ms',
            ${sqlNow(challenge.now)})`);
}

/**
 * Uses one try of a live challenge; undefined when it has expired, is used, is for another phone or
 * scene, has no tries left, or, with `asker`, belongs to another requester.
 */
export async function consumeTry(
  db: Db,
  attempt: {
    challengeId: string;
    phoneHash: Buffer;
    scene: Scene;
    requester: string | undefined;
    triesMax: number;
    now: Date | null;
  },
): Promise<{ code_mac: Buffer; tries: number } | undefined> {
  const { requester = null } = attempt;
  const taken = await db.execute<{ code_mac: Buffer; tries: number }>(sql`
    UPDATE sms_challenge SET tries = tries + 1
    WHERE phone_hash = ${attempt.phoneHash} AND challenge_id = ${attempt.challengeId} AND scene = ${attempt.scene}
      AND (${requester}::text IS NULL OR asker = ${requester}::text)
      AND used_at IS NULL AND ended_at IS NULL AND tries < ${attempt.triesMax}
      AND expires_at > ${sqlNow(attempt.now)}
    RETURNING code_mac, tries`);
  return taken.rows[0];
}

/**
 * Ends the challenges sent to the member's present phone; they no longer prove anything. Call it
 * before locking the member's row.
 */
export async function endMemberChallenges(
  tx: Tx,
  memberId: string,
  now: Date | null,
): Promise<void> {
  const { rows } = await tx.execute<{ phoneHash: Buffer | null }>(sql`
    SELECT phone_hash AS "phoneHash" FROM member WHERE member_id = ${memberId}`);
  const phoneHash = rows[0]?.phoneHash;
  if (!phoneHash) return;
  // Challenges lie by phone on a cluster: the statement names it as a value.
  await tx.execute(sql`
    UPDATE sms_challenge SET ended_at = ${sqlNow(now)}
    WHERE phone_hash = ${phoneHash}
      AND used_at IS NULL AND ended_at IS NULL AND expires_at > ${sqlNow(now)}`);
}

/** Consumes a challenge; false when another request was first, or it has ended. */
export async function consumeChallenge(
  tx: Tx,
  { challengeId, phoneHash }: { readonly challengeId: string; readonly phoneHash: Buffer },
  now: Date | null,
): Promise<boolean> {
  const used = await tx.execute(sql`
    UPDATE sms_challenge SET used_at = ${sqlNow(now)}
    WHERE phone_hash = ${phoneHash} AND challenge_id = ${challengeId} AND used_at IS NULL AND ended_at IS NULL`);
  return used.rowCount === 1;
}
