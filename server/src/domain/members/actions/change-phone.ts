/**
 * Changes the bound phone: the member has proved to hold the old and the new phone. Never merges
 * two members, and reveals that a phone is taken only to a person who has shown its code.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { enqueueMessage } from "../../../platform/jobs/outbox.ts";
import { publishEvent } from "../../../platform/jobs/domain-events.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { readSupportContact, supportContactText } from "../../../platform/support-contact.ts";
import { shanghaiMinute } from "../../../platform/shanghai.ts";
import { endMemberChallenges } from "../store/challenges.ts";
import {
  type PhoneChanged,
  changePhoneRow,
  isPhoneChangedByChallenge,
  currentPhone,
  type PhoneUnchanged,
} from "../store/identities.ts";
import { maskPhone } from "../model.ts";
import type { IdentityProofs } from "../port.ts";
import { revokeSessions } from "../store/sessions.ts";
import { checkCode, type CheckedCode, consumeCode } from "./check-code.ts";
import { markReturningByPhone } from "./close.ts";
import { phoneFields } from "./login.ts";
import { type CodeRequest, type Challenge, sendCode, smsSealContext } from "./send-code.ts";

type Proofs = { readonly proofs: IdentityProofs };

/**
 * Returns until when a phone that was last changed at this moment cannot be changed, in ms;
 * undefined when it can be changed now.
 */
export function phoneChangeBlockedUntil(
  { clock, settings }: Context,
  changedAt: Date | null,
): number | undefined {
  if (changedAt === null) return undefined;
  const untilMs = new Date(changedAt).getTime() + settings.phoneChangeEveryMs;
  return untilMs > clock.now().getTime() ? untilMs : undefined;
}

const tooEarly = (untilMs: number): Refusal =>
  new Refusal("PHONE_CHANGE_WAIT", { until: shanghaiMinute(untilMs), untilMs });

/**
 * Refuses before a code is sent in vain: PHONE_NEEDED, PHONE_SAME and PHONE_CHANGE_WAIT {until,
 * untilMs}.
 */
async function refuseImpossibleChange(
  context: Context,
  db: Db,
  { memberId, phoneHash }: { memberId: string; phoneHash: Buffer },
) {
  const present = await currentPhone(db, memberId);
  if (!present) throw new Refusal("PHONE_NEEDED");
  if (present.hash.equals(phoneHash)) throw new Refusal("PHONE_SAME");
  const untilMs = phoneChangeBlockedUntil(context, present.changedAt);
  if (untilMs !== undefined) throw tooEarly(untilMs);
}

/**
 * Sends a code to the new phone. Refuses STEP_UP_NEEDED, RATE_LIMITED, and like
 * `refuseImpossibleChange`.
 */
export async function sendChangeCode(
  context: Context,
  db: Db,
  { proofs }: Proofs,
  { stepUp, ...requester }: Omit<CodeRequest, "scene"> & { memberId: string; stepUp: string },
): Promise<Challenge> {
  const { memberId } = requester;
  await refuseImpossibleChange(context, db, {
    memberId,
    phoneHash: context.secrets.mac("phone-lookup", requester.phone),
  });
  if (!(await proofs.isPhoneProved(memberId, stepUp))) throw new Refusal("STEP_UP_NEEDED");
  return sendCode(context, db, { ...requester, scene: "change" });
}

/** Returns the refusal in the contract's terms. */
function refusalOf(unchanged: PhoneUnchanged): Refusal {
  if (unchanged.outcome === "early") return tooEarly(unchanged.untilMs);
  const codes = { taken: "PHONE_TAKEN", same: "PHONE_SAME", none: "PHONE_NEEDED" } as const;
  return new Refusal(codes[unchanged.outcome]);
}

/** Sends an SMS to the old phone: its holder may not be the person who changed it. */
async function notifyOldPhone(context: Context, tx: Tx, memberId: string, sealed: Buffer) {
  const phone = context.secrets.open(sealed, `member:phone:${memberId}`);
  const noticeId = context.ids.next();
  const when = shanghaiMinute(context.clock.now().getTime());
  const contact = supportContactText(await readSupportContact(tx));
  const text = `【云鲸权益】你的账号于 ${when} 更换了手机号，本号码不能再登录该账号。若非本人操作，请立即${contact}。`;
  await enqueueMessage(context, tx, {
    memberId,
    aggregateId: noticeId,
    topic: "sms.send",
    payload: { noticeId },
    sealed: context.secrets.seal(JSON.stringify({ phone, text }), smsSealContext(noticeId)),
  });
}

