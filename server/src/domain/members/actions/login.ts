/** Logs a member in with a correct code: finds or creates the member and opens a session. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { isOperator } from "@yunjing/contract/permissions";
import { firstNickname, makeMemberNo, maskPhone, MAY_LOG_IN } from "../model.ts";
import type { NewcomerListener } from "../port.ts";
import {
  claimMemberNo,
  claimPhone,
  findMember,
  findMemberByPhone,
  insertMember,
  recordTerms,
} from "../store.ts";
import { auditRefusal } from "../../audit/actions.ts";
import { type Audience, signToken } from "../tokens.ts";
import { checkCode, consumeCode } from "./check-code.ts";
import { markReturningByPhone } from "./close.ts";
import { announceNewcomer } from "./newcomer.ts";
import { openSession } from "./session.ts";

/** Proof that a person holds a phone. */
export type SmsCodeProof = {
  readonly challengeId: string;
  readonly phone: string;
  readonly code: string;
  readonly device: string;
};
export type Login = SmsCodeProof & {
  readonly termsVersion: string | undefined;
  readonly inviteCode: string | undefined;
  readonly address: string;
  readonly agent?: string;
};
export type OperatorLogin = SmsCodeProof & { readonly requestId: string; readonly address: string };
export type LoginResult = {
  readonly token: string;
  readonly tokenExpired: number;
  readonly uid: string;
  readonly isNew: boolean;
  /** True when the member has requested to close the account. */
  readonly isClosing: boolean;
  /** For the refresh cookie; never in a response body. */
  readonly refreshToken: string;
};

async function freeMemberNo(context: Context, tx: Tx, memberId: string): Promise<string> {
  for (let tried = 0; tried < 20; tried++) {
    const memberNo = makeMemberNo(context);
    if (await claimMemberNo(tx, memberNo, memberId)) return memberNo;
  }
  invariant(false, "no free member number was found in twenty draws");
}

/** Creates a member; the phone or the openid is already claimed for `memberId`. */
export async function createMember(
  context: Context,
  tx: Tx,
  { memberId, phone }: { readonly memberId: string; readonly phone: string | undefined },
): Promise<void> {
  const memberNo = await freeMemberNo(context, tx, memberId);
  await insertMember(tx, {
    memberId,
    memberNo,
    nickname: firstNickname(phone ?? memberNo),
    phone: phone === undefined ? undefined : phoneFields(context, memberId, phone),
    channel: phone === undefined ? "wechat" : "web",
    now: context.clock.sql(),
  });
  if (phone !== undefined) await markReturningByPhone(context, tx, { memberId, phone });
  await writeHistoryEntry(context, tx, {
    memberId,
    entity: "member",
    entityId: memberId,
    name: "registered",
    to: "ACTIVE",
    actor: { kind: "member", id: memberId },
  });
}

/** Returns the phone columns of a member's row. */
export const phoneFields = (context: Context, memberId: string, phone: string) => ({
  sealed: context.secrets.seal(phone, `member:phone:${memberId}`),
  hash: context.secrets.mac("phone-lookup", phone),
  mask: maskPhone(phone),
});

/** Returns the member of a phone; creates one when the phone is new. */
export async function findOrCreateMemberByPhone(
  context: Context,
  tx: Tx,
  phone: string,
): Promise<{ memberId: string; isNew: boolean }> {
  const phoneHash = context.secrets.mac("phone-lookup", phone);
  const now = context.clock.sql();
  const claim = await claimPhone(tx, { phoneHash, memberId: context.ids.next(), now });
  if (claim.isNew) await createMember(context, tx, { memberId: claim.memberId, phone });
  return claim;
}

/**
 * Logs in by SMS. Refuses TERMS_NEEDED, SMS_CODE_WRONG {triesLeft}, SMS_CODE_EXPIRED; a frozen
 * member NO_PERMISSION; a newcomer RISK_REFUSED.
 */
