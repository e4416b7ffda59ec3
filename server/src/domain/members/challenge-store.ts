/** Every statement about SMS challenges of phones. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import type { Scene } from "./model.ts";

type Reader = Db | Tx;

export type ChallengeRow = { challenge_id: string; age_seconds: number };

/** The phone's newest challenge of a scene that can still be used, with its age. */
export async function openChallenge(
  db: Reader,
  { phoneHash, scene, now }: { phoneHash: Buffer; scene: Scene; now: Date | null },
): Promise<ChallengeRow | undefined> {
  const found = await db.execute<ChallengeRow>(sql`
    SELECT challenge_id, extract(epoch FROM coalesce(${now}::timestamptz, now()) - created_at)::float8 AS age_seconds
    FROM sms_challenge
    WHERE phone_hash = ${phoneHash} AND scene = ${scene} AND used_at IS NULL AND expires_at > coalesce(${now}::timestamptz, now())
    ORDER BY created_at DESC LIMIT 1`);
  return found.rows[0];
}

export async function insertChallenge(
  tx: Tx,
  challenge: {
    challengeId: string;
    phoneHash: Buffer;
    scene: Scene;
    codeMac: Buffer;
    lifeMs: number;
    now: Date | null;
  },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO sms_challenge (challenge_id, phone_hash, scene, code_mac, expires_at, created_at)
    VALUES (${challenge.challengeId}, ${challenge.phoneHash}, ${challenge.scene}, ${challenge.codeMac},
            coalesce(${challenge.now}::timestamptz, now()) + ${challenge.lifeMs} * interval '1 ms',
            coalesce(${challenge.now}::timestamptz, now()))`);
}

/** Takes one try of a live challenge; undefined when it is over, used, of another phone or scene, or out of tries. */
export async function takeTry(
  db: Db,
  attempt: {
    challengeId: string;
    phoneHash: Buffer;
    scene: Scene;
    triesMax: number;
    now: Date | null;
  },
): Promise<{ code_mac: Buffer; tries: number } | undefined> {
  const taken = await db.execute<{ code_mac: Buffer; tries: number }>(sql`
    UPDATE sms_challenge SET tries = tries + 1
    WHERE challenge_id = ${attempt.challengeId} AND phone_hash = ${attempt.phoneHash} AND scene = ${attempt.scene}
      AND used_at IS NULL AND tries < ${attempt.triesMax} AND expires_at > coalesce(${attempt.now}::timestamptz, now())
    RETURNING code_mac, tries`);
  return taken.rows[0];
}

/** Ends what was sent to the member's present phone; it proves nothing of them any more. Before their row is held. */
export async function endChallenges(tx: Tx, memberId: string, now: Date | null): Promise<void> {
  await tx.execute(sql`
    UPDATE sms_challenge SET used_at = coalesce(${now}::timestamptz, now())
    WHERE phone_hash = (SELECT phone_hash FROM member WHERE member_id = ${memberId})
      AND used_at IS NULL AND expires_at > coalesce(${now}::timestamptz, now())`);
}

/** Uses a challenge up; false when another request was first. */
export async function spendChallenge(
  tx: Tx,
  challengeId: string,
  now: Date | null,
): Promise<boolean> {
  const used = await tx.execute(sql`
    UPDATE sms_challenge SET used_at = coalesce(${now}::timestamptz, now())
    WHERE challenge_id = ${challengeId} AND used_at IS NULL`);
  return used.rowCount === 1;
}
