/** Every SQL statement about login identities: openids, used states of logins, and phones. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { invariant } from "../../../platform/refusal.ts";

type Reader = Db | Tx;
type At = { readonly now: Date | null };
type Openid = { readonly memberId: string; readonly appId: string; readonly openid: string };

const keyOf = ({ appId, openid }: Omit<Openid, "memberId">): string => `${appId}:${openid}`;

/**
 * Claims an openid unless it is already claimed; returns its owner. See `functions/identity.sql`.
 */
export async function claimIdentity(tx: Tx, claim: Openid & At): Promise<string> {
  const { memberId, now } = claim;
  const made = await tx.execute<{ owner: string }>(
    sql`SELECT members_identity_claim(${memberId}, ${keyOf(claim)}, ${now}::timestamptz) AS owner`,
  );
  const [row] = made.rows;
  invariant(row, "a claim has an owner");
  return row.owner;
}

/**
 * Stores a claimed openid; false when the member has another of this appid. See
 * `functions/identity.sql`.
 */
export async function storeIdentity(
  tx: Tx,
  identity: Openid & At & { readonly unionid: string | undefined },
): Promise<boolean> {
  const { memberId, appId, openid, unionid, now } = identity;
  const stored = await tx.execute<{ isKept: boolean }>(
    sql`SELECT members_identity_store(${memberId}, ${appId}, ${openid}, ${unionid ?? null}, ${now}::timestamptz) AS "isKept"`,
  );
  return stored.rows[0]?.isKept === true;
}

/** Unlinks; false when nothing was linked. See `functions/identity.sql`. */
export async function unlinkIdentity(
  tx: Tx,
  { memberId, appId, now }: Omit<Openid, "openid"> & At,
): Promise<boolean> {
  const gone = await tx.execute<{ isGone: boolean }>(
    sql`SELECT members_identity_unlink(${memberId}, ${appId}, ${now}::timestamptz) AS "isGone"`,
  );
  return gone.rows[0]?.isGone === true;
}

export type IdentityRow = { openid: string; nickname: string; created_at: Date };

/** Returns a member's WeChat identity; undefined when none is linked. */
export async function findIdentity(
  db: Reader,
  { memberId, appId }: Omit<Openid, "openid">,
): Promise<IdentityRow | undefined> {
  const found = await db.execute<IdentityRow>(sql`
    SELECT openid, nickname, created_at FROM member_identity WHERE member_id = ${memberId} AND appid = ${appId}`);
  return found.rows[0];
}

/** Returns the owner of an openid. */
export async function findOwner(
  db: Reader,
  identity: Omit<Openid, "memberId">,
): Promise<string | undefined> {
  const found = await db.execute<{ member_id: string }>(
    sql`SELECT member_id FROM identity_claim WHERE identity_key = ${keyOf(identity)}`,
  );
  return found.rows[0]?.member_id;
}

/** Stores the nickname that WeChat returned. */
export async function updateWechatNickname(
  tx: Tx,
  { memberId, appId, nickname }: Omit<Openid, "openid"> & { readonly nickname: string },
): Promise<void> {
  await tx.execute(sql`
    UPDATE member_identity SET nickname = ${nickname} WHERE member_id = ${memberId} AND appid = ${appId}`);
}

/**
 * Replaces a member's picture; returns the file of the previous one, if it was an uploaded file.
 */
export async function changeAvatar(
  tx: Tx,
  memberId: string,
  picture: { readonly url: string | null; readonly fileId?: string },
): Promise<string | undefined> {
  const changed = await tx.execute<{ before: string | null }>(sql`
    UPDATE member m SET avatar_url = ${picture.url}, avatar_file = ${picture.fileId ?? null}
    FROM (SELECT member_id, avatar_file FROM member WHERE member_id = ${memberId} FOR NO KEY UPDATE) old
    WHERE m.member_id = ${memberId} AND old.member_id = m.member_id
    RETURNING old.avatar_file AS before`);
  return changed.rows[0]?.before ?? undefined;
}