export async function loginBySms(
  context: Context,
  db: Db,
  newcomers: NewcomerListener,
  login: Login,
): Promise<LoginResult> {
  const version = login.termsVersion?.trim();
  if (!version) throw new Refusal("TERMS_NEEDED");
  const phoneHash = context.secrets.mac("phone-lookup", login.phone);
  const checked = await checkCode(context, db, { ...login, phoneHash, scene: "login" });
  return transaction(db, async (tx) => {
    await consumeCode(context, tx, checked);
    const { memberId, isNew } = await findOrCreateMemberByPhone(context, tx, login.phone);
    const member = await findMember(tx, memberId);
    invariant(member, "a claimed phone has a member");
    if (!MAY_LOG_IN.has(member.status)) throw new Refusal("NO_PERMISSION");
    await recordTerms(tx, { memberId, version, now: context.clock.sql() });
    if (isNew) {
      const { inviteCode, phone, device, address, agent } = login;
      const from = { channel: "sms", phone, device, address, ...(agent ? { agent } : {}) } as const;
      await announceNewcomer(context, tx, newcomers, { memberId, inviteCode, ...from });
    }
    const isClosing = member.status === "CANCELLING";
    return { ...(await startSession(context, tx, { memberId, member, login })), isNew, isClosing };
  });
}

/** Opens a session after a successful login. */
export async function startSession(
  context: Context,
  tx: Tx,
  who: {
    memberId: string;
    member: { session_version: number; roles: string[]; permissions: string[] };
    login: { readonly device: string };
    audience?: Audience;
  },
): Promise<Omit<LoginResult, "isNew" | "isClosing">> {
  const { memberId, member, login, audience = "member" } = who;
  const session = await openSession(context, tx, { memberId, device: login.device, audience });
  const signed = await signToken(context, audience, {
    memberId,
    sessionId: session.sessionId,
    sessionVersion: member.session_version,
    roles: member.roles,
    permissions: member.permissions,
  });
  return { ...signed, uid: memberId, refreshToken: session.refreshToken };
}

/**
 * The first step of a login to the console: consumes the code by SMS and returns the member. Refuses
 * SMS_CODE_WRONG {triesLeft}, SMS_CODE_EXPIRED, and NO_PERMISSION for a phone of no operator: only
 * after the phone is proved, and without creating a member. `isAdmitted` decides about a member
 * who has operators' permissions. A refused login of a known phone is written to the audit log.
 */
export async function proveOperatorPhone(
  context: Context,
  db: Db,
  login: OperatorLogin,
  isAdmitted: (memberId: string) => Promise<boolean>,
): Promise<string> {
  const phoneHash = context.secrets.mac("phone-lookup", login.phone);
  const found = await findMemberByPhone(db, phoneHash);
  const mayEnter =
    found &&
    MAY_LOG_IN.has(found.status) &&
    isOperator(found) &&
    (await isAdmitted(found.member_id));
  const { challengeId, code, requestId, address } = login;
  try {
    await checkCode(context, db, { challengeId, code, phoneHash, scene: "console" });
    if (!mayEnter) throw new Refusal("NO_PERMISSION");
  } catch (error) {
    if (error instanceof Refusal && found && (mayEnter || error.code === "NO_PERMISSION")) {
      const operation = "operatorPassport.smsLogin";
      const call = { operatorId: found.member_id, requestId, address, operation };
      await auditRefusal(context, db, { ...call, code: error.code });
    }
    throw error;
  }
  await transaction(db, (tx) => consumeCode(context, tx, { challengeId, phoneHash }));
  return found.member_id;
}

/**
 * Opens a session at the console after the second step of a login; refuses NO_PERMISSION when the
 * member is no operator any more.
 */
export async function openConsoleSession(
  context: Context,
  tx: Tx,
  { memberId, device }: { readonly memberId: string; readonly device: string },
): Promise<Omit<LoginResult, "isNew" | "isClosing">> {
  const member = await findMember(tx, memberId);
  if (!member || !MAY_LOG_IN.has(member.status) || !isOperator(member)) {
    throw new Refusal("NO_PERMISSION");
  }
  return startSession(context, tx, { memberId, member, login: { device }, audience: "console" });
}
