/** Merges one member into another: moves its login identities and ends it. */
import { sql } from "drizzle-orm";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import {
  claimIdentity,
  unlinkIdentity,
  storeIdentity,
  updateWechatNickname,
} from "../store/identities.ts";
import { revokeSessions } from "../store/sessions.ts";
import { findMember, findMemberByPhone } from "../store.ts";
import { signToken } from "../tokens.ts";
import { checkCode, type CheckedCode, consumeCode } from "./check-code.ts";
import { refuseSecondPhone } from "./identity.ts";
import { openSession } from "./session.ts";
import { membersLock } from "../../../sql/members.ts";

export type PhoneCodeProof = {
  readonly memberId: string;
  readonly challengeId: string;
  readonly phone: string;
  readonly code: string;
};

/**
 * Returns the member of a phone whose code another member shows; the code is not consumed yet.
 * Refuses PHONE_BOUND when the requesting member has a phone, SMS_CODE_WRONG {triesLeft},
 * SMS_CODE_EXPIRED, and NOT_FOUND when no member has the phone.
 */
export async function ownerByPhone(context: Context, db: Db, shown: PhoneCodeProof) {
  const { memberId, challengeId, phone, code } = shown;
  await refuseSecondPhone(db, memberId);
  const phoneHash = context.secrets.mac("phone-lookup", phone);
  const checked = await checkCode(context, db, {
    challengeId,
    code,
    scene: "bind",
    memberId,
    phoneHash,
  });
  const owner = await findMemberByPhone(db, phoneHash);
  if (!owner) throw new Refusal("NOT_FOUND");
  return { memberId: owner.member_id, phone: owner.phone_mask, nickname: owner.nickname, checked };
}

/** Consumes the code. Refuses SMS_CODE_EXPIRED for the second of two requests. */
export const consumePhoneCode = (context: Context, tx: Tx, checked: CheckedCode): Promise<void> =>
  consumeCode(context, tx, checked);

export type MergeCandidate = {
  readonly memberId: string;
  readonly status: string;
  readonly hasPhone: boolean;
  readonly isOperator: boolean;
  readonly mergedInto: string | null;
  readonly appIds: readonly string[];
};

/**
 * Locks a member's row until the end of the transaction, and returns the data that a merge needs.
 */
export async function lockMember(tx: Tx, memberId: string): Promise<MergeCandidate> {
  const member = await membersLock(tx, { member: memberId });
  if (!member) throw new Refusal("AUTH_EXPIRED");
  return member;
}

type Identity = { appid: string; openid: string; unionid: string | null; nickname: string };

async function moveIdentities(tx: Tx, { from, into, now }: Move): Promise<void> {
  const { rows } = await tx.execute<Identity>(sql`
    SELECT appid, openid, unionid, nickname FROM member_identity WHERE member_id = ${from} ORDER BY appid`);
  for (const { appid: appId, openid, unionid, nickname } of rows) {
    await unlinkIdentity(tx, { memberId: from, appId, now });
    const owner = await claimIdentity(tx, { memberId: into, appId, openid, now });
    const identity = { memberId: into, appId, openid, unionid: unionid ?? undefined, now };
    invariant(owner === into && (await storeIdentity(tx, identity)), "an identity moves whole");
    await updateWechatNickname(tx, { memberId: into, appId, nickname });
  }
}

type Move = { readonly from: string; readonly into: string; readonly now: Date | null };

/**
 * Ends a member in favour of another: moves its login identities and a refusal of advertising to the
 * other, and ends its sessions.
 */
export async function mergeMemberInto(context: Context, tx: Tx, move: Move): Promise<void> {
  const { from, into, now } = move;
  await moveIdentities(tx, move);
  const { rows } = await tx.execute<{ offersOffAt: Date | null }>(sql`
    UPDATE member SET status = 'CANCELLED', merged_into = ${into}, session_version = session_version + 1
    WHERE member_id = ${from} RETURNING offers_off_at AS "offersOffAt"`);
  // Who refused advertising in one of the accounts has refused it in both.
  const offersOffAt = rows[0]?.offersOffAt ?? null;
  await tx.execute(sql`
    UPDATE member SET merged_from = array_append(merged_from, ${from}::uuid),
      offers_off_at = least(offers_off_at, ${offersOffAt}::timestamptz)
    WHERE member_id = ${into}`);
  await revokeSessions(tx, { memberId: from, sessionId: undefined, why: "merged", now });
  const actor = { kind: "member", id: from } as const;
  await writeHistoryEntry(context, tx, {
    memberId: from,
    entity: "member",
    entityId: from,
    name: "merged_into",
    actor,
    from: "ACTIVE",
    to: "CANCELLED",
    data: { into },
  });
  await writeHistoryEntry(context, tx, {
    memberId: into,
    entity: "member",
    entityId: into,
    name: "merged_from",
    actor,
    data: { from },
  });
}

/**
 * Opens a session of the remaining member for the person who has just proved to own both accounts.
 */
export async function sessionAfterMerge(
  context: Context,
  tx: Tx,
  login: { readonly memberId: string; readonly device: string },
): Promise<{ token: string; tokenExpired: number; uid: string; refreshToken: string }> {
  const { memberId } = login;
  const member = await findMember(tx, memberId);
  if (!member) throw new Refusal("AUTH_EXPIRED");
  const { sessionId, refreshToken } = await openSession(context, tx, login);
  const signed = await signToken(context, "member", {
    memberId,
    sessionId,
    sessionVersion: member.session_version,
    roles: member.roles,
    permissions: member.permissions,
  });
  return { ...signed, uid: memberId, refreshToken };
}
