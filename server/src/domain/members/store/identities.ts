/** Every SQL statement about login identities: openids, used states of logins, and phones. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import type { ResultOf } from "../../../platform/database/sql-function.ts";
import {
  membersIdentityClaim,
  membersIdentityStore,
  membersIdentityUnlink,
  membersPhoneBind,
  membersPhoneChange,
  membersStateConsume,
} from "../../../sql/members.ts";

type Reader = Db | Tx;
type At = { readonly now: Date | null };
type Openid = { readonly memberId: string; readonly appId: string; readonly openid: string };

const keyOf = ({ appId, openid }: Omit<Openid, "memberId">): string => `${appId}:${openid}`;

/**
 * Claims an openid unless it is already claimed; returns its owner. See `functions/identity.sql`.
 */
export const claimIdentity = (tx: Tx, claim: Openid & At): Promise<string> =>
  membersIdentityClaim(tx, { member: claim.memberId, key: keyOf(claim), now: claim.now });

/**
 * Stores a claimed openid; false when the member has another of this appid. See
 * `functions/identity.sql`.
 */
export const storeIdentity = (
  tx: Tx,
  identity: Openid & At & { readonly unionid: string | undefined },
): Promise<boolean> =>
  membersIdentityStore(tx, {
    member: identity.memberId,
    appid: identity.appId,
    openid: identity.openid,
    unionid: identity.unionid ?? null,
    now: identity.now,
  });

/** Unlinks; false when nothing was linked. See `functions/identity.sql`. */
export const unlinkIdentity = (
  tx: Tx,
  { memberId, appId, now }: Omit<Openid, "openid"> & At,
): Promise<boolean> => membersIdentityUnlink(tx, { member: memberId, appid: appId, now });

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
export const consumeState = (
  db: Reader,
  { stateHash, expiresAt, now }: { stateHash: Buffer; expiresAt: Date } & At,
): Promise<boolean> => membersStateConsume(db, { state: stateHash, expiresAt, now });

/** Deletes used states that can no longer be presented. */
export async function deleteExpiredStates(db: Db, before: Date): Promise<void> {
  await db.execute(sql`DELETE FROM wechat_state WHERE expires_at < ${before}`);
}

type NewPhone = { readonly hash: Buffer; readonly sealed: Buffer; readonly mask: string };

/** Binds a first phone; see `functions/identity.sql`. */
export const bindPhoneRow = (
  tx: Tx,
  { memberId, phone, now }: { memberId: string; phone: NewPhone } & At,
): Promise<ResultOf<typeof membersPhoneBind>> =>
  membersPhoneBind(tx, { member: memberId, ...phone, now });

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

type PhoneChange = ResultOf<typeof membersPhoneChange>;
/** `sealed` (base64) and `mask` are the previous phone's. */
export type PhoneChanged = Extract<PhoneChange, { readonly outcome: "changed" }>;
export type PhoneUnchanged = Exclude<PhoneChange, PhoneChanged>;

/** Changes the bound phone; see `functions/phone.sql`. */
export const changePhoneRow = (
  tx: Tx,
  wanted: { memberId: string; phone: NewPhone; everyMs: number; coolMs: number } & At,
): Promise<PhoneChange> => {
  const { memberId, phone, ...times } = wanted;
  return membersPhoneChange(tx, { member: memberId, ...phone, ...times });
};

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
    WITH proved AS MATERIALIZED (
      SELECT phone_hash FROM sms_challenge
      WHERE phone_hash = ${phoneHash} AND challenge_id = ${challengeId} AND scene = 'change' AND used_at IS NOT NULL)
    SELECT 1 FROM member
    WHERE member_id = ${memberId} AND phone_hash = ${phoneHash} AND phone_hash IN (SELECT phone_hash FROM proved)`);
  return found.rowCount === 1;
}