type Change = {
  readonly memberId: string;
  readonly phone: string;
  readonly before: PhoneChanged;
  /** The member, or the operator who approved it. */
  readonly actor: { readonly kind: "member" | "operator"; readonly id: string };
};

/** Records the change, and notifies the member in the app and on the old phone. */
export async function recordChange(
  context: Context,
  tx: Tx,
  { memberId, phone, before, actor }: Change,
): Promise<void> {
  await writeHistoryEntry(context, tx, {
    memberId,
    entity: "member",
    entityId: memberId,
    name: "phone_changed",
    actor,
    data: { from: before.mask, to: maskPhone(phone) },
  });
  const data = { at: context.clock.now().getTime() };
  const ref = context.ids.next();
  await publishEvent(context, tx, { memberId, kind: "security.phone_changed", ref, data });
  await notifyOldPhone(context, tx, memberId, Buffer.from(before.sealed, "base64"));
}

export type PhoneChangeRequest = {
  readonly memberId: string;
  /** The session that continues when all others end. */
  readonly sessionId: string;
  readonly challengeId: string;
  readonly phone: string;
  readonly code: string;
  readonly stepUp: string;
};

type Checked = PhoneChangeRequest & { readonly checked: CheckedCode };

async function change(
  context: Context,
  tx: Tx,
  { proofs }: Proofs,
  { checked, ...request }: Checked,
) {
  const { memberId, sessionId, phone, stepUp } = request;
  const now = context.clock.sql();
  const fields = phoneFields(context, memberId, phone);
  await consumeCode(context, tx, checked);
  // Before the member's row is locked, in the same order as logins: a login in progress on the old
  // phone completes before, or fails.
  await endMemberChallenges(tx, memberId, now);
  const { phoneChangeEveryMs: everyMs, phoneCoolMs: coolMs } = context.settings;
  const answer = await changePhoneRow(tx, { memberId, phone: fields, everyMs, coolMs, now });
  if (answer.outcome !== "changed") throw refusalOf(answer);
  if (!(await proofs.consumePhoneProof(tx, { memberId, stepUp })))
    throw new Refusal("STEP_UP_NEEDED");
  await markReturningByPhone(context, tx, { memberId, phone });
  const ended = { memberId, sessionId: undefined, exceptId: sessionId, now };
  await revokeSessions(tx, { ...ended, why: "phone changed" });
  const actor = { kind: "member", id: memberId } as const;
  await recordChange(context, tx, { memberId, phone, before: answer, actor });
}

/**
 * Replaces the phone, ends every other session and notifies the member, in the app and on the old
 * phone. A repeat of a completed change changes nothing. Refuses SMS_CODE_WRONG {triesLeft},
 * SMS_CODE_EXPIRED, STEP_UP_NEEDED, PHONE_NEEDED, PHONE_SAME, PHONE_CHANGE_WAIT {until, untilMs},
 * and PHONE_TAKEN after the code of another member's phone was shown; the proofs then stay valid.
 */
export async function changePhone(
  context: Context,
  db: Db,
  deps: Proofs,
  request: PhoneChangeRequest,
): Promise<void> {
  const { memberId, challengeId, code, phone } = request;
  const phoneHash = context.secrets.mac("phone-lookup", phone);
  const run = async (): Promise<void> => {
    await refuseImpossibleChange(context, db, { memberId, phoneHash });
    const shown = { challengeId, code, scene: "change" as const, memberId, phoneHash };
    const checked = await checkCode(context, db, shown);
    await transaction(db, (tx) => change(context, tx, deps, { ...request, checked }));
  };
  await run().catch(async (error: unknown) => {
    // The same request has just succeeded; its response was lost or is still on its way.
    const isOurs = error instanceof Refusal;
    if (!isOurs || !(await isPhoneChangedByChallenge(db, { memberId, challengeId, phoneHash })))
      throw error;
  });
}
