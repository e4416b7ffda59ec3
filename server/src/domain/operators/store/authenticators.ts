/** Every SQL statement about authenticators, recovery codes and login tickets. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { type Now, sqlNow } from "../../../platform/database/sql.ts";
import type { Step } from "../model.ts";

type Reader = Db | Tx;

/** `lockedMs`: how long the second factor stays locked; 0 when it is not. */
export type Authenticator = {
  readonly secretSealed: Buffer;
  readonly isConfirmed: boolean;
  readonly lockedMs: number;
};

export async function findAuthenticator(
  db: Reader,
  memberId: string,
  now: Now,
): Promise<Authenticator | undefined> {
  const { rows } = await db.execute<Authenticator>(sql`
    SELECT secret_sealed AS "secretSealed", confirmed_at IS NOT NULL AS "isConfirmed",
           greatest(0, extract(epoch FROM coalesce(locked_until, 'epoch') - ${sqlNow(now)}) * 1000)::float8 AS "lockedMs"
    FROM operator_authenticator WHERE member_id = ${memberId}`);
  return rows[0];
}

/**
 * Counts one try before the code is checked, so that concurrent guesses share the same tries. Returns
 * the tries so far; undefined while locked. The last allowed try locks at once; a correct code then
 * clears the lock.
 */
export async function countTry(
  db: Db,
  { memberId, triesMax, lockMs, now }: TryLimit,
): Promise<number | undefined> {
  const { rows } = await db.execute<{ failures: number }>(sql`
    UPDATE operator_authenticator a
    SET failures = CASE WHEN a.locked_until IS NULL THEN a.failures ELSE 0 END + 1,
        locked_until = CASE WHEN CASE WHEN a.locked_until IS NULL THEN a.failures ELSE 0 END + 1 >= ${triesMax}::integer
          THEN clock.locks END
    FROM (SELECT ${sqlNow(now)} AS at, ${sqlNow(now)} + ${lockMs}::bigint * interval '1 ms' AS locks) clock
    WHERE member_id = ${memberId} AND (locked_until IS NULL OR locked_until <= clock.at)
    RETURNING failures`);
  return rows[0]?.failures;
}
export type TryLimit = {
  readonly memberId: string;
  readonly triesMax: number;
  readonly lockMs: number;
  readonly now: Now;
};

/** Clears the failures after a correct code. Returns false when the step was already used. */
export async function consumeStep(
  tx: Tx,
  { memberId, step }: { readonly memberId: string; readonly step: number },
): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE operator_authenticator SET last_step = ${step}, failures = 0, locked_until = NULL
    WHERE member_id = ${memberId} AND confirmed_at IS NOT NULL AND last_step < ${step}`);
  return done.rowCount === 1;
}

/** Stores the secret of an authenticator that is not confirmed; false when one already is. */
export async function storePendingSecret(
  tx: Tx,
  { memberId, secretSealed }: { readonly memberId: string; readonly secretSealed: Buffer },
): Promise<boolean> {
  const done = await tx.execute(sql`
    INSERT INTO operator_authenticator (member_id, secret_sealed) VALUES (${memberId}, ${secretSealed})
    ON CONFLICT (member_id) DO UPDATE SET secret_sealed = excluded.secret_sealed
    WHERE operator_authenticator.confirmed_at IS NULL`);
  return done.rowCount === 1;
}

/** Confirms the authenticator whose secret was checked; false when it changed meanwhile. */
export async function confirmAuthenticator(
  tx: Tx,
  confirmed: {
    readonly memberId: string;
    readonly secretSealed: Buffer;
    readonly step: number;
    readonly now: Now;
  },
): Promise<boolean> {
  const { memberId, secretSealed, step, now } = confirmed;
  const done = await tx.execute(sql`
    UPDATE operator_authenticator
    SET confirmed_at = ${sqlNow(now)}, last_step = ${step}, failures = 0, locked_until = NULL
    WHERE member_id = ${memberId} AND confirmed_at IS NULL AND secret_sealed = ${secretSealed}`);
  return done.rowCount === 1;
}

export async function insertRecoveryCodes(
  tx: Tx,
  memberId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  for (const hash of hashes) {
    await tx.execute(sql`
      INSERT INTO operator_recovery_code (member_id, code_hash) VALUES (${memberId}, ${hash})`);
  }
}

/** Uses a recovery code; returns the number of codes left, or undefined when it is not good. */
export async function consumeRecoveryCode(
  tx: Tx,
  { memberId, hash, now }: { readonly memberId: string; readonly hash: Buffer; readonly now: Now },
): Promise<number | undefined> {
  const used = await tx.execute(sql`
    UPDATE operator_recovery_code SET used_at = ${sqlNow(now)}
    WHERE member_id = ${memberId} AND code_hash = ${hash} AND used_at IS NULL`);
  if (used.rowCount !== 1) return undefined;
  await tx.execute(sql`
    UPDATE operator_authenticator SET failures = 0, locked_until = NULL WHERE member_id = ${memberId}`);
  const left = await tx.execute<{ left: number }>(sql`
    SELECT count(*)::integer AS left FROM operator_recovery_code
    WHERE member_id = ${memberId} AND used_at IS NULL`);
  return left.rows[0]?.left ?? 0;
}

/** Removes an operator's authenticator and recovery codes; the next login enrols a new one. */
export async function deleteAuthenticator(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM operator_recovery_code WHERE member_id = ${memberId}`);
  await tx.execute(sql`DELETE FROM operator_authenticator WHERE member_id = ${memberId}`);
}