/** Consumes a state; false for the second of two requests. See `functions/identity.sql`. */
export async function consumeState(
  db: Reader,
  { stateHash, expiresAt, now }: { stateHash: Buffer; expiresAt: Date } & At,
): Promise<boolean> {
  const used = await db.execute<{ isFirst: boolean }>(
    sql`SELECT members_state_consume(${stateHash}, ${expiresAt}, ${now}::timestamptz) AS "isFirst"`,
  );
  return used.rows[0]?.isFirst === true;
}

/** Deletes used states that can no longer be presented. */
export async function deleteExpiredStates(db: Db, before: Date): Promise<void> {
  await db.execute(sql`DELETE FROM wechat_state WHERE expires_at < ${before}`);
}

/** Binds a first phone; see `functions/identity.sql`. */
export async function bindPhoneRow(
  tx: Tx,
  bound: { memberId: string; phone: { hash: Buffer; sealed: Buffer; mask: string } } & At,
): Promise<"bound" | "taken" | "another"> {
  const { memberId, phone, now } = bound;
  const made = await tx.execute<{ outcome: "bound" | "taken" | "another" }>(sql`
    SELECT members_phone_bind(${memberId}, ${phone.hash}, ${phone.sealed}, ${phone.mask}, ${now}::timestamptz)
      AS outcome`);
  const [row] = made.rows;
  invariant(row, "binding has an outcome");
  return row.outcome;
}

/**
 * Returns the hash of a member's phone, and when it was last changed; undefined when none is bound.
 */
export async function currentPhone(
  db: Reader,
  memberId: string,
): Promise<{ hash: Buffer; changedAt: Date | null } | undefined> {
  const found = await db.execute<{ hash: Buffer; changedAt: Date | null }>(sql`
    SELECT phone_hash AS hash, phone_changed_at AS "changedAt" FROM member
    WHERE member_id = ${memberId} AND phone_hash IS NOT NULL`);
  return found.rows[0];
}

export type PhoneChanged = {
  readonly outcome: "changed";
  /** The previous phone: sealed in base64, and masked. */
  readonly sealed: string;
  readonly mask: string;
};
export type PhoneUnchanged = {
  readonly outcome: "taken" | "same" | "none" | "early";
  /** Only with `early`. */
  readonly untilMs?: number;
};

/** Changes the bound phone; see `functions/phone.sql`. */
export async function changePhoneRow(
  tx: Tx,
  wanted: {
    memberId: string;
    phone: { hash: Buffer; sealed: Buffer; mask: string };
    everyMs: number;
    coolMs: number;
  } & At,
): Promise<PhoneChanged | PhoneUnchanged> {
  const { memberId, phone, everyMs, coolMs, now } = wanted;
  const made = await tx.execute<{ answer: PhoneChanged | PhoneUnchanged }>(sql`
    SELECT members_phone_change(${memberId}, ${phone.hash}, ${phone.sealed}, ${phone.mask}, ${everyMs}, ${coolMs},
                                ${now}::timestamptz) AS answer`);
  const [row] = made.rows;
  invariant(row, "a change has an outcome");
  return row.answer;
}

/** Returns whether the member's phone is this one and was bound with this challenge. */
export async function isPhoneChangedByChallenge(
  db: Reader,
  {
    memberId,
    challengeId,
    phoneHash,
  }: { memberId: string; challengeId: string; phoneHash: Buffer },
): Promise<boolean> {
  const found = await db.execute(sql`
    SELECT 1 FROM member m JOIN sms_challenge c ON c.phone_hash = m.phone_hash
    WHERE m.member_id = ${memberId} AND m.phone_hash = ${phoneHash}
      AND c.challenge_id = ${challengeId} AND c.scene = 'change' AND c.used_at IS NOT NULL`);
  return found.rowCount === 1;
}
