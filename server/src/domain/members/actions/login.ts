/** Turns a right code into a member and a session. */
import type { Context } from "../../../platform/context.ts";
import { countUp } from "../../../platform/counter.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeEvent } from "../../../platform/event.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { sameText } from "../../../platform/secrets.ts";
import { isOperator } from "@yunjing/contract/permissions";
import { takeTry, spendChallenge } from "../challenge-store.ts";
import { firstNickname, makeMemberNo, maskPhone, MAY_LOG_IN } from "../model.ts";
import {
  claimMemberNo,
  claimPhone,
  findMember,
  findMemberByPhone,
  insertMember,
  recordTerms,
} from "../store.ts";
import { type Audience, signToken } from "../tokens.ts";
import { openSession } from "./session.ts";

const HOUR_MS = 3_600_000;

/** What proves that somebody holds a phone. */
export type Proof = {
  readonly challengeId: string;
  readonly phone: string;
  readonly code: string;
  readonly device: string;
};
export type Login = Proof & { readonly termsVersion: string | undefined };
export type LoggedIn = {
  readonly token: string;
  readonly tokenExpired: number;
  readonly uid: string;
  readonly isNew: boolean;
  /** For the refresh cookie; never in a body. */
  readonly refreshToken: string;
};

/** Takes one try; refuses SMS_CODE_EXPIRED when none is left and SMS_CODE_WRONG with the tries left. */
async function checkCode(context: Context, db: Db, login: Proof, phoneHash: Buffer): Promise<void> {
  const triesMax = context.settings.smsTriesMax;
  const taken = await takeTry(db, {
    challengeId: login.challengeId,
    phoneHash,
    triesMax,
    now: context.clock.sql(),
  });
  if (!taken) throw new Refusal("SMS_CODE_EXPIRED");
  const mac = context.secrets.mac("sms-code", `${login.challengeId}:${login.code}`);
  if (sameText(mac.toString("hex"), taken.code_mac.toString("hex"))) return;
  const wrong = await countUp(db, {
    subject: "sms-wrong:site",
    windowMs: HOUR_MS,
    now: context.clock.now(),
  });
  if (wrong === context.settings.smsWrongSiteHourAlarm) {
    context.log.error({ wrong }, "login codes are being guessed across the site");
  }
  const triesLeft = triesMax - taken.tries;
  throw triesLeft > 0
    ? new Refusal("SMS_CODE_WRONG", { triesLeft })
    : new Refusal("SMS_CODE_EXPIRED");
}

async function freeMemberNo(context: Context, tx: Tx, memberId: string): Promise<string> {
  for (let tried = 0; tried < 20; tried++) {
    const memberNo = makeMemberNo(context);
    if (await claimMemberNo(tx, memberNo, memberId)) return memberNo;
  }
  invariant(false, "no free member number was found in twenty draws");
}

/** The member of a phone, made on first sight. */
export async function memberOfPhone(
  context: Context,
  tx: Tx,
  phone: string,
): Promise<{ memberId: string; isNew: boolean }> {
  const phoneHash = context.secrets.mac("phone-lookup", phone);
  const now = context.clock.sql();
  const claim = await claimPhone(tx, { phoneHash, memberId: context.ids.next(), now });
  if (!claim.isNew) return claim;
  const { memberId } = claim;
  await insertMember(tx, {
    memberId,
    memberNo: await freeMemberNo(context, tx, memberId),
    nickname: firstNickname(phone),
    phoneSealed: context.secrets.seal(phone, `member:phone:${memberId}`),
    phoneHash,
    phoneMask: maskPhone(phone),
    now,
  });
  const actor = { kind: "member" as const, id: memberId };
  await writeEvent(context, tx, {
    memberId,
    entity: "member",
    entityId: memberId,
    name: "registered",
    to: "ACTIVE",
    actor,
  });
  return claim;
}

/** Logs in by SMS. Refuses TERMS_NEEDED, SMS_CODE_WRONG {triesLeft}, SMS_CODE_EXPIRED; a frozen member NO_PERMISSION. */
export async function loginBySms(context: Context, db: Db, login: Login): Promise<LoggedIn> {
  const version = login.termsVersion?.trim();
  if (!version) throw new Refusal("TERMS_NEEDED");
  const phoneHash = context.secrets.mac("phone-lookup", login.phone);
  await checkCode(context, db, login, phoneHash);
  return transaction(db, async (tx) => {
    await spendProof(context, tx, login);
    const { memberId, isNew } = await memberOfPhone(context, tx, login.phone);
    const member = await findMember(tx, memberId);
    invariant(member, "a claimed phone has a member");
    if (!MAY_LOG_IN.has(member.status)) throw new Refusal("NO_PERMISSION");
    await recordTerms(tx, { memberId, version, now: context.clock.sql() });
    return { ...(await begin(context, tx, { memberId, member, login })), isNew };
  });
}

/** A code proves a phone once. */
async function spendProof(context: Context, tx: Tx, { challengeId }: Proof): Promise<void> {
  const isFirst = await spendChallenge(tx, challengeId, context.clock.sql());
  if (!isFirst) throw new Refusal("SMS_CODE_EXPIRED");
}

async function begin(
  context: Context,
  tx: Tx,
  who: {
    memberId: string;
    member: { session_version: number; roles: string[]; permissions: string[] };
    login: Proof;
    audience?: Audience;
  },
): Promise<Omit<LoggedIn, "isNew">> {
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
 * Logs an operator in to the console by SMS. Refuses SMS_CODE_WRONG {triesLeft}, SMS_CODE_EXPIRED, and NO_PERMISSION
 * to a phone that is no operator's: told only to whoever has proved to hold the phone, and nobody is made a member.
 */
export async function loginOperator(
  context: Context,
  db: Db,
  login: Proof,
): Promise<Omit<LoggedIn, "isNew">> {
  const phoneHash = context.secrets.mac("phone-lookup", login.phone);
  await checkCode(context, db, login, phoneHash);
  const found = await findMemberByPhone(db, phoneHash);
  if (!found || !MAY_LOG_IN.has(found.status) || !isOperator(found)) {
    throw new Refusal("NO_PERMISSION");
  }
  return transaction(db, async (tx) => {
    await spendProof(context, tx, login);
    const { member_id: memberId } = found;
    return begin(context, tx, { memberId, member: found, login, audience: "console" });
  });
}