/** Stores a ticket, and deletes tickets that are over. */
export async function insertTicket(
  db: Db,
  ticket: {
    readonly ticketHash: Buffer;
    readonly memberId: string;
    readonly device: string;
    readonly step: Step;
    readonly lifeMs: number;
    readonly now: Now;
  },
): Promise<void> {
  const { ticketHash, memberId, device, step, lifeMs, now } = ticket;
  await db.execute(sql`DELETE FROM operator_login_ticket WHERE expires_at <= ${sqlNow(now)}`);
  await db.execute(sql`
    INSERT INTO operator_login_ticket (ticket_hash, member_id, device, step, expires_at)
    VALUES (${ticketHash}, ${memberId}, ${device}, ${step}, ${sqlNow(now)} + ${lifeMs}::bigint * interval '1 ms')`);
}

type TicketKey = {
  readonly ticketHash: Buffer;
  readonly device: string;
  readonly step: Step;
  readonly now: Now;
};
const isOpen = ({ ticketHash, device, step, now }: TicketKey) => sql`
  ticket_hash = ${ticketHash} AND device = ${device} AND step = ${step} AND used_at IS NULL
  AND expires_at > ${sqlNow(now)}`;

/** Returns the operator of an open ticket of this device. */
export async function findTicket(db: Reader, key: TicketKey): Promise<string | undefined> {
  const { rows } = await db.execute<{ memberId: string }>(sql`
    SELECT member_id AS "memberId" FROM operator_login_ticket WHERE ${isOpen(key)}`);
  return rows[0]?.memberId;
}

/** Begins the enrolment of a ticket, once; returns the operator. */
export async function beginTicket(tx: Tx, key: TicketKey): Promise<string | undefined> {
  const { rows } = await tx.execute<{ memberId: string }>(sql`
    UPDATE operator_login_ticket SET begun_at = ${sqlNow(key.now)}
    WHERE ${isOpen(key)} AND begun_at IS NULL RETURNING member_id AS "memberId"`);
  return rows[0]?.memberId;
}

/** Uses a ticket, once. */
export async function consumeTicket(tx: Tx, key: TicketKey): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE operator_login_ticket SET used_at = ${sqlNow(key.now)} WHERE ${isOpen(key)}`);
  return done.rowCount === 1;
}

/** Returns every authenticator, confirmed or being enrolled, with its operator; for the sandbox. */
export async function readAuthenticators(
  db: Db,
): Promise<{ memberId: string; name: string; phone: string; secretSealed: Buffer }[]> {
  const { rows } = await db.execute<{
    memberId: string;
    name: string;
    phone: string;
    secretSealed: Buffer;
  }>(sql`
    SELECT a.member_id AS "memberId", o.name, m.phone_mask AS phone, a.secret_sealed AS "secretSealed"
    FROM operator_authenticator a JOIN operator o ON o.member_id = a.member_id
    JOIN member m ON m.member_id = a.member_id ORDER BY o.created_at, o.name`);
  return rows;
}
