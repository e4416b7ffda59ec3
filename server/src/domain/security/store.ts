/** Every SQL statement about pay passwords, proofs and permits. */
import { sql } from "drizzle-orm";
import type { StepUpPurpose } from "@yunjing/contract/schemas/security";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../platform/database/sql.ts";
import { shanghaiMinute } from "../../platform/shanghai.ts";
import { membersMoneyCooldownUntil } from "../../sql/members.ts";
import {
  securityConsumeProof,
  securityCooldown,
  securityFreeAllowance,
} from "../../sql/security.ts";

type Reader = Db | Tx;

/** Instants in ms. */
export type SecurityRow = {
  hasPassword: boolean;
  lockedUntil: number | null;
  coolingUntil: number | null;
  phoneCoolingUntil: number | null;
  freeFen: number;
};

export async function readSecurity(
  db: Reader,
  payment: { memberId: string; freeFen: number; dayFen: number; coolMs: number; now: Now },
): Promise<SecurityRow | undefined> {
  const { memberId, now } = payment;
  const coolsAt = sql`p.set_at + ${payment.coolMs} * interval '1 ms'`;
  const cooldownEnd = membersMoneyCooldownUntil.sql({ member: memberId, now });
  const freeAllowance = securityFreeAllowance.sql({
    member: memberId,
    ref: null,
    freeFen: payment.freeFen,
    dayFen: payment.dayFen,
    now,
  });
  // Two statements: a cluster calls no function that reads rows among rows of a member.
  const own = await db.execute<Pick<SecurityRow, "phoneCoolingUntil" | "freeFen">>(sql`
    SELECT floor(extract(epoch FROM ${cooldownEnd}) * 1000)::bigint AS "phoneCoolingUntil",
           ${freeAllowance} AS "freeFen"`);
  const found = await db.execute<Omit<SecurityRow, "phoneCoolingUntil" | "freeFen">>(sql`
    SELECT p.member_id IS NOT NULL AS "hasPassword",
           CASE WHEN p.locked_until > ${sqlNow(now)} THEN ${sql.raw(epochMsSql("p.locked_until"))} END AS "lockedUntil",
           CASE WHEN ${coolsAt} > ${sqlNow(now)} THEN floor(extract(epoch FROM ${coolsAt}) * 1000)::bigint END AS "coolingUntil"
    FROM (SELECT ${memberId}::uuid AS id) m LEFT JOIN pay_password p ON p.member_id = m.id`);
  const [row] = found.rows;
  const [limits] = own.rows;
  return row && limits && { ...row, ...limits };
}

export async function hasPayPassword(db: Reader, memberId: string): Promise<boolean> {
  const found = await db.execute(sql`SELECT 1 FROM pay_password WHERE member_id = ${memberId}`);
  return found.rowCount === 1;
}

export type TryRow = { salt: Buffer; hash: Buffer; wrong: number; isCooling: boolean };

/**
 * Counts one try before it is checked, and locks at the last one; undefined when it is locked or
 * there is no password. An expired lock starts a new count.
 */
export async function consumePasswordTry(
  db: Reader,
  attempt: { memberId: string; triesMax: number; lockMs: number; coolMs: number; now: Now },
): Promise<TryRow | undefined> {
  const { now } = attempt;
  const count = sql`CASE WHEN locked_until <= clock.at THEN 1 ELSE wrong + 1 END`;
  const taken = await db.execute<TryRow>(sql`
    UPDATE pay_password
    SET wrong = ${count},
        locked_until = CASE WHEN ${count} >= ${attempt.triesMax}
                            THEN clock.locks END
    FROM (SELECT ${sqlNow(now)} AS at, ${sqlNow(now)} + ${attempt.lockMs} * interval '1 ms' AS locks,
                 ${sqlNow(now)} - ${attempt.coolMs} * interval '1 ms' AS cools) clock
    WHERE member_id = ${attempt.memberId} AND (locked_until IS NULL OR locked_until <= clock.at)
    RETURNING salt, hash, wrong, set_at > clock.cools AS "isCooling"`);
  return taken.rows[0];
}

/** Clears the wrong tries, if the password is still the one that was correct. */
export async function clearTries(tx: Tx, right: { memberId: string; hash: Buffer }): Promise<void> {
  await tx.execute(sql`
    UPDATE pay_password SET wrong = 0, locked_until = NULL
    WHERE member_id = ${right.memberId} AND hash = ${right.hash}`);
}

export async function storePassword(
  tx: Tx,
  made: { memberId: string; salt: Buffer; hash: Buffer; now: Now },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO pay_password (member_id, salt, hash, set_at)
    VALUES (${made.memberId}, ${made.salt}, ${made.hash}, ${sqlNow(made.now)})
    ON CONFLICT (member_id) DO UPDATE
    SET salt = excluded.salt, hash = excluded.hash, wrong = 0, locked_until = NULL, set_at = excluded.set_at`);
}

/** Stores a proof and returns when it expires, in ms. */
export async function insertProof(
  tx: Tx,
  proof: {
    memberId: string;
    hash: Buffer;
    purpose: StepUpPurpose;
    method: "password" | "sms";
    lifetimeMs: number;
    now: Now;
  },
): Promise<number> {
  const made = await tx.execute<{ expiresAt: number }>(sql`
    WITH made AS (INSERT INTO step_up_proof (member_id, proof_hash, purpose, method, expires_at, created_at)
    VALUES (${proof.memberId}, ${proof.hash}, ${proof.purpose}, ${proof.method},
            ${sqlNow(proof.now)} + ${proof.lifetimeMs} * interval '1 ms', ${sqlNow(proof.now)})
    RETURNING expires_at)
    SELECT ${sql.raw(epochMsSql("expires_at"))} AS "expiresAt" FROM made`);
  return made.rows[0]?.expiresAt ?? 0;
}

type ProofKey = { memberId: string; hash: Buffer; purpose: StepUpPurpose; now: Now };

/** See `functions/take.sql`. */
export const callConsumeProof = (
  tx: Reader,
  { memberId, hash, purpose, now }: ProofKey,
): Promise<boolean> => securityConsumeProof(tx, { member: memberId, proof: hash, purpose, now });

/** Returns whether a proof can be consumed. */
export async function hasProof(db: Reader, proof: ProofKey): Promise<boolean> {
  const found = await db.execute(sql`
    SELECT 1 FROM step_up_proof
    WHERE member_id = ${proof.memberId} AND proof_hash = ${proof.hash} AND purpose = ${proof.purpose}
      AND used_at IS NULL AND expires_at > ${sqlNow(proof.now)}`);
  return found.rowCount === 1;
}

/** The end of the block on money proofs, in the format of the refusal. */
export type Cooldown = { until: string; untilMs: number };

/** See `functions/take.sql`. */
export const findCooldown = async (
  db: Reader,
  memberId: string,
  now: Now,
): Promise<Cooldown | undefined> => {
  const cooling = await securityCooldown(db, { member: memberId, now });
  return cooling ? { until: shanghaiMinute(cooling.untilMs), ...cooling } : undefined;
};

/** Deletes proofs that expired at least `afterMs` ago. */
export async function deleteExpiredProofs(db: Db, afterMs: number, now: Now): Promise<void> {
  await db.execute(sql`
    DELETE FROM step_up_proof WHERE expires_at < ${sqlNow(now)} - ${afterMs} * interval '1 ms'`);
}

/** Deletes the password and proofs of a closed account. */
export async function erasePasswordAndProofs(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM pay_password WHERE member_id = ${memberId}`);
  await tx.execute(sql`DELETE FROM step_up_proof WHERE member_id = ${memberId}`);
}
