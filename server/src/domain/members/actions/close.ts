/**
 * Closes a member's account: frees its phone and openids, erases personal data, and ends its
 * sessions.
 */
import { isOperator } from "@yunjing/contract/permissions";
import { sql } from "drizzle-orm";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import { enqueueMessage } from "../../../platform/jobs/outbox.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { releaseFile } from "../../files/actions.ts";
import type { MemberStatus } from "../model.ts";
import { revokeSessions } from "../store/sessions.ts";
import { phoneOf } from "./own-phone.ts";
import { smsSealContext } from "./send-code.ts";
import {
  membersChangeCancelling,
  membersClose,
  membersErase,
  membersIsClosed,
  membersMarkReturning,
} from "../../../sql/members.ts";

/**
 * The data of a member that closing needs; `ledgers` are the member's own and those of members
 * merged into it.
 */
export type AccountToClose = {
  readonly memberId: string;
  readonly status: string;
  readonly hasPhone: boolean;
  readonly isOperator: boolean;
  readonly ledgers: readonly string[];
};

type Row = {
  status: string;
  hasPhone: boolean;
  roles: string[];
  permissions: string[];
  mergedFrom: string[];
};

/** Refuses AUTH_EXPIRED when the member does not exist. */
export async function accountOf(db: Db | Tx, memberId: string): Promise<AccountToClose> {
  const { rows } = await db.execute<Row>(sql`
    SELECT status, phone_hash IS NOT NULL AS "hasPhone", roles, permissions, merged_from AS "mergedFrom"
    FROM member WHERE member_id = ${memberId}`);
  const [row] = rows;
  if (!row) throw new Refusal("AUTH_EXPIRED");
  const { status, hasPhone, mergedFrom } = row;
  const ledgers = [memberId, ...mergedFrom];
  return { memberId, status, hasPhone, isOperator: isOperator(row), ledgers };
}

/** Returns false when the member is not in the expected state. */
export const changeCancellingStatus = (
  tx: Tx,
  memberId: string,
  { from, to }: Record<"from" | "to", Extract<MemberStatus, "ACTIVE" | "CANCELLING">>,
): Promise<boolean> => membersChangeCancelling(tx, { member: memberId, from, to });

/**
 * Returns whether the member has closed the account; false for a member who was merged into
 * another.
 */
export const isClosedAccount = (db: Db | Tx, memberId: string): Promise<boolean> =>
  membersIsClosed(db, { member: memberId });

const macOf = ({ secrets }: Context, identity: string): Buffer =>
  secrets.mac("closed-identity", identity);
const phoneMac = (context: Context, phone: string): Buffer => macOf(context, `phone:${phone}`);
const wechatMac = (context: Context, { appId, openid }: { appId: string; openid: string }) =>
  macOf(context, `wechat:${appId}:${openid}`);

/** Sends the last message to a phone that is now free. */
async function notifyClosedPhone(
  context: Context,
  tx: Tx,
  memberId: string,
  phone: string,
): Promise<void> {
  const noticeId = context.ids.next();
  const text = "【云鲸权益】你的账号已按申请注销，个人信息已清除。本手机号可以重新注册。";
  await enqueueMessage(context, tx, {
    memberId,
    aggregateId: noticeId,
    topic: "sms.send",
    payload: { noticeId },
    sealed: context.secrets.seal(JSON.stringify({ phone, text }), smsSealContext(noticeId)),
  });
}

async function releasePicture(context: Context, tx: Tx, memberId: string): Promise<void> {
  const { rows } = await tx.execute<{ file: string | null }>(
    sql`SELECT avatar_file AS file FROM member WHERE member_id = ${memberId}`,
  );
  const fileId = rows[0]?.file;
  if (fileId) await releaseFile(context, tx, { fileId, purpose: "avatar" });
}

/** The name that a closed account shows. */
const CLOSED_NICKNAME = "已注销会员";

/** Erases name and picture of a member who was merged into the closed one. */
export async function anonymizeMember(context: Context, tx: Tx, memberId: string): Promise<void> {
  await releasePicture(context, tx, memberId);
  await membersErase(tx, { member: memberId, nickname: CLOSED_NICKNAME });
}

/**
 * Closes the account of a member, whom the caller has locked (`lockMember`): phone and openids
 * become free for other members, and are stored as keyed hashes for `closedIdentityKeptMs`.
 * Sessions end; the phone is notified by SMS.
 */
export async function closeMember(context: Context, tx: Tx, memberId: string): Promise<void> {
  const now = context.clock.sql();
  const phone = await phoneOf(context, tx, memberId);
  const { rows } = await tx.execute<{ appId: string; openid: string }>(sql`
    SELECT appid AS "appId", openid FROM member_identity WHERE member_id = ${memberId} ORDER BY appid`);
  const macs = [
    ...(phone === undefined ? [] : [phoneMac(context, phone)]),
    ...rows.map((identity) => wechatMac(context, identity)),
  ];
  const keptUntil = new Date(context.clock.now().getTime() + context.settings.closedIdentityKeptMs);
  await releasePicture(context, tx, memberId);
  await membersClose(tx, { member: memberId, macs, keptUntil, nickname: CLOSED_NICKNAME, now });
  await revokeSessions(tx, { memberId, sessionId: undefined, why: "closed", now });
  if (phone !== undefined) await notifyClosedPhone(context, tx, memberId, phone);
}

const markReturning = (context: Context, tx: Tx, memberId: string, mac: Buffer): Promise<void> =>
  membersMarkReturning(tx, { member: memberId, mac, now: context.clock.sql() });

/** Marks a member whose phone belonged to a recently closed account. */
export const markReturningByPhone = (
  context: Context,
  tx: Tx,
  { memberId, phone }: { readonly memberId: string; readonly phone: string },
): Promise<void> => markReturning(context, tx, memberId, phoneMac(context, phone));

/** Marks a member whose openid belonged to a recently closed account. */
export const markReturningByWechat = (
  context: Context,
  tx: Tx,
  {
    memberId,
    ...identity
  }: { readonly memberId: string; readonly appId: string; readonly openid: string },
): Promise<void> => markReturning(context, tx, memberId, wechatMac(context, identity));

/** Deletes hashes past their storage time. */
export async function deleteExpiredClosedIdentities(db: Db, now: Now): Promise<void> {
  await db.execute(sql`DELETE FROM closed_identity WHERE kept_until <= ${sqlNow(now)}`);
}
